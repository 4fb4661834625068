"""Calls that hand something in: messages, statements, tool calls, how runs ended, what holds for a conversation."""

from collections.abc import Mapping, Sequence
from typing import Any

from stelae.client.calling import Calling, Instant
from stelae.client.steps import Steps
from stelae.schemas.agent_runs import CaptureResult, RunEvent, RunStatus, ToolCall
from stelae.schemas.base import JsonObject
from stelae.schemas.change import ObserveResult, Outcome
from stelae.schemas.observation import Message
from stelae.schemas.session import SessionPatch, SessionState


class Writing(Calling):
    """`observe`, `remember`, `capture`, `run`, `runs`, `session_state`, `update_session`, `end_session`."""

    def observe(
        self,
        messages: str | Mapping[str, Any] | Message | Sequence[str | Mapping[str, Any] | Message],
        *,
        extract: bool = True,
        wait: bool = False,
        session: str | None = None,
        categories: Sequence[str] | None = None,
    ) -> Steps[ObserveResult]:
        """Log messages as evidence and remember what the gate lets through, as `Memory.observe`.

        Args:
            messages: a text (one user message), a message or a list of them, no more than the server takes at once.
            extract: False keeps them raw: recallable, but no memory is made.
            wait: True asks the language model now; else what it adds comes later, and `jobs` of the result names the work.
            session: for messages that name none.
            categories: take memories of these categories and no others; None: of every one.

        Raises:
            InvalidInputError: a message has no usable shape, or is too large; there is no such category.
            OverloadedError: the server has too much to do by now.
        """
        return self._write(
            "/observe",
            ObserveResult,
            messages=messages,
            extract=extract,
            wait=wait,
            session=session,
            categories=categories,
        )

    def remember(
        self,
        text: str | None = None,
        *,
        category: str | None = None,
        attributes: JsonObject | None = None,
        time: Instant = None,
        id: str | None = None,  # noqa: A002 - the word every door uses
        session: str | None = None,
        tags: Sequence[str] = (),
        metadata: JsonObject | None = None,
    ) -> Steps[Outcome]:
        """Store one statement as far as the gate allows, as `Memory.remember`. Whose word it is, the key says.

        Args:
            text: 1-2,000 characters; None: made from the fields by the category's template.
            category: None lets the rules classify, else `fact`; a mere question or the words of a play are then
                rejected, and what others say of the speaker waits.
            attributes: fields of the category's schema.
            time: when it was said; None: now.
            id: your own message id; the same id again is a duplicate.
            session: conversation it belongs to.
            tags: free labels.
            metadata: plain JSON, up to 16 KB.

        Raises:
            InvalidInputError: empty, too long, unknown category, bad metadata, or no text and no template.
        """
        return self._write(
            "/remember",
            Outcome,
            text=text,
            category=category,
            attributes=attributes,
            time=time,
            id=id,
            session=session,
            tags=tags,
            metadata=metadata,
        )

    def capture(
        self,
        calls: ToolCall | Mapping[str, Any] | Sequence[Any],
        *,
        agent: str | None = None,
        run: str | None = None,
        session: str | None = None,
        audit: bool = False,
        verbs: Sequence[str] = (),
    ) -> Steps[CaptureResult]:
        """Keep what an agent's tool calls have done, as `Memory.capture`; the same calls again change nothing.

        What the calls' word counts as, the key says: what an agent's calls have settled waits for a person.

        Args:
            calls: calls, events or whole messages, of OpenAI's or LangChain's shape; one or a list.
            agent: whose calls they are, written to its scope `agent:<name>`; None: the agent whose scope this client has.
            run: your own id of the run.
            session: the conversation they belong to.
            audit: keep a row of every call, failed ones, too.
            verbs: further verb roots in names of tools that change something.

        Raises:
            InvalidInputError: no agent is named; an item is neither a call nor a message.
            PermissionDeniedError: the key does not hold the agent's scope.
        """
        return self._of(agent)._write(  # noqa: SLF001 - the same class
            "/capture",
            CaptureResult,
            calls=calls,
            run=run,
            session=session,
            audit=audit,
            verbs=verbs,
        )

    def run(
        self,
        id: str,  # noqa: A002
        *,
        status: RunStatus,
        agent: str | None = None,
        error: str | None = None,
        tools: Sequence[str] = (),
        shown: Sequence[str] = (),
        time: Instant = None,
    ) -> Steps[Outcome]:
        """Keep how a run ended, as `Memory.run`; a later word on the same run is merged into it.

        Whose word it is, the key says.

        Args:
            id: your own.
            status: `succeeded`, `failed` or `cancelled`.
            agent: whose run; None: the agent whose scope this client has.
            error: what went wrong; redacted, cut, withheld where it gives orders.
            tools: names of the tools that were called.
            shown: ids of the memories that the model was shown.
            time: when it ended; None: now.

        Raises:
            InvalidInputError: no agent is named; a status, name or time is not usable.
            PermissionDeniedError: the key does not hold the agent's scope.
        """
        return self._of(agent)._write(  # noqa: SLF001 - the same class
            "/runs",
            Outcome,
            id=id,
            status=status,
            error=error,
            tools=tools,
            shown=shown,
            time=time,
        )

    def runs(
        self,
        *,
        agent: str | None = None,
        status: RunStatus | None = None,
        since: Instant = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Steps[tuple[RunEvent, ...]]:
        """Return how runs ended, those first that were noted last, as `Memory.runs`.

        Args:
            agent: whose runs; None: the agent whose scope this client has.
            status: only those that ended so.
            since: only those that ended at or after.
            limit: at most so many; they are fetched by a hundred.
            after: begin behind this run.

        Raises:
            InvalidInputError: no agent is named; a time out of range.
        """
        return self._of(agent)._up_to(  # noqa: SLF001 - the same class
            limit, "/runs", RunEvent, after=after, status=status, since=since
        )

    def session_state(self, session: str) -> Steps[SessionState]:
        """Return what holds for the task at hand, as `Memory.session_state`; empty when nothing does.

        Raises:
            InvalidInputError: the session has no name.
        """
        return self._get("/sessions/{session}", SessionState, about=session)

    def update_session(
        self,
        session: str,
        message: str | None = None,
        *,
        patch: SessionPatch | Mapping[str, Any] | None = None,
    ) -> Steps[SessionState]:
        """Take a turn in, and return what holds after it, as `Memory.update_session`. No memory is made of it.

        Args:
            session: the conversation.
            message: the person's words.
            patch: what a model or a form has read. What it takes back or bans needs the person's words in `message`.

        Raises:
            InvalidInputError: neither message nor patch, a patch without usable shape, a session without a name.
        """
        return self._write(
            "/sessions/{session}",
            SessionState,
            method="PATCH",
            about=session,
            message=message,
            patch=patch,
        )

    def end_session(self, session: str) -> Steps[None]:
        """Delete what holds for a conversation, whether or not there is anything.

        Raises:
            InvalidInputError: the session has no name.
        """
        yield from self._do("/sessions/{session}", method="DELETE", about=session)
