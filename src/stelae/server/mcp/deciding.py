"""Tools whose effect a person decides: `commit_to_memory`, `forget_preview`, `forget`."""

import hashlib
from collections.abc import Iterator
from typing import Final

from stelae.errors import (
    InvalidInputError,
    MemoryNotFoundError,
    PermissionDeniedError,
    VersionConflictError,
)
from stelae.memory import Memory
from stelae.ports import Clock
from stelae.schemas.base import Value
from stelae.schemas.drafts import Committed
from stelae.schemas.forgetting import ForgetItem, ForgetPreview, Receipt
from stelae.server.mcp.answers import Answer, Question, line
from stelae.server.mcp.desk import Visit
from stelae.server.mcp.offers import CHANGES, READS, Offer
from stelae.server.mcp.previews import Previews, Shown
from stelae.text.markers import escape
from stelae.tools.base import Arguments
from stelae.tools.drafts import CommitArguments
from stelae.tools.recalling import NOTE

MOST: Final = 100
"""Things forgotten at once, so that a person can look at each of them."""
_CHANGED: Final = "Some of it has changed or gone since it was shown: call forget_preview again."
_STORE_IT: Final = "Store this? / 要入库吗？"
_FORGET_IT: Final = "Forget exactly this? / 要忘掉以下内容吗？"
_FOR_GOOD: Final = "It is destroyed at once, and nothing brings it back. / 立即销毁，无法恢复。"
_FOR_NOW: Final = "It can be brought back for a while. / 一段时间内可以恢复。"


class LookArguments(Arguments):
    """Arguments of `forget_preview`."""

    topic: str | None = None
    """What the person wants forgotten, in their words; null if ids are given."""
    ids: list[str] | None = None
    """Ids of memories, as recall shows them; else null."""
    everything: bool | None = None
    """true only if the person wants all of this memory forgotten; else null."""


class ForgetArguments(Arguments):
    """Arguments of `forget`."""

    ids: list[str]
    """The ids that forget_preview has shown, copied; all of them, unless the person wants to keep some."""
    hard: bool | None = None
    """true only if the person wants it destroyed at once, with no way back; else null."""


def commit_to_memory() -> Offer:
    """Return the tool that stores a draft which a person has confirmed."""

    def run(visit: Visit, given: CommitArguments) -> Question:
        if not given.from_draft:
            raise PermissionDeniedError("Only a draft that the person has confirmed can be stored.")
        memory, waits = visit.memory, visit.memory.draft(given.intent)
        intent = waits.draft.intent
        visit.check_decides(waits.draft, given.intent)

        def do() -> Answer:
            if memory.draft(intent).draft != waits.draft:
                raise VersionConflictError("The draft has changed since it was shown.")
            done = memory.commit_draft(intent, expect=waits.draft.id)
            body = done.outcomes[0]
            state = "It waits for review." if body.outcome == "pending" else "It is stored."
            return Answer(done, f"{state} {done.note}".strip())

        return Question(
            shown=f"{_STORE_IT}\n\n{escape(waits.preview)}",
            about=_digest(waits.draft),
            command=visit.command("drafts", "commit", intent),
            do=do,
        )

    return Offer(
        name="commit_to_memory",
        title="Store a draft / 入库",
        description=(
            "Store the draft that was shown to the person. They are asked for their yes by the application; without it"
            " nothing is stored, whatever the request says."
        ),
        arguments=CommitArguments,
        answers=Committed,
        right="propose",
        decides="confirm",
        run=run,
        hints=CHANGES,
    )


def forget_preview(previews: Previews, clock: Clock) -> Offer:
    """Return the tool that shows what would be forgotten."""

    def run(visit: Visit, given: LookArguments) -> Answer:
        if given.topic and given.ids:
            raise InvalidInputError("Give a topic or ids, not both.")
        what = given.topic if given.topic is not None else (given.ids or ())
        found = visit.memory.forget(what, everything=bool(given.everything))
        if found:
            everything = bool(given.everything)
            previews.keep(visit.session, found, clock.now(), everything=everything)
        return Answer(found, "\n".join(_shown(found)))

    return Offer(
        name="forget_preview",
        title="What would be forgotten / 预览遗忘",
        description=(
            "Show exactly what would be forgotten when the person asks for it, with ids. It deletes nothing. A change of"
            " what they want this time is no request to forget."
        ),
        arguments=LookArguments,
        answers=ForgetPreview,
        right="forget_preview",
        run=run,
        hints=READS,
    )


def forget(previews: Previews, clock: Clock) -> Offer:
    """Return the tool that forgets exactly what a preview of this session has shown, on a person's word."""

    def run(visit: Visit, given: ForgetArguments) -> Question:
        if len(given.ids) > MOST:
            every = visit.command("forget", "--all")
            raise InvalidInputError(f"At most {MOST} at once. For more a person runs: {every}")
        shown, hard = previews.find(visit.session, given.ids, clock.now()), bool(given.hard)
        found = _as_shown(visit.memory, shown)

        def do() -> Answer:
            receipt = visit.memory.forget(found, hard=hard)
            return Answer(receipt, _done(visit, receipt))

        words = ["forget", *(item.id for item in found.preview), *(["--hard"] if hard else [])]
        return Question(
            shown="\n".join([_FORGET_IT, _FOR_GOOD if hard else _FOR_NOW, *_lines(found)]),
            about=_digest(found, str(hard)),
            command=visit.command(*words, "--yes"),
            do=do,
        )

    return Offer(
        name="forget",
        title="Forget / 遗忘",
        description=(
            "Forget exactly what forget_preview has shown. The person is asked for their yes; without it nothing is"
            " forgotten. Call forget_preview first, show its lines, and only then call this."
        ),
        arguments=ForgetArguments,
        answers=Receipt,
        right="forget_preview",
        decides="forget",
        run=run,
        hints=CHANGES,
    )


def _as_shown(memory: Memory, shown: Shown) -> ForgetPreview:
    """Look again at exactly what was shown, whose words were not kept.

    Raises:
        VersionConflictError: some of it has changed or gone since.
    """
    try:
        found = (
            memory.forget(everything=True) if shown.everything else memory.forget([*shown.versions])
        )
    except MemoryNotFoundError:
        raise VersionConflictError(_CHANGED) from None
    items = {item.id: item for item in found.preview}
    if any(id_ not in items or items[id_].version != n for id_, n in shown.versions.items()):
        raise VersionConflictError(_CHANGED)
    # Looking anew may find more, which the person was not shown; only the request for everything means more than its ids.
    return ForgetPreview(
        request=found.request if shown.everything else "",
        preview=tuple(items[id_] for id_ in shown.versions),
    )


def _shown(found: ForgetPreview) -> Iterator[str]:
    yield f"{NOTE} {line(found.message)}".strip()
    for number, item in enumerate(found.preview, 1):
        yield f"[{number}] {_item(item)}, id {item.id}"
    if found:
        yield "Show the person these lines; if they agree, call forget with the ids."


def _lines(found: ForgetPreview) -> Iterator[str]:
    for item in found.preview:
        yield f"- {_item(item)}"


def _item(item: ForgetItem) -> str:
    return f"{line(item.text)} ({item.category or item.type}: {line(item.why)})"


def _done(visit: Visit, receipt: Receipt) -> str:
    told = f"Forgotten: {receipt.counted}."
    if receipt.hard:
        return f"{told} The text is destroyed."
    return f"{told} A person brings it back with: {visit.command('restore', receipt.id)}"


def _digest(value: Value, *more: str) -> str:
    whole = "\n".join([value.model_dump_json(), *more])
    return hashlib.sha256(whole.encode()).hexdigest()
