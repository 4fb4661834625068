"""Whose words are they? What somebody says, sings or writes is not what the speaker says of themselves.

An introduction is a verb of saying with somebody else before it (`楼主说我…`, `my boss says`), or a colon after the name of
a text or of a saying (`歌词：我…`, `the caption reads: I…`). It reaches over the clauses behind it.
"""

import re
from functools import lru_cache

from stelae.remember.rules.reading.cue import Cue
from stelae.remember.rules.reading.sentences import Sentence

_SAYS_ZH = (
    r"(?:总|老|都|一直|经常|今天|昨天|刚才|刚刚|曾经|跟我|对我|和我|还|也|在|又|就|里面?|上面?|中)*(?:说|表示|觉得|以为|认为"
    r"|问|声称|写道|告诉我|吐槽|抱怨|唱|转告|转述|留言|评价)(?!话|服|明|不|白|到|来|起|实|好|定|[\u4e00-\u9fff]{1,3}[语话]|中文|英文|方言)"
)
_REPORTED = Cue(
    (
        r"据说|听说|传说|网上说|书上说|新闻(?:里|上)?说|文章(?:里|上)?说|有人说|别人说"
        r"|大家都说|人家说|报道|谣传|号称|测试(?:题)?说|星座说|算命|系统提示|提示词|文档(?:里|上)?(?:说|写)"
        r"|说明书(?:里|上)?(?:说|写)|报告(?:里|上)?(?:说|写)|(?:帮|替|代)(?:我?(?:的|一个)?)?(?:朋友|同事|室友|同学|闺蜜|家人|亲戚|别人|人)问|(?:让|叫|托"
        r"|要)我(?:转告|转达|捎话|带话|带个话|告诉你|跟你说)"
    ),
    rf"(?:他|她|他们|她们|领导|老师|经理|老公|老婆|[小老阿](?!实)[\u4e00-\u9fff]|作者|文章|电视|群里){_SAYS_ZH}",
    (
        r"(?<![我咱])(?:[主人者员师生友爷娘妈爸姐哥弟妹叔姨婆公子家客手星们总板导长事户居机服介官东粉嫂孙女儿婶舅姑警帖贴])"
        rf"(?<!本人)(?<!个人)(?<!我家){_SAYS_ZH}"
    ),
    (
        r"\b(?:I (?:heard|read|saw)(?: somewhere)?(?: that)?|apparently|rumou?r has it|they say"
        r"|people say|supposedly|allegedly|according to|it is said|the (?:article|author|book|email"
        r"|doc|document|manual|report|page|post|readme|news|horoscope|quiz) (?:says|said|claims"
        r"|states)|some say)\b"
    ),
    (
        r"\b(?:he|she|they|op|my (?:\w+ )?\w+(?:-in-law)?|(?:the|this|that|some|a|an|another|his|her|their) (?:\w+ )?\w+"
        r"|someone|somebody|(?!(?:I|every|each|any|no|never|always|which)\b)[A-Z][a-z]+) "
        r"(?:always |often |just |also |once |keeps? )?(?:says?|said|saying|told (?:me|us|him|her)"
        r"|thinks?|thought|claims?|claimed|believes?|asked|wrote|writes|mentioned"
        r"|insists?|complained|joked|sings|sang|tweeted|texted|posted)\b"
    ),
    r"\b(?:he|she|they|my \w+|(?:this|that|some) \w+) (?:(?:was|were|is|'s|are) (?:all |just )?like|goes|went)"
    r"(?=$|,? ?[\"“]?I(?:'m|'ve)?\b)",
    r"\bquot(?:e|ing)\b|\bquote:|\basking for (?:a|my) \w+\b|\b(?:asked|wants?|wanted|told) me to (?:tell"
    r"|say to|let) (?:you|u)\b",
)
_DOCTOR = Cue(
    r"医生|大夫|护士|营养师|牙医|中医|药师|体检|检查|化验|诊断",
    r"\b(?:doctor|dr|allergist|dentist|physician|nutritionist|nurse|tests? showed|diagnos)",
)
_JOINT = re.compile(r":|——+|\s[-–—]{1,2}\s")
_LONGEST_INTRODUCTION = 40
"""Characters before a colon; what is longer is a sentence of its own."""
_SOURCE = Cue(
    (
        r"(?:的(?:原)?话|原话|原文|台词|歌词|歌里|歌|诗|诗句|诗里|作文|[他她]的日记|帖子?|贴子?|弹幕|评论区?|留言|短信|来信|信[里上中]"
        r"|朋友圈|微博|小红书|公众号|文章|书[里上中]|小说|剧本|电影|视频|段子|笑话|海报|广告|标语|横幅|字幕|签名|文案|例句|病句"
        r"|(?:[这下道]|选择|填空|判断)(?:题|空)|(?:看到|看见|听到|刷到|读到|有|这么?|那么?)(?:了|过|的|这|那|这样)*(?:一|几)?句话?)"
        r"(?:的?(?:开头|结尾|开场白?|第一[句章段]|片段|节选))?(?:里面?|上面?|中|内容|这样|是这样|这么|如下|选)*(?:(?:说|写|唱|有|选什么|怎么选)(?:的|着|了|道)?)?(?:是)?$"
    ),
    (
        r"(?:写|唱|念|喊|朗诵|转告|转述|转达|捎话|传话|带话|转发|回复|评论|吐槽|感叹|留言)(?:的|着|了|道|过|到|来|给|我|你|他|她)*(?:是)?$"
        r"|^(?:我们?的?|一个|有个|有位|某|这个|那个)?(?:客户|用户|顾客|买家|卖家|患者|病人|来访者|学生|读者|网友|粉丝|对方|老板|领导|同事|老公|老婆|男友|女友|爸爸?|妈妈?|哥哥?"
        r"|姐姐?|弟弟?|妹妹?)"
        r"的?(?:反馈|需求|投诉|意见|评价|诉求|心声)?(?:是)?$"
        r"|(?:翻到|看到|找到|读到|以前|小时候|当年)[^，。]*(?:日记|博客|动态|信)[里上]?$"
        r"|[\u4e00-\u9fff](?:说|问|答|讲)(?:的|着|了|道|过)*(?:是)?$"
    ),
    (
        r"^(?:my |our |the |a |one )?(?:client|customer|patient|student|boss|wife|husband|mom|mum|dad|roommate)"
        r"(?: (?:review|feedback|complaint|quote))?$"
        r"|\b(?:lyrics?|song|verse|chorus|poem|quotes?|quotation|caption|headline|tweet|meme|slogan|proverb"
        r"|dialogue|transcript|script)\b[^,:]*$|^(?:\w+ )?prompt$"
        r"|\b(?:novel|story|book|poem|chapter|memoir) (?:opens|begins|starts|ends)(?: with| like this)?$"
        r"|\bhere(?:'s| is) (?:my|the|a) (?:\w+ )?(?:character|story|poem|novel|speech|draft)$"
    ),
    (
        r"\b(?:he|she|they|it|op|who|which|my (?:\w+ )?\w+|(?:the|this|that|a|an|his|her|their) (?:\w+ )?\w+"
        r"|(?-i:[A-Z])\w+)"
        r" (?:\w+ )?"
        r"(?:says?|said|sings?|sang|writes?|wrote|reads?|goes|posts?|posted|tweeted|texts?|texted|replied|answered"
        r"|shouts?|yelled|told \w+|asks|asked)$"
    ),
    (
        r"\b(?:his|her|their|the|this|that|a|an|\w+'s)"
        r"(?! (?:short|long|simple|honest|quick|real|bottom|first|main|only|whole)\b)"
        r" (?:\w+ ){0,2}?(?:words?|story|post|comment|thread|letter|e-?mail|text|diary|journal|sign|poster|ad"
        r"|profile|answer|reply"
        r"|review|line|title|blog|article|book|novel|movie|film|speech|voicemail|status|essay|homework|sentence|phrase"
        r"|paragraph)(?: (?:says?|said|reads?|was|is|goes|online|today|(?:on|from|in|by) [\w ]+"
        r"|(?:that )?I (?:saw|read|found|heard)))*$"
    ),
)
_OWN = Cue(
    (
        r"^(?:那|所以|但|不过)?(?:我|我们|咱们?)(?:就|只|也|都|想|要|先|再|来|得|必须|可以|跟你们?|和你们?|对你们?|给你们?|老实|实话|直接"
        r"|这么|已经|还|昨天|刚才|刚)*(?:说|讲|问|答|回答|重申|强调|补充|声明|承认)(?:的|了|过|一下|一句|清楚)*(?:是)?$"
        r"|^(?:跟你们?|和你们?|对你们?|听我|不瞒你|话)(?:说|讲)|(?:来|单|实|白|直|么|者|是|接|再)(?:说|讲)$"
    ),
    r"^(?:as )?(?:I|we)(?:'d| would)? (?:said|say|wrote|mentioned|told \w+|repeat)$|\b(?:I|I'd) (?:mean|say|said)$",
)
"""The speaker's own saying."""


