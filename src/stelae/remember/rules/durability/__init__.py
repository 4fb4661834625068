"""Will it still hold tomorrow? What is of the moment, of this occasion or only courtesy is not remembered. Pure.

The words a memory may rest on are found elsewhere (`remember.grounding`).
"""
