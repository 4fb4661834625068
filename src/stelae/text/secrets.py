"""Find secrets in a text: keys, passwords, tokens, one-time codes and recovery codes, in Chinese and English.

Own rules, no model: a vendor's prefix, or a word that announces the value ("密码是 …", "the token is …"). Only the
value is found, never the sentence around it. Talk about passwords, hashes, UUIDs, ticket numbers and placeholders is
left alone (DEV-06). A high-entropy string without prefix and without such a word is deliberately *not* a secret: it
is a commit hash.
"""

import re
from collections.abc import Callable, Iterator

from stelae.text import secret_rules as rules
from stelae.text.findings import Finding, merge
from stelae.text.plain_view import PlainView, plain_view
from stelae.text.secret_codes import CODE_WORDS, RECOVERY_WORDS, one_time_codes, recovery_codes
from stelae.text.value_shape import (
    TALK,
    TALK_HAN,
    has_digit,
    is_no_value,
    letters_and_digits,
    mixed,
    random_case,
)
from stelae.text.vendor_keys import (
    KEY_PREFIXES,
    Span,
    aws_secrets,
    private_keys,
    url_passwords,
    vendor_keys,
)

_VALUE_STOP = re.compile(r"[\"'`\\;]")
_CODE_SIGN = re.compile(r"[ ()\[\]{}]")
_CLAUSE_END = re.compile(r"\s*(?:[.,;:!?)\"'\n]|$|(?:and|for|but|on|at|or)\b)|[^\x00-\x7f]")
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def find_secrets(text: str) -> tuple[Finding, ...]:
    """Find the secrets of a text.

    Args:
        text: Any text; full-width letters, invisible characters and line breaks inside a key do not hide it.

    Returns:
        Findings of kind `secret` by offset, not overlapping. Types: `openai_key`, `aws_access_key`, `aws_secret_key`,
        `github_token`, `gitlab_token`, `slack_token`, `google_key`, `stripe_key`, `service_key`, `jwt`, `private_key`,
        `url_password`, `bearer_token`, `token`, `password`, `one_time_code`, `recovery_code`, `card_code`.
    """
    view = plain_view(text)
    low = view.text.lower()
    spans: list[Span] = []
    joined = "_" in low or "-" in low
    for words, find in _FINDERS:
        if any(map(low.__contains__, words)) or (joined and find is vendor_keys):
            spans.extend(find(view.text))
    return _to_findings(view, spans)


def _to_findings(view: PlainView, spans: list[Span]) -> tuple[Finding, ...]:
    if not spans:
        return ()
    return merge(Finding(*view.origin(start, end), kind, "secret") for start, end, kind in spans)


# -- values by the words around them -------------------------------------------------------------------------------------
def _passwords(text: str) -> Iterator[Span]:
    for start, end, kind in _announced(text, rules.PASSWORD, _password_value):
        yield start, end, kind
        later = rules.NEXT_PASSWORD.match(text, end)
        if later and has_digit(later["value"]):
            yield *_trimmed(text, *later.span("value"), linked=False), kind
    for match in rules.PASSPHRASE.finditer(text):
        if sum(word in TALK for word in match["value"].lower().split()) < 2:
            yield *match.span("value"), "password"
    for match in re.finditer(r"(?i)密码|密碼|口令|(?<!1)password|passphrase|passwd", text):
        clause = rules.CLAUSE.match(text, match.end())
        for value in rules.STRONG_VALUE.finditer(
            text, match.end(), clause.end() if clause else match.end()
        ):
            start, end = _trimmed(text, value.start(), value.end(), linked=False)
            if _is_strong_password(text[start:end]):
                yield start, end, "password"


def _tokens(text: str) -> Iterator[Span]:
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
            start, end = _trimmed(text, start, end, linked=linked)
        opened = match.start("open") if name == "quoted" else start
        glued = (
            not linked and opened == match.end("cue") and text[opened - 1 : opened + 1].isascii()
        )
        kind = judge(text, match, text[start:end]) if end > start and not glued else None
        if kind:
            yield start, end, kind
        match = pattern.search(text, end if kind else match.end("cue"))


def _trimmed(text: str, start: int, end: int, *, linked: bool) -> tuple[int, int]:
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
        return (
            "password"
            if bool(match["link"]) and not TALK_HAN.search(value) and len(value) <= 8
            else None
        )
    if match["quoted"] is not None:
        return "password" if len(value) >= 3 and not TALK_HAN.search(value) else None
    start = match.start("bare")
    named = bool(rules.NAMES_VALUE.search(text[match.end("cue") : start]))
    after = start + len(value)
    accepted = _is_password(value, linked=linked, named=named, rest=text[after : after + 16])
    return "password" if accepted else None


def _is_password(value: str, *, linked: bool, named: bool, rest: str) -> bool:
    if len(value) < 4 or "://" in value:
        return False
    if value.isdigit():
        return not rules.UNIT_AFTER.match(rest)
    if value.replace("-", "").replace("_", "").isalpha():
        return named and _ends_clause(rest) and not value.endswith(("ed", "ing", "able"))
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


def _bearers(text: str) -> Iterator[Span]:
    for match in rules.BEARER.finditer(text):
        if not is_no_value(match["value"]) and mixed(match["value"]):
            yield match.start("value"), match.end("value"), "bearer_token"


def _options(text: str) -> Iterator[Span]:
    for match in rules.OPTION.finditer(text):
        if not is_no_value(match["value"]) and not match["value"].startswith(("-", "$")):
            yield match.start("value"), match.end("value"), "password"


def _logins(text: str) -> Iterator[Span]:
    for match in rules.LOGIN.finditer(text):
        start, end = _trimmed(text, match.start("value"), match.end("value"), linked=False)
        value = text[start:end]
        if not is_no_value(value) and letters_and_digits(value):
            yield start, end, "password"


_BARE_PREFIXES = tuple(p.lower() for p in KEY_PREFIXES if "_" not in p and "-" not in p)
"""The few beginnings of vendor keys without `_` or `-`, which most texts do not hold either."""
# The more specific finders first: where two find the same stretch, the first names its type.
_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Span]]], ...] = (
    (_BARE_PREFIXES, vendor_keys),
    (("-----begin",), private_keys),
    (("akia", "asia", "aws"), aws_secrets),
    (("://",), url_passwords),
    (CODE_WORDS, one_time_codes),
    (RECOVERY_WORDS, recovery_codes),
    (rules.BEARER_WORDS, _bearers),
    (rules.OPTION_WORDS, _options),
    (rules.TOKEN_WORDS, _tokens),
    (rules.PASSWORD_WORDS, _passwords),
    (rules.LOGIN_WORDS, _logins),
)
