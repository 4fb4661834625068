"""The frames in which something is asked for, as patterns and tables in Chinese and English.

All of them see a question in lower case, without the marks at its end; the Chinese ones about the speaker begin behind 我.
The group `n` holds the noun, `t` a thing.
"""

import re
from typing import Final

SOFTLY: Final = (
    r"(?:(?:really|usually|still|also|even|actually|normally|generally|typically|often|mostly|currently|now"
    r"|originally)\s+)*"
)
_SOFT_ZH: Final = r"(?:现在|目前|如今|到底|究竟|最近|平时|平常|一般|通常|经常|一直|其实|都|还|也|又|最|们|,|，|\s)*"
SOFTLY_ZH: Final = re.compile(f"^{_SOFT_ZH}")
_WHICH_ZH: Final = (
    r"(?:什么|啥|哪(?:里|儿|些|个|家|所|天|年|种|位)?|谁|多少|几(?:号|个|月|点|岁|只|种)?|怎么样)"
)
LEAD_EN: Final = re.compile(
    r"(?:(?:hey|hi|so|and|ok|okay|please|well)[, ]+)*"
    r"(?:(?:(?:can|could|do|would) you (?:please |still )?)?"
    r"(?:tell me|remind me(?: of)?|remember|recall|know|list|show me|name|give me)"
    r" (?:again )?(?!(?:about |of )?my\b)(?:about )?)?"
)
TRAIL_EN: Final = re.compile(
    r"(?:[ ,]+(?:again|please|now|right now|currently|at the moment|these days|today|at all|at home|anyway|then))+$"
)
LEAD_ZH: Final = re.compile(
    r"(?:请问?|你|还|知不知道|记不记得|知道|记得|吗|告诉我|说说|说一下|能|可以|想想"
    r"|帮我(?:想想|看看|查一?下|查查?)?|[,，\s])*"
)
TRAIL_ZH: Final = re.compile(
    r"(?:来[着著]|来了|呢|吗|嘛|啊|呀|吧|哦|了|(?<![什怎多这那])么|[,，\s]|你?还?(?:知道|记得)(?:吗|不)?"
    r"|(?<=[么谁里儿少])来)+$"
)
TRAILING_ZH: Final = frozenset("着著了呢吗嘛啊呀吧哦么来道得不,， ")
"""With one of these ends what `TRAIL_ZH` finds."""
FORMER_EN: Final = re.compile(
    r"\b(?:previous|previously|former|formerly|old|past|used? to|earlier|before)\b *"
)
FORMER_ZH: Final = re.compile(
    r"以前|曾经|过去|原来|之前|前一?(?=份工作|家公司|个公司)|前(?=公司|单位|东家|雇主)|原(?=单位|公司|职业)"
    r"|上一?(?:份|家|个)(?=工作|公司|单位)"
)

_TELL_EN: Final = (
    r"(?:(?:what|which|who)(?:'s|s)?(?: (?:is|are|was|were))? |tell me (?:about )?|list |show me |give me |name "
    r"|remind me (?:of )?|(?:can|could) you tell me (?:about )?"
    r"|do you (?:still )?(?:know|remember|recall) (?:what )?)?(?:all )?(?:of )?my "
)
_NOUN_EN: Final = r"(?P<n>[a-z][a-z' -]{0,30}?)"
NOUNS_EN: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_TELL_EN}(?:own |current |present )?{_NOUN_EN}(?: (?:is|are))?(?P<called> (?:called|named))?",
        r"(?:(?:do|did) i (?:still |currently |even |already )*(?:have|own|keep)|have i(?: got)?)"
        rf" (?:any |an? |some |many |my own )?{_NOUN_EN}",
        rf"(?:what (?:kinds?|sorts?|types?) of|what|which|how many) {_NOUN_EN} (?:do |did |have |am |can )?i"
        r" (?:still |currently |usually |already )*(?:have|own|keep|got)(?: got)?",
    )
)
NOUNS_ZH: Final = tuple(
    re.compile(rf"(?:家里?)??{_SOFT_ZH}{pattern}")
    for pattern in (
        r"的?(?P<n>[^\s,，的]{1,8}?|住的地方|擅长的事|在学的东西|戒掉的东西|家里的电话)(?:分别)?都?"
        rf"(?:是|(?P<called>叫)|在|有|为)?(?:{_WHICH_ZH}(?:名字|东西|地方|公司)?)?",
        r"(?:有没有|有|养了?|养没养|会|在|是)?(?:过|了)?"
        r"(?:什么|哪些|啥|几[个只种条门份]|多少[个只种条门]?|哪[个种门份])(?:样的)?(?P<n>[^\s,，的]{1,6}?)",
        r"(?:有没有|有|养没养|养了?)(?P<n>[^\s,，的]{1,6}?)(?:没有?)?",
    )
)
SPEAKER_ZH: Final = re.compile(r"(?:我|咱|俺)们?")

