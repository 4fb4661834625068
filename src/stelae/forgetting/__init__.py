"""Forgetting: find what a request means, show it, make it go in every place, check that it is gone, hand out a receipt.

It is deliberately not asked by any model: `observe` never calls it. Order of steps: `pipeline`.
"""
