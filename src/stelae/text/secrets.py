"""Find secrets in a text: keys, passwords, tokens, one-time codes and recovery codes, in Chinese and English.

Own rules, no model: a vendor's prefix, or a word that announces the value ("密码是 …", "the token is …"). Only the value is found,
never the sentence around it. Talk about passwords, hashes, UUIDs, ticket numbers and placeholders is left alone
(DEV-06). A high-entropy string without prefix and without such a word is deliberately *not* a secret: it is a commit hash.
"""

import re
from collections.abc import Callable, Iterator

from stelae.text import secret_rules as rules
from stelae.text.findings import Finding, merge
from stelae.text.plain_view import PlainView, plain_view

_Span = tuple[int, int, str]
_VALUE_STOP = re.compile(r"[\"'`\\;]")
_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")
_CODE_SIGN = re.compile(r"[ ()\[\]{}]")
_CASE_TURN = re.compile(r"[a-z](?=[A-Z])|[A-Z](?=[a-z])")
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
    spans: list[_Span] = []
    for words, find in _FINDERS:
        if any(map(low.__contains__, words)):
            spans.extend(find(view.text))
    return _to_findings(view, spans)


def _to_findings(view: PlainView, spans: list[_Span]) -> tuple[Finding, ...]:
    if not spans:
        return ()
    return merge(Finding(*view.origin(start, end), kind, "secret") for start, end, kind in spans)


# -- keys by prefix ------------------------------------------------------------------------------------------------------
def _keys(text: str) -> Iterator[_Span]:
    after = 0
    for match in rules.KEY_START.finditer(text):
        if match.start() < after:
            continue
        shape = rules.SHAPE_OF[match.group()]
        end, body = _key_body(text, match.end(), shape)
        after = end
        if len(body) >= shape.shortest and _is_key_body(body, shape):
            yield match.start(), end, shape.type


def _key_body(text: str, start: int, shape: rules.KeyShape) -> tuple[int, str]:
    """The rest of a key, also where line breaks split it: -> (end, characters without the breaks)."""
    pattern = rules.BODY_OF[shape.body]
    end, body = start, ""
    while True:
        piece = pattern.match(text, end)
        if not piece or not piece.group():
            break
        body, end = body + piece.group(), piece.end()
        gap = rules.LINE_BREAK.match(text, end)
        more = pattern.match(text, gap.end()) if gap else None
        if not gap or not more or not _continues(body, more.group(), shape):
            break
        end = gap.end()
    kept = body.rstrip("._=-") if shape.type == "jwt" else body.rstrip("-_.")
    return end - (len(body) - len(kept)), kept


def _continues(body: str, more: str, shape: rules.KeyShape) -> bool:
    """Whether the beginning of the next line is the rest of this key and not a word of its own."""
    if shape.full and len(body) >= shape.full:
        return False
    return len(body) + len(more) == shape.full or (len(more) >= 4 and _mixed(more))


def _is_key_body(body: str, shape: rules.KeyShape) -> bool:
    if len(set(body)) <= 3 or rules.PLACEHOLDER.fullmatch(body):
        return False
    if shape.type == "jwt":
        return "." in body
    return shape.type == "aws_access_key" or _mixed(body)


def _mixed(value: str) -> bool:
    """Whether letters and digits are mixed as in a random string."""
    digits = len(_DIGIT.findall(value))
    if digits and _LETTER.search(value):
        return digits >= 2 or len(value) < 12 or _random_case(value)
    return len(value) >= 12 and _random_case(value)


def _letters_and_digits(value: str) -> bool:
    return bool(_DIGIT.search(value) and _LETTER.search(value))


