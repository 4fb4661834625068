"""Which attribute of a person or thing a question asks for: `do I have any pets?`, 我在哪家公司, `where is my car`.

A question is read as a whole or not at all, so nothing is left over of it. Pure.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from stelae.recall.asked import shapes
from stelae.recall.asked.contacts import CONTACTS
from stelae.recall.asked.cue import Cue
from stelae.recall.asked.identity import IDENTITY
from stelae.recall.asked.life import LIFE
from stelae.recall.reading_rules import DRINK, EAT, Seek

CUES: tuple[Cue, ...] = (*IDENTITY, *CONTACTS, *LIFE)
OF_A_THING = "thing-"
"""Beginning of the names of readings that are sure only where a memory names the thing in the same words."""
_LONGEST_THING = 30
_MY = re.compile(r"^(?:my|our|the|我们?的?|咱们?的?)\s*")


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What a question asks for."""

    name: str
    seeks: tuple[Seek, ...]
    """Alternatives that answer."""
    otherwise: tuple[Seek, ...] = ()
    """What answers, too, each where nothing of what stands before it is known."""


def asked_of_me(text: str) -> AskedFor | None:
    """Return what a question asks of the speaker, or None.

    Args:
        text: the question, in simplified characters.
    """
    said = _tidy(text)
    return _in_english(said) if said.isascii() else _in_chinese(said)


def asked_of_a_thing(text: str) -> AskedFor | None:
    """Return what a question asks of a thing: where it is, when it opens, what it costs.

    Args:
        text: the question, in simplified characters.
    """
    said = _tidy(text)
    if said.isascii():
        if not shapes.OF_THINGS_EN.match(said):
            return None
        said, table = shapes.TRAIL_EN.sub("", said), shapes.THINGS_EN
    else:
        if not shapes.OF_THINGS_ZH.search(said):
            return None
        said, table = _without_frame_zh(said), shapes.THINGS_ZH
    for attribute, pattern in table:
        found = pattern.fullmatch(said)
        if found is None or len(found["t"]) > _LONGEST_THING or found["t"] in shapes.NO_THING:
            continue
        where = {"subject": _spellings(found["t"].strip()), "attribute": attribute}
        return AskedFor(f"{OF_A_THING}{attribute}", (Seek("fact", where),))
    return None


def _tidy(text: str) -> str:
    return text.lower().replace("\u2019", "'").strip(" \t\r\n?？.。!！,，~～…")


def _without_frame_zh(said: str) -> str:
    if said[-1:] in shapes.TRAILING_ZH:
        said = shapes.TRAIL_ZH.sub("", said)
    lead = shapes.LEAD_ZH.match(said)
    return said[lead.end() :] if lead else said


def _spellings(thing: str) -> list[str]:
    """The names under which a thing may be known: `car` is `my car` as well."""
    bare = _MY.sub("", thing)
    mine = [f"my {bare}", f"our {bare}"]
    if not bare.isascii():
        mine = [f"{my}{bare}" for my in ("我的", "我", "我们", "我们的")]
    return list(dict.fromkeys((thing, bare, *mine)))


def _in_english(said: str) -> AskedFor | None:
    said = shapes.TRAIL_EN.sub("", said)
    if found := _favourite(said, shapes.FAVOURITE_EN, shapes.LIKED_EN):
        return found
    now = shapes.FORMER_EN.sub("", said).strip()
    bare = shapes.LEAD_EN.sub("", now, 1)
    if cue := _noun_of(bare, shapes.NOUNS_EN) or _question_of(bare, english=True):
        # `used to` leaves no doubt that the present is not meant.
        return _asked(cue, former=now != said, sure=True)
    return _slot(bare, shapes.SLOT_EN, shapes.SLOTS_EN) or _account(bare, shapes.ACCOUNT_EN)


def _in_chinese(said: str) -> AskedFor | None:
    said = _without_frame_zh(said)
    me = shapes.SPEAKER_ZH.match(said)
    if me is None:
        return None
    said = said[me.end() :]
    if found := _favourite(said, shapes.FAVOURITE_ZH, shapes.LIKED_ZH):
        return found
    bare = shapes.FORMER_ZH.sub("", said)
    if cue := (
        _noun_of(bare, shapes.NOUNS_ZH)
        or _question_of(bare, english=False)
        or _question_of(shapes.SOFTLY_ZH.sub("", bare), english=False)
    ):
        # 之前 may as well mean "what I told you before".
        return _asked(cue, former=bare != said, sure=False)
    return _slot(bare, shapes.SLOT_ZH, shapes.SLOTS_ZH) or _account(bare, shapes.ACCOUNT_ZH)


