"""The write path: from messages to decisions to one transaction.

`pipeline.py` alone knows the order of steps; the steps do not know each other. Nothing here names a store or a vendor.
"""
