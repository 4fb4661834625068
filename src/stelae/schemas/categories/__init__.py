"""The memory types. Each is a Pydantic model, a kind, and the fields its identity is made of.

A new category is one model here, one line in `registry.py` and one row in the policy.
"""
