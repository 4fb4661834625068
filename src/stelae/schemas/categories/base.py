"""What every category model has."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field
from typing_extensions import override

from stelae.schemas.base import JsonObject, Value

Digest = Annotated[str, Field(max_length=64)]
"""Hexadecimal, as `text.keys.sha256` gives it."""


class CategoryModel(Value):
    """Payload of a memory. The key's parts come from here, the key itself from `text.keys` (built by code, P20, R6)."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, str_strip_whitespace=True, allow_inf_nan=False
    )

    __key__: ClassVar[tuple[str, ...]] = ()
    """The fields that `identity` is made of."""

    def identity(self) -> tuple[str, ...] | None:
        """Return the raw parts of the key after the category, or None: the statement itself is its identity."""
        return None

    def single_valued(self) -> bool:
        """Does a new value replace the old one (the key omits the value)?"""
        return False

    def value(self) -> str:
        """Return what two memories of one key are compared by; polarity included."""
        return ""

    def opposite(self) -> "CategoryModel | None":
        """Return the payload that denies this one, where the two have different keys; None: they share one."""
        return None

    def values(self) -> Mapping[str, str]:
        """Return the same field by field; where one side has none, the other holds."""
        return {"": self.value()}

    def beyond_text(self) -> bool:
        """Do its fields say what its text does not, so that the same text with other fields is no repetition?"""
        return False

    def unsaid(self) -> float:
        """Return the share, 0 to 1, of what could have been said and was not (S6)."""
        return 0.0

    def sentence(self, language: str) -> str | None:  # noqa: ARG002 - what a template needs
        """Return the text made from the fields, in that language if there is one in it; None: nothing says how."""
        return None

    def free_text(self) -> str:
        """Return what its own text fields say, line by line: words that the scanner has not seen in the statement."""
        return ""

    @classmethod
    def upgraded(cls, attributes: JsonObject) -> JsonObject:
        """Return stored fields of an earlier form of the category as this one's."""
        return attributes

    @classmethod
    def renewed(cls) -> tuple[str, ...]:
        """Return fields that take the newest value though no mark says so."""
        return ()

    @classmethod
    def carried(cls) -> tuple[str, ...]:
        """Return fields that go on when another value supersedes this one, by their operators."""
        return ()

    def lacking(self) -> tuple[str, ...]:
        """Return the fields without which it is not to be stored, and which say nothing (S6)."""
        return ()

    def standing(self) -> bool:
        """Does it bear on every answer, whatever the question, so that the context always shows it?"""
        return False

    def clearly(self) -> bool:
        """Is the payload complete enough to stand for the statement?"""
        return self.identity() is not None


class Named(CategoryModel):
    """A payload that its `__key__` fields name, in that order: a later word under the same name is about the same thing."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return tuple(getattr(self, name) for name in self.__key__)

    @override
    def single_valued(self) -> bool:
        return True


class Versioned(Named):
    """One whose value is its text: another text under its name is another version of it."""

    body_sha256: Digest | None = None
    """Of the text."""

    @override
    def value(self) -> str:
        return self.body_sha256 or ""
