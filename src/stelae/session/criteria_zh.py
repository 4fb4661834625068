"""What a Chinese clause says of what is wanted for this task. Pure.

Deliberately narrow: a criterion has a word that says so. What somebody always likes or cannot stand is no criterion of a
task; the write path reads that.
"""

import re
from collections.abc import Iterator

from stelae.session.criteria import Criterion, Kind

_LEAD = r"(?:那就?|就|这次|今天|今晚|这回|本次|这一?单|这顿|这趟|先|还是|我|咱们?|请|麻烦|都|颜色|材质|款式|[，,\s])*+"
_DOUBLE = re.compile(
    r"[^，。]{0,4}?(?:不是|并非|没说|没有说|没有)(?:说)?(?:不要|不想要|不能要|不考虑|不接受)(?P<about>.+)"
)
_FINE = re.compile(
    r"(?:其实|我(?:是说|的意思是|觉得|说)?)*+(?P<about>.+?)(?:其实|也|都|倒|就|又)++"
    r"(?:可以|行|成|没关系|没事|能接受|不错|OK)(?:的|了|吧|啦|哦)*"
)
_DROP = (
    re.compile(r"(?P<about>.+?)(?:无所谓|随便|不重要|不用管|不用考虑)(?:了|吧|啦)*"),
    re.compile(
        r"(?:不限|不管|不用管|别管|不用考虑|取消|去掉)(?P<about>.+?)(?:的?(?:限制|要求|条件))?(?:了|吧|啦)*"
    ),
)
_SOFT_BAN = re.compile(
    rf"{_LEAD}(?:最好|尽量|尽可能)(?:就|还是)?(?:不要|别要?|不带|不含|避开|少)(?P<about>.+)"
)
_BAN = re.compile(
    rf"{_LEAD}(?:也|千万|坚决|绝对)?(?:(?<!要)不要|别要|不想要|不考虑|不接受|不能有|不含|不带|不买|不选|排除|避开"
    r"|别(?:给我)?(?:推荐|选|买|放|加|用|看)|不(?:放|加)|除了)(?:用|买|选|带|含|有|给我)?(?P<about>.+)"
)
_ONCE = re.compile(r"今天|今晚|今早|这次|这回|这顿|本次|这一?单|这趟|这一?次|暂时|先")
_BAN_ONCE = re.compile(
    rf"{_LEAD}(?:不想|不|别)(?:再)?(?:吃|喝|要|用|坐|走|买|看|去|住|穿|选|带|放|加)(?P<about>.+)"
)
_MUST = re.compile(
    rf"{_LEAD}(?:只要|只看|只考虑|必须(?:得)?(?:是|要|有|能)?|一定(?:得)?(?:要|是)(?:有|能)?|得是)(?P<about>.+)"
)
_WISH = (
    re.compile(rf"{_LEAD}(?:最好|尽量)(?:是|要|有|能|选)?(?P<about>.+)"),
    re.compile(rf"{_LEAD}(?:换成|改成|改为|换做|改要)(?P<about>.+)"),
    re.compile(
        rf"{_LEAD}(?<!不)(?:想要|要|选|来)(?:一?[个双件条款])?(?P<about>.+?的)(?:那[种款双件个])?"
    ),
    re.compile(r"(?:颜色|尺码|材质|款式)(?:就|要|用|选|是|换成)+(?P<about>.+)"),
)
_WISH_ONCE = re.compile(
    rf"{_LEAD}(?:想要?|要|(?:帮|给)我(?=[吃喝坐走用住选]))(?:吃|喝|坐|走|买|看|用|住|穿|选)?(?:点)?(?P<about>.+)"
)
_TAIL = re.compile(
    r"(?:(?:都|也)(?:可以|行)|的话|就行|就好|就可以|好吗|谢谢|哈|了|吧|啊|呢|呀|哦|啦|的(?:东西|那种|款|款式)|的)+$"
)
_HEAD = re.compile(r"^(?:任何|那种|这种|那个|什么|太|有|是|带|含|一[个双件条款]|其他的?|说)+")
_IDLE = re.compile(
    r"^(?:着急|急|担心|客气|紧|忘|误会|生气|怕|骗|闹|超过|再?(?:问|说|聊|提)|问|说|告诉|提醒|停|打扰|联系|管|了|脸|多|看不|我|你)"
)
"""After a "don't" that is said to somebody, not about a thing."""
_AND = re.compile(r"[、，,]|和|以及|或者?|跟|还有")
_LONGEST = 24


def criteria(clause: str, *, once: bool = False) -> Iterator[Criterion]:
    """Return what a clause says is wanted, not wanted, or no longer minded.

    Args:
        clause: for matching (`sentences.Piece.plain`).
        once: the sentence says that it holds for this time; then bare wishes count, too.
    """
    once = once or _ONCE.search(clause) is not None
    for kind, firm, pattern in _ORDER:
        found = pattern.fullmatch(clause)
        if found and (once or pattern not in _NEEDS_ONCE):
            things = list(_things(found["about"]))
            if things:
                yield from (Criterion(kind, one, firm) for one in things)
                return


_ORDER: tuple[tuple[Kind, bool, re.Pattern[str]], ...] = (
    ("allow", False, _DOUBLE),
    ("dislike", False, _SOFT_BAN),
    ("dislike", True, _BAN),
    ("dislike", True, _BAN_ONCE),
    ("like", True, _MUST),
    *(("drop", False, one) for one in _DROP),
    ("allow", False, _FINE),
    *(("like", False, one) for one in _WISH),
    ("like", False, _WISH_ONCE),
)
_NEEDS_ONCE = (_BAN_ONCE, _WISH_ONCE)


def _things(about: str) -> Iterator[str]:
    if _IDLE.match(about):
        return
    for part in _AND.split(about, maxsplit=4)[:4]:
        thing = _HEAD.sub("", _TAIL.sub("", part.strip())).strip()
        if 0 < len(thing) <= _LONGEST:
            yield thing
