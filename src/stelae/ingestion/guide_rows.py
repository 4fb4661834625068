"""Guides as they are stored, and the way from a file to a memory's fields and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final, get_args

from pydantic import ValidationError

from stelae.ingestion.guide_files import letters
from stelae.ports import Store
from stelae.schemas.base import JsonObject
from stelae.schemas.guides import PRIORITIES, GuideCategory, GuideFile, Identity
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import sha256

CATEGORIES: Final[tuple[str, ...]] = get_args(GuideCategory)
PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Row:
    """A stored guide and what there is one of."""

    scope: str
    record: MemoryRecord

    @property
    def intent(self) -> str:
        """What it is for."""
        return str(self.record.attributes.get("intent", ""))

    @property
    def agent(self) -> str:
        """Whose guide it is."""
        return str(self.record.attributes.get("agent", ""))

    @property
    def folder(self) -> str | None:
        """The way to the folder of its file (`way_to`); None: it came from no file."""
        return self.record.attributes.get("folder")

    @property
    def file(self) -> str | None:
        """Its file, from the agent's folder on."""
        return self.record.attributes.get("file")

    @property
    def home(self) -> tuple[str, str] | None:
        """The way to its file's folder, and the file's own name."""
        if self.folder is None or self.file is None:
            return None
        return self.folder, PurePosixPath(self.file).name

    def within(self, way: str) -> bool:
        """Did it come from a file in that folder, or below it?"""
        return self.folder is not None and f"{self.folder}/".startswith(f"{way}/")

    @property
    def identity(self) -> Identity:
        """What there is one of."""
        return self.scope, self.record.category, self.agent, self.intent


def rows_of(store: Store, ns: Namespace) -> Iterator[Row]:
    """Return the current guides of the tenant, in every scope, that belong to no project, or to that of the namespace."""
    for category in CATEGORIES:
        after = 0
        while page := store.of_category(category, after=after, limit=PAGE):
            for owned in page:
                if owned.ns.tenant == ns.tenant and owned.record.project in {None, ns.project}:
                    yield Row(owned.ns.scope, owned.record)
            after = page[-1].number


def guide_attributes(guide: GuideFile, *, folder: str | None, file: str | None) -> JsonObject:
    """Return the fields of the memory that a guide becomes; its body is the text.

    Args:
        guide: as its file says.
        folder: the way to the folder of its file; None: it comes from no file.
        file: its name from the agent's folder on.
    """
    fields: JsonObject = {
        "intent": guide.intent,
        "agent": guide.agent,
        "keywords": list(guide.keywords),
        "source_tier": guide.source_tier,
        "priority": guide.standing,
        "body_sha256": sha256(guide.body),
    }
    if guide.related:
        fields["related"] = list(guide.related)
    if folder is not None and file is not None:
        fields |= {"folder": folder, "file": file, "file_digest": letters(guide.model_dump_json())}
    return fields


def guide_of(record: MemoryRecord, *, scope: str | None = None) -> GuideFile | None:
    """Return a stored guide as its file would say it, or None where no file can.

    Args:
        record: a memory of a guide's category.
        scope: what the file is to say of its scope.
    """
    fields = record.attributes
    tier, priority = fields.get("source_tier", "user"), fields.get("priority")
    try:
        return GuideFile(
            category=record.category,  # pyright: ignore[reportArgumentType] - validated
            intent=fields.get("intent", ""),
            agent=fields.get("agent", ""),
            keywords=tuple(fields.get("keywords", ())),
            related=tuple(fields.get("related", ())),
            source_tier=tier,
            priority=None if priority == PRIORITIES.get(tier) else priority,
            scope=scope,
            body=record.text,
        )
    except ValidationError:
        return None


def says(record: MemoryRecord, attributes: Mapping[str, Any]) -> bool:
    """Is that what the file said when it was imported, or what was committed in a conversation without it?

    What a person has edited in memory since stays as long as the file says nothing new.
    """
    held = record.attributes
    if held.get("folder") is not None:
        return all(held.get(name) == attributes[name] for name in ("folder", "file", "file_digest"))
    own = attributes.keys() - {"folder", "file", "file_digest", "body_sha256"}
    same = all(held.get(name) == attributes[name] for name in own)
    return same and sha256(record.text) == attributes["body_sha256"]
