"""Where memories live: adapters of `ports.Store`, held to one contract by `tests/contracts/`.

`sqlite/` is the default and the truth on one machine, `in_memory.py` its twin without a disk. What both compute in the
same way stands beside them: `entries.py` (a row as the search sees it), `catalogue.py` (rows as arrays), `centring.py`.
"""
