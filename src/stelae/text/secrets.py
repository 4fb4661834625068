"""Find secrets in a text: keys, passwords, tokens, one-time codes and recovery codes, in Chinese and English.

The only place that says what a secret is: intake removes what is found here before anything is written, and the rules
that propose memories and the gate ask the same. Own rules, no model: a vendor's prefix, or a word that announces the
value ("密码是 …", "the token is …"). Only the value is found, never the sentence around it; a value that is described
instead of written out goes to the end of its clause. Talk about passwords, hashes, UUIDs, ticket numbers and placeholders is
left alone (DEV-06). A high-entropy string without prefix and without such a word is deliberately *not* a secret: it
is a commit hash.
"""

import re
from collections.abc import Callable, Iterator

from stelae.text import secret_rules as rules
from stelae.text.address_secrets import hooks, query_secrets, url_passwords
from stelae.text.announced_secrets import lock_passwords, passwords, short_passwords, tokens
from stelae.text.command_secrets import COMMAND_WORDS, command_secrets
from stelae.text.described_secrets import (
    CHINESE_WORDS,
    ENGLISH_WORDS,
    described_in_chinese,
    described_in_english,
)
from stelae.text.door_codes import DOOR_WORDS, door_codes
from stelae.text.findings import Finding, merge
from stelae.text.header_secrets import BEARER_WORDS, COOKIE_WORDS, bearers, cookies
from stelae.text.lock_codes import LOCK_WORDS, PIN_WORDS, lock_codes, pins
from stelae.text.login_secrets import logins, mailed, networks, said_before
from stelae.text.named_values import FIELD_WORDS, named_values
from stelae.text.nearby_secrets import NAMED_KEY_WORDS, NEARBY_WORDS, nearby_keys, nearby_passwords
from stelae.text.piecemeal_secrets import PIECE_WORDS, piecemeal
from stelae.text.plain_view import PlainView, plain_view
from stelae.text.secret_codes import (
    CARD_WORDS,
    CODE_WORDS,
    LICENCE_WORDS,
    RECOVERY_WORDS,
    SENT_WORDS,
    card_codes,
    licence_codes,
    one_time_codes,
    recovery_codes,
    sent_codes,
)
from stelae.text.security_answers import ANSWER_WORDS, security_answers
from stelae.text.short_key_names import SHORT_NAME_WORDS, short_key_names
from stelae.text.spoken_secrets import SPOKEN_WORDS, spoken_secrets
from stelae.text.vendor_keys import (
    KEY_PREFIXES,
    WHOLE_FORM_PIECES,
    Span,
    aws_secrets,
    private_keys,
    vendor_keys,
    whole_forms,
)


def find_secrets(text: str) -> tuple[Finding, ...]:
    """Find the secrets of a text.

    Args:
        text: Any text; full-width letters, invisible characters and line breaks inside a key do not hide it.

    Returns:
        Findings of kind `secret` by offset, not overlapping. Types: `openai_key`, `aws_access_key`, `aws_secret_key`,
        `github_token`, `gitlab_token`, `slack_token`, `google_key`, `stripe_key`, `service_key`, `jwt`, `private_key`,
        `url_password`, `bearer_token`, `token`, `password`, `described_password`, `one_time_code`, `recovery_code`,
        `card_code`, `security_answer`, and `bank_card` for a card's number that stands beside its code.
    """
    view = plain_view(text)
    low = view.text.lower()
    spans: list[Span] = []
    for place in _asked(low):
        spans.extend(_FINDERS[place][1](view.text))
    return _to_findings(view, spans)


def _asked(low: str) -> list[int]:
    """The finders worth asking, in their order.

    Most texts hold the words of few finders, and too few digits for others. Looking up the runs of three characters that
    occur costs a fraction of asking for every word.
    """
    runs = {*zip(low, low[1:], low[2:], strict=False)}
    places = {
        place
        for run in _BY_RUN.keys() & runs
        for word, some in _BY_RUN[run]
        if word in low
        for place in some
    }
    places.update(place for word, some in _SHORT_WORDS if word in low for place in some)
    if "_" in low or "-" in low:
        places.add(_VENDOR_KEYS)
    if places & _WITH_DIGITS and not _SOME_DIGITS.search(low):
        places -= _WITH_DIGITS
    return sorted(places)


