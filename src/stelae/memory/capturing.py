"""Ways in for programs: what an agent's tool calls leave, and how its runs ended."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError

from stelae.background.call_reports import Caller
from stelae.background.capture import Capture
from stelae.background.run_events import MAX_RUNS
from stelae.errors import InvalidInputError
from stelae.ingestion.tool_calls import Calls, tool_calls
from stelae.memory.door import Door
from stelae.recall.queries import Instant, shape_query
from stelae.remember.events import Events
from stelae.schemas.agent_runs import MAX_NAME_CHARS, CaptureResult, RunEvent, RunStatus
from stelae.schemas.authority import Authority, at_most, known
from stelae.schemas.change import Outcome
from stelae.schemas.scope import Namespace


class Capturing(Door):
    """`capture`, `run` and `runs`. All of it lies in the agent's own scope, whatever this handle's is."""

    def capture(
        self,
        calls: Calls,
        *,
        agent: str | None = None,
        run: str | None = None,
        session: str | None = None,
        audit: bool = False,
        verbs: Sequence[str] = (),
        highest: Authority = "platform",
    ) -> CaptureResult:
        """Keep what an agent's tool calls have done, as far as the gate allows (O23, O24, O30).

        A call that changed something and succeeded is an `operational_event`; the query that answered a question is a
        `query_pattern`; what a deployment, a rollback or an approval settled is a `decision`. Secrets and personal data are
        taken out, failures are skipped and counted. Calling it again with the same calls changes nothing.

        Args:
            calls: calls, events or whole messages, of OpenAI's or LangChain's shape; one or a list. With messages a query is
                known to belong to the question before it.
            agent: whose calls they are; written to its scope `agent:<name>`. None: the agent that this handle is for.
            run: the caller's id of the run.
            session: the conversation they belong to.
            audit: keep a row of every call, failed ones, too: who ran what, when.
            verbs: further verb roots in names of tools that change something, beside those of O23.
            highest: what the caller's word counts as at most. With less than `platform` decisions of change control wait for
                a person, unless it is a person's, and audit rows show in their authority that they are claimed.

        Raises:
            InvalidInputError: no agent is named; an item is neither a call nor a message; there is no such authority.
            ScopeError: the agent's name is malformed.
            StoreError: nothing was written.
        """
        ns, name = self._of_agent(agent)
        caller = Caller(name, run, session, audit, tuple(verbs), known(highest))
        read = tool_calls(calls, zone=self._parts.settings.zone)
        if not self._parts.settings.enabled:
            return CaptureResult(calls=len(read), skipped={"disabled": len(read)} if read else {})
        if run is not None and not 0 < len(run) <= MAX_NAME_CHARS:
            raise InvalidInputError(f"The id of a run has 1 to {MAX_NAME_CHARS} characters.")
        capture = Capture(Events(self._parts.remember), masked=self._parts.policy.mask_personal)
        result = capture(ns, read, caller)
        if result.kept:
            self._wake()
        return result

    def run(
        self,
        id: str,  # noqa: A002 - the word every door uses
        *,
        status: RunStatus,
        agent: str | None = None,
        error: str | None = None,
        tools: Sequence[str] = (),
        shown: Sequence[str] = (),
        time: Instant = None,
        highest: Authority = "platform",
    ) -> Outcome:
        """Keep how a run ended, as an `audit` memory: lessons are drawn from failures (O28).

        A later word on the same run is merged into it.

        Args:
            id: the caller's own.
            status: `succeeded`, `failed` or `cancelled`.
            agent: whose run; None: the agent that this handle is for.
            error: what went wrong; redacted, cut at 400 characters, withheld where it gives orders.
            tools: names of the tools that were called.
            shown: ids of the memories that the model was shown.
            time: when it ended; None: now.
            highest: what the caller's word counts as at most; less than `platform` is a claim, and contradicts no platform.

        Raises:
            InvalidInputError: no agent is named; a status, name, time or authority is not usable.
            ScopeError: the agent's name is malformed.
            StoreError: nothing was written.
        """
        ns, name = self._of_agent(agent)
        if not self._parts.settings.enabled:
            return Outcome(outcome="rejected", reason="disabled", detail="STELAE_ENABLED=0")
        try:
            ended = RunEvent(
                id=id,
                agent=name,
                status=status,
                error=error,
                tools=tuple(dict.fromkeys(tools)),
                shown=tuple(dict.fromkeys(shown)),
                time=self._instant(time) or self._parts.clock.now(),
                authority=at_most("platform", known(highest)),
            )
        except ValidationError as wrong:
            where = wrong.errors(include_url=False, include_input=False)[0]["loc"][0]
            raise InvalidInputError(f"{where} of a run is not usable.") from None
        outcome = self._parts.learning.runs.keep(ns, ended)
        self._wake()
        return outcome

    def runs(
        self,
        *,
        agent: str | None = None,
        status: RunStatus | None = None,
        since: Instant = None,
        limit: int = 50,
        after: str | None = None,
    ) -> tuple[RunEvent, ...]:
        """Return how runs ended, those first that were noted last; `after` is the last id of the page before.

        Args:
            agent: whose runs; None: the agent that this handle is for.
            status: only those that ended so.
            since: only those that ended at or after.
            limit: at most so many, 1-1,000.
            after: begin behind this run.

        Raises:
            InvalidInputError: no agent is named; a time or number out of range.
            ScopeError: the agent's name is malformed.
        """
        ns, _ = self._of_agent(agent)
        if not 1 <= limit <= MAX_RUNS:
            raise InvalidInputError(f"The limit of runs is 1-{MAX_RUNS:,}.")
        return self._parts.learning.runs.find(
            ns, status=status, since=self._instant(since), limit=limit, after=after
        )

    def _of_agent(self, agent: str | None) -> tuple[Namespace, str]:
        here = self._ns
        if agent is None and here.agent is not None:
            return here, here.agent
        if agent is None:
            raise InvalidInputError(
                "Say whose calls they are: agent=, or open the scope agent:<name>."
            )
        scope = f"agent:{agent}"
        return Namespace(tenant=here.tenant, scope=scope, project=here.project), agent

    def _instant(self, time: Instant) -> datetime | None:
        """Return a time as every door reads it."""
        settings, registry = self._parts.settings, self._parts.registry
        return shape_query("run", zone=settings.zone, registry=registry, since=time).since
