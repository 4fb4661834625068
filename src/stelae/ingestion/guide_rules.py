"""What the fields of a guide file may say. Each rule looks at some of them; none stops another. Pure."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from stelae.errors import ScopeError
from stelae.ingestion.guide_files import CORE, GuidePlace, intent_of
from stelae.ingestion.guide_sheet import LISTS, LONGEST_WORD, Sheet, Sound, choice
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.guides import (
    INTENT_FORM,
    PRIORITIES,
    SOURCE_TIERS,
    GuideCategory,
    GuideCode,
    GuideFinding,
)
from stelae.schemas.scope import GLOBAL, check_name, check_scope
from stelae.text.language import HAN
from stelae.text.markers import strip_blocks, strip_wrappers
from stelae.text.normalise import fold, is_blank, squash, storable, visible
from stelae.text.scanner import scan
from stelae.text.secrets import find_secrets

VERSION: Final = 1
_HAN, _LATIN = re.compile(f"[{HAN}]"), re.compile("[A-Za-z]")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_TOO_LONG = "Keep what the agent needs to act, or propose it all as a draft, which is stored as a summary and passages."
Rule = Callable[[Sheet, Sound], Iterator[GuideFinding]]


def cleaned(sound: Sound) -> dict[str, Any]:
    """Return the fields as they are stored: what nobody sees and what no store should get is gone."""
    lists = {n: tuple(squash(_clean(word)) for word in sound[n]) for n in LISTS if n in sound}
    return sound | lists | {"body": _clean(sound["body"])}


def _clean(text: str) -> str:
    return visible(storable(text)).strip()


def _form(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    version, category = sound.get("schema_version", VERSION), sound.get("category")
    if version != VERSION:
        message = f"schema_version {version} is not known here; this Stelae reads {VERSION}."
        yield sheet.error("wrong_value", "schema_version", message)
    if category is not None and category not in get_args(GuideCategory):
        yield choice(sheet, "category", category, get_args(GuideCategory))


def _intent(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    intent: str | None = sound.get("intent")
    if intent is None:
        return
    if not re.fullmatch(INTENT_FORM, intent) or len(intent) > LONGEST_WORD:
        slug = _NOT_SLUG.sub("_", fold(intent)).strip("_")[:LONGEST_WORD].rstrip("_")
        example = slug if re.fullmatch(INTENT_FORM, slug) else "take_snapshot_when_db_stale"
        message = (
            f"intent must be snake_case (small letters, digits, _) of at most {LONGEST_WORD} characters, for example"
            f" {example!r}."
        )
        yield sheet.error("intent_form", "intent", message)
    elif intent_of(sheet.file) != intent:
        message = (
            f"the file should be called {intent}.guide.yaml, so that it is found by its intent."
        )
        yield sheet.warning("file_name", "intent", message)


def _words(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    for name, most in LISTS.items():
        words: list[str] = sound.get(name, [])
        if len(words) > most:
            yield sheet.error("wrong_value", name, f"{name} has more than {most} entries.")
        for number, word in enumerate(words):
            yield from _word(sheet, name, number, word)


def _word(sheet: Sheet, name: str, number: int, word: str) -> Iterator[GuideFinding]:
    line, which = sheet.item(name, number), f"entry {number + 1} of {name}"
    if is_blank(word):
        code: GuideCode = "no_keywords" if name == "keywords" else "wrong_value"
        yield sheet.error(code, name, f"{which} is empty.", line)
    elif len(squash(word)) > LONGEST_WORD:
        message = f"{which} is longer than {LONGEST_WORD} characters; a keyword is a word or two."
        yield sheet.error("wrong_value", name, message, line)
    elif find_secrets(word):
        yield sheet.error("secret", name, f"{which} is a secret; take it out.", line)
    elif scan(word, spoken=True).verdict != "clean":
        yield sheet.error("injection", name, f"{which} reads as a take-over, not as a word.", line)


def _languages(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    keywords: list[str] | None = sound.get("keywords")
    if keywords is None:
        return
    if not keywords:
        message = "keywords are empty: nothing would ask for this guide. Name words of requests."
        yield sheet.error("no_keywords", "keywords", message)
    elif any(map(_HAN.search, keywords)) != any(map(_LATIN.search, keywords)):
        message = "keywords are in one language; add those of the others that people ask in."
        yield sheet.warning("one_language", "keywords", message)


def _standing(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    given: str = sound.get("source_tier", "user")
    if given not in SOURCE_TIERS:
        yield choice(sheet, "source_tier", given, SOURCE_TIERS)
        return
    tier = SOURCE_TIERS[SOURCE_TIERS.index(given)]
    if SOURCE_TIERS.index(tier) < SOURCE_TIERS.index(sheet.highest):
        message = (
            f"source_tier {tier} is above what is taken here ({sheet.highest}); whoever may speak for the {tier} imports"
            f" with --highest {tier}."
        )
        yield sheet.error("tier_not_allowed", "source_tier", message)
    priority, most = sound.get("priority", 1), PRIORITIES[tier]
    if priority < 1:
        yield sheet.error("wrong_value", "priority", "priority is at least 1.")
    elif priority > most:
        message = f"priority {priority} is above that of its tier ({tier}: {most})."
        yield sheet.error("priority_too_high", "priority", message)


def _body(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    body: str | None = sound.get("body")
    if body is None:
        return
    begins, clean = sheet.marked.text_lines.get("body", 1), _clean(body)
    if is_blank(clean):
        yield sheet.error("missing", "body", "body is empty.")
    if len(clean) > MAX_MEMORY_CHARS:
        message = (
            f"body has {len(clean):,} characters; a memory holds {MAX_MEMORY_CHARS:,}. {_TOO_LONG}"
        )
        yield sheet.error("too_long", "body", message)
    for secret in find_secrets(body):
        line = begins + body[: secret.start].count("\n")
        message = f"there is a secret ({secret.type}); take it out and say where it is kept."
        yield sheet.error("secret", "body", message, line)
    if strip_wrappers(strip_blocks(clean)) != clean:
        message = "body holds marks of recalled memories, or begins as a chat message does."
        yield sheet.error("block_marks", "body", message, begins)


def _orders(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    body: str = sound.get("body", "")
    found = scan(body, spoken=True)
    if found.verdict == "clean":
        return
    lines = enumerate(body.split("\n"), sheet.marked.text_lines.get("body", 1))
    line = next((at for at, text in lines if scan(text, spoken=True).verdict != "clean"), None)
    hidden = found.verdict == "hidden"
    what = "hides text from its readers" if hidden else "reads as a take-over of the assistant"
    message = f"body {what} ({', '.join(found.reasons)}); say it in other words."
    yield sheet.error("injection", "body", message, line)


def _placed(sheet: Sheet, sound: Sound) -> Iterator[GuideFinding]:
    place, agent = sheet.place, sound.get("agent")
    if place is None:
        message = f"it lies in no folder of guides; put it into {CORE}/guides/ or <agent>/guides/."
        yield sheet.error("no_place", "", message)
        return
    try:
        check_scope(place.scope)
        if agent is not None:
            check_name(agent, "agent")
    except ScopeError as error:
        yield sheet.error("wrong_value", "agent", str(error))
        return
    if agent is not None and place.agent not in {None, agent}:
        message = f"agent is {agent!r}, but it lies in the folder of {place.agent!r}."
        yield sheet.error("wrong_agent", "agent", message)
    if "scope" in sound:
        yield from _scope(sheet, sound["scope"], place)


def _scope(sheet: Sheet, scope: str, place: GuidePlace) -> Iterator[GuideFinding]:
    try:
        check_scope(scope)
    except ScopeError as error:
        yield sheet.error("wrong_value", "scope", str(error))
        return
    if place.scope not in {GLOBAL, scope}:
        message = (
            f"scope {scope!r} is not within {place.scope!r}, where the file lies; a file may narrow that, never widen"
            f" it. Move it to {CORE}/guides/."
        )
        yield sheet.error("wider_scope", "scope", message)


RULES: tuple[Rule, ...] = (_form, _intent, _words, _languages, _standing, _body, _orders, _placed)
"""All of them."""
