"""Forgetting: find what a request means, show it, make it go in every place, check that it is gone, hand out a receipt.

It is deliberately not asked by any model: `observe` never calls it. Order of steps: `pipeline`.
"""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.forgetting import selection as selection
else:
    __getattr__ = modules(__name__, "selection")
