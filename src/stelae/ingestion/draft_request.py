"""From what somebody wants drafted to a draft: names in their form, secrets out, the place settled. Pure."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from stelae.errors import InvalidInputError, TooLargeError
from stelae.ingestion.confirmation import heard
from stelae.ingestion.draft_place import place_of
from stelae.ingestion.guide_sheet import LISTS, LONGEST_WORD
from stelae.ingestion.notation import notation_of
from stelae.remember.redaction import redact
from stelae.schemas.drafts import LIFETIME, Draft, DraftRequest, Said
from stelae.schemas.guides import INTENT_FORM
from stelae.schemas.scope import Namespace
from stelae.text.estimate import estimate_tokens
from stelae.text.keys import sha256
from stelae.text.normalise import fold, is_blank, squash, storable
from stelae.text.scanner import scan

MAX_CHARS: Final = 200_000
"""Of a draft's text or source: about a hundred passages, more than anybody reads before saying yes."""
_JOINT: Final = re.compile(r"[\s\-–—_]+")
_GUIDES: Final = frozenset({"usage_guide", "format_guide"})


class _Cleaner:
    """Takes secrets out of one text after the other, and remembers of which types they were."""

    def __init__(self, masked: frozenset[str]) -> None:
        """Take the types of personal data that are masked likewise."""
        self._masked = masked
        self.types: list[str] = []

    def text(self, text: str) -> str:
        """Return the text with placeholders."""
        found = redact(storable(text), personal=self._masked)
        self.types += found.types
        if found.only_secret:
            raise InvalidInputError("There is nothing in it but a secret. Nothing was drafted.")
        return found.text

    def word(self, word: str) -> str:
        """Return the word; nothing where there is a secret in it, since a placeholder is no word to be found by."""
        found = redact(squash(storable(word)), personal=self._masked)
        self.types += found.types
        return "" if found.changed else found.text


def drafted(
    ns: Namespace,
    asked: DraftRequest,
    said: Said,
    *,
    now: datetime,
    id: str,  # noqa: A002 - the word every schema uses
    masked: frozenset[str],
    by_hand: bool,
) -> Draft:
    """Return the draft; nothing of it has been compared with what is stored.

    Args:
        ns: of the handle that proposes it.
        asked: what is wanted.
        said: what the person has said by now.
        now: the present.
        id: for the draft.
        masked: types of personal data that the policy masks like secrets.
        by_hand: a person proposes it, and may give any scope.

    Raises:
        InvalidInputError: a name is of the wrong form, something is missing, or there is nothing but a secret.
        ScopeError: agent or scope are malformed.
        TooLargeError: body or text are too long for a draft.
    """
    place = place_of(ns, agent=asked.agent, scope=asked.scope, by_hand=by_hand)
    clean = _Cleaner(masked)
    drawing = asked.category == "topology"
    body, text = _long(clean, asked.body), _long(clean, asked.text)
    if is_blank(body):
        raise InvalidInputError("The body is empty.")
    if drawing and asked.body != storable(asked.body):
        raise InvalidInputError(
            "The source holds control characters, so it cannot be kept as it is."
        )
    if drawing and text:
        raise InvalidInputError("A drawing is kept as it is; it has no text beside it.")
    # A source keeps the white space around it, too.
    body = body if drawing else body.strip()
    keywords = _words(clean, "keywords", asked.keywords)
    if not keywords and asked.category in _GUIDES:
        raise InvalidInputError(
            "A guide needs keywords: words of requests that it answers, in every language people ask in."
        )
    return Draft(
        id=id,
        intent=_intent(asked.intent),
        category=asked.category,
        agent=place.agent,
        scope=place.scope,
        narrowed_from=place.narrowed_from,
        tenant=ns.tenant,
        project=ns.project,
        proposed_from=ns.scope,
        keywords=keywords,
        related=_words(clean, "related", asked.related),
        notation=(asked.notation or notation_of(body)) if drawing else "text",
        body=body,
        text=text,
        body_sha256=sha256(body),
        text_sha256=sha256(text) if text else "",
        tokens=estimate_tokens(body) + estimate_tokens(text),
        track="dual" if text else "one",
        redacted=tuple(dict.fromkeys(clean.types)),
        turn=said.turn,
        messages=said.messages,
        heard=heard(said, id),
        session=said.session,
        proposed_at=now,
        expires_at=now + LIFETIME,
    )


def _intent(given: str) -> str:
    """Return the intent in snake_case; what is no name in it is refused, not guessed."""
    intent = _JOINT.sub("_", fold(given).strip()).strip("_")
    named = re.fullmatch(INTENT_FORM, intent) and len(intent) <= LONGEST_WORD
    if not named or redact(given).changed or redact(intent).changed:
        raise InvalidInputError(
            "The intent is its name in snake_case (small letters, digits, _), at most 80 characters:"
            " take_snapshot_when_db_stale."
        )
    return intent


def _long(clean: _Cleaner, text: str) -> str:
    if len(text) > MAX_CHARS:
        raise TooLargeError(
            f"A draft holds at most {MAX_CHARS:,} characters; a person imports a longer text with: stelae documents import."
        )
    return "" if is_blank(text) else clean.text(text)


def _words(clean: _Cleaner, what: str, given: Sequence[str]) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(_spoken(clean, what, given)))
    if len(words) > LISTS[what]:
        raise InvalidInputError(f"There are at most {LISTS[what]} {what}.")
    return words


def _spoken(clean: _Cleaner, what: str, given: Sequence[str]) -> Iterator[str]:
    for word in map(clean.word, given):
        if is_blank(word):
            continue
        if len(word) > LONGEST_WORD:
            raise InvalidInputError(f"Each of the {what} has at most {LONGEST_WORD} characters.")
        if scan(word, spoken=True).verdict != "clean":
            raise InvalidInputError(f"One of the {what} reads as an order (injection).")
        yield word
