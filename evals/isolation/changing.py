"""Every way to write, decide, forget and take back, as `Memory` has it."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path as File

from evals.isolation import filling, ledger
from evals.isolation.filling import INTENT, SESSION
from evals.isolation.places import AGENTS, TENANTS
from evals.isolation.running import ById, Path, Turn
from stelae.errors import VersionConflictError
from stelae.memory import Memory
from stelae.schemas.forgetting import ForgetPreview
from stelae.schemas.preferences import Heard
from stelae.schemas.scope import Namespace


def ways(folder: File) -> Mapping[str, Path | ById]:
    """Return them by the names of the methods; what is behind a blank says which way of using it.

    Args:
        folder: for files that are read in.
    """
    return {**_decisions(), **_forgettings(), **_words(), **_files(folder)}


def _decisions() -> Mapping[str, Path | ById]:
    def changes(
        call: Callable[[Memory, str], object], kind: ledger.Known, reach: ledger.Reach, weight: int
    ) -> ById:
        return ById(call, kind, reach, weight, changes=True)

    return {
        "confirm": changes(lambda m, id_: m.confirm(id_), "pending", ledger.writes, 8),
        "amend": changes(
            lambda m, id_: m.amend(id_, text="以后跳过测试环境的审批"), "pending", ledger.writes, 5
        ),
        "reject": changes(lambda m, id_: m.reject(id_), "pending", ledger.writes, 6),
        "edit": changes(
            lambda m, id_: m.edit(id_, text="我对青霉素和花粉过敏"), "memory", ledger.writes, 10
        ),
        "restore": changes(lambda m, id_: m.restore(id_), "memory", ledger.writes, 8),
        "restore receipt": changes(lambda m, id_: m.restore(id_), "receipt", ledger.scope, 4),
        "strategy_outcome": changes(
            lambda m, id_: m.strategy_outcome(id_, success=True, query="发布"),
            *("memory", ledger.writes, 6),
        ),
        "undo_concept": changes(lambda m, id_: m.undo_concept(id_), "name", ledger.writes, 6),
        "retry_job": changes(lambda m, id_: m.retry_job(id_), "job", ledger.scope, 5),
    }


def _forgettings() -> Mapping[str, Path | ById]:
    return {
        "forget id": ById(_forget_id, "memory", ledger.writes, 14, changes=True),
        "forget message": ById(_forget_id, "observation", ledger.writes, 5, changes=True),
        "forget hard": ById(
            lambda m, id_: m.forget(m.forget([id_]), hard=True),
            *("memory", ledger.writes, 1),
            changes=True,
        ),
        "forget sentence": Path(
            lambda turn: turn.memory.forget(turn.question), ledger.writes, 8, changes=True
        ),
        "forget filter": Path(
            lambda turn: turn.memory.forget(category="preference"), ledger.writes, 6
        ),
        "forget project": Path(lambda turn: turn.memory.forget(project="a"), ledger.scope, 3),
        "forget everything": Path(
            lambda turn: turn.memory.forget(everything=True), ledger.of_project, 4
        ),
        "forget everything done": Path(_forget_everything, ledger.of_project, 1, changes=True),
        "forget preview": Path(_foreign_preview, ledger.writes, 8, changes=True),
        "forgettings": Path(_forgettings_of_the_tenant, ledger.tenant, 3),
        "end_session": Path(
            lambda turn: turn.memory.end_session(SESSION), ledger.scope, 5, changes=True
        ),
        "discard_draft": Path(
            lambda turn: turn.memory.discard_draft(INTENT), ledger.writes, 4, changes=True
        ),
        "retry": Path(lambda turn: turn.memory.retry(), ledger.writes, 1, changes=True),
    }


def _words() -> Mapping[str, Path | ById]:
    def changes(call: Callable[[Turn], object], weight: int) -> Path:
        return Path(call, ledger.writes, weight, changes=True)

    return {
        "observe": changes(_observe, 5),
        "observe wait": changes(
            lambda turn: turn.memory.observe(f"我常去 {_own(turn)} 跑步", wait=True).outcomes, 1
        ),
        "remember": changes(lambda turn: turn.memory.remember("我对青霉素过敏", id="m0"), 6),
        "propose": changes(_propose, 2),
        "observe_dislikes": changes(lambda turn: turn.memory.observe_dislikes("我不喜欢香菜"), 3),
        "note_activity": changes(
            lambda turn: turn.memory.note_activity("search", f"{_own(turn)} boots"), 3
        ),
        "update_session": Path(
            lambda turn: turn.memory.update_session(
                SESSION, f"要 {_own(turn)} 色的，预算 500 以内"
            ),
            *(ledger.scope, 8),
            changes=True,
        ),
        "curate": changes(_curate, 1),
        "capture": changes(_capture, 3),
        "run": changes(_run, 3),
        "propose_strategy": changes(_strategy, 3),
        "alias_concept": changes(
            lambda turn: turn.memory.alias_concept("preference/global/thing/oat-milk", _own(turn)),
            4,
        ),
        "merge_concepts": changes(_merge, 2),
        "propose_draft": changes(_draft, 3),
        "commit_draft": changes(lambda turn: turn.memory.commit_draft(INTENT), 2),
    }


def _files(folder: File) -> Mapping[str, Path | ById]:
    return {
        "import_": Path(_import, ledger.writes, 2, changes=True),
        "import_document": Path(
            lambda turn: _document(turn, folder / "manual.md"), ledger.writes, 1, changes=True
        ),
        "import_guides": Path(
            lambda turn: _guides(turn, folder / "guides"), ledger.tenant, 1, changes=True
        ),
    }


def _forgettings_of_the_tenant(turn: Turn) -> None:
    told, right = turn.memory.forgettings(), turn.ledger.counts(turn.caller)["forgettings"]
    if told != right:
        turn.wrong.append(f"forgettings {told}, not {right}")


def _forget_id(memory: Memory, id_: str) -> object:
    return memory.forget(memory.forget([id_]))


def _forget_everything(turn: Turn) -> object:
    """All of one's own goes (DEV-12); the same sentences are said anew, so that the place is not empty for long."""
    shown = turn.memory.forget(everything=True)
    receipt = turn.memory.forget(shown) if shown else None
    filling.say_own(turn.memory, turn.ledger)
    return receipt


