"""Learning from an agent's own runs: what worked, what failed, what to try, and whether any of it helped (R19)."""

from collections.abc import Sequence

from stelae.background.lift import WINDOW_DAYS as LIFT_DAYS
from stelae.background.patterns import MIN_SAMPLES, WINDOW_DAYS
from stelae.background.reflection import MOST_RUNS, WINDOW_HOURS
from stelae.background.strategies import MOST_SHOWN
from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.schemas.change import Outcome
from stelae.schemas.learning import LiftReport, PatternReport, ReflectionReport
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace


class LearningFromRuns(Door):
    """`extract_patterns`, `reflect`, `propose_strategy`, `strategies`, `strategy_outcome`, `lift`."""

    def extract_patterns(
        self,
        *,
        min_samples: int = MIN_SAMPLES,
        window_days: float = WINDOW_DAYS,
        agent: str | None = None,
        tool: str | None = None,
        dry_run: bool = False,
        again: bool = False,
    ) -> PatternReport:
        """Distil an agent's captured calls into know-how, one proposal a tool.

        With a language model one call a tool, and every point backed by samples that code has checked; without one the
        rules count. What is proposed waits for a person (`pending`, `confirm`), unless the policy says otherwise. May be
        run any number of times: without new samples nothing is proposed again, whatever became of it.

        Args:
            min_samples: a tool with fewer calls is passed over, 2 or more.
            window_days: older calls are left out.
            agent: whose calls, in its scope `agent:<name>`; None: those of the written scope.
            tool: only this one.
            dry_run: say what would be proposed; nothing is written.
            again: also tools of which there are no new samples, after a model has been changed, say.

        Raises:
            InvalidInputError: a number out of range.
            ConfigurationError: the settings name a model that cannot be used.
            StoreError: nothing of the tool at hand was written.
        """
        if min_samples < 2 or window_days <= 0:
            raise InvalidInputError("min_samples is 2 or more, window_days above 0.")
        if not self._parts.settings.enabled:
            return PatternReport(dry_run=dry_run, detail="STELAE_ENABLED=0")
        report = self._parts.learning.patterns.extract(
            self._learning_place(agent),
            min_samples=min_samples,
            window_days=window_days,
            tool=tool,
            dry_run=dry_run,
            again=again,
        )
        if report.patterns_written:
            self._wake()
        return report

    def reflect(
        self,
        *,
        window_hours: float = WINDOW_HOURS,
        most_runs: int = MOST_RUNS,
        agent: str | None = None,
        dry_run: bool = False,
    ) -> ReflectionReport:
        """Keep a lesson of each kind of failure among an agent's runs; it expires (30 days by default).

        Args:
            window_hours: earlier runs are left out.
            most_runs: the newest so many that failed.
            agent: whose runs; None: those of the written scope.
            dry_run: say what would be learned; nothing is written.

        Raises:
            InvalidInputError: a number out of range.
            ConfigurationError: the settings name a model that cannot be used.
            StoreError: nothing of the lesson at hand was written.
        """
        if window_hours <= 0 or most_runs < 1:
            raise InvalidInputError("window_hours is above 0, most_runs at least 1.")
        if not self._parts.settings.enabled:
            return ReflectionReport(dry_run=dry_run, detail="STELAE_ENABLED=0")
        report = self._parts.learning.reflections.reflect(
            self._learning_place(agent),
            window_hours=window_hours,
            most_runs=most_runs,
            dry_run=dry_run,
        )
        if report.lessons_written:
            self._wake()
        return report

    def propose_strategy(
        self, name: str, text: str, *, triggers: Sequence[str], agent: str | None = None
    ) -> Outcome:
        """Propose a way of acting. It is shown when it has worked on three different requests (`strategy_outcome`).

        Args:
            name: what it is called; another text of that name takes its place and begins anew.
            text: what to do.
            triggers: words of requests that it is for, in every language people ask in.
            agent: whose it is, in its scope; None: the written scope's.

        Raises:
            InvalidInputError: no name, text or trigger.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return Outcome(outcome="rejected", reason="disabled", detail="STELAE_ENABLED=0")
        ns = self._learning_place(agent)
        outcome = self._parts.learning.strategies.propose(
            ns, name, text, triggers, agent=ns.agent or "agent"
        )
        self._wake()
        return outcome

    def strategies(self, query: str, *, limit: int = MOST_SHOWN) -> tuple[MemoryRecord, ...]:
        """Return the proven strategies of the readable scopes that a request asks for by its words, at most three.

        Their order does not change with how they fare, so that a prompt keeps its bytes. Each is data for a model, not an
        order.

        Args:
            query: the request.
            limit: most of them, 1-3.

        Raises:
            InvalidInputError: the limit is out of range.
        """
        if not 1 <= limit <= MOST_SHOWN:
            raise InvalidInputError(f"The limit is 1-{MOST_SHOWN}.")
        if not self._parts.settings.enabled:
            return ()
        return self._parts.learning.strategies.fitting(self._ns, query, limit=limit)

    def strategy_outcome(
        self,
        id: str,  # noqa: A002 - the word every door uses
        *,
        success: bool,
        query: str | None = None,
    ) -> Outcome:
        """Write down how a strategy fared: health one up or down; three failures in a row retire it.

        Args:
            id: of the memory.
            success: did it work?
            query: the request it was tried on. Only a request that names one of its triggers counts towards admission.

        Raises:
            MemoryNotFoundError: there is no strategy of that id in the written scope.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return Outcome(outcome="rejected", reason="disabled", detail="STELAE_ENABLED=0")
        return self._parts.learning.strategies.outcome(self._ns, id, success=success, query=query)

    def lift(
        self,
        *,
        window_days: float = LIFT_DAYS,
        agent: str | None = None,
        id: str | None = None,  # noqa: A002
    ) -> LiftReport:
        """Compare runs that were shown a learned memory with runs of the same agent and tool that were not.

        Runs say what they were shown by `run(..., shown=[ids])`. With few runs on a side there is no verdict.

        Args:
            window_days: earlier runs are left out; of the others the newest 1,000 count.
            agent: whose runs; None: those of the written scope.
            id: only this memory.

        Raises:
            InvalidInputError: a number out of range.
            MemoryNotFoundError: there is no memory of that id.
        """
        if window_days <= 0:
            raise InvalidInputError("window_days is above 0.")
        return self._parts.learning.lifts.report(
            self._learning_place(agent), window_days=window_days, id_=id
        )

    def _learning_place(self, agent: str | None) -> Namespace:
        """Return where an agent's runs lie; what is read here is read there, too."""
        here = self._ns
        if agent is None:
            return here
        scope = f"agent:{agent}"
        return Namespace(tenant=here.tenant, scope=scope, reads=here.readable, project=here.project)
