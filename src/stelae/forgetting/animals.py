"""Animals as requests name them (`my dog`, `我的狗`): which pets are of that kind, and what is no pet. Pure."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Animal:
    """A kind of animal that somebody asks about."""

    words: tuple[str, ...]
    """Its names in both languages, those of its breeds included."""
    says: str
    """Pattern of a text that names one."""
    name: str = ""
    """How the request calls it."""


THINGS = (
    r"[粮砂窝包毛皮屎年绳笼缸]|玩具|医院|主子|(?:'s)? ?(?:food|bed|hair|house|park|toys?|walker|sitter|person|people|allergy"
    r"|allergies|door|tree|nap|fight|shelter)\b"
)
"""What follows such a word where no animal is meant."""
_KINDS = (
    (
        "狗狗|小狗|狗|犬|柯基|金毛|拉布拉多|哈士奇|柴犬|泰迪|边牧",
        "dog puppy corgi labrador retriever poodle beagle husky greyhound dachshund terrier",
    ),
    ("猫咪|小猫|猫|布偶|橘猫|英短|美短|暹罗", "cat kitten tabby"),
    ("兔子|小兔|兔", "rabbit bunny"),
    ("仓鼠", "hamster"),
    ("鹦鹉", "parrot budgie"),
    ("乌龟|龟", "turtle tortoise"),
    ("金鱼|鱼", "goldfish fish"),
    ("蜥蜴", "lizard gecko"),
    ("刺猬", "hedgehog"),
    ("荷兰猪|豚鼠", "guinea-pig"),
    ("龙猫", "chinchilla"),
    ("蛇", "snake"),
    ("马", "horse"),
    ("鸟", "bird parrot budgie"),
)
"""As the rules for pets have them; a kind is asked for by any of its words."""
_HELD = r"(?:又|刚|新|那|这|养|的|一|只|条|匹|个|头)*"
_TAKEN_ZH = re.compile(rf"我们?家?的?{_HELD}(?P<animal>[\u4e00-\u9fff]{{1,4}}?)(?P<rest>)")
_TAKEN_EN = re.compile(
    r"(?:my|our) (?:(?:old|new|little|big|golden|pet) )*(?P<animal>[a-z]+(?:[ -]pig)?)(?: (?P<rest>(?-i:[A-Z])\w*))?",
    re.IGNORECASE,
)


def animal_of(topic: str) -> Animal | None:
    """Return the animal that a topic names as somebody's own, with nothing but its name behind it."""
    found = _TAKEN_ZH.fullmatch(topic) or _TAKEN_EN.fullmatch(topic)
    if found is None:
        return None
    asked = found["animal"].lower().replace(" ", "-")
    for chinese, english in _KINDS:
        own = (*chinese.split("|"), *english.split())
        if asked in {*own, *map(_several, english.split())}:
            latin = "|".join(f"{word}|{_several(word)}" for word in english.split())
            # `热狗` and `海马` are no pets.
            pattern = rf"(?<![热海河斑])(?:{chinese})(?!{THINGS})|\b(?:{latin.replace('-', '[ -]')})\b(?!{THINGS})"
            words = tuple(word.replace("-", " ") for word in own)
            return Animal(words, pattern, found["rest"] or "")
    return None


def _several(word: str) -> str:
    return word[:-1] + "ies" if word.endswith("y") else word + "s"
