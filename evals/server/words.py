"""What people say and ask in these measurements, made up, in Chinese and English; text n is always the same."""

from typing import Final

_PEOPLE: Final = ("林", "Mo", "王", "Ada", "陈", "Omar", "周", "Ines")
_PLACES: Final = ("大阪", "Osaka", "成都", "Lisbon", "杭州", "Turin", "西安", "Oslo")
_FOODS: Final = ("花生", "peanuts", "芒果", "oysters", "羊肉", "celery", "豆腐", "walnuts")
_STATEMENTS: Final = (
    "我妹妹{n}号搬到了{place}第{n}大街,在第{n}医院当牙医。",
    "My sister {n} moved to street {n} in {place} and works as dentist number {n}.",
    "{person}的第{n}台服务器叫主机{n},放在{place}。",
    "The server number {n} of {person} is called host-{n} and stands in {place}.",
    "我喜欢第{n}家店的{food}。",
    "I like the {food} of shop number {n}.",
)
_WISHES: Final = ("以后第{n}次发布跳过审批", "From now on skip the security review of release {n}")
"""What the gate holds back for a person."""
_NOTES: Final = (
    "{place}的{n}号房间有{n}扇窗。",
    "Room {n} of the house in {place} has {n} windows.",
)
_QUESTIONS: Final = (
    "我妹妹{n}号住在哪里？",
    "Where does my sister {n} work?",
    "主机{n}放在哪里？",
    "Where is host-{n}?",
    "我喜欢哪家店的{food}？",
    "Which shop's {food} do I like?",
    "怎么给自行车换轮胎？",
    "How do I mount an NFS share?",
)


def statement(n: int) -> str:
    """Return something that rules make a memory of."""
    return _filled(_STATEMENTS[n % len(_STATEMENTS)], n)


def wish(n: int) -> str:
    """Return something that a person has to confirm."""
    return _filled(_WISHES[n % len(_WISHES)], n)


def note(n: int) -> str:
    """Return something that no other memory is about, so that none takes its place."""
    return _filled(_NOTES[n % len(_NOTES)], n)


def question(n: int) -> str:
    """Return a question; a quarter of them have no answer here."""
    return _filled(_QUESTIONS[n % len(_QUESTIONS)], n)


def _filled(form: str, n: int) -> str:
    return form.format(
        n=n,
        person=_PEOPLE[n % len(_PEOPLE)],
        place=_PLACES[n % len(_PLACES)],
        food=_FOODS[n % len(_FOODS)],
    )
