"""The frame of a question: words about asking and telling that say nothing about what is looked for.

"Can you list the order in which I brought up …", "你还记得我给你推荐过 …": such words are in no memory, so they make
every good answer look like a poor match, and a chat full of "you recommended" look like a good one. Taking them out of
the keyword query raises the separation of answerable from off-topic questions (docs/benchmarks.md, "Nothing relevant")
and leaves the ranking where it was.
"""

import re

from stelae.text.normalise import squash

_EN = r"""
\b(?:(?:can|could|would|will)\ you\ (?:please\ )?)?
    (?:(?:tell|remind|show|give|walk|help)\ (?:me|us)(?:\ (?:through|about|understand|of))?
    |list|describe|summari[sz]e|explain)\b
|\bthe\ order\ in\ which\b|\bin\ (?:the\ )?(?:right\ |correct\ |chronological\ )?order\b
|\b(?:i|we|you|he|she|they|has|have|had)\ (?:have\ |had\ )?(?:ever\ |once\ |already\ |previously\ |earlier\ )?
    (?:br(?:ing|ought)\ up|mention(?:ed)?|discuss(?:ed)?|talk(?:ed)?\ about|said|told\ (?:you|me)
    |asked\ (?:you|me)(?:\ about)?|shared|recommend(?:ed)?|suggest(?:ed)?)\b
|\b(?:different\ )?(?:aspects?|topics?|ideas?)\ (?:of|about|related\ to)\b
|\b(?:throughout|across|during|in|from)\ (?:all\ )?(?:of\ )?(?:our|my|the)\ (?:previous\ |past\ |earlier\ |last\ )?
    (?:conversations?|chats?|discussions?|sessions?|talks?)\b
|\b(?:mention|list|give|name|include)\ only\b(?:\ and\ only)?(?:\ \w+\ (?:items?|things?|points?))?
|\b(?:what|which\ topics|things)\ (?:did|have|do)\ (?:i|we|you)\ (?:talk(?:ed)?|speak|spoken|chat(?:ted)?)\ about\b
|\b(?:the\ )?(?:first|last)\ (?:time|conversation|chat)\ (?:we|i)\ (?:talked|spoke|chatted|had)\b
|\bdo\ you\ (?:still\ )?(?:remember|recall|know)\b|\bremember\ (?:when|that)\b|\bplease\b
"""
_ZH = r"""
(?:你)?(?:还)?(?:记不记得|记得|知道)
|我们(?:之前|以前|上次|曾经)?(?:聊|谈|说|讨论)(?:了|过)?(?:很多|一些|哪些|什么|些)?|聊(?:了|过)?(?:哪些|什么)|(?:哪些|什么)?(?:话题|内容)
|(?:你|我)?(?:曾经|之前|以前|上次|曾)?(?:给|和|跟|与|向)(?:你|我)(?:曾经)?
    (?:推荐|分享|介绍|提到|提过|提|说|讲|请教|聊)(?:了|过)?(?:我)?
|(?:推荐|分享|介绍|提到|提过|告诉|请教)(?:了|过)(?:你|我)?
|(?:第一次|最近一次|上一次)?(?:对话|聊天|谈话|交谈)(?:的)?(?:时候)?|我们第一次
|曾经|之前|以前|上次
|(?:它|他|她|它们|他们)?的?名字(?:是|叫)?(?:什么)?|对吗|是吗|是什么|是哪些|叫什么|有哪些|请问|一下
"""
_TALK = re.compile(r"聊|谈话|话题|对话|\b(?:talk\w*|chat\w*|conversations?|spoke)\b", re.IGNORECASE)
_FRAME = re.compile(f"{_EN}|{_ZH}", re.IGNORECASE | re.VERBOSE)
_FRAME_EN = re.compile(_EN, re.IGNORECASE | re.VERBOSE)
_HAN = re.compile("[\u4e00-\u9fff]")


def without_frame(text: str) -> str:
    """Return the question without its frame; it may be empty when the whole text is one."""
    # Every Chinese frame holds a Chinese character: without one, a seventh of the time finds the same.
    frame = _FRAME if _HAN.search(text) else _FRAME_EN
    return squash(frame.sub(" ", text))


def names_talk(text: str) -> bool:
    """Does the text speak of talking: when nothing else is left of a question, it asks for the conversation as such."""
    return bool(_TALK.search(text))
