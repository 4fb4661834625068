"""How outcomes, hits and records look to people. Values in, Rich renderables out; no store, no terminal.

Stored texts are made safe with `output.visible` and never read as markup.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from stelae.cli.output import short_id, visible, when
from stelae.schemas.authority import nameless

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from stelae.schemas.answer import Citation
    from stelae.schemas.candidate import MemoryCandidate, Span
    from stelae.schemas.change import Outcome
    from stelae.schemas.memory import MemoryRecord, PendingItem
    from stelae.schemas.query import Hit

_MARKS = {"accepted": "✓", "pending": "?", "rejected": "✗", "duplicate": "="}
_STYLES = {"accepted": "green", "pending": "yellow", "rejected": "red", "duplicate": "cyan"}
MEANINGS: dict[str, str] = {
    "accepted": "plainly said, by somebody who may",
    "confirmed": "a person confirmed it",
    "invalid_schema": "does not fit its category",
    "incomplete": "says less than its category asks for",
    "empty": "no text",
    "not_recommended": "not worth keeping",
    "transient": "a task of the moment, not a memory",
    "restricted": "holds a secret; secrets are never stored",
    "injection": "gives orders, and its source may not",
    "ungrounded": "its words do not occur in what was said",
    "low_confidence": "too uncertain",
    "untrusted_procedural": "would change how the agent works; a person must confirm",
    "origin_not_allowed": "its source may not write this",
    "forgotten": "was forgotten and not said anew",
    "forget_request": "asks to forget; see: stelae forget",
    "low_importance": "too minor",
    "needs_confirmation": "waits for a person",
    "conflict": "contradicts a memory; a person must choose",
    "not_novel": "known already",
    "redundant": "said again in the same breath",
    "reinforced": "known already, now confirmed once more",
    "too_large": "longer than a memory may be",
    "wrong_language": "not in the language it was said in",
    "not_asserted": "not stated as true",
    "question": "a question, not a statement",
    "small_talk": "small talk",
    "echo": "our own words coming back",
    "not_recallable": "kept as evidence only",
    "needs_context": "cannot be understood by itself",
    "no_rule": "no rule applies",
    "disabled": "Stelae is switched off (STELAE_ENABLED)",
    "declined": "a person said no to it",
    "edited": "a person changed it",
    "migrated": "its category has another form now",
    "restored": "a person brought it back",
    "retracted": "taken back: it was never right",
    "expired": "its time is over",
    "archived": "not used for a long time",
    "unsigned": "from an export that nobody known has signed",
}
"""Reason codes in words for people; programs get the code."""


def outcomes_table(outcomes: Iterable["Outcome"]) -> "Table":
    """Show what became of each proposal: outcome, category, the statement, then why and from where."""
    from rich.text import Text

    table = plain_table()
    table.add_column("outcome", no_wrap=True)
    table.add_column("category", overflow="fold")
    table.add_column("statement", ratio=1, overflow="fold")
    for outcome in outcomes:
        style = _STYLES[outcome.outcome]
        word = Text(f"{_MARKS[outcome.outcome]} {outcome.outcome}", style=style)
        statement = Text(visible(outcome.text or quoted(outcome)))
        if why := explain(outcome):
            statement.append(f"\n{outcome.reason}: {why}", style=style)
        if outcome.detail and outcome.outcome != "rejected":
            # Of what is refused it is the rule's name; here it says what was taken out or left open.
            statement.append(f"\n{visible(outcome.detail)}", style="yellow")
        statement.append_text(evidence_line(outcome.evidence, than=outcome.text or quoted(outcome)))
        table.add_row(word, outcome.category, statement)
    return table


def candidates_table(candidates: Iterable["MemoryCandidate"]) -> "Table":
    """Show proposals: category, kind, statement, fields, and the rule that proposes."""
    from rich.text import Text

    table = plain_table()
    table.add_column("category", overflow="fold")
    table.add_column("statement", ratio=1, overflow="fold")
    table.add_column("sensitivity", no_wrap=True)
    table.add_column("by", overflow="fold")
    for candidate in candidates:
        fields = ", ".join(
            f"{name}={value}" for name, value in candidate.attributes.items() if value is not None
        )
        statement = Text.assemble(
            visible(candidate.text), (f"\n{visible(fields)}" if fields else "", "dim")
        )
        category = Text(candidate.category)
        if candidate.kind == "procedural":
            category.append("\nprocedural", style="yellow")
        table.add_row(category, statement, candidate.sensitivity, candidate.reason)
    return table


def quoted(outcome: "Outcome") -> str:
    """Return the words an outcome without a text of its own is about."""
    return outcome.evidence[0].quote if outcome.evidence else ""


def passed_over(outcomes: Iterable["Outcome"]) -> list[str]:
    """Say, reason by reason, what no memory was proposed from; one line each, with the message ids."""
    by_reason: dict[str, list[str]] = {}
    for outcome in outcomes:
        sources = [span.external_id or short_id(span.observation_id) for span in outcome.evidence]
        by_reason.setdefault(outcome.reason, []).extend(sources)
    return [
        f"{MEANINGS.get(reason, reason)} ({visible(', '.join(dict.fromkeys(sources)))})"
        for reason, sources in by_reason.items()
    ]


def explain(outcome: "Outcome") -> str:
    """Say an outcome's reason in words, with the change where there is one; nothing for a plain acceptance."""
    words = [] if outcome.reason == "accepted" else [MEANINGS.get(outcome.reason, outcome.reason)]
    if outcome.change in {"supersede", "merge", "reinforce"}:
        words.append(f"{outcome.change}s {short_id(outcome.supersedes or outcome.id)}")
    return "; ".join(words)


