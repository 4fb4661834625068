"""In which language reports and answers come: said of what is to come, or of the language itself.

`后面的故障总结麻烦保持中文` and `报告语言还是按中文来吧` say no `always`; what they speak of is lasting by itself.
All of them fill one aspect, so each turn that says so again is evidence for one preference.
"""

import re

from stelae.remember.rules.orders.patterns import LANGUAGES, LANGUAGES_EN
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_REPORT_ZH = "报告|周报|日报|月报|简报|文档|总结|纪要|汇报|复盘|方案"
_TEXTS: tuple[tuple[str, Caseless], ...] = (
    ("comment-language", Caseless(r"注释|\b(?:comments?|docstrings?)\b")),
    (
        "commit-language",
        Caseless(
            r"提交(?:信息|说明|记录|日志|消息)|\bcommits?\b|\bPR\b|\bpull requests?\b|\bmerge requests?\b"
        ),
    ),
    ("email-language", Caseless(r"邮件|\be-?mails?\b")),
)
"""Kinds of texts that have a language of their own, each with one value."""
_OTHER_TEXT = Caseless(
    r"代码|脚本|变量|函数|类名|命名|字段|表头|表格|图表|图例|文件名|分支|日志|测试|用例|界面|菜单|按钮|文案|标题|字幕|标签|关键词|摘要|笔记"
    r"|论文|作文|文章|博客|推文|帖子|公众号|朋友圈|简历|求职信|信件|写信|合同|公告|通知|海报|幻灯片|讲稿|演讲|歌词|诗|故事|小说|剧本|翻译|译文"
    r"|术语|名词|专有|人名|地名|品牌名|单词|例句|清单|待办|日程|日历|需求|工单|问卷|作业|试题|题目|\b(?:issue|ppt|slides?|readme|ui|log)\b"
    r"|[给对跟和与向](?!我|咱|你|您|大家聊)[^，。用]{1,8}?(?:写|回|发|说|讲|聊|沟通|交流)"
    r"|(?:涉及|遇到|关于|谈到|聊到|提到|讨论)[^，。]{1,12}(?:时|的时候|的)"
    r"|\b(?:code|scripts?|variables?|functions?|class|identifiers?|names?|naming|files?|filenames?|branch(?:es)?|logs?|tests?"
    r"|interface|menus?|buttons?|labels?|titles?|headings?|subtitles?|captions?|keywords|abstracts?|notes|papers?|essays?"
    r"|articles?|blog|posts?|tweets?|resume|cv|cover letters?|letters?|contracts?|announcements?|slides?|presentations?"
    r"|lyrics|poems?|story|stories|novels?|translations?|terms|terminology|jargon|lists?|to-?dos?|calendar|tickets?|issues?"
    r"|readme|changelogs?|homework|quiz(?:zes)?)\b"
    r"|\b(?:to|for|with) (?:the |my |our )?(?:clients?|customers?|team|boss|manager|colleagues?|coworkers?|wife|husband"
    r"|mother|mom|father|dad|parents?|kids?|children|son|daughter|friends?|him|her|them|others"
    rf"|(?!(?:{LANGUAGES_EN})\b)(?-i:[A-Z][a-z]+)\b(?! only| please))"
)
"""What is no answer to the person: an order about its language says nothing of the others."""
_ANSWERS_TOO = Caseless(
    r"(?:回复|回答|答复|聊天|对话)(?:和|、|与|及|以及)|(?:和|、|与|及|以及)(?:回复|回答|答复|聊天|对话)"
    r"|\b(?:answers|replies|responses)(?:,| and)|(?:,| and) (?:your |all )?(?:answers|replies|responses)\b"
)
_REPLY_ZH = "回复|回答|答复|输出|交流|沟通|聊天|对话|邮件"
_KEEP_ZH = "(?:也|都|请|麻烦你?|还是|就|尽量|统一|一律|你|给我|全部?|继续|最好)*"
_USE_ZH = "(?:保持|沿用|用|按|以|写成?|改成?|改用|换成?|选|设[为成]|定[为成]?|是|出)"
_END_ZH = "(?:来?写|来|出|写|吧|就好|就行|就可以|为准|版|啊|呀|哈|哦|回|不变|就成)*"
_CHINESE = (
    re.compile(
        rf"^(?:那|嗯|好的?|对了|还有|另外|请|麻烦)*(?:以后|之后|后面|后续|往后|今后|接下来|从现在起|每次|所有|全部)"
        rf"(?:的|所有的?|我的?|发|写|做|再|每[份次个])*[^，。你他她这那]{{0,8}}?(?P<what>{_REPORT_ZH}|{_REPLY_ZH})"
        rf"{_KEEP_ZH}{_USE_ZH}(?P<o>{LANGUAGES}){_END_ZH}$"
    ),
    re.compile(
        rf"^(?:那|嗯|好的?|对了|我的?|我们的?|咱们的?|你的?)*(?P<what>{_REPORT_ZH}|{_REPLY_ZH})(?:的|用的"
        rf"|使用的)?(?:语言|语种)"
        rf"{_KEEP_ZH}{_USE_ZH}(?P<o>{LANGUAGES}){_END_ZH}$"
    ),
    re.compile(
        rf"^(?:那|请|麻烦|以后|今后|从今以后|从现在起|往后|之后|都|一律|统一|默认|每次|我?希望你?|你)+(?:用|以"
        rf"|按)(?P<o>{LANGUAGES})"
        rf"(?:来)?(?:写|做|出|发|生成|整理|交|输出|给我写)(?:所有的?|全部的?"
        rf"|我的?)?[^，。这那]{{0,6}}?(?P<what>{_REPORT_ZH}){_END_ZH}$"
    ),
)
_REPORT_EN = r"reports?|summaries|write-?ups?|post-?mortems?|minutes|docs|documents|documentation|briefs|recaps"
_REPLY_EN = r"answers|replies|responses|e-?mails|messages"
_ENGLISH = (
    Caseless(
        rf"^(?:and |so |ok |please |just )*(?:keep|leave|write|do|send|have|make)? ?(?:all |the |my |our |any "
        rf"|every )*"
        rf"(?:future|later|upcoming|coming|following|next|subsequent) (?:[\w-]+ ){{0,2}}?(?P<what>{_REPORT_EN}"
        rf"|{_REPLY_EN})"
        rf"(?: please)?(?: (?:should|must|can|will))?(?: (?:stay|remain|be|come|keep|still"
        rf"|always))*,? in (?P<o>{LANGUAGES_EN})"
        rf"(?: too| as well| please| again|, please)*$"
    ),
    Caseless(
        rf"^(?:and |so |ok |please )*(?:(?:keep|leave|set|make) )?(?:the |my |our )?(?P<what>reports?|summary"
        rf"|documents?|repl(?:y|ies)|answers?)"
        rf"(?:'s|s')? language (?:(?:is|stays|remains|should|must|be|stay|remain|still|always|to|as|at"
        rf"|on) )*(?P<o>{LANGUAGES_EN})"
        rf"(?: too| as well| please| again|, please)*$"
    ),
    Caseless(
        rf"^(?:and |so |ok |please )*(?:keep|leave) (?:the |my |our |all )+(?:[\w-]+ )?(?P<what>{_REPORT_EN}"
        rf"|{_REPLY_EN}) in"
        rf" (?P<o>{LANGUAGES_EN})(?: too| as well| please| again|, please)*$"
    ),
)


def ordered(view: View) -> Draft | None:
    """Return the language somebody orders for reports or answers, if the clause does."""
    plain = view.clause.plain
    for pattern in _CHINESE if view.chinese else _ENGLISH:
        if found := pattern.match(plain):
            reports = re.match(
                rf"{_REPORT_ZH}|{_REPORT_EN}|summary|document", found["what"], re.IGNORECASE
            )
            aspect = "report-language" if reports else language_of(plain)
            if aspect is None:
                return None
            return Draft(
                "language",
                "preference",
                {
                    "polarity": "like",
                    "aspect": aspect,
                    "object": view.clause.text[found.start("o") : found.end("o")],
                },
                confidence=0.9,
                importance=0.8,
            )
    return None


def language_of(plain: str) -> str | None:
    """Return the aspect of an order about a language: of a kind of text that it names, else of answers.

    None: it names another text, which has no aspect of its own.
    """
    if _ANSWERS_TOO.search(plain):
        return "reply-language"
    named = next((aspect for aspect, words in _TEXTS if words.search(plain)), None)
    return named or (None if _OTHER_TEXT.search(plain) else "reply-language")
