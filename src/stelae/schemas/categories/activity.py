"""What a person searched for or bought in an application: short-lived, and never a statement of theirs (P26)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.choices import Choices


class Activity(CategoryModel):
    """A search or a purchase: what was asked for, never what was found."""

    __key__: ClassVar[tuple[str, ...]] = ("kind", "what")

    kind: Annotated[
        Literal["purchase", "search"],
        Choices({"purchase": "it was bought", "search": "it was looked for"}),
    ]
    what: Annotated[str, Field(min_length=1, max_length=200)]
    """In the person's words."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.kind, self.what)

    @override
    def single_valued(self) -> bool:
        return True  # the key holds all of it
