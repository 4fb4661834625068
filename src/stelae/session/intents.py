"""What a clause asks for: the search that begins a task, and the kind of thing that is searched. Pure."""

import re
from dataclasses import dataclass

from stelae.remember.rules.reading.caseless import Caseless
from stelae.text.domains import domains_in

_ZH = re.compile(
    r"(?:接下来|下一[个步件样]|下面|这次|那就|那|再|另外|然后|还|请|麻烦|我|帮我|给我|替我|帮忙|想要|需要|想|要|打算|现在|顺便|你|能不能|可以"
    r"|接着|改|[，,:：\s])*+"
    r"(?P<verb>找|推荐|挑|选购|买|看看|看一?下|搜|订|预订|点)(?:一下|下|个|双|件|条|台|款|部|张|本|份|些|套|副|间|家|趟|只|把|点|几[个双件款家]|"
    r"一[个双件条台款部张本份些套副间家趟只把])*"
    r"(?P<about>(?![到不了过出这那它他你我怎如谁啥]|为什么|为啥|是不是|能不能|会不会|什么时候|多少|几)[^，。,]+)"
)
_NO_THING = re.compile(
    r"(?:有(?:什么|哪些|没有)|其他|其它|别|更多|新)?的?(?:[一两几]?[个双件条台款部张本份些套副间家趟只把点]?|款式?|样式|颜色|尺码|尺寸|品牌|牌子|型号"
    r"|价格|价钱|价位|评价|评论|口碑|图片|照片|效果|细节|详情|链接|推荐|选择|新品|参数|配置|材质|质量|做工|区别|对比|说明书?|优惠券?|折扣"
    r"|活动|库存|销量|店铺|卖家|售后|保修|运费|订单|物流|快递|购物车|收藏夹?|报错|日志|代码|文件|结果|进度|情况|消息|邮件|天气)"
)
_NO_THING_EN = Caseless(
    r"(?:.+ )?(?:ones?|others?|more|options?|alternatives?|choices?|ideas?|examples?|results?|reviews?|ratings?"
    r"|prices?|pictures?|photos?|images?|colou?rs?|sizes?|styles?|brands?|models?|details?|links?|stuff|things?|deals?|discounts?"
    r"|offers?|coupons?|bargains?|specs?|features?|materials?|dimensions?|measurements?|pros|cons|differences?|comparisons?"
    r"|bestsellers?|favou?rites?|recommendations?|suggestions?|products?|items?|stores?|shops?|sellers?|orders?|files?|logs?|issues?"
    r"|bugs?|errors?|tests?|docs?|settings?|messages?|e-?mails?|steps?|answers?|questions?|news|lists?|pages?)"
)
"""What is asked of the things at hand begins no search for another one."""
_ZH_ASKED = re.compile(
    r"^(?:请|麻烦|帮|给我|替我|想|要|我想|我要|我打算|再|另外|那|现在|能不能|顺便|接下来|下一|然后|接着|下面|这次)"
)
_NO_NOUN = (
    r"(?:the|this|that|these|those|my|your|our|its|their|it|them|him|her|me|us|how|what|why|where|when|who|which|if|whether|to|all"
    r"|more|less|out|of|for|with|in|on|at|by|from|as|is|are|was|does|has|and|or|but|not|no|yes|help|sure|you|only|both|each|every"
    r"|other|works|always|perhaps|plus)\b"
)
"""What begins no bare name of things: `find me running shoes`, but not `show me what it does`."""
_EN = Caseless(
    r"^(?P<lead>(?:(?:ok(?:ay)?|so|and|now|then|also|next|finally|hi|hey|hello|please|can you|could you"
    r"|would you|can we|could we|i'm|i am|we're|i|we|help me|just|want to|need to|would like to|'d like to|i'd like to"
    r"|instead|let's|let us|maybe|i think|thanks|great)[,:;.]? +)*)"
    r"(?:(?P<wish>need|want)|find|recommend|suggest|show|get|buy|look(?:ing)? for|search(?:ing)?(?: for)?|browse|order|book"
    r"|shopping for|shop for|(?<=let's )(?:look at|see|check out|move on to|go to)|(?<=let us )(?:look at|see)|move on to"
    r"|switch(?:ing)? to)"
    r" (?:me |us )?(?P<about>(?P<one>an?|some|a pair of|a few|good|any|new) .+|"
    rf"(?:(?!{_NO_NOUN})[a-z][\w'-]* ){{0,3}}?(?!{_NO_NOUN})[a-z-]{{2,}}(?<![su])s\b.*)"
)
_TURNS = Caseless(r"\b(?:now|next|then|also|finally|instead|let's|let us)\b")
"""Words in front of a wish by which it turns to something else."""
_EN_HEAD = Caseless(r"^(?:(?:an?|some|the|pair of|few|good|any|new|nice|cheap|decent) )+")
_EN_CUT = Caseless(
    r"[,(]| (?:under|below|for|with|without|in|that|which|made|around|up to|less|at|from|on|by|to|but|no|not|please|instead"
    r"|next|now|within|between|over|about)\b"
)
_PARTICLES = re.compile(r"(?:吧|呢|啊|呀|吗|谢谢|的话|了)+$")
_ANEW = Caseless(
    r"换个话题|换一?个(?:东西|类|品类)|另外再?(?:找|看|买|推荐)|不看.{1,8}了|\b(?:instead,? (?:find|show|look)|new topic"
    r"|forget .{1,20}, (?:find|show)|something else)\b"
)
_LOOKS = frozenset({"推荐", "找", "看看", "看一下", "看下"})
_LONGEST = 12
_MOST_WORDS, _MOST_LETTERS = 4, 80


@dataclass(frozen=True, slots=True)
class Intent:
    """What is asked for."""

    words: str
    category: str
    anew: bool
    """Said to be something else than before."""


def intent(clause: str) -> Intent | None:
    """Return what a clause asks to find, buy or recommend; None: it asks for nothing of that kind.

    Args:
        clause: for matching (`sentences.Piece.plain`).
    """
    found, anew = _ZH.fullmatch(clause), _ANEW.search(clause) is not None
    if found and (_ZH_ASKED.match(clause) or found["verb"] in _LOOKS):
        # Where it ends in 的 the thing itself is not named: `要红色的`.
        category = _PARTICLES.sub("", found["about"]).rpartition("的")[2].strip()
        fits = len(category) <= _LONGEST and not _NO_THING.fullmatch(category)
        return Intent(clause, category, anew) if fits else None
    other = _EN.search(clause)
    if other is None:
        return None
    about = clause[other.start("about") : other.end("about")]
    head = _EN_HEAD.match(about)
    about = about[head.end() :] if head else about
    cut = _EN_CUT.search(about)
    category = (about[: cut.start()] if cut else about).strip()
    fits = 0 < len(category) <= _MOST_LETTERS and len(category.split()) <= _MOST_WORDS
    fits = fits and not _NO_THING_EN.fullmatch(category) and _searched(other, category)
    return Intent(clause, category, anew) if fits else None


def _searched(asked: re.Match[str], category: str) -> bool:
    """Is a wish for things one for other things? `I need padded straps` may speak of the bag at hand."""
    if not asked["wish"] or asked["one"] or " " not in category:
        return True
    return bool(_TURNS.search(asked["lead"]) or domains_in(category))
