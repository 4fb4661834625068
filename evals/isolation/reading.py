"""Every way to read, as `Memory` has it."""

import io
import json
import shutil
from collections.abc import Mapping
from pathlib import Path as File
from typing import Any

from evals.isolation import ledger
from evals.isolation.filling import INTENT, RUN, SESSION
from evals.isolation.places import AGENTS
from evals.isolation.running import ById, Path, Turn
from stelae.ingestion.layers import read_layers
from stelae.schemas.scope import Namespace


def ways(folder: File) -> Mapping[str, Path | ById]:
    """Return them by the names of the methods; what is behind a blank says which way of using it.

    Args:
        folder: for files that are read and written.
    """
    layers = read_layers(_agent(folder / "agents/a"))
    return {
        **_records(),
        **_recalls(),
        **_of_the_scope(),
        "explain_prompt": Path(
            lambda turn: turn.memory.explain_prompt(turn.question, layers), ledger.reads, 3
        ),
        "guides": Path(lambda turn: turn.memory.guides(), ledger.reads, 6),
        "guides everything": Path(
            lambda turn: turn.memory.guides(everything=True), ledger.tenant, 3
        ),
        "export_guides": Path(
            lambda turn: _guide_files(turn, folder, everything=False), ledger.reads, 1
        ),
        "export_guides everything": Path(
            lambda turn: _guide_files(turn, folder, everything=True), ledger.tenant, 1
        ),
    }


def _records() -> Mapping[str, Path | ById]:
    return {
        "get": ById(lambda memory, id_: memory.get(id_), "memory", ledger.reads, 200),
        "history": ById(lambda memory, id_: memory.history(id_), "memory", ledger.reads, 50),
        "why": ById(lambda memory, id_: memory.why(id_), "memory", ledger.reads, 50),
        "list": Path(_list, ledger.reads, 80),
        "list after": ById(
            lambda memory, id_: memory.list(after=id_, limit=5),
            *("memory", ledger.reads, 30),
            silent=True,
        ),
        "pending": Path(lambda turn: turn.memory.pending(), ledger.writes, 40),
        "preferences": Path(lambda turn: turn.memory.preferences(), ledger.reads, 15),
        "strategies": Path(
            lambda turn: turn.memory.strategies("发布 deploy 审批"), ledger.reads, 15
        ),
        "lift": Path(lambda turn: turn.memory.lift(), ledger.reads, 4),
        "lift id": ById(lambda memory, id_: memory.lift(id=id_), "memory", ledger.reads, 4),
        "runs": Path(_runs, ledger.writes, 20),
        "extract_patterns": Path(_patterns, ledger.reads, 2),
        "reflect": Path(_reflect, ledger.reads, 2),
    }


def _recalls() -> Mapping[str, Path | ById]:
    return {
        "recall": Path(_recall, ledger.reads, 100),
        "query": Path(_query, ledger.reads, 20),
        "aggregate": Path(lambda turn: turn.memory.aggregate(turn.question), ledger.reads, 15),
        "context": Path(lambda turn: turn.memory.context(turn.question), ledger.reads, 10),
        "auto_context": Path(_auto, ledger.reads, 15),
        "ask": Path(lambda turn: turn.memory.ask(turn.question, anyway=True), ledger.reads, 5),
        "ask_stream": Path(_streamed, ledger.reads, 3),
        "profile": Path(
            lambda turn: turn.memory.profile(infer=turn.chance.choice(("rules", "model"))),
            *(ledger.writes, 8),
        ),
        "why_recalled": ById(
            # The question is the caller's own, whatever words are in it, and so is what was read off it.
            lambda memory, id_: memory.why_recalled(id_).model_copy(
                update={"query": "", "rewriting": None}
            ),
            *("trace", ledger.asked, 50),
            shows=ledger.reads,
        ),
    }


def _of_the_scope() -> Mapping[str, Path | ById]:
    return {
        "stats": Path(_stats, ledger.reads, 40),
        "usage": Path(lambda turn: turn.memory.usage(), ledger.scope, 10),
        "unread": Path(lambda turn: turn.memory.unread(), ledger.writes, 10),
        "concepts": Path(lambda turn: turn.memory.concepts(), ledger.writes, 20),
        "concept_names": Path(lambda turn: turn.memory.concept_names(), ledger.writes, 20),
        "concept_seeds": Path(
            lambda turn: turn.memory.concept_seeds(turn.question), ledger.writes, 15
        ),
        "assimilate": Path(lambda turn: turn.memory.assimilate(turn.question), ledger.writes, 10),
        "related_concepts": Path(_related, ledger.writes, 15),
        "session_state": Path(lambda turn: turn.memory.session_state(SESSION), ledger.scope, 40),
        "drafts": Path(lambda turn: turn.memory.drafts(), ledger.writes, 10),
        "draft": Path(lambda turn: turn.memory.draft(INTENT), ledger.writes, 10),
        "forgotten": Path(lambda turn: turn.memory.forgotten(), ledger.scope, 20),
        "jobs": Path(lambda turn: turn.memory.jobs(), ledger.scope, 15),
        "job": ById(lambda memory, id_: memory.job(id_), "job", ledger.scope, 10),
        "audit_head": Path(lambda turn: turn.memory.audit_head(), ledger.tenant, 4),
        "audit_verify": Path(lambda turn: turn.memory.audit_verify(), ledger.tenant, 1, loose=True),
        "audit_export": Path(_audit, ledger.scope, 3, loose=True),
        "export": Path(lambda turn: _export(turn, everything=False), ledger.of_project, 4),
        "export everything": Path(lambda turn: _export(turn, everything=True), ledger.tenant, 1),
        "export_training": Path(_training, ledger.of_project, 3),
        "categories": Path(lambda turn: turn.memory.categories(), ledger.reads, 1),
        "category": Path(lambda turn: turn.memory.category("fact"), ledger.reads, 2),
    }


