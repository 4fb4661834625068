"""What the values of an enumerated field mean. Written once: it is the type, what prompts say, and what `lint` reads."""

import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union, get_args, get_origin

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


@dataclass(frozen=True, slots=True, init=False)
class Choices:
    """The values of an enumerated field with a description each, which excludes the others (S4).

    `Annotated[str, Choices({"low": "named in passing", …})]` admits these values and no other. On a `Literal` it describes
    what that admits. No example of a statement belongs in a description: small models copy them as facts.
    """

    described: tuple[tuple[str, str], ...]

    def __init__(self, described: Mapping[str, str]) -> None:
        """Take value → description, in the order in which they are shown."""
        object.__setattr__(self, "described", tuple(described.items()))

    @property
    def values(self) -> tuple[str, ...]:
        """The values, in order."""
        return tuple(value for value, _ in self.described)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Make a plain text one of these values; leave any other type to its own rules."""
        one_of = core_schema.literal_schema(list(self.values))
        if source is str:
            return one_of
        union = get_origin(source) in {Union, types.UnionType}
        if union and set(get_args(source)) == {str, type(None)}:
            return core_schema.nullable_schema(one_of)
        return handler(source)
