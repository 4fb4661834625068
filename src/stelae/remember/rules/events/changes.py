"""What becomes of something planned: it is called off, put off, or moved to another day. Pure.

Which event is meant stands in the store: `remember.rescheduling` finds it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from stelae.remember.rules.reading.caseless import Caseless

Kind = Literal["off", "moved"]


@dataclass(frozen=True, slots=True)
class EventChange:
    """A clause that changes a plan."""

    kind: Kind
    """`off` also when it is put off without a new day."""
    thing: str
    """What was planned, as the clause names it; dates may stand in it."""
    at: int
    """Behind the words of the change: where a new day begins."""


_THING_ZH: Final = "(?P<thing>[^，,。!?;；]{1,30}?)"
_MARKS_ZH: Final = (
    "(?:已经|又|都|也|还是|被|突然|临时|确定|正式|不得不|只好|给|就|通知|刚刚?|说|的?时间)*"
)
_WHO_ZH: Final = "(?:我们?|咱们?|他们?|她|公司|学校|医院|医生|老师|老板|客户|对方|航空公司|主办方)?"
_CANCEL_ZH: Final = "(?<![没未别不想能要])(?:取消|泡汤|黄|作废|停办|不办|不举办|不举行|推掉|退掉)"
_PUT_OFF_ZH: Final = "(?<![没未别不想能要])(?:推迟|延期|改期|延后|顺延|往后推)"
_BY_ZH: Final = (
    "(?:[0-9一二两三四五六七八九十几半]+(?:天|周|个?星期|个?礼拜|个?月|个?小时)(?:左右)?)?"
)
_OFF_ZH: Final = (
    Caseless(rf"^{_WHO_ZH}{_MARKS_ZH}(?:把|将){_THING_ZH}{_MARKS_ZH}(?:{_CANCEL_ZH}|{_PUT_OFF_ZH})掉?了$"),
    Caseless(rf"^{_THING_ZH}{_MARKS_ZH}(?:{_CANCEL_ZH}|{_PUT_OFF_ZH})掉?了{_BY_ZH}$"),
    Caseless(rf"^{_WHO_ZH}{_MARKS_ZH}{_CANCEL_ZH}掉?了(?P<thing>[^，,。!?;；]{{1,30}})$"),
)  # fmt: skip
_MOVE_ZH: Final = (
    "(?:改期|改约|改|推迟|延期|延后|延|挪|移|调整|调|换|提前|提早|推|顺延)"
    "(?:(?:到|至|在|成)了?|(?=下?周|下?个?星期|下?个?礼拜|明|后天|大后天))"
)
_MOVED_ZH: Final = (
    Caseless(rf"^{_WHO_ZH}{_MARKS_ZH}(?:把|将){_THING_ZH}{_MARKS_ZH}{_MOVE_ZH}"),
    Caseless(rf"^{_THING_ZH}{_MARKS_ZH}{_MOVE_ZH}"),
)
_WHY_ZH: Final = re.compile("(?:因为?|由于).*$")

_THING_EN: Final = r"(?P<thing>[^,;]{2,60}?)"
_OURS_EN: Final = r"(?P<thing>(?:my|our|the|that|this|his|her|their) [^,;]{2,60}?)"
_IS_EN: Final = (
    r"(?: (?:(?:has|have|had)(?: just| now| already)? been|was|were|got|is|are|will be)|'s(?: been)?)"
    r"(?: just| now| already| sadly| unfortunately)?"
)
_DID_EN: Final = (
    r"(?:(?:I|we|they|he|she|it|the [\w ]+?|my [\w ]+?)(?: have| has| had|'ve|'s|'d)?(?: just| already| sadly"
    r"| unfortunately)? |^)"
)
_REST_EN: Final = (
    r"(?: (?:again|last minute|indefinitely|due to .*|because .*|by .*|until further notice))?$"
)
_CANCELLED: Final = "(?:cancell?ed|called off|scrapped)"
_PUT_OFF: Final = "(?:postponed|put off|rescheduled|pushed back)"
_OFF_EN: Final = (
    Caseless(rf"^{_THING_EN}{_IS_EN} (?:{_CANCELLED}|{_PUT_OFF}){_REST_EN}"),
    Caseless(
        rf"^{_DID_EN}(?:{_CANCELLED}|{_PUT_OFF}|had to (?:cancel|call off|scrap|postpone|put off|reschedule))"
        rf" {_OURS_EN}{_REST_EN}"
    ),
)
_MOVE: Final = (
    r"(?:moved|pushed|rescheduled|postponed|shifted|bumped|brought|changed|switched|delayed|put)"
)
_TO_EN: Final = (
    r"(?: (?:back|off|up|out|forward))?(?: from [^,;]+?)? (?:to|until|till|for) (?:the )?"
)
_MOVED_EN: Final = (
    Caseless(rf"^{_THING_EN}{_IS_EN} {_MOVE}{_TO_EN}"),
    Caseless(rf"^{_DID_EN}{_MOVE}(?: (?:back|off|up|out|forward))? {_OURS_EN}{_TO_EN}"),
)
_NOBODY: Final = re.compile(
    "(?:i|we|you|he|she|they|it|this|that|everyone|someone|我们?|你们?|[他她它]们?|大家|[这那]个?)",
    re.IGNORECASE,
)
_DOUBT: Final = Caseless(
    "(?:没有?|不会?|未|别|可能|也许|大概|好像|似乎|听说|据说|差点儿?|险些|万一|假如|如果)(?:会|要|被|给)*$"
    r"|\b(?:almost|nearly|probably|maybe|possibly|not|never|supposedly|allegedly|practically)$"
)
"""Behind the name of the thing: it did not happen, or nobody is sure."""
_NO_PLAN: Final = Caseless(
    r"会员|订单|订阅|合同|账[号户]|套餐|服务|关注|权限|资格|保险|信用卡|\b(?:membership|subscription|orders?|accounts?|plan|contract"
    r"|insurance|card|policy|visa|licen[cs]e|permit)\b"
)
"""What is cancelled and was no event."""
_MAYBE_ZH: Final = re.compile("[消汤黄废办举推退改延挪移调换提顺]")
_MAYBE_EN: Final = Caseless(
    "cancel|scrap|postpone|schedule|call(?:ed)? off|put (?:off|back)|(?:pushed|moved|shifted|bumped|brought|changed|switched"
    "|delayed|put) .*(?:to|until|till|for) "
)
"""Most clauses hold none of these, and none of the patterns is tried on them."""


def change_in(plain: str, *, chinese: bool) -> EventChange | None:
    """Return what a clause says of a plan, if it says that it is called off, put off or moved.

    Args:
        plain: the clause as rules match it.
        chinese: which language's rules read it.
    """
    if (_MAYBE_ZH if chinese else _MAYBE_EN).search(plain) is None:
        return None
    moved, off = (_MOVED_ZH, _OFF_ZH) if chinese else (_MOVED_EN, _OFF_EN)
    return _first(off, "off", plain) or _first(moved, "moved", plain)


def _first(patterns: Sequence[Caseless], kind: Kind, plain: str) -> EventChange | None:
    for pattern in patterns:
        found = pattern.match(plain)
        if found is None:
            continue
        thing = _WHY_ZH.sub("", plain[found.start("thing") : found.end("thing")]).strip()
        if _DOUBT.search(thing):
            return None
        if thing and not _NOBODY.fullmatch(thing) and not _NO_PLAN.search(thing):
            return EventChange(kind, thing, found.end())
    return None
