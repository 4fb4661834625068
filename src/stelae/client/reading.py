"""Calls that ask: recall in all its forms, one memory, lists, and why something is there."""

from collections.abc import Mapping
from typing import Any, Literal

from stelae.client.calling import Calling, Instant, an_id
from stelae.client.steps import Reply, Request, Steps
from stelae.errors import MemoryNotFoundError
from stelae.schemas.aggregate import Aggregate, AggregateKind
from stelae.schemas.answer import Answer
from stelae.schemas.explanation import Explanation
from stelae.schemas.history import History
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.profile import MAX_ITEMS, Infer, Profile
from stelae.schemas.query import ContextBlock, Include, RecallResult, Rewrite, Strategy, Trace

Floor = Literal["auto", "none"] | float | None


class Reading(Calling):
    """`recall`, `context`, `ask`, `ask_stream`, `aggregate`, `profile`, `list`, `get`, `history`, `why`, `why_recalled`."""

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        include: Include = "all",
        floor: Floor = "auto",
        strategy: Strategy = "filter",
        rewrite: Rewrite = "rules",
        category: str | None = None,
        session: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        as_of: Instant = None,
        known_at: Instant = None,
    ) -> Steps[RecallResult]:
        """Find what answers a question, as `Memory.recall`; "nothing" is a valid answer.

        Args:
            query: the question or message.
            limit: at most so many hits, 1-100.
            include: memories, raw observations, or both.
            floor: `auto` for the calibrated floor, None or `none` to see weak hits, or a probability.
            strategy: how category and conditions meet the search.
            rewrite: who may read filters off the words of the question.
            category: memories of that category.
            session: only what was said in that session.
            where: conditions on fields of memories, all of which must hold.
            since: only what happened at or after.
            until: only what happened before.
            as_of: what was true in the world then.
            known_at: what the store knew then.

        Raises:
            InvalidInputError: an empty query, a limit or time out of range, an unknown category.
            FilterError: a condition names an unknown field or operator, or a value that does not go with it.
        """
        return self._ask(
            "/recall",
            RecallResult,
            query=query,
            limit=limit,
            include=include,
            floor=_floor(floor),
            strategy=strategy,
            rewrite=rewrite,
            category=category,
            session=session,
            where=where,
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
        )

    def context(
        self, query: str, *, budget: int = 800, limit: int = 20, **filters: Any
    ) -> Steps[ContextBlock]:
        """Return what a model should see beside a message, as `Memory.context`; falsy when nothing is relevant.

        Args:
            query: the user's message.
            budget: most tokens of the block, markers included.
            limit: most hits considered.
            filters: as for `recall`.

        Raises:
            InvalidInputError: as for `recall`; a budget below 1.
        """
        return self._ask(
            "/context", ContextBlock, query=query, budget=budget, limit=limit, **_floored(filters)
        )

    def ask(
        self,
        question: str,
        *,
        top_k: int = 3,
        budget: int = 800,
        anyway: bool = False,
        **filters: Any,
    ) -> Steps[Answer]:
        """Answer a question from memory with the server's language model, as `Memory.ask`.

        Args:
            question: what to answer.
            top_k: at most so many hits, 1-20.
            budget: most tokens of memories shown to the model.
            anyway: ask the model also when no memory is relevant.
            filters: as for `recall`.

        Raises:
            InvalidInputError: an empty question, a number out of range, or a wrong filter.
        """
        said = {"question": question, "top_k": top_k, "budget": budget, "anyway": anyway}
        return self._ask("/ask", Answer, **said, **_floored(filters))

    def ask_stream(
        self,
        question: str,
        *,
        top_k: int = 3,
        budget: int = 800,
        anyway: bool = False,
        **filters: Any,
    ) -> Steps[Reply]:
        """Answer as `ask` does, piece by piece: iterate over it; `.answer` is the checked whole afterwards.

        Args:
            question: what to answer.
            top_k: at most so many hits, 1-20.
            budget: most tokens of memories shown to the model.
            anyway: ask the model also when no memory is relevant.
            filters: as for `recall`.

        Raises:
            InvalidInputError: an empty question, a number out of range, or a wrong filter.
        """
        said = {"question": question, "top_k": top_k, "budget": budget, "anyway": anyway}
        request = Request(
            "POST",
            "/ask",
            headers={"Accept": "text/event-stream"},
            content=self._body(**said, stream=True, **_floored(filters)),
            live=True,
        )
        return self._exchange(request)

    def aggregate(
        self,
        question: str = "",
        *,
        kind: AggregateKind | None = None,
        by: str | None = None,
        category: str | None = None,
        session: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        as_of: Instant = None,
        known_at: Instant = None,
    ) -> Steps[Aggregate]:
        """Return several memories as one summary with their ids, as `Memory.aggregate`.

        Args:
            question: may be empty where a category or `where` says what is wanted.
            kind: `list`, `count` or `group`; None: as the question says.
            by: `day` or a field to group by; None: as the question says.
            category: memories of that category.
            session: what was said in that session.
            where: conditions on fields, as in `recall`.
            since: what happened at or after.
            until: what happened at or before.
            as_of: what was true in the world then.
            known_at: what the store knew then.

        Raises:
            InvalidInputError: neither question nor filter, a time out of range, an unknown category or kind.
            FilterError: a condition or `by` names an unknown field.
        """
        return self._ask(
            "/aggregate",
            Aggregate,
            question=question,
            kind=kind,
            by=by,
            category=category,
            session=session,
            where=where,
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
        )

    def profile(
        self,
        *,
        of: str | None = None,
        as_of: Instant = None,
        language: Literal["zh", "en"] | None = None,
        infer: Infer = "rules",
        limit: int = MAX_ITEMS,
    ) -> Steps[Profile]:
        """Return what is known about a person, as `Memory.profile`: facts as they said them, traits marked as inferred.

        Args:
            of: another speaker of a group, by name.
            as_of: what held in the world then.
            language: `zh` or `en` for the descriptions; None: each in its memory's own.
            infer: `rules`, `model` to ask the language model too, or `none`.
            limit: at most so many items, 1-25.

        Raises:
            InvalidInputError: a time or number out of range.
        """
        return self._get(
            "/profile", Profile, of=of, as_of=as_of, language=language, infer=infer, limit=limit
        )

    def list(
        self,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> Steps[tuple[MemoryRecord, ...]]:
        """Return memories, newest first; `after` is the last id of the page before.

        Args:
            category: memories of that category.
            include_inactive: also what is superseded, expired or archived.
            limit: at most so many; they are fetched by a hundred.
            after: begin behind this memory.

        Raises:
            UnknownCategoryError: no such category.
        """
        return self._up_to(
            limit,
            "/memories",
            MemoryRecord,
            after=after,
            category=category,
            include_inactive=include_inactive,
        )

    def get(self, id: str) -> Steps[MemoryRecord]:  # noqa: A002 - the word every door uses
        """Return one memory.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        return self._get("/memories/{id}", MemoryRecord, about=an_id(id))

    def history(self, id: str) -> Steps[History]:  # noqa: A002
        """Return every version of a memory with what it changed, and the memories before and after it.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes, or it was forgotten.
        """
        return self._get("/memories/{id}/history", History, about=an_id(id))

    def why(self, id: str) -> Steps[Explanation]:  # noqa: A002
        """Explain a memory: the messages it rests on and its versions.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        return self._get("/memories/{id}/why", Explanation, about=an_id(id))

    def why_recalled(self, trace_id: str) -> Steps[Trace]:
        """Explain a recall: the query's reading, every leg's score, the floor.

        Raises:
            MemoryNotFoundError: that trace is not kept.
        """
        return self._get("/recalls/{id}", Trace, about=an_id(trace_id, _no_recall))


def _no_recall(trace_id: str) -> MemoryNotFoundError:
    return MemoryNotFoundError(trace_id, recall=True)


def _floor(floor: Floor) -> str | float:
    """Return the floor as a body has it, in which None is what was not said."""
    return "none" if floor is None else floor


def _floored(filters: Mapping[str, Any]) -> dict[str, Any]:
    return {**filters, "floor": _floor(filters["floor"])} if "floor" in filters else dict(filters)
