"""What is kept of a language model's readings: `ports.ReplyLog`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from stelae.schemas.extraction import ReadingNote, Unread, Used
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_REPLIES, REPLY_DAYS
from stelae.stores.in_memory.space import Space
from stelae.stores.in_memory.state import Part

_AGE = timedelta(days=REPLY_DAYS)


def forget(space: Space, ids: Collection[str]) -> None:
    """Drop the answers of a scope in which these ids are forgotten: an answer does not say which messages it was about."""
    space.replies = {}
    space.unread = {key: one for key, one in space.unread.items() if key not in ids}


class Replies(Part):
    """`ReplyLog` over dictionaries."""

    def reply(self, ns: Namespace, mark: str, *, now: datetime) -> str | None:
        """See `ports.ReplyLog.reply`."""
        kept = self._written(ns).replies.get(mark)
        return kept[1] if kept is not None and kept[0] >= now - _AGE else None

    def note_reading(self, ns: Namespace, note: ReadingNote) -> None:
        """See `ports.ReplyLog.note_reading`."""
        with self._state.lock:
            space = self._written(ns)
            noted = {u.observation_id: (u, ns.project) for u in note.unread}
            earlier = {i: one for i, one in space.unread.items() if i not in note.read}
            since = {i: one.since for i, (one, _) in earlier.items()}
            waiting = {
                i: (one.model_copy(update={"since": since.get(i, one.since)}), project)
                for i, (one, project) in noted.items()
            }
            self._state.spaces[ns.tenant, ns.scope] = replace(
                space,
                replies=_kept(space, note),
                used=_grown(space.used, note.used),
                unread=earlier | waiting,
            )
            self._take_off_jobs(ns, note.read, note.at, kind="extract")

    def expire_replies(self, now: datetime, *, limit: int) -> int:
        """See `ports.ReplyLog.expire_replies`."""
        gone = 0
        with self._state.lock:
            for place, space in self._state.spaces.items():
                old = [mark for mark, (at, _) in space.replies.items() if at < now - _AGE]
                old = old[: limit - gone]
                kept = {mark: one for mark, one in space.replies.items() if mark not in old}
                self._state.spaces[place] = replace(space, replies=kept)
                gone += len(old)
        return gone

    def unread(self, ns: Namespace) -> Sequence[Unread]:
        """See `ports.ReplyLog.unread`."""
        with self._state.lock:
            found = {
                i: one
                for i, (one, project) in self._written(ns).unread.items()
                if project == ns.project
            }
            for one in self._failed(ns):
                found.setdefault(one.observation_id, one)
        return sorted(found.values(), key=lambda one: (one.since, one.observation_id))

    def used(self, ns: Namespace) -> Sequence[Used]:
        """See `ports.ReplyLog.used`."""
        return [
            Used.model_validate({"model": model, "name": name, "amount": amount})
            for (model, name), amount in sorted(self._written(ns).used.items())
        ]

    def _failed(self, ns: Namespace) -> Iterator[Unread]:
        for queued in self._jobs(ns, "extract"):
            if queued.failed is None or queued.ns.project != ns.project:
                continue
            only = queued.job.payload.get("only")
            for id_ in queued.job.payload.get("observations", ()):
                yield Unread(
                    observation_id=str(id_),
                    reason=queued.failed,
                    since=queued.due,
                    categories=None if only is None else tuple(str(only).split()),
                )


def _kept(space: Space, note: ReadingNote) -> dict[str, tuple[datetime, str]]:
    if len(space.receipts) != note.forgettings:
        return space.replies
    new = {reply.mark: (note.at, reply.body) for reply in note.replies}
    every = [
        (mark, kept) for mark, kept in {**space.replies, **new}.items() if kept[0] >= note.at - _AGE
    ]
    newest = sorted(every, key=lambda pair: pair[1][0])[-KEPT_REPLIES:]
    return dict(newest)


def _grown(
    before: Mapping[tuple[str, str], float], used: Sequence[Used]
) -> dict[tuple[str, str], float]:
    grown = dict(before)
    for one in used:
        place = (one.model, one.name)
        grown[place] = grown.get(place, 0) + one.amount
    return grown