FAVOURITE_EN: Final = re.compile(
    rf"{_TELL_EN}(?:most )?favou?rite (?P<n>[a-z][a-z' -]{{0,30}}?)s?(?: (?:is|are))?"
)
LIKED_EN: Final = re.compile(
    r"(?:what|which)(?: (?:kinds?|sorts?|types?) of)? (?P<n>[a-z][a-z' -]{0,20}?)s? (?:do|did) i "
    rf"{SOFTLY}(?:like|love|enjoy|prefer)(?: (?:the )?(?:most|best)| to (?:eat|drink|have))?"
)
FAVOURITE_ZH: Final = re.compile(
    r"(?:最|特别|比较|很)?(?:喜欢|爱|偏爱|钟爱)的(?P<n>[^\s,，的]{1,6}?)(?:是|有|叫)?"
    rf"(?:{_WHICH_ZH})?"
)
LIKED_ZH: Final = re.compile(
    rf"(?:最|特别|比较|很)?(?:喜欢|爱)(?:吃|喝)?(?:{_WHICH_ZH})(?:样的?)?(?P<n>[^\s,，的]{{1,6}})"
)
FAVOURITES: Final = (
    ("food", "dish", "食物", "菜", "美食", "食品"),
    ("drink", "beverage", "饮料", "饮品"),
    ("color", "colour", "颜色"),
    ("movie", "film", "电影", "影片"),
    ("book", "书", "书籍"),
    ("song", "歌", "歌曲"),
    ("music", "音乐"),
    ("sport", "运动", "体育运动"),
    ("animal", "动物"),
    ("season", "季节"),
    ("number", "数字"),
    ("city", "城市"),
    ("fruit", "水果"),
    ("singer", "歌手"),
    ("band", "乐队"),
    ("game", "游戏"),
    ("country", "国家"),
    ("subject", "科目"),
    ("flower", "花"),
    ("restaurant", "餐厅", "饭店"),
    ("actor", "演员"),
    ("author", "writer", "作家"),
    ("show", "tv show", "series", "电视剧", "节目"),
    ("hobby", "爱好"),
    ("team", "球队"),
)
"""Words for one kind of thing: a memory in one language answers a question in the other."""

SLOTS_ZH: Final = {
    **dict.fromkeys(("早上", "早晨", "早餐", "早饭", "起床后"), "morning"),
    **dict.fromkeys(("中午", "午餐", "午饭"), "noon"),
    "下午": "afternoon",
    **dict.fromkeys(("晚上", "晚餐", "晚饭"), "evening"),
    **dict.fromkeys(("睡前", "睡觉前"), "bedtime"),
    **dict.fromkeys(("饭后", "餐后"), "after-meal"),
    "每天": "daily",
}
SLOTS_EN: Final = {
    **dict.fromkeys(("morning", "breakfast"), "morning"),
    **dict.fromkeys(("noon", "lunch"), "noon"),
    "afternoon": "afternoon",
    **dict.fromkeys(("evening", "dinner", "night"), "evening"),
    **dict.fromkeys(("bedtime", "bed"), "bedtime"),
    **dict.fromkeys(("meals", "meal"), "after-meal"),
    "day": "daily",
}
"""Times of the day by the words for them, as the slots of `SINGLE_FACTS` are named."""
SLOT_EN: Final = re.compile(
    rf"what (?:do |did )?i {SOFTLY}(?P<v>drink|eat|have) {SOFTLY}"
    rf"(?:in the |at |for |before |every |each |after |the )*(?P<s>{'|'.join(SLOTS_EN)})s?"
)
SLOT_ZH: Final = re.compile(
    rf"{_SOFT_ZH}(?P<s>{'|'.join(SLOTS_ZH)}){_SOFT_ZH}(?:会|习惯)?(?P<v>喝|吃)"
    r"(?:的(?:是)?|了)?(?:什么|啥|哪些|点什么)"
)
KINDS: Final = {"喝": ("drink",), "drink": ("drink",), "have": ("drink", "meal")}
"""What is had, by the verb; any other is of a meal."""

