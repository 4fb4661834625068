"""Whom a memory is of, for tools that keep what a person says."""

from stelae.memory import Memory

ANONYMOUS = (
    "Nothing was stored: this conversation has no person's memory (the scope is {scope}), and what somebody likes is kept"
    " for nobody else. Honour it in this conversation."
)


def anonymous(memory: Memory) -> str | None:
    """Say that nothing is stored because nobody is known here; None: the written scope is a person's (P4)."""
    scope = memory.namespace.scope
    return None if scope.startswith("user:") else ANONYMOUS.format(scope=scope)
