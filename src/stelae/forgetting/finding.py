"""From a request to a preview: ids, filters, or a sentence. Reads only."""

import re
from collections.abc import Callable, Sequence

from stelae.errors import InvalidInputError, TooLargeError, VersionConflictError
from stelae.forgetting.beside import beside, told
from stelae.forgetting.cascade import Doomed
from stelae.forgetting.found import Found, item_of
from stelae.forgetting.locate import locate
from stelae.forgetting.preview import Expansion
from stelae.forgetting.selection import Filters, all_of, by_filters, by_ids
from stelae.forgetting.sight import Sight, Thing
from stelae.forgetting.topic import topic_of
from stelae.schemas.forgetting import ForgetItem, ForgetPreview
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.query import MAX_QUERY_CHARS, Hit, RecallQuery
from stelae.schemas.scope import Namespace

Ask = Callable[[Namespace, RecallQuery], Sequence[Hit]]
WEAK_HITS, HITS = 50, 20
AGAIN = "It has changed since the preview; nothing was forgotten. Preview again."
EVERYTHING = "everything"
"""The request of a preview of all of a scope."""
_NOTHING = (
    "Nothing was found that this is about; nothing would be forgotten. If something of it is still recalled: recall it,"
    " and forget what is shown by its id."
)
_ORDER = ("memory", "pending", "observation")
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def find(
    sight: Sight, what: str | Sequence[str], filters: Filters, ask: Ask, *, by_meaning: bool
) -> ForgetPreview:
    """Show what a sentence, ids or filters mean.

    Args:
        sight: the written scope.
        what: a sentence or an id, ids, or nothing when there are filters.
        filters: narrow a sentence, or ask for all that is within them.
        ask: recall.
        by_meaning: are there vectors? Without them a recall finds words, and words are looked for here already.

    Raises:
        InvalidInputError: ids go with filters, or a sentence names nothing.
        MemoryNotFoundError: an id is of nothing here.
        TooLargeError: the sentence is over 8,000 characters.
    """
    if not what:
        found = tuple(by_filters(filters, sight))
        expanded = Expansion(sight, found, derived=True, search=False).run()
        return _shown(str(filters), expanded, sight)
    if isinstance(what, str):
        what = what.strip()
        if _ID.fullmatch(what.lower()) is None and sight.any(what) is None:
            return _by_sentence(what, filters, sight, ask, by_meaning)
    if filters:
        raise InvalidInputError("Ids stand for themselves: leave the filters out.")
    ids = [what] if isinstance(what, str) else what
    expanded = Expansion(sight, by_ids(ids, sight), derived=True, search=True).run()
    return _shown(", ".join(ids), expanded, sight, beside(expanded, sight))


def find_everything(sight: Sight) -> ForgetPreview:
    """Show all of a scope."""
    return _shown(EVERYTHING, tuple(all_of(sight)), sight)


def load(sight: Sight, shown: ForgetPreview) -> Doomed:
    """Read what a preview names, as it is stored now.

    Raises:
        VersionConflictError: something in it has changed or gone since.
    """
    sights = list(sight.everywhere())
    waiting = {item.id: item for one in sights for item in one.pending()}
    memories: list[MemoryRecord] = []
    observations: list[Observation] = []
    pending: list[PendingItem] = []
    versions: dict[str, Sequence[Version]] = {}
    for item in shown.preview:
        at, thing = _seen(item, sights, waiting)
        if isinstance(thing, MemoryRecord) and thing.version == item.version:
            memories.append(thing)
            versions[thing.id] = at.store.versions(at.ns, thing.id)
        elif isinstance(thing, Observation):
            observations.append(thing)
        elif isinstance(thing, PendingItem):
            pending.append(thing)
        else:
            raise VersionConflictError(AGAIN)
    return Doomed(tuple(memories), tuple(observations), tuple(pending), versions)


def _seen(
    item: ForgetItem, sights: Sequence[Sight], waiting: dict[str, PendingItem]
) -> tuple[Sight, Thing | None]:
    if item.type == "pending":
        return sights[0], waiting.get(item.id)
    for sight in sights:
        thing = sight.memory(item.id) if item.type == "memory" else sight.observation(item.id)
        if thing is not None:
            return sight, thing
    return sights[0], None


def _by_sentence(
    sentence: str, filters: Filters, sight: Sight, ask: Ask, by_meaning: bool
) -> ForgetPreview:
    if len(sentence) > MAX_QUERY_CHARS:
        raise TooLargeError(f"A request holds at most {MAX_QUERY_CHARS:,} characters.")
    topic = topic_of(sentence)
    if not topic.words:
        raise InvalidInputError(
            "This names nothing in particular. Say what to forget, or ask for everything on purpose."
        )

    def meaning(text: str, weak: bool) -> Sequence[Hit]:
        if not (weak or by_meaning):
            return ()
        limit, floor = (WEAK_HITS, None) if weak else (HITS, "auto")
        return ask(sight.ns, RecallQuery(text=text, limit=limit, floor=floor))

    found = [one for one in locate(topic, sight, meaning) if filters.fits(one.thing)]
    expanded = Expansion(sight, found, derived=False, search=True).run()
    return _shown(sentence, expanded, sight, beside(expanded, sight))


def _losing_quotes(found: Sequence[Found], sight: Sight) -> int:
    """Count the memories that rest on a message that goes, and stay themselves."""
    gone = {one.id for one in found}
    messages = [one.id for one in found if isinstance(one.thing, Observation)]
    return len({held.id for id_ in messages for held in sight.resting_on(id_)} - gone)


def _shown(
    request: str, found: Sequence[Found], sight: Sight, others: Sequence[Found] = ()
) -> ForgetPreview:
    message = f"{len(found)} found. Nothing is forgotten yet." if found else _NOTHING
    losing = _losing_quotes(found, sight)
    if losing:
        stay = (
            "memory that stays loses its quotes"
            if losing == 1
            else "memories that stay lose their quotes"
        )
        message += f" {losing} {stay} of what would go."
    if others:
        message += told(others)
    items = sorted((item_of(one) for one in found), key=lambda item: _ORDER.index(item.type))
    return ForgetPreview(
        request=request,
        message=message,
        preview=tuple(items),
        beside=tuple(map(item_of, others)),
    )