def hits_table(hits: Sequence["Hit"], zone: str, *, first: int = 1) -> "Table":
    """Show hits best first: number, score, text with evidence, category or speaker, time, id."""
    from rich.text import Text

    table = plain_table()
    table.add_column("#", justify="right", style="dim")
    table.add_column("score", justify="right")
    table.add_column("text", ratio=1, overflow="fold")
    table.add_column("what", overflow="fold")
    table.add_column("id", style="dim", no_wrap=True)
    for number, hit in enumerate(hits, first):
        text = Text(visible(hit.text))
        if hit.status != "active":
            text.append(f"  [{hit.status}]", style="yellow")
        text.append_text(evidence_line(hit.evidence, than=hit.text))
        kind = hit.category or f"said by {visible(hit.speaker or nameless(hit.authority))}"
        what = Text.assemble(kind, (f"\n{when(hit.time, zone)[:10]}", "dim"))
        table.add_row(str(number), f"{hit.score:.2f}", text, what, short_id(hit.id))
    return table


def cited_table(citations: Sequence["Citation"]) -> "Table":
    """Show what an answer cites: the index that stands in it, text, category, id."""
    from rich.text import Text

    table = plain_table()
    table.add_column("#", justify="right", style="dim")
    table.add_column("rests on", ratio=1, overflow="fold")
    table.add_column("what", overflow="fold")
    table.add_column("id", style="dim", no_wrap=True)
    for one in citations:
        kind = one.category or "message"
        table.add_row(f"[{one.index}]", Text(visible(one.text)), kind, short_id(one.id))
    return table


def records_table(records: Sequence["MemoryRecord"], zone: str) -> "Table":
    """Show stored memories: text, category, when, state, id."""
    from rich.text import Text

    table = plain_table()
    table.add_column("text", ratio=1, overflow="fold")
    table.add_column("category", overflow="fold")
    table.add_column("since", no_wrap=True)
    table.add_column("id", style="dim", no_wrap=True)
    for record in records:
        text = Text(visible(record.text))
        if record.status != "active":
            text.append(f"  [{record.status}]", style="yellow")
        if record.always:
            text.append("  [pinned]", style="cyan")
        table.add_row(text, record.category, when(record.time, zone)[:10], short_id(record.id))
    return table


def pending_table(items: Sequence["PendingItem"], zone: str) -> "Table":
    """Show what waits for a person: the change it would make and why it waits."""
    from rich.text import Text

    table = plain_table()
    table.add_column("proposed", ratio=1, overflow="fold")
    table.add_column("category", overflow="fold")
    table.add_column("until", no_wrap=True)
    table.add_column("id", style="dim", no_wrap=True)
    for item in items:
        proposed = diff(item)
        proposed.append(f"\n{item.reason}: {asks(item)}", style="yellow")
        proposed.append_text(evidence_line(item.record.evidence, than=item.record.text))
        until = when(item.expires_at, zone)[:10]
        table.add_row(proposed, Text(item.record.category), until, short_id(item.id))
    return table


def asks(item: "PendingItem") -> str:
    """Say what a person is asked: a conflict's own question, else why the item waits."""
    if item.change == "reinforce":
        return "says what is known already"
    return visible(item.question) or MEANINGS.get(item.reason, item.reason)


def diff(item: "PendingItem") -> "Text":
    """Show the proposed text, below the text it would change where there is one."""
    from rich.text import Text

    if item.before is None:
        return Text(visible(item.record.text))
    return compared(item.before, item.record.text)


def compared(before: str, after: str) -> "Text":
    """Show two wordings one below the other, with what differs in bold."""
    from rich.text import Text

    before, after = visible(before), visible(after)
    old, new = Text("- ", style="red"), Text("+ ", style="green")
    for kind, a, b in _changes(before, after):
        old.append(a, style="red" if kind == "same" else "bold red")
        new.append(b, style="green" if kind == "same" else "bold green")
    return Text("\n").join([old, new])


def evidence_line(evidence: Sequence["Span"], *, than: str) -> "Text":
    """Show the first quote as a second line, unless it is the text itself; the caller's message id in any case."""
    from rich.text import Text

    if not evidence:
        return Text("")
    span = evidence[0]
    source = span.external_id or short_id(span.observation_id)
    quote = "" if span.quote.strip() in {"", than.strip()} else f" “{visible(span.quote)}”"
    more = f" (+{len(evidence) - 1})" if len(evidence) > 1 else ""
    return Text(f"\nfrom {visible(source)}{quote}{more}", style="dim")


def _changes(before: str, after: str) -> list[tuple[str, str, str]]:
    """Compare word by word, Chinese character by character."""
    import re
    from difflib import SequenceMatcher

    a, b = (re.findall(r"[A-Za-z0-9_'.-]+|\s+|.", text) for text in (before, after))
    steps = SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes()
    return [
        ("same" if tag == "equal" else "changed", "".join(a[i:j]), "".join(b[k:m]))
        for tag, i, j, k, m in steps
    ]


def plain_table() -> "Table":
    """Make the table that every command shows: no frame, a rule under the head."""
    from rich import box
    from rich.table import Table

    return Table(
        box=box.SIMPLE_HEAD, expand=True, pad_edge=False, header_style="bold", show_edge=False
    )