ACCOUNT_EN: Final = re.compile(
    rf"{_TELL_EN}(?:(?P<w>[\w.-]+(?: [\w.-]+)?) )??"
    r"(?:username|user name|handle|login|user id|account name|account|screen name|gamertag)"
    r"(?: (?:on|at|for|in) (?P<w2>[\w. -]{2,20}))?"
)
ACCOUNT_ZH: Final = re.compile(
    r"的?在?(?P<w>[^\s,，的]{1,20}?)?(?:上|里)?的?(?:用户名|账号名?|帐号|账户名?|用户id|网名)(?:是|叫)?(?:什么|多少|啥)?"
)

_WHEN_EN: Final = r"(?:when|what time) (?:does |do )?(?:the |our )?"
_WHEN_ZH: Final = r"是?(?:几点|几号|什么时候|何时|哪天)"
THINGS_EN: Final = tuple(
    (attribute, re.compile(pattern))
    for attribute, pattern in (
        (
            "location",
            r"where(?:'s| is| are| (?:did|do) (?:i|we) (?:put|leave|park|keep|store))(?: the| our)? (?P<t>.+?)"
            r"(?: (?:is|are|kept|located|parked|stored))*",
        ),
        ("opens", rf"{_WHEN_EN}(?P<t>.+?) opens?"),
        ("closes", rf"{_WHEN_EN}(?P<t>.+?) closes?"),
        ("starts", rf"{_WHEN_EN}(?P<t>.+?) (?:starts?|begins?)"),
        ("ends", rf"{_WHEN_EN}(?P<t>.+?) (?:ends?|finish(?:es)?)"),
        ("expires", rf"{_WHEN_EN}(?P<t>.+?) (?:expires?|renews?|run out)"),
        ("due", r"when (?:is|are) (?:the |our )?(?P<t>.+?) due"),
        ("price", r"how much (?:is|does|do) (?:the |our )?(?P<t>.+?)(?: costs?)?"),
        ("time", r"(?:when|what time)(?:'s| is) (?:the |our )?(?P<t>.+?)"),
    )
)
THINGS_ZH: Final = tuple(
    (attribute, re.compile(rf"(?P<t>.+?){pattern}"))
    for attribute, pattern in (
        (
            "location",
            r"(?:现在|目前|到底)?[停放存挂装藏设摆是]*[在到]?了?(?:哪(?:里|儿)?|什么地方|何处|什么位置)了?",
        ),
        ("location", r"的?(?:位置|地点)[在是]?(?:哪(?:里|儿)?|什么)?"),
        ("opens", rf"{_WHEN_ZH}(?:开门|开放|营业|开)"),
        ("closes", rf"{_WHEN_ZH}(?:关门|关闭|打烊|关|停止营业)"),
        ("starts", rf"{_WHEN_ZH}(?:开始|开场|开播)"),
        ("ends", rf"{_WHEN_ZH}(?:结束|散场)"),
        ("expires", rf"{_WHEN_ZH}(?:到期|过期|失效)"),
        ("due", rf"{_WHEN_ZH}(?:截止|要交|交)"),
        ("price", r"要?(?:多少钱|的?价格是?(?:多少)?)"),
        ("time", r"是?在?(?:几点|什么时候|何时)"),
    )
)
OF_THINGS_EN: Final = re.compile("(?:where|when|what time|how much)")
OF_THINGS_ZH: Final = re.compile("哪|何[时处]|几[点号]|什么(?:时候|地方|位置)|多少|价格|位置|地点")
"""What a question about a thing begins with, or holds."""
NO_THING: Final = frozenset(
    {"我", "我们", "咱们", "i", "we", "it", "that", "this", "它", "那", "这"}
)