def _noun_of(said: str, frames: Sequence[re.Pattern[str]]) -> Cue | None:
    for frame in frames:
        found = frame.fullmatch(said)
        if found is None or (cue := _nouns().get(found["n"].strip())) is None:
            continue
        if not (cue.owned and found.groupdict().get("called")):
            return cue
    return None


def _question_of(said: str, *, english: bool) -> Cue | None:
    found = _questions(english).fullmatch(said)
    return CUES[int((found.lastgroup or "q0")[1:])] if found else None


def _asked(cue: Cue, *, former: bool, sure: bool) -> AskedFor:
    name = cue.owned or f"fact-{cue.attributes[0]}"
    now = _fact(cue.attributes, cue.about)
    otherwise = (_fact(cue.otherwise, None),) if cue.otherwise else ()
    if cue.owned:
        # What somebody has counts before what they said they have not.
        now, otherwise = _fact(cue.attributes, cue.about, negated=False), (now,)
    if not former:
        return AskedFor(name, (now,), otherwise)
    once = _fact(tuple(f"former-{one}" for one in cue.attributes), cue.about)
    return AskedFor(f"fact-former-{cue.attributes[0]}", (once,), () if sure else (now, *otherwise))


def _fact(attributes: Sequence[str], about: re.Pattern[str] | None, **more: bool) -> Seek:
    asked = attributes[0] if len(attributes) == 1 else list(attributes)
    return Seek("fact", {"subject": "user", "attribute": asked, **more}, about)


def _favourite(said: str, named: re.Pattern[str], liked: re.Pattern[str]) -> AskedFor | None:
    """Return what asks for what somebody likes of a kind of thing."""
    by_name = named.fullmatch(said)
    found = by_name or liked.fullmatch(said)
    if found is None:
        return None
    kind = found["n"].strip()
    words = next((group for group in shapes.FAVOURITES if kind in group), (kind,))
    aspects = [f"favourite-{word.replace(' ', '-')}" for word in words]
    likes = {"subject": "user", "polarity": "like"}
    most = Seek("preference", {**likes, "aspect": aspects})
    about = {"food": EAT, "drink": DRINK}.get(words[0])
    if about is None:
        return AskedFor(f"favourite-{words[0]}", (most,)) if by_name else None
    things = {**likes, "aspect": "thing"}
    return AskedFor(
        f"favourite-{words[0]}",
        (most, Seek("preference", things, about)),
        (Seek("preference", things, weak=True),),
    )


def _slot(said: str, pattern: re.Pattern[str], slots: Mapping[str, str]) -> AskedFor | None:
    """Return what asks for what somebody has at a time of the day."""
    found = pattern.fullmatch(said)
    if found is None:
        return None
    time, kinds = slots[found["s"]], shapes.KINDS.get(found["v"], ("meal",))
    times = dict.fromkeys(slots.values()) if time == "daily" else (time,)
    wanted = tuple(f"{one}-{kind}" for one in times for kind in kinds)
    return AskedFor(f"fact-{time}-{kinds[0]}", (_fact(wanted, None),))


def _account(said: str, pattern: re.Pattern[str]) -> AskedFor | None:
    """Return what asks for an account, on the site that is named or on any."""
    found = pattern.fullmatch(said)
    if found is None:
        return None
    site = next((one for one in found.groups() if one), None)
    about = re.compile(re.escape(site), re.IGNORECASE) if site else None
    where = {"subject": "user", "attribute": {"prefix": "account"}}
    return AskedFor("fact-account", (Seek("fact", where, about),))


@cache
def _nouns() -> Mapping[str, Cue]:
    found: dict[str, Cue] = {}
    for cue in CUES:
        for noun in filter(None, (one.strip() for one in cue.en.split(","))):
            found |= {noun: cue, f"{noun}s": cue, re.sub(r"y$", "ies", noun): cue}
        found |= dict.fromkeys(cue.zh.lower().split(), cue)
    return found


@cache
def _questions(english: bool) -> re.Pattern[str]:
    """All whole questions of a language as one pattern, with a group for each cue."""
    parts = ("|".join(cue.en_asked if english else cue.zh_asked) for cue in CUES)
    text = "|".join(f"(?P<q{number}>{part})" for number, part in enumerate(parts) if part)
    return re.compile(text.replace("~", shapes.SOFTLY))