def _stats(turn: Turn) -> object:
    """Counts have no ids: they are compared with those of the tables."""
    told, right = turn.memory.stats(), turn.ledger.counts(turn.caller)
    turn.wrong += [
        f"{name} {told[name]}, not {count}"
        for name, count in right.items()
        if told.get(name, count) != count
    ]
    return told


def _list(turn: Turn) -> object:
    return turn.memory.list(
        category=turn.chance.choice((None, None, "preference", "constraint", "audit")),
        include_inactive=turn.chance.random() < 0.5,
        limit=turn.chance.choice((5, 100)),
    )


def _recall(turn: Turn) -> object:
    options: dict[str, Any] = turn.chance.choice(
        (
            *({}, {"floor": None, "limit": 100}, {"include": "observations", "floor": None}),
            *(
                {"session": SESSION, "floor": None},
                {"as_of": "2026-05-01T09:00:00Z", "floor": None},
            ),
            {"known_at": "2026-05-01T10:00:00Z", "floor": None},
            {"category": "preference", "strategy": "union", "floor": None},
            {"where": {"polarity": "like"}, "strategy": "weighted", "floor": None},
            {"where": {"polarity": "like"}, "category": "preference", "floor": None},
            {"rewrite": "model"},
            {"rewrite": "none", "strategy": "intersection", "category": "fact"},
        )
    )
    return turn.memory.recall(turn.question, **options)


def _query(turn: Turn) -> object:
    wanted = turn.chance.choice(
        ({"polarity": "like"}, {"object": {"prefix": "qz"}}, {"object": None}, {})
    )
    return turn.memory.query({"query_type": "preference", "filter": wanted, "limit": 50})


def _auto(turn: Turn) -> object:
    return turn.memory.auto_context(
        turn.question,
        tier=turn.chance.choice(("small", "large")),
        floor=turn.chance.choice(("auto", None)),
    )


def _streamed(turn: Turn) -> object:
    stream = turn.memory.ask_stream(turn.question, anyway=True)
    turn.shown = "".join(stream)
    return stream.answer


def _related(turn: Turn) -> object:
    return turn.memory.related_concepts("constraint/user/allergy/青霉素")


def _runs(turn: Turn) -> object:
    agent = turn.chance.choice((None, *AGENTS))
    if agent is not None:
        turn.reach = _of_agent(agent)
    turn.said.add(RUN)
    return turn.memory.runs(agent=agent)


def _patterns(turn: Turn) -> object:
    turn.reach = _of_agent("a")
    return turn.memory.extract_patterns(agent="a", min_samples=2, dry_run=True)


def _reflect(turn: Turn) -> object:
    turn.reach = _of_agent("a")
    return turn.memory.reflect(agent="a", dry_run=True)


def _of_agent(name: str) -> ledger.Reach:
    """An agent's runs lie in its own scope; who names the agent names that place."""

    def reach(caller: Namespace, there: Namespace) -> bool:
        return ledger.reads(
            caller.model_copy(update={"reads": (f"agent:{name}", *caller.reads)}), there
        )

    return reach


def _audit(turn: Turn) -> object:
    out = io.BytesIO()
    turn.memory.audit_export(out)
    return out.getvalue().decode()


def _export(turn: Turn, *, everything: bool) -> object:
    """A receipt names what was forgotten in its scope, of whatever project; everything else is of the project."""
    out = io.BytesIO()
    turn.memory.export(out, everything=everything)
    lines = out.getvalue().decode().splitlines()
    return "\n".join(
        line for line in lines if json.loads(line)["kind"] not in {"receipt", "tombstone"}
    )


def _training(turn: Turn) -> object:
    out = io.BytesIO()
    turn.memory.export_training(out, form=turn.chance.choice(("pairs", "chat")), sensitive=True)
    return out.getvalue().decode()


def _guide_files(turn: Turn, folder: File, *, everything: bool) -> object:
    target = folder / "exported"
    shutil.rmtree(target, ignore_errors=True)
    turn.memory.export_guides(target, everything=everything)
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(target.rglob("*")) if path.is_file()
    )


def _agent(home: File) -> File:
    home.mkdir(parents=True, exist_ok=True)
    (home / "AGENT.md").write_text("---\nname: a\n---\n帮忙发布。\n", encoding="utf-8")
    return home
