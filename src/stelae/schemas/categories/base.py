"""What every category model has."""

from pydantic import ConfigDict

from stelae.schemas.base import Value


class CategoryModel(Value):
    """Payload of a memory. The key's parts come from here, the key itself from `text.keys` (built by code, P20, R6)."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    def identity(self) -> tuple[str, ...] | None:
        """Return the raw parts of the key after the category, or None: the statement itself is its identity."""
        return None

    def single_valued(self) -> bool:
        """Does a new value replace the old one (the key omits the value)?"""
        return False

    def value(self) -> str:
        """Return what two memories of one key are compared by; polarity included."""
        return ""

    def standing(self) -> bool:
        """Does it bear on every answer, whatever the question, so that the context always shows it?"""
        return False

    def clearly(self) -> bool:
        """Is the payload complete enough to stand for the statement?"""
        return self.identity() is not None
