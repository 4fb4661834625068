"""Bringing the memories of a category to its present form, as new versions; the earlier ones stay in their history.

Checked as a whole before anything is written. Memory by memory, so that it can be broken off and goes on where it was.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pydantic import ValidationError

from stelae.ports import Owned
from stelae.remember.keying import concept_key_of, identity_stays
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.categories.registry import Category
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace

PAGE = 200
PLATFORM: Authority = "platform"


@dataclass(slots=True)
class Survey:
    """What a migration would meet."""

    memories: int = 0
    """Current ones of the category."""
    old: int = 0
    """Of these, in another form than the present one."""
    wrong: Counter[str] = field(default_factory=Counter[str])
    """Field → memories in which it does not fit, also after the migration."""
    doubled: tuple[str, ...] = ()
    """Ids of memories that would have the key of another one."""


class Migrating:
    """Migrates one category after another; the caller has made sure that nothing else is to be asked."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline."""
        self._pipeline = pipeline
        self._store = pipeline.parts.store

    def survey(self, category: Category, *, rekey: bool | None = None) -> Survey:
        """Look at every current memory of a category, and write nothing. `rekey` as for `migrate`."""
        found, places, doubled = Survey(), set[tuple[object, ...]](), list[str]()
        for owned in self._owned(category.name):
            found.memories += 1
            try:
                new = self._migrated(_at_home(owned), owned.record, category, rekey)
            except ValidationError as error:
                found.wrong.update({str(one["loc"][0]) for one in error.errors() if one["loc"]})
                continue
            found.old += new is not None
            record = new or owned.record
            place = (owned.ns.tenant, owned.ns.scope, record.project, record.key)
            if place in places:
                doubled.append(record.id)
            places.add(place)
        found.doubled = tuple(doubled)
        return found

    def migrate(
        self,
        category: Category,
        *,
        rekey: bool | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> int:
        """Write a new version of every memory that is not in the present form, and return how many there were.

        Args:
            category: in its present form.
            rekey: its key is made of other fields now; None: nobody knows, so its declaration is asked. While what a key is
                made of stays, the key of a memory stays as it is.
            on_progress: told of each memory.

        Raises:
            ValidationError: one cannot be brought to it; `survey` finds that before.
            VersionConflictError: one kept changing.
        """
        done = 0
        for owned in self._owned(category.name):
            done += self._pipeline.retry(lambda owned=owned: self._one(owned, category, rekey))
            if on_progress is not None:
                on_progress(1)
        return done

    def _one(self, owned: Owned, category: Category, rekey: bool | None) -> int:
        ns = _at_home(owned)
        record = self._store.get(ns, owned.record.id)
        active = record.status == "active"
        new = self._migrated(ns, record, category, rekey) if active else None
        if new is None:
            return 0
        now, settlement = self._pipeline.parts.clock.now(), Settlement()
        settlement.write(new, "edit", expect=record.version, actor=PLATFORM)
        settlement.note("migrate", new, "migrated", fields=("attributes", "key"))
        self._pipeline.commit(ns, settlement, now, actor=PLATFORM)
        return 1

    def _owned(self, category: str) -> Iterator[Owned]:
        after = 0
        while page := self._store.of_category(category, after=after, limit=PAGE):
            yield from page
            after = page[-1].number

    def _migrated(
        self,
        ns: Namespace,
        record: MemoryRecord,
        category: Category,
        rekey: bool | None,
    ) -> MemoryRecord | None:
        """Return the record in the category's present form; None: it is in it."""
        before = record.attributes
        payload = category.model.model_validate(category.model.upgraded(dict(before)))
        fields = payload.model_dump(mode="json", exclude_none=True)
        key = record.key
        if not identity_stays(category.model, before, fields, rekey=rekey):
            concept_key = self._pipeline.parts.concept_key
            key = concept_key_of(ns, concept_key, category.name, payload, record.text)
        # Fields that are new and empty make no new version.
        same = all(fields.get(name, value) == value for name, value in before.items())
        lost = before.keys() - fields.keys()
        grown = any(value for name, value in fields.items() if name not in before)
        if key == record.key and same and not (lost or grown):
            return None
        changed = {"attributes": fields, "key": key, "reason": "migrated"}
        return record.model_copy(update={"version": record.version + 1, **changed})


def _at_home(owned: Owned) -> Namespace:
    """Return where a memory was written: its scope, in its project."""
    return owned.ns.model_copy(update={"project": owned.record.project})
