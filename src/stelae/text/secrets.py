"""Find secrets in a text: keys, passwords, tokens, one-time codes and recovery codes, in Chinese and English.

The only place that says what a secret is: intake removes what is found here before anything is written, and the rules
that propose memories and the gate ask the same. Own rules, no model: a vendor's prefix, or a word that announces the
value ("密码是 …", "the token is …"). Only the value is found, never the sentence around it; a value that is described
instead of written out goes to the end of its clause. Talk about passwords, hashes, UUIDs, ticket numbers and placeholders is
left alone (DEV-06). A high-entropy string without prefix and without such a word is deliberately *not* a secret: it
is a commit hash.
"""

from collections.abc import Callable, Iterator

from stelae.text import secret_rules as rules
from stelae.text.announced_secrets import lock_passwords, passwords, short_passwords, tokens
from stelae.text.described_secrets import (
    CHINESE_WORDS,
    ENGLISH_WORDS,
    described_in_chinese,
    described_in_english,
)
from stelae.text.findings import Finding, merge
from stelae.text.lock_codes import LOCK_WORDS, PIN_WORDS, lock_codes, pins
from stelae.text.login_secrets import bearers, logins, mailed, networks, options, said_before
from stelae.text.plain_view import PlainView, plain_view
from stelae.text.secret_codes import (
    CARD_WORDS,
    CODE_WORDS,
    RECOVERY_WORDS,
    SENT_WORDS,
    card_codes,
    one_time_codes,
    recovery_codes,
    sent_codes,
)
from stelae.text.vendor_keys import (
    KEY_PREFIXES,
    Span,
    aws_secrets,
    private_keys,
    url_passwords,
    vendor_keys,
)


def find_secrets(text: str) -> tuple[Finding, ...]:
    """Find the secrets of a text.

    Args:
        text: Any text; full-width letters, invisible characters and line breaks inside a key do not hide it.

    Returns:
        Findings of kind `secret` by offset, not overlapping. Types: `openai_key`, `aws_access_key`, `aws_secret_key`,
        `github_token`, `gitlab_token`, `slack_token`, `google_key`, `stripe_key`, `service_key`, `jwt`, `private_key`,
        `url_password`, `bearer_token`, `token`, `password`, `described_password`, `one_time_code`, `recovery_code`,
        `card_code`, and `bank_card` for a card's number that stands beside its code.
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


_BARE_PREFIXES = tuple(p.lower() for p in KEY_PREFIXES if "_" not in p and "-" not in p)
"""The few beginnings of vendor keys without `_` or `-`, which most texts do not hold either."""
# The more specific finders first: where two find the same stretch, the first names its type.
_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Span]]], ...] = (
    (_BARE_PREFIXES, vendor_keys),
    (("-----begin",), private_keys),
    (("akia", "asia", "aws"), aws_secrets),
    (("://",), url_passwords),
    (CODE_WORDS, one_time_codes),
    (SENT_WORDS, sent_codes),
    (CARD_WORDS, card_codes),
    (PIN_WORDS, pins),
    (LOCK_WORDS, lock_codes),
    (RECOVERY_WORDS, recovery_codes),
    (rules.BEARER_WORDS, bearers),
    (rules.OPTION_WORDS, options),
    (rules.TOKEN_WORDS, tokens),
    (rules.PASSWORD_WORDS, passwords),
    (rules.LOCK_CUES, lock_passwords),
    (CHINESE_WORDS, described_in_chinese),
    (ENGLISH_WORDS, described_in_english),
    (("pass",), short_passwords),
    (("密码", "口令", "pass", "pin", "pw"), said_before),
    (rules.LOGIN_WORDS, logins),
    (rules.NETWORK_WORDS, networks),
    (("@",), mailed),
)
