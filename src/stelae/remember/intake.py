"""From a message to an observation: own blocks stripped, secrets removed, text scanned. Pure.

This runs before anything is written, logged or sent to a model, so that a secret has no later place to leak from.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from stelae.remember.messages import authority_of
from stelae.remember.redaction import redact, redact_value
from stelae.schemas.authority import Authority, at_least, is_person
from stelae.schemas.base import JsonObject
from stelae.schemas.memory import Reason
from stelae.schemas.observation import Flag, Message, Observation
from stelae.text.forget_requests import is_forget_request, without_requests
from stelae.text.keys import content_hash, digest, statement
from stelae.text.language import language_of
from stelae.text.markers import strip_blocks, strip_wrappers
from stelae.text.normalise import is_blank, visible
from stelae.text.scanner import scan

_SENTENCE_END = re.compile(r"[。！？；!?;\n]+|\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Intake:
    """A message as it will be logged, and what was noticed on the way."""

    observation: Observation
    removed: tuple[str, ...] = ()
    """Types of the secrets that were taken out; never their values."""
    only_secret: bool = False
    """Nothing useful is left beside secrets."""

    @property
    def told(self) -> str:
        """What the caller is told of the removal: types, never values."""
        return f"redacted: {', '.join(self.removed)}"

    @property
    def blank(self) -> bool:
        """Is there no text?"""
        return is_blank(self.observation.text)


def take_in(
    message: Message,
    *,
    id: str,  # noqa: A002 - the word every schema uses
    now: datetime,
    order: int,
    project: str | None,
    masked: frozenset[str],
    author: Authority | None = None,
) -> Intake:
    """Return the message as an observation.

    Args:
        message: shaped by `messages.shape`.
        id: for the new observation.
        now: time of recording.
        order: position in its call; messages without a time keep their order by one microsecond each.
        project: of the namespace.
        masked: types of personal data that the policy masks like secrets.
        author: who stands behind a text that nobody spoke (role `system`: a file); None: nobody.
    """
    stripped = strip_wrappers(strip_blocks(message.content))
    echo = (
        stripped.strip() != message.content.strip()
        and strip_blocks(message.content) != message.content
    )
    authority = authority_of(message)
    written = message.role == "system" and author is not None and at_least(author, "user_edit")
    said, asks = visible(stripped).strip(), False
    if is_person(authority) and is_forget_request(said):
        said, asks = without_requests(said), True
    clean = redact(said, personal=masked)
    when = message.time or now + timedelta(microseconds=order)
    name = redact(message.name, personal=masked).text if message.name else None
    return Intake(
        Observation(
            id=id,
            external_id=message.id,
            content_hash=content_hash(
                role=message.role,
                speaker=name,
                session=message.session,
                time=message.time.isoformat() if message.time else "",
                text=redact(visible(stripped).strip(), personal=masked).text
                if asks
                else clean.text,
            ),
            role=message.role,
            authority=authority,
            speaker=name,
            session=message.session,
            project=project,
            text=clean.text,
            language=language_of(clean.text),
            time=when,
            time_given=message.time is not None,
            zone=message.zone or "UTC",
            recorded_at=now,
            flags=_flags(stripped, spoken=written or is_person(authority), echo=echo, asks=asks),
            tool_calls=tuple(redact_value(dict(c)) for c in message.tool_calls),
            metadata=redact_value(message.metadata),
        ),
        removed=clean.types,
        only_secret=clean.only_secret,
    )


def as_told(intake: Intake, authority: Authority, fields: JsonObject | None) -> Intake:
    """Return the intake of a statement that a caller gives with its authority and, it may be, its fields.

    The same words with other fields are another message; with the same fields they are the same one, said again.
    """
    said = intake.observation
    changes: dict[str, Any] = {"authority": authority}
    if fields is not None:
        told = json.dumps(sorted(fields.items()), default=str)
        changes["content_hash"] = digest(f"{said.content_hash}\x1f{told}", 16)
    return Intake(said.model_copy(update=changes), intake.removed, intake.only_secret)


def refusal(intake: Intake) -> Reason | None:
    """Say why nothing may be extracted from a message at all; None: it may be read."""
    said = intake.observation
    if misleads(said):
        return "injection"
    if intake.only_secret and is_person(said.authority):
        return "restricted"
    return "forget_request" if "forget_request" in said.flags else None


def misleads(said: Observation) -> bool:
    """Has the scanner found an order in it, or a text that its readers do not see (DEV-08)?"""
    return not {"instruction", "hidden"}.isdisjoint(said.flags)


def message_mark(said: Observation) -> str:
    """Return what a message is known by under a tombstone: the caller's id, else its content hash."""
    return said.external_id or said.content_hash


def statement_marks(text: str) -> tuple[str, ...]:
    """Return the normalised statements of a text and of each of its sentences, as tombstones know them."""
    parts = (text, *_SENTENCE_END.split(text))
    return tuple(dict.fromkeys(filter(None, map(statement, parts))))


def _flags(said: str, *, spoken: bool, echo: bool, asks: bool) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    found = scan(said, spoken=spoken)
    if found.verdict != "clean":
        flags.append(found.verdict)
    if found.procedural:
        flags.append("procedural")
    if echo:
        flags.append("echo")
    if asks:
        flags.append("forget_request")
    return tuple(flags)
