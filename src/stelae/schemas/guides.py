"""Guides as files (O32), and what became of them: the file's fields, findings of the linter, reports. Values only."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import Value
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.categories.guidance import SourceTier
from stelae.schemas.scope import check_name, check_scope

GuideCategory = Literal["usage_guide", "format_guide"]
Identity = tuple[str, str, str, str]
"""What there is one guide of: scope, category, agent, intent."""
SOURCE_TIERS: Final[tuple[SourceTier, ...]] = ("vendor", "platform", "team", "user")
"""High to low."""
PRIORITIES: Final[Mapping[SourceTier, int]] = MappingProxyType(
    {"vendor": 10, "platform": 8, "team": 6, "user": 3}
)
"""Of a guide that names none, and the most that one of the tier may name (O33)."""
AUTHORITIES: Final[Mapping[SourceTier, Authority]] = MappingProxyType(
    {"vendor": "vendor", "platform": "platform", "team": "team", "user": "user_edit"}
)
"""Whose word a file of that tier is."""
INTENT_FORM: Final = r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$"
GUIDE_SUFFIX: Final = ".guide.yaml"
TOMBSTONE_SUFFIX: Final = ".guide.yaml.removed"


class GuideFile(Value):
    """What a `*.guide.yaml` says. Its `body` is the text of the memory; where the memory belongs is the path's to say."""

    schema_version: Literal[1] = 1
    category: GuideCategory = "usage_guide"
    intent: Annotated[str, Field(max_length=80, pattern=INTENT_FORM)]
    """What it is for, in snake_case."""
    agent: Annotated[str, AfterValidator(lambda name: check_name(name, "agent"))]
    """Whose guide it is; with the intent its identity."""
    keywords: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=80)], ...],
        Field(min_length=1, max_length=32),
    ]
    """Words of requests that it answers, in every language people ask in."""
    related: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=80)], ...], Field(max_length=16)
    ] = ()
    """Intents of guides beside it."""
    source_tier: SourceTier = "user"
    priority: Annotated[int | None, Field(ge=1, le=10)] = None
    """None: that of its tier."""
    scope: Annotated[str | None, AfterValidator(lambda s: s if s is None else check_scope(s))] = (
        None
    )
    """Narrower than the path says; None: as the path says."""
    body: Annotated[str, Field(min_length=1, max_length=MAX_MEMORY_CHARS)]

    @property
    def standing(self) -> int:
        """Its priority, or that of its tier."""
        return PRIORITIES[self.source_tier] if self.priority is None else self.priority

    @property
    def authority(self) -> Authority:
        """Whose word it is."""
        return AUTHORITIES[self.source_tier]


GuideCode = Literal[
    "unreadable",
    "unknown_key",
    "doubled_key",
    "missing",
    "wrong_type",
    "wrong_value",
    "intent_form",
    "file_name",
    "no_keywords",
    "one_language",
    "tier_not_allowed",
    "priority_too_high",
    "too_long",
    "secret",
    "injection",
    "block_marks",
    "no_place",
    "wrong_agent",
    "wider_scope",
    "duplicate_intent",
    "unknown_related",
]


class GuideFinding(Value):
    """One thing to look at in a file. An `error` keeps the guide out; a `warning` does not."""

    level: Literal["error", "warning"] = "error"
    code: GuideCode
    file: str
    """Relative to the folder."""
    line: int | None = None
    """From 1; None: it is about the file as a whole."""
    message: str
    """What is wrong and what to do, without any of the text."""

    @property
    def where(self) -> str:
        """File and line, as editors open them."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


GuideWord = Literal[
    "added",
    "changed",
    "unchanged",
    "pending",
    "rejected",
    "invalid",
    "blocked",
    "removed",
    "pruned",
]
"""`pending` waits for a person, `rejected` is the gate's word, `invalid` the linter's; `blocked` lies beside a tombstone
file, `removed` is because of one, `pruned` because its file is gone."""


class GuideOutcome(Value):
    """What became of one file, or of one stored guide whose file is gone."""

    file: str
    word: GuideWord
    intent: str = ""
    agent: str = ""
    scope: str = ""
    id: str | None = None
    """Of the memory."""
    reason: str = ""
    """Of a rejected or pending one, as everywhere."""
    detail: str = ""


class GuideReport(Value):
    """What an import did with a folder."""

    outcomes: tuple[GuideOutcome, ...] = ()
    findings: tuple[GuideFinding, ...] = ()
    disabled: bool = False
    """Capture is switched off (`STELAE_ENABLED=0`); nothing was done."""

    def count(self, *words: GuideWord) -> int:
        """Return how many files had one of these fates."""
        return sum(one.word in words for one in self.outcomes)

    @property
    def sound(self) -> bool:
        """Is every file's guide in memory, or kept out on purpose?"""
        return not self.count("invalid", "rejected")


class StoredGuide(Value):
    """A guide in memory: as a file would say it, and where it is."""

    id: str
    scope: str
    guide: GuideFile
    file: str | None = None
    """Its file, from the agent's folder on; None: it comes from no file."""


class GuideExport(Value):
    """What an export wrote: file names relative to the folder."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    """There already, saying the same."""
    held: tuple[str, ...] = ()
    """There already, saying something else, or kept out by a tombstone file; nothing is overwritten."""
    unfit: tuple[str, ...] = ()
    """Ids of stored guides that no file can say: they are of one project, or their names or fields of another form."""


class InstalledAgent(Value):
    """One agent's folder, as it was checked."""

    name: str
    scope: str
    """Where its guides are, and what its handle reads."""
    always_tokens: int = 0
    """Estimated, of its static context that is always shown."""
    on_intent: tuple[str, ...] = ()
    """Documents that wait for their keywords."""


class Installed(Value):
    """What an installation did."""

    agents: tuple[InstalledAgent, ...]
    guides: GuideReport
    vectors: int = 0
    """Made anew for another embedder."""