def reported(sentence: Sentence, index: int) -> bool:
    """Is the clause somebody else's words, from the one that introduces them on? A doctor's finding is no hearsay."""
    clause = sentence.clauses[index]
    said = introduced(sentence.piece.plain)
    if said is not None and clause.end - sentence.piece.start > said:
        return True
    before = sentence.clauses[max(0, index - _REACH) : index + 1]
    return any(_reports(one.plain) for one in before)


_REACH = 8
"""Clauses that an introduction (`he says`) reaches."""


@lru_cache(maxsize=512)
def introduced(plain: str) -> int | None:
    """Return where somebody else's words begin behind a colon, or None."""
    for joint in _JOINT.finditer(plain):
        if is_introduction(plain[: joint.start()]):
            return joint.end()
    return None


def is_introduction(before: str) -> bool:
    """Does what stands before a colon name a text, or somebody who speaks?"""
    clause = re.split(r"[，,。.;；!?]\s*", before)[-1].strip()
    if not clause or len(clause) > _LONGEST_INTRODUCTION:
        return False
    return (
        _SOURCE.search(clause) is not None
        and _OWN.search(clause) is None
        and _DOCTOR.search(clause) is None
    )


@lru_cache(maxsize=512)
def _reports(plain: str) -> bool:
    return _REPORTED.search(plain) is not None and _DOCTOR.search(plain) is None
