"""Reading a message: its sentences and clauses, who they are about, and the draft that a rule makes of one. Pure.

Whether a clause is asserted is asked in `assertion`; what it says, in the families beside it.
"""
