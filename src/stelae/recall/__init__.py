"""The read path: from a question to ranked hits, and from hits to the block a model is given.

`pipeline.py` alone knows the order of the steps; the other modules take values and return values, without I/O and without
a clock. How rows are ranked is `retrieval.md`'s measured recipe, section 8.
"""
