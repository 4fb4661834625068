"""Passwords and tokens behind the word that announces them: `the password is …`, `密码：…`, `token for the bot: …`.

What stands after such a word is a value, talk, a placeholder or code; the judges here say which.
"""

import re
from collections.abc import Callable, Iterator

from stelae.text import secret_rules as rules
from stelae.text.value_shape import (
    OPINIONS,
    TALK_HAN,
    has_digit,
    is_no_value,
    letters_and_digits,
    mixed,
    random_case,
)
from stelae.text.vendor_keys import Span

_VALUE_STOP = re.compile(r"[\"'`\\;]")
_CODE_SIGN = re.compile(r"[ ()\[\]{}]")
_CLAUSE_END = re.compile(r"\s*(?:[.,;:!?)\"'\n]|$|(?:and|for|but|on|at|or)\b)|[^\x00-\x7f]")
_OPINION_ENDS = ("ed", "ing", "able", "ible", "ful", "ous", "less")
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def passwords(text: str) -> Iterator[Span]:
    """Passwords behind their name, also some words later, and what looks like one in its clause."""
    for start, end, kind in _announced(text, rules.PASSWORD, _password_value):
        yield start, end, kind
        later = rules.NEXT_PASSWORD.match(text, end)
        if later and has_digit(later["value"]):
            yield *trimmed(text, *later.span("value"), linked=False), kind
    for match in rules.PASSPHRASE.finditer(text):
        if sum(word in OPINIONS for word in match["value"].lower().split()) < 2:
            yield *match.span("value"), "password"
    for match in re.finditer(r"(?i)密码|密碼|口令|(?<!1)password|passphrase|passwd", text):
        told = None if match.group().isascii() else rules.TOLD_ZH.match(text, match.end())
        if told and _is_told(text, told):
            yield *trimmed(text, *told.span("value"), linked=False), "password"
        clause = rules.CLAUSE.match(text, match.end())
        for value in rules.STRONG_VALUE.finditer(
            text, match.end(), clause.end() if clause else match.end()
        ):
            start, end = trimmed(text, value.start(), value.end(), linked=False)
            if _is_strong_password(text[start:end]):
                yield start, end, "password"


def _is_told(text: str, told: re.Match[str]) -> bool:
    """Whether what follows a password's name some words later is its value."""
    start, end = trimmed(text, *told.span("value"), linked=False)
    value, rest = text[start:end], text[end : end + 16]
    if is_no_value(value) or rules.TOOL_AFTER.match(rest):
        return False
    if value.rstrip("#*").isdigit():
        return told["link"] not in {"到", "用", "叫"} and not rules.UNIT_AFTER.match(rest)
    return letters_and_digits(value) and len(value) >= 5


def lock_passwords(text: str) -> Iterator[Span]:
    """What opens a door, a safe or a garage."""
    return _announced(text, rules.LOCK, _password_value)


def short_passwords(text: str) -> Iterator[Span]:
    """`pass` for short, where neither a ticket nor a road is meant."""
    return _announced(text, rules.PASS, _pass_value)


def _pass_value(text: str, match: re.Match[str], value: str) -> str | None:
    before = match["before"] or ""
    if match["bare"] is None or rules.OTHER_PASS.search(before):
        return None
    if rules.ACCOUNT_BEFORE.search(before):
        return _password_value(text, match, value)
    strong = letters_and_digits(value) and len(value) >= 6 and not value[0].isdigit()
    return "password" if strong and not is_no_value(value) else None


def tokens(text: str) -> Iterator[Span]:
    """Random values beside `token`, `key`, `secret` and the like."""
    return _announced(text, rules.TOKEN, _token_value)


def _announced(
    text: str, pattern: re.Pattern[str], judge: Callable[[str, re.Match[str], str], str | None]
) -> Iterator[Span]:
    """Values that follow an announcing word: `judge` says of which type they are, if any.

    The search goes on right after the word itself, since what was no value ("password for the token is …") may
    announce one.
    """
    match = pattern.search(text)
    while match:
        name = next(group for group in ("quoted", "bare", "han") if match[group] is not None)
        linked = bool(match["link"] or match["far"] or match["middle"])
        start, end = match.span(name)
        if name == "bare":
            start, end = trimmed(text, start, end, linked=linked)
        opened = match.start("open") if name == "quoted" else start
        glued = (
            not linked and opened == match.end("cue") and text[opened - 1 : opened + 1].isascii()
        )
        kind = judge(text, match, text[start:end]) if end > start and not glued else None
        if kind:
            yield start, end, kind
        match = pattern.search(text, end if kind else match.end("cue"))