def _to_findings(view: PlainView, spans: list[Span]) -> tuple[Finding, ...]:
    if not spans:
        return ()
    return merge(Finding(*view.origin(start, end), kind, "secret") for start, end, kind in spans)


_BARE_PREFIXES = tuple(p.lower() for p in KEY_PREFIXES if "_" not in p and "-" not in p)
"""The few beginnings of vendor keys without `_` or `-`, which most texts do not hold either."""
# The more specific finders first: where two find the same stretch, the first names its type.
_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Span]]], ...] = (
    (_BARE_PREFIXES, vendor_keys),
    (WHOLE_FORM_PIECES, whole_forms),
    (("-----begin",), private_keys),
    (("akia", "asia", "aws"), aws_secrets),
    (("://",), url_passwords),
    (("://",), hooks),
    (("=",), query_secrets),
    (CODE_WORDS, one_time_codes),
    (SENT_WORDS, sent_codes),
    (CARD_WORDS, card_codes),
    (PIN_WORDS, pins),
    (LOCK_WORDS, lock_codes),
    (DOOR_WORDS, door_codes),
    (RECOVERY_WORDS, recovery_codes),
    (BEARER_WORDS, bearers),
    (COOKIE_WORDS, cookies),
    (COMMAND_WORDS, command_secrets),
    (rules.TOKEN_WORDS, tokens),
    (rules.PASSWORD_WORDS, passwords),
    (NEARBY_WORDS, nearby_passwords),
    (rules.LOCK_CUES, lock_passwords),
    (CHINESE_WORDS, described_in_chinese),
    (ENGLISH_WORDS, described_in_english),
    (("pass",), short_passwords),
    (("密码", "口令", "pass", "pin", "pw"), said_before),
    (rules.LOGIN_WORDS, logins),
    (rules.NETWORK_WORDS, networks),
    (("@",), mailed),
    (PIECE_WORDS, piecemeal),
    (ANSWER_WORDS, security_answers),
    (FIELD_WORDS, named_values),
    (SHORT_NAME_WORDS, short_key_names),
    (LICENCE_WORDS, licence_codes),
    (SPOKEN_WORDS, spoken_secrets),
    (NAMED_KEY_WORDS, nearby_keys),
)
_VENDOR_KEYS = 0
"""Where `vendor_keys` stands: prefixes with `_` or `-` are too many to ask for one by one."""
_SOME_DIGITS = re.compile(r"\d\D{0,3}\d\D{0,3}\d")
_WITH_DIGITS = frozenset(
    place
    for place, (_, find) in enumerate(_FINDERS)
    if find in {sent_codes, card_codes, pins, lock_codes, door_codes}
)
"""Finders of numbers, which have three digits at least."""


def _by_word() -> tuple[tuple[str, tuple[int, ...]], ...]:
    places: dict[str, list[int]] = {}
    for place, (words, _) in enumerate(_FINDERS):
        for word in words:
            places.setdefault(word, []).append(place)
    return tuple((word, tuple(some)) for word, some in places.items())


def _by_run() -> dict[tuple[str, ...], list[tuple[str, tuple[int, ...]]]]:
    runs: dict[tuple[str, ...], list[tuple[str, tuple[int, ...]]]] = {}
    for word, places in _by_word():
        if len(word) >= 3:
            runs.setdefault(tuple(word[:3]), []).append((word, places))
    return runs


_BY_RUN = _by_run()
"""The words that finders ask for, by their first three characters, with the places of those finders."""
_SHORT_WORDS = tuple(one for one in _by_word() if len(one[0]) < 3)
"""The words of one or two characters."""
