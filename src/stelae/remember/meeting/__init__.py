"""What an accepted record meets: the memory that it repeats, contradicts, denies, ends or moves. Pure.

What follows from it is planned by `remember.consolidation` and `remember.settling`.
"""
