"""What is never put before a model: orders in the words of a source that may give none (R23). Pure."""

from stelae.schemas.authority import at_least
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import Hit
from stelae.text.scanner import scan


def suspicious(source: Hit | MemoryRecord) -> bool:
    """Does it read like an order, from a source that may give none? A person's words are data all the same.

    The gate has looked at it when it was written; a scanner learns, and what it lets through today it may know tomorrow.
    """
    if source.authority is not None and at_least(source.authority, "user"):
        return False
    return scan(source.text).verdict != "clean"
