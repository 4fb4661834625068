"""What holds for this conversation alone (P_t): one writer, an end, and no way of its own into long-term memory."""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.session import budgets as budgets
else:
    __getattr__ = modules(__name__, "budgets")
