"""Several people in one scope: what one says of themselves is not the other's (DEV-05). Pure.

Who speaks first holds the plain keys (`fact/user/home`). What another named speaker says of themselves, or of their own
sister, goes under their name where it would meet the first one's; named people and things are the same for everybody.
Words without a name are the one named person's; where two have spoken nobody knows whose they are, and they replace nothing.
"""

import re

from stelae.remember.rules.reading.subjects import KIN_EN, KIN_ZH
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.memory import MemoryRecord
from stelae.text.normalise import fold

_ROLES = frozenset({"", "user", "assistant", "tool", "system", "human", "ai"})
"""What some clients put where a name belongs; it names nobody."""
_KIN = re.compile(rf"(?:大|小|二|三)?(?:{KIN_ZH})|{KIN_EN}", re.IGNORECASE)


def under_name(candidate: MemoryCandidate, speaker: str) -> MemoryCandidate | None:
    """Return the candidate with its subject named after the speaker.

    None: whom it is about does not depend on who speaks, or nobody is named.
    """
    subject = candidate.subject
    if fold(speaker) in _ROLES:
        return None
    if subject == "user":
        named = speaker
    elif _KIN.fullmatch(subject):
        named = f"{speaker}'s {subject}" if subject.isascii() else f"{speaker}的{subject}"
    else:
        return None
    fields = dict(candidate.attributes)
    if fields.get("subject") == subject:
        fields["subject"] = named
    return candidate.model_copy(update={"subject": named, "attributes": fields})


def of_another(record: MemoryRecord, speaker: str | None) -> bool:
    """Is the record somebody else's word? Where one of the two speakers has no name nobody can say."""
    one, other = fold(speaker or ""), fold(record.speaker or "")
    return one != other and not {one, other} & _ROLES


def unsigned(new: MemoryRecord, existing: MemoryRecord) -> bool:
    """Does somebody without a name speak where a named person has spoken?"""
    return fold(new.speaker or "") in _ROLES and fold(existing.speaker or "") not in _ROLES
