"""What a person decides about memories and about what waits: confirm, amend, reject, edit, restore, part.

Their words pass the same gate. The keyboard and the console are doors, and are elsewhere.
"""
