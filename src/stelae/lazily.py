"""Modules that are loaded when they are first named (PEP 562): a command pays for the rooms that it enters, for no other.

For the `__init__` of a room whose modules the room above needs in some of its calls only.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType


def modules(package: str, *names: str) -> Callable[[str], ModuleType]:
    """Return the `__getattr__` of a package in which these modules are loaded when somebody names them.

    Args:
        package: its `__name__`.
        names: of modules in it.
    """

    def load(name: str) -> ModuleType:
        if name in names:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return load
