"""The linter of guide files: what is wrong in which line, in plain words, and the guide where nothing is.

What it refuses the gate would refuse, too, or store as something else than the file says; the gate decides all the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stelae.ingestion.guide_files import GuideFolder, GuidePlace, place_of, read_text
from stelae.ingestion.guide_rules import RULES, cleaned
from stelae.ingestion.guide_sheet import Sheet, shape
from stelae.ingestion.yaml_text import UnreadableError, read_marked
from stelae.schemas.guides import GuideFile, GuideFinding, Identity, SourceTier


@dataclass(frozen=True, slots=True)
class Checked:
    """One file after the linter."""

    file: str
    findings: tuple[GuideFinding, ...]
    guide: GuideFile | None = None
    """None: an error keeps it out."""
    scope: str = ""
    """Where it belongs."""

    @property
    def identity(self) -> Identity | None:
        """What there is one guide of; None without a guide."""
        one = self.guide
        return None if one is None else (self.scope, one.category, one.agent, one.intent)


def check_folder(found: GuideFolder, *, highest: SourceTier) -> tuple[Checked, ...]:
    """Look at every file of a folder, each by itself and then all together.

    Args:
        found: the folder.
        highest: the highest source tier that a file may claim here.
    """
    return across([_read(found, file, highest) for file in found.files])


def check(file: str, text: str, place: GuidePlace | None, *, highest: SourceTier) -> Checked:
    """Look at one file.

    Args:
        file: relative to its folder.
        text: of the file.
        place: what its path says; None: it lies in no folder of guides.
        highest: the highest source tier that a file may claim here.
    """
    try:
        sheet = Sheet(file, read_marked(text), place, highest)
    except UnreadableError as error:
        return _unreadable(file, error)
    findings = shape(sheet)
    sound = sheet.sound(findings)
    for rule in RULES:
        findings += rule(sheet, sound)
    told = tuple(sorted(findings, key=lambda one: one.line or 0))
    if place is None or any(one.level == "error" for one in told):
        return Checked(file, told)
    guide = GuideFile(**cleaned(sound))
    return Checked(file, told, guide, guide.scope or place.scope)


def across(checked: Iterable[Checked]) -> tuple[Checked, ...]:
    """Look at files together: of two that are one guide the first stands, and `related` should lead somewhere."""
    files = tuple(checked)
    intents = {one.guide.intent for one in files if one.guide is not None}
    first: dict[Identity, str] = {}
    return tuple(_among(one, first, intents) for one in files)


def _among(one: Checked, first: dict[Identity, str], intents: set[str]) -> Checked:
    guide, identity = one.guide, one.identity
    if guide is None or identity is None:
        return one
    stands = first.setdefault(identity, one.file)
    if stands != one.file:
        message = f"{stands} is the same guide (intent {guide.intent!r}); keep one of them."
        found = GuideFinding(code="duplicate_intent", file=one.file, message=message)
        return Checked(one.file, (*one.findings, found))
    lost = tuple(
        GuideFinding(
            level="warning",
            code="unknown_related",
            file=one.file,
            message=f"related: there is no guide {name!r} in this folder.",
        )
        for name in guide.related
        if name not in intents
    )
    return replace(one, findings=(*one.findings, *lost))


def _read(found: GuideFolder, file: str, highest: SourceTier) -> Checked:
    try:
        text = read_text(found.path, file)
    except UnreadableError as error:
        return _unreadable(file, error)
    except OSError as error:
        return _unreadable(file, UnreadableError(error.strerror or type(error).__name__))
    return check(file, text, place_of(found.path, file), highest=highest)


def _unreadable(file: str, error: UnreadableError) -> Checked:
    message = f"the file cannot be read: {error}."
    found = GuideFinding(code="unreadable", file=file, line=error.line, message=message)
    return Checked(file, (found,))
