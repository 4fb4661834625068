"""What holds of a person: facts, preferences, constraints and passing context."""

from typing import Annotated, ClassVar, Literal, get_args

from typing_extensions import override

from stelae.schemas.candidate import Polarity
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.choices import Choices

_MEALTIMES = ("morning", "noon", "afternoon", "evening", "bedtime", "after-meal", "daily")
SINGLE_FACTS = frozenset(
    {"name", "home", "job", "employer", "age", "birthday", "hometown", "email", "phone", "gender"}
    | {"marital-status", "native-language", "timezone", "height", "weight", "blood-type", "school"}
    | {"zodiac", "star-sign", "handedness"}
    # Each apart from the plain one: whoever has a phone at work has another one as well.
    | {"first-name", "surname", "middle-name", "maiden-name", "full-name", "english-name"}
    | {"chinese-name", "birthplace", "raised-in", "birth-year", "address", "work-address"}
    | {"work-phone", "home-phone", "work-email", "personal-email", "wechat", "qq"}
    # What a thing is, where it is, and when (`A 栋的物业费`, `the staging cluster`).
    | {"value", "location", "time", "opens", "closes", "starts", "ends", "price", "expires", "due"}
    # What somebody has at a time of day (DEV-10: coffee gives way to barley tea).
    | {f"{when}-{what}" for when in _MEALTIMES for what in ("drink", "meal")}
)
SINGLE_PREFERENCES = frozenset(
    {
        "report-language",
        "reply-language",
        "email-language",
        "commit-language",
        "comment-language",
        "reply-length",
        "reply-format",
        "tone",
        "units",
        "currency",
    }
    | {
        "date-format",
        "form-of-address",
        "code-style",
        "indentation",
        "theme",
        "copies",
        "reminders",
    }
)
Slot = Literal["budget", "size", "location"]
"""An aspect of a preference with one value in each domain, which is no word to match texts by (P24); unlike a way of serving
it bears on no other answer."""
SLOTS: tuple[Slot, ...] = get_args(Slot)
Limit = Literal["allergy", "ban", "must", "diet", "health"]


class Fact(CategoryModel):
    """Something true of a person or thing: `subject` has `attribute` = `object`."""

    __key__: ClassVar[tuple[str, ...]] = ("subject", "attribute", "object")

    subject: str = "user"
    attribute: str | None = None
    """Lower-case English slug (`home`, `job`, `pet`, `account`); None: the statement stands for itself."""
    object: str | None = None
    """None: the statement stands for itself, but denied, with one value at a time: there is none now (`I lost my job`)."""
    negated: bool = False

    @override
    def identity(self) -> tuple[str, ...] | None:
        if self.attribute is None:
            return None
        base = (self.subject, self.attribute)
        if self.object is None:
            return base if self.negated and self.single_valued() else None
        return base if self.single_valued() else (*base, self.object)

    @override
    def single_valued(self) -> bool:
        # People live in one town and do not live in many.
        denies_one = self.negated and self.object is not None
        return self.attribute in SINGLE_FACTS and not denies_one

    @override
    def opposite(self) -> "Fact | None":
        if self.attribute not in SINGLE_FACTS or self.object is None:
            return None
        return self.model_copy(update={"negated": not self.negated})

    @override
    def value(self) -> str:
        return f"{'not ' if self.negated else ''}{self.object or ''}"


class Preference(CategoryModel):
    """What somebody likes, dislikes or wants done a certain way. Polarity is a field, never part of the key (S3)."""

    __key__: ClassVar[tuple[str, ...]] = ("subject", "domain", "aspect", "object")

    polarity: Annotated[
        Polarity,
        Choices(
            {
                "like": "wanted, enjoyed, or the way it is to be done",
                "dislike": "not wanted, or not to be done that way",
                "neutral": "neither said",
            }
        ),
    ] = "like"
    subject: str = "user"
    domain: str = "global"
    aspect: str = "thing"
    """`thing` for a liked or disliked object; a slug such as `report-language` for a way of serving."""
    object: str | None = None

    @override
    def identity(self) -> tuple[str, ...] | None:
        if not self.object:
            return None
        base = (self.domain, self.aspect)
        if self.subject != "user":
            base = (self.subject, *base)
        return base if self.single_valued() else (*base, self.object)

    @override
    def single_valued(self) -> bool:
        single = self.aspect in SINGLE_PREFERENCES or self.aspect in SLOTS
        return single or self.aspect.startswith("favourite-")

    @override
    def standing(self) -> bool:
        # How to serve: there are few such ways, each with one value, and no question names them.
        return self.subject == "user" and self.aspect in SINGLE_PREFERENCES and bool(self.object)

    @override
    def value(self) -> str:
        return f"{self.polarity} {self.object or ''}"


class Constraint(CategoryModel):
    """A hard limit: an allergy, a ban, a must. Pinned, never decays."""

    __key__: ClassVar[tuple[str, ...]] = ("subject", "type", "domain", "object")

    type: Annotated[
        Limit,
        Choices(
            {
                "allergy": "the body reacts to it",
                "ban": "forbidden, for another reason than the body",
                "must": "has to be done or be there each time",
                "diet": "a way of eating that is kept by choice or belief",
                "health": "a condition of the body other than an allergy",
            }
        ),
    ] = "ban"
    subject: str = "user"
    domain: str = "global"
    """Where it holds: everywhere, or in one domain (`no leather shoes` says nothing of bags)."""
    object: str | None = None
    active: bool = True
    """False: said to be over."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        if not self.object:
            return None
        place = () if self.domain == "global" else (self.domain,)
        return (self.subject, self.type, *place, self.object)

    @override
    def value(self) -> str:
        return "on" if self.active else "off"


class Context(CategoryModel):
    """What surrounds a person for a while: a project, a trip, a mood. Fades and expires."""

    subject: str = "user"
    topic: str | None = None

    @override
    def identity(self) -> tuple[str, ...] | None:
        return None
