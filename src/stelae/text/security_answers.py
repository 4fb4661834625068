"""Answers to security questions, which open an account as a password does, in Chinese and English.

Such an answer is an ordinary word (a pet, a school), so only the question's own name makes it one; what a mother was
called before she married is family, not a secret, where no such question is spoken of. Talk about the questions, and
what is asked, is left alone.
"""

import re
from collections.abc import Iterator

from stelae.text.value_shape import OPINIONS, is_no_value
from stelae.text.vendor_keys import Span

ANSWER_WORDS = (
    "密保",
    "安全问题",
    "安全提示",
    "预留问题",
    "security",
    "maiden name",
    "recovery question",
    "secret question",
)
_REST_ZH = r"[^\n，。！!?？；;,]"
_ASKED_ZH = r"(?:密保|安全(?:提示)?问题|预留问题|密码提示问题)"
_ZH = (
    # The answer by its name: to the end of the clause.
    re.compile(
        rf"{_ASKED_ZH}(?:问题)?的?(?:回答|答案)[^\n，。！!?？；;:：是为叫不没别]{{0,10}}"
        r"(?:[就都还]?是|为|叫|填的?是?|[:：=])[ \t]*[“\"「]?"
        rf"(?P<value>{_REST_ZH}{{1,32}})"
    ),
    # The question and its answer: 密保：小学班主任叫刘桂芳.
    re.compile(
        rf"{_ASKED_ZH}(?:问题)?[一二三1-3]?(?:[:：=，,]|是|设的是|填的是)?[ \t]*(?:我|你)?的?"
        r"(?P<about>(?:第一|小学|初中|高中|大学|班主任|老师|母亲|妈妈|父亲|爸爸|外婆|奶奶|宠物|小名|出生|最喜欢|最好|配偶|爱人|"
        r"家乡|初恋)[^\n，。！!;；]{0,16}?)(?:[?？][ \t]*(?:答案?[:：]?)?|叫做?|姓|[就还]?是|为|在|[:：=])[ \t]*[“\"「]?"
        rf"(?P<value>{_REST_ZH}{{1,24}})"
    ),
)
_SAYS_EN = r"(?:['’]s|[ \t]+(?:is|was|are)(?![a-z])|[ \t]*[:=])[ \t]*"
_REST_EN = r"[^\n.;!?]"
_EN = (
    re.compile(
        rf"(?i)(?<![a-z])(?:security|secret|recovery)[ ](?:question[ ])?answers?"
        rf"(?:[ ](?:for|of|on)[ ][^\n.:;=!?'’]{{1,40}}?)?{_SAYS_EN}[\"“]?(?P<value>{_REST_EN}{{2,48}})"
    ),
    re.compile(
        rf"(?i)answers?[ ](?:to|for|of)[ ](?:(?:my|the|our|his|her|their|your|that)[ ])?(?:[\w-]{{1,16}}[ ]){{0,2}}"
        rf"(?:security|secret|recovery)[ ]question(?:[ ](?:for|of|on|at|about)[ ][^\n.:;=!?]{{1,40}}?)?"
        rf"{_SAYS_EN}[\"“]?(?P<value>{_REST_EN}{{2,48}})"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:security|secret|recovery)[ ]question[^\n]{0,80}?(?:[?,.;-]|[ ])[ \t]*(?:the |my )?answer"
        rf"{_SAYS_EN}[\"“]?(?P<value>{_REST_EN}{{2,48}})"
    ),
    re.compile(
        r"(?i)(?:what|which|where|who)[^\n?]{4,60}[?][ \t]*[\"“]?(?P<value>[A-Za-z0-9][^\n?!.;\"”]{1,40}?)[\"”]?[ \t]*"
        r"(?:[-–—(,.]+)[ \t]*(?:that|this|it)(?:['’]s|[ ]is)[ ](?:my|the|our)[ ](?:security|secret)[ ](?:question|answer)"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:mother|mum|mom)['’]?s[ ]maiden[ ]name[ \t]*[:=][ \t]*(?P<value>{_REST_EN}{{2,32}})"
    ),
)
_TALK_ZH = re.compile(
    "不|没|什么|多少|几|哪|谁|怎|忘|必|应该|可以|可能|需要|要|错|对的|一样|相同|可选|区分|随便"
)
_STARTS_TALK = re.compile(
    r"(?i)(?:not|required|wrong|incorrect|invalid|missing|empty|case|stored|too|so|something|a[ ]|an[ ]|the[ ]same|optional|"
    r"forgotten|hard|easy|different|asked|hashed|used|never)(?![a-z])"
)


def security_answers(text: str) -> Iterator[Span]:
    """What somebody answers when an account asks who they are."""
    for pattern in _ZH:
        for match in pattern.finditer(text):
            value = match["value"].rstrip(' 了吧的”"」')
            if value and not _TALK_ZH.match(value) and not value.endswith(("吗", "呢", "么")):
                yield _span(match, value)
    for pattern in _EN:
        for match in pattern.finditer(text):
            value = match["value"].rstrip(' ,"”')
            talk = _STARTS_TALK.match(value) or all(
                map(OPINIONS.__contains__, value.lower().split())
            )
            if value and not talk and not is_no_value(value):
                yield _span(match, value)


def _span(match: re.Match[str], value: str) -> Span:
    return match.start("value"), match.start("value") + len(value), "security_answer"