def trimmed(text: str, start: int, end: int, *, linked: bool) -> tuple[int, int]:
    """A bare value without the punctuation of its sentence."""
    while start < end and text[start] in "(<[{\"'`":
        if text[start] in "<[{" and linked:
            break
        start += 1
    stop = _VALUE_STOP.search(text, start + 1, end)
    end = stop.start() if stop else end
    while end > start and (text[end - 1] in ".,;:" or _closes_nothing(text[start:end])):
        end -= 1
    return start, end


def _closes_nothing(value: str) -> bool:
    return value[-1] in _CLOSERS and _CLOSERS[value[-1]] not in value


def _password_value(text: str, match: re.Match[str], value: str) -> str | None:
    linked = bool(match["link"] or match["far"] or match["middle"])
    if is_no_value(value):
        return None
    if match["han"] is not None:
        told = bool(match["link"]) and not rules.UNANSWERED.search(match["link"])
        return "password" if told and not TALK_HAN.search(value) and len(value) <= 8 else None
    if match["quoted"] is not None:
        return "password" if len(value) >= 3 and not TALK_HAN.search(value) else None
    if value.isdigit() and not linked and match["cue"].lower() == "pw":
        return None
    start = match.start("bare")
    before = text[match.end("cue") : start]
    rest = text[match.end("bare") : match.end("bare") + 16]
    if rules.SINCE.search(before) or (match["far"] and rules.BOTH.search(before)):
        return None
    if rules.UNANSWERED.search(before):  # a question or a topic, and what stands after it
        known = letters_and_digits(value) or value.isdigit()
        return "password" if closes(rest) and known and len(value) >= 4 else None
    named = bool(rules.NAMES_VALUE.search(before))
    if named and before[:1] in {"'", "’"}:
        named = bool(rules.SUBJECT_BEFORE.search(text[max(0, match.start() - 64) : match.start()]))
    after = start + len(value)
    accepted = _is_password(value, linked=linked, named=named, rest=text[after : after + 16])
    return "password" if accepted else None


def _is_password(value: str, *, linked: bool, named: bool, rest: str) -> bool:
    if len(value) < 4 or "://" in value:
        return False
    if value.rstrip("#*").isdigit():
        return len(value.rstrip("#*")) >= 4 and not rules.UNIT_AFTER.match(rest)
    if value.replace("-", "").replace("_", "").isalpha():
        talk = value.lower() in OPINIONS or value.endswith(_OPINION_ENDS)
        return named and _ends_clause(rest) and not talk
    has_letter = any(char.isalpha() for char in value)
    if linked:
        return has_letter or has_digit(value)
    return letters_and_digits(value) and len(value) >= 5


def _ends_clause(rest: str) -> bool:
    return not rest or not rest[0].isascii() or bool(_CLAUSE_END.match(rest))


def _is_strong_password(value: str) -> bool:
    if is_no_value(value) or "://" in value or "(" in value:
        return False
    symbols = any(char in "!@#$%^&+?~" for char in value)
    return symbols and letters_and_digits(value)


def _token_value(text: str, match: re.Match[str], value: str) -> str | None:
    if is_no_value(value) or match["han"] is not None:
        return None
    linked = bool(match["link"] or match["far"] or match["middle"])
    cue = match["cue"].lower()
    before = text[max(0, match.start() - 24) : match.end("cue")]
    plain_key = cue.endswith("key") and not rules.KEY_NAME_BEFORE.search(before[:-3])
    if not _is_token(value, linked=linked, plain_key=plain_key, cue=cue):
        return None
    return "aws_secret_key" if "aws" in before.lower() and "secret" in before.lower() else "token"


def _is_token(value: str, *, linked: bool, plain_key: bool, cue: str) -> bool:
    if not value.isascii() or _CODE_SIGN.search(value):
        return False
    if plain_key:
        return len(value) >= 16 and random_case(value) and letters_and_digits(value)
    if cue == "授权码" and linked and value.isalpha():
        return len(value) == 16
    if value.isdigit():
        return linked and cue == "令牌" and len(value) >= 6
    return (
        len(value) >= (8 if linked else 12)
        and mixed(value)
        and (len(value) >= 24 or has_digit(value))
    )


def closes(rest: str) -> bool:
    """Whether nothing follows in the clause."""
    return not rest.strip() or rest[0] in ".,;!。，；！\n"