def _random_case(value: str) -> bool:
    """Whether upper and lower case alternate more often than in words."""
    return len(_CASE_TURN.findall(value)) >= max(3, len(value) // 6)


def _private_keys(text: str) -> Iterator[_Span]:
    begin = rules.PRIVATE_KEY.search(text)
    while begin:
        stop = rules.PRIVATE_KEY_MARK.search(text, begin.end())
        if stop and stop["end"]:
            after = stop.end()
        else:
            body = rules.PRIVATE_KEY_BODY.match(text, begin.end())
            after = body.end() if body else begin.end()
        yield begin.start(), after, "private_key"
        begin = rules.PRIVATE_KEY.search(text, after)


def _aws_secrets(text: str) -> Iterator[_Span]:
    """The secret half that stands beside an access key without a name of its own."""
    for match in rules.AWS_SECRET.finditer(text):
        if _random_case(match.group()):
            yield match.start(), match.end(), "aws_secret_key"


def _url_passwords(text: str) -> Iterator[_Span]:
    for match in rules.URL_PASSWORD.finditer(text):
        value = match["value"]
        if not rules.PLACEHOLDER.fullmatch(value) and value.lower() not in rules.TALK:
            yield match.start("value"), match.end("value"), "url_password"


# -- values by the words around them -------------------------------------------------------------------------------------
def _passwords(text: str) -> Iterator[_Span]:
    for start, end, kind in _announced(text, rules.PASSWORD, _password_value):
        yield start, end, kind
        later = rules.NEXT_PASSWORD.match(text, end)
        if later and _DIGIT.search(later["value"]):
            yield *_trimmed(text, *later.span("value"), linked=False), kind
    for match in rules.PASSPHRASE.finditer(text):
        if sum(word in rules.TALK for word in match["value"].lower().split()) < 2:
            yield *match.span("value"), "password"
    for match in re.finditer(r"(?i)密码|密碼|口令|(?<!1)password|passphrase|passwd", text):
        clause = rules.CLAUSE.match(text, match.end())
        for value in rules.STRONG_VALUE.finditer(
            text, match.end(), clause.end() if clause else match.end()
        ):
            start, end = _trimmed(text, value.start(), value.end(), linked=False)
            if _is_strong_password(text[start:end]):
                yield start, end, "password"


def _tokens(text: str) -> Iterator[_Span]:
    return _announced(text, rules.TOKEN, _token_value)


def _announced(
    text: str, pattern: re.Pattern[str], judge: Callable[[str, re.Match[str], str], str | None]
) -> Iterator[_Span]:
    """Values that follow an announcing word: `judge` says of which type they are, if any.

    The search goes on right after the word itself, since what was no value ("password for the token is …") may announce one.
    """
    match = pattern.search(text)
    while match:
        name = next(group for group in ("quoted", "bare", "han") if match[group] is not None)
        linked = bool(match["link"] or match["far"] or match["middle"])
        start, end = match.span(name)
        if name == "bare":
            start, end = _trimmed(text, start, end, linked=linked)
        opened = match.start("open") if name == "quoted" else start
        glued = not linked and opened == match.end("cue") and text[opened - 1 : opened + 1].isascii()
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


def _no_value(value: str) -> bool:
    return (
        bool(rules.PLACEHOLDER.fullmatch(value) or rules.NO_VALUE.match(value))
        or value.lower() in rules.TALK
    )


def _password_value(text: str, match: re.Match[str], value: str) -> str | None:
    linked = bool(match["link"] or match["far"] or match["middle"])
    if _no_value(value):
        return None
    if match["han"] is not None:
        return (
            "password"
            if bool(match["link"]) and not rules.TALK_HAN.search(value) and len(value) <= 8
            else None
        )
    if match["quoted"] is not None:
        return "password" if len(value) >= 3 and not rules.TALK_HAN.search(value) else None
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
    has_letter, has_digit = bool(_LETTER.search(value)), bool(_DIGIT.search(value))
    if linked:
        return has_letter or has_digit
    return has_letter and has_digit and len(value) >= 5


def _ends_clause(rest: str) -> bool:
    return not rest or not rest[0].isascii() or bool(_CLAUSE_END.match(rest))


def _is_strong_password(value: str) -> bool:
    if _no_value(value) or "://" in value or "(" in value:
        return False
    symbols = any(char in "!@#$%^&+?~" for char in value)
    return symbols and _letters_and_digits(value)


def _token_value(text: str, match: re.Match[str], value: str) -> str | None:
    if _no_value(value) or match["han"] is not None:
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
        return len(value) >= 16 and _random_case(value) and _letters_and_digits(value)
    if cue == "授权码" and linked and value.isalpha():
        return len(value) == 16
    if value.isdigit():
        return linked and cue == "令牌" and len(value) >= 6
    return len(value) >= (8 if linked else 12) and _mixed(value) and (len(value) >= 24 or bool(_DIGIT.search(value)))


def _bearers(text: str) -> Iterator[_Span]:
    for match in rules.BEARER.finditer(text):
        if not _no_value(match["value"]) and _mixed(match["value"]):
            yield match.start("value"), match.end("value"), "bearer_token"


def _options(text: str) -> Iterator[_Span]:
    for match in rules.OPTION.finditer(text):
        if not _no_value(match["value"]) and not match["value"].startswith(("-", "$")):
            yield match.start("value"), match.end("value"), "password"


def _logins(text: str) -> Iterator[_Span]:
    for match in rules.LOGIN.finditer(text):
        start, end = _trimmed(text, match.start("value"), match.end("value"), linked=False)
        value = text[start:end]
        if not _no_value(value) and _letters_and_digits(value):
            yield start, end, "password"


# -- codes ---------------------------------------------------------------------------------------------------------------
def _codes(text: str) -> Iterator[_Span]:
    for pattern in rules.CODE:
        for match in pattern.finditer(text):
            yield *_only_group(match), "one_time_code"
    for match in rules.PIN.finditer(text):
        yield *_only_group(match), "password"
    for match in rules.CARD_CODE.finditer(text):
        yield *_only_group(match), "card_code"


def _only_group(match: re.Match[str]) -> tuple[int, int]:
    name = match.lastgroup
    return match.span(name or 0)


def _recovery_codes(text: str) -> Iterator[_Span]:
    for pattern in (rules.RECOVERY, rules.SEED_PHRASE):
        for match in pattern.finditer(text):
            value = match["value"].rstrip()
            if pattern is rules.SEED_PHRASE or (_DIGIT.search(value) and len(value) >= 6):
                yield match.start("value"), match.start("value") + len(value), "recovery_code"


# The more specific finders first: where two find the same stretch, the first names its type.
_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[_Span]]], ...] = (
    (tuple(prefix.lower() for prefix in rules.KEY_PREFIXES), _keys),
    (("-----begin",), _private_keys),
    (("akia", "asia", "aws"), _aws_secrets),
    (("://",), _url_passwords),
    (rules.CODE_WORDS, _codes),
    (rules.RECOVERY_WORDS, _recovery_codes),
    (rules.BEARER_WORDS, _bearers),
    (rules.OPTION_WORDS, _options),
    (rules.TOKEN_WORDS, _tokens),
    (rules.PASSWORD_WORDS, _passwords),
    (rules.LOGIN_WORDS, _logins),
)