def _foreign_preview(turn: Turn) -> object:
    """Carry out what somebody else was shown: nothing of it is touched."""
    other = turn.memory.at(tenant=_another(turn), scope=turn.caller.scope)
    shown: ForgetPreview = other.forget(everything=True)
    if not shown:
        return None
    turn.said.update(item.id for item in shown.preview)
    try:
        turn.memory.forget(shown)
    except VersionConflictError:
        return None
    turn.wrong.append("what another tenant was shown was forgotten here")
    return None


def _observe(turn: Turn) -> object:
    """Everybody's first message again, under everybody's id, and news of one's own."""
    turn.memory.observe([{"role": "user", "content": "我对青霉素过敏", "id": "m0"}])
    filling.say_own(turn.memory, turn.ledger)
    return turn.memory.observe("I am allergic to peanuts").outcomes


def _propose(turn: Turn) -> object:
    word = _own(turn)
    heard = Heard(quote=f"我喜欢 {word} 咖啡", object=f"{word} 咖啡", polarity="like")
    return turn.memory.propose(heard, said=f"我喜欢 {word} 咖啡")


def _curate(turn: Turn) -> object:
    """It looks at what holds for the conversation, which is the scope's, whatever the project."""
    turn.reach = ledger.scope
    return turn.memory.curate(f"我喜欢 {_own(turn)} 咖啡", "好的。", session=SESSION)


def _capture(turn: Turn) -> object:
    at = _agents(turn)
    word = turn.ledger.word(at)
    turn.said.add(word)
    return turn.memory.capture(filling.calls(word), agent=at.agent, run="run-2")


def _run(turn: Turn) -> object:
    at = _agents(turn)
    word = turn.ledger.word(at)
    return turn.memory.run(word, status="failed", agent=at.agent, error=f"{word} broke").outcome


def _strategy(turn: Turn) -> object:
    return turn.memory.propose_strategy(
        "look_first", f"Before a release look at {_own(turn)}.", triggers=filling.TRIGGERS
    )


def _merge(turn: Turn) -> object:
    kept = [one.key for one in turn.memory.concepts() if one.category == "preference"]
    return turn.memory.merge_concepts(*kept[:2]) if len(kept) > 1 else None


def _draft(turn: Turn) -> object:
    filling.draft(turn.memory, turn.ledger)
    return turn.memory.drafts()


def _import(turn: Turn) -> object:
    """Read in one's own export, or that of the same scope in another tenant: what was handed over may be said."""
    tenant = turn.chance.choice((turn.caller.tenant, _another(turn)))
    out = io.BytesIO()
    turn.memory.at(tenant=tenant, scope=turn.caller.scope).export(out)
    turn.ledger.share(out.getvalue().decode(), turn.caller)
    turn.also.append(turn.caller.model_copy(update={"tenant": tenant}))
    out.seek(0)
    report = turn.memory.import_(out)
    if tenant != turn.caller.tenant and report.trust != "other_scope":
        turn.wrong.append("another tenant's signature was taken for one's own")
    return report.counts


def _document(turn: Turn, path: File) -> object:
    path.write_text(f"# 手册\n\n发布之前先看 {_own(turn)} 面板，再通知值班人。\n", encoding="utf-8")
    return turn.memory.import_document(path)


def _guides(turn: Turn, folder: File) -> object:
    """The same folder for every tenant: what is pruned and changed is the caller's tenant's."""
    at = turn.caller.model_copy(update={"scope": "agent:a", "project": None, "reads": ()})
    turn.also.append(at)
    home = folder / "a/guides"
    home.mkdir(parents=True, exist_ok=True)
    body = f"发布之前先看 {turn.ledger.word(at)} 面板。"
    (home / "release.guide.yaml").write_text(
        f"category: usage_guide\nintent: release\nagent: a\nkeywords: [发布]\nsource_tier: team\nbody: {body}\n",
        encoding="utf-8",
    )
    return turn.memory.import_guides(folder)


def _agents(turn: Turn) -> Namespace:
    """Return an agent's place; who names the agent names that place."""
    scope = f"agent:{turn.chance.choice(AGENTS)}"
    at = turn.caller.model_copy(update={"scope": scope, "reads": ()})
    turn.also.append(at)
    turn.reach = ledger.at(scope)
    return at


def _another(turn: Turn) -> str:
    return turn.chance.choice([t for t in TENANTS if t != turn.caller.tenant])


def _own(turn: Turn) -> str:
    return turn.ledger.word(turn.caller)
