"""What a person searched for or bought in an application: short-lived, and never a statement of theirs (P26)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from stelae.schemas.categories.base import Named
from stelae.schemas.categories.choices import Choices

ActivityKind = Literal["purchase", "search"]


class Activity(Named):
    """A search or a purchase: what was asked for, never what was found."""

    __key__: ClassVar[tuple[str, ...]] = ("kind", "what")

    kind: Annotated[
        ActivityKind,
        Choices({"purchase": "it was bought", "search": "it was looked for"}),
    ]
    what: Annotated[str, Field(min_length=1, max_length=200)]
    """In the person's words."""
