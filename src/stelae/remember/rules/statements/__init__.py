"""Whatever else people state of themselves or their things, and what they ask to be remembered. Pure.

The last families that are asked: they keep the words as they were said.
"""
