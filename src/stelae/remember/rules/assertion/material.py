"""Which part of a message is material: text a person hands over, pastes or quotes, and not what they say of themselves.

Decided by the shape of the whole message: an order to make a text, a role written for the assistant, a line that announces
a text, a letter, a form, a document's length. What a person says in a text of their own stays (`long` only raises what the
later checks ask for).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import Sentence, plain_of

_HAN = re.compile("[\u4e00-\u9fff]")
_HAN_WEIGHT = 1.5
"""A Chinese character says about as much as two and a half letters."""
_LONG, _DOCUMENT, _ROLE, _TASKED = 300, 1200, 150, 500
"""Weights: what is told at length, what nobody writes about themselves in one go, the least of a role prompt and a task
with its material."""
_OWN_LEAD = 200
"""Characters at the beginning and the end of a document in which the person may still speak themselves."""
_NARRATIVE = 0.5
"""Share of sentences in the first person from which a long text is the person's own story."""
_MOST_LINES = 12
"""Lines of a long text beyond which it is a document rather than a story."""

_ROLE_PROMPT = Caseless(
    r"^(?:hi|hey|hello|please|so|now|chatgpt|assistant|from now on|[, .!])*(?:you(?:'re"
    r"| are) (?:now )?(?:going to (?:act|be)"
    r"|more than|(?:an?|the|my) (?!star|lifesaver|legend|genius|gem|angel|great|good|true|real|big|huge))"
    r"|(?:I want you to |I would like you to |you (?:will|are to|must) )?(?:act|pretend|behave|respond|role-?play)"
    r"(?: to be| as| like)? an? |imagine (?:that )?you)"
    r"|^(?:从现在起|现在|请|,|，)*(?:你(?:现在)?(?:是|将是|要当|来当)(?:一个|一名|一位|我的|资深|专业)"
    r"|(?:请|想让你|希望你)(?:你)?(?:担任|充当|作为))"
)
_TEXTS = (
    r"(?:articles?|essays?|e-?mails?|letters?|reports?|stor(?:y|ies)|posts?|blogs?|paragraphs?|sections?|chapters?"
    r"|outlines?|headings?|headlines?|titles?|descriptions?|summar(?:y|ies)|tables?|charts?|scripts?|codes?"
    r"|functions?"
    r"|quer(?:y|ies)|resumes?|résumés?|cvs?|cover letters?|reviews?|repl(?:y|ies)|responses?|projects?|texts?"
    r"|documents?"
    r"|drafts?|contents?|copy|captions?|points?|bullets?|takeaways?|questions?|quiz(?:zes)?|plans? for"
    r"|proposals?|notes?"
    r"|prompts?|poems?|lyrics|speech(?:es)?|slides?|presentations?|newsletters?|columns?)"
)
_TASK = Caseless(
    r"^(?:please |can you |could you |would you |now |ok(?:ay)?,? |great\W+|let's |help me (?:to )?"
    r"|assist me (?:with|in) "
    r"|I (?:want|need|would like) you to |I'd like you to |continue )*"
    r"(?:write(?! (?:that|this) down)|rewrit(?:e|ing)|writing|translate|summari[sz]e|paraphrase|rephrase"
    r"|proofread|draft"
    r"|compose|edit|expand|shorten|improve|format|analy[sz]e|classify|extract|convert|generate|create|make"
    r"|add|give me"
    r"|continue|fill|turn|answer|explain|review|read|simplify|compare)\b"
    rf"[^.!?\n]*?\b(?:{_TEXTS}|this|following|below|features)\b"
)
_TASK_ZH = re.compile(
    r"^(?:请|麻烦|帮我?|你|给我|替我|把|将|根据|按照|基于|,|，|\s)*(?:以下|下面|这|上面|上述)?[^，。!?\n]{0,12}?"
    r"(?:写|改写|翻译|总结|概括|润色|扩写|缩写|仿写|分析|整理|提炼|提取|生成|制作|做成|列成|归纳|修改|回答|解释)"
    r"[^。!?\n]{0,24}?(?:文章|文|信|邮件|报告|段|表格?|大纲|标题|摘要|内容|材料|资料|代码|句子?|题|总结|方案"
    r"|稿|简历|以下|下面)"
)
_DOCUMENT_NOUN = (
    r"(?:job (?:description|posting|ad)|e-?mail|letter|notes?|text|article|essay|cv|resume|report|transcript|reply"
    r"|paragraph|code|data(?:set)?|draft|review|prompt|message|stor(?:y|ies)|document|questions?|case study|abstract"
    r"|poem|script|description|outline|chapter|profile|post|content|conversation|chat|minutes|syllabus|instructions)"
)
_ANNOUNCED = Caseless(
    rf"(?:\b(?:this|these|here|below|following) (?:is|are|was|were)|\bhere's) (?:the |my |our |an? |some |her "
    rf"|his |their "
    rf"|your )?(?:[\w-]+ ){{0,3}}?{_DOCUMENT_NOUN}\b[^.!?\n]{{0,60}}(?::|\n)"
    rf"|\b(?:received|got|have|read|see|use|using|consider|given|with) (?:this|these|the) (?:below|following"
    rf"|attached)\b"
    rf"|\b(?:the )?(?:below|following) (?:[\w-]+ ){{0,3}}?{_DOCUMENT_NOUN}\b"
    r"|\bas follows\b|^(?:her|his|their|my) (?:reply|e-?mail|message|letter|answer)[ \t]*(?::|\n)"
    r"|\bthese are (?:the |my )?notes\b|^(?:the )?(?:job description|case study|background|abstract|text"
    r"|article)[ \t]*:"
    r"|(?:这是|以下是|下面是|如下是|附上|贴一下)[^。!?\n]{0,16}(?:邮件|信|笔记|文章|文本|简历|报告|记录|材料"
    r"|原文|内容|代码|资料|题目"
    r"|职位描述|要求|作文|稿子?|日志)[^。!?\n]{0,16}(?::|\n)"
)
_LETTER = Caseless(
    r"^[ \t]*(?:dear [\w .]{2,40}[,:]|to whom it may concern|尊敬的[^\n]{1,16}[:：,，]|此致\s*$)"
)
_REGARDS = Caseless(
    r"^[ \t]*(?:(?:best|kind|warm|many)? ?regards|yours (?:sincerely|faithfully|truly)"
    r"|sincerely(?: yours)?)[,.]?[ \t]*$"
)
_ITEM = re.compile(r"^\s*(?:[○●▪■◦‣•➢➤→✓✔]|#{1,6}\s|\|)", re.MULTILINE)
"""A glyph nobody types, a heading, a row of a table."""
_NUMBERED = re.compile(r"(?:^|(?<=[.!?。]\s))\d{1,2}[.)、]\s")
_FIRST_PERSON = Caseless(r"\b(?:I|I'm|I've|my|me|mine)\b|我")
_FORM = re.compile(r"\[(?![^\]]*\d{3})[A-Z][\w' /.-]{2,40}\]|\{\{?\w+\}?\}|<[A-Za-z_ ]{3,30}>")


@dataclass(frozen=True, slots=True)
class Material:
    """How a message is built: from where on it is material, and how much it is altogether."""

    plain: str
    weight: float
    begins: int
    """Offset from which on it is somebody's text; the length of the message when it is none."""
    document: bool
    """So long that only its beginning and end can be the person's own."""
    length: int
    sentences: tuple[Sentence, ...] = ()

    @property
    def long(self) -> bool:
        """Is it told at length, so that a plain statement may be part of anything?"""
        return self.weight > _LONG

    def covers(self, sentence: Sentence, text: str) -> bool:
        """Is the sentence material?"""
        start, end = sentence.piece.start, sentence.piece.end
        if start >= self.begins or _in_item(text, start):
            return True
        if _FORM.search(text[start:end]):
            return True
        return self.document and start > _OWN_LEAD and end < self.length - _OWN_LEAD


def material_of(text: str, sentences: Sequence[Sentence]) -> Material:
    """Look at the shape of a message.

    Args:
        text: The message.
        sentences: Its sentences.
    """
    plain = plain_of(text)
    weight = len(text) + _HAN_WEIGHT * len(_HAN.findall(plain))
    document = weight > _DOCUMENT and not _own_story(plain, sentences)
    begins = _beginning(plain, weight, document, sentences)
    return Material(plain, weight, begins, document, len(text), tuple(sentences))


def _beginning(plain: str, weight: float, document: bool, sentences: Sequence[Sentence]) -> int:
    begins = len(plain)
    if not sentences:
        return begins
    first = sentences[0].piece
    if weight > _ROLE and _ROLE_PROMPT.match(plain):
        return 0
    tasked = _TASK.match(first.plain) or _TASK_ZH.match(first.plain)
    if tasked and weight > _TASKED:
        begins = min(begins, first.start if document else first.end)
    if weight > _TASKED and len(_NUMBERED.findall(plain)) > 2 and "\n" not in plain:
        begins = 0
    for shape in (_ANNOUNCED, _LETTER_AT):
        if (found := shape.search(plain)) and found.end() < len(plain) * _MOSTLY_AFTER:
            begins = min(begins, found.start())
    return begins


_MOSTLY_AFTER = 0.9
"""What is announced at the very end of a message (`as follows`) has nothing behind it."""


class _Letter:
    """Finds where a letter begins; one with only a closing begins where the message does."""

    def search(self, plain: str) -> re.Match[str] | None:
        """Return where the letter begins."""
        for line in re.finditer(r"^.*$", plain, re.MULTILINE):
            if _LETTER.match(line.group()):
                return line
        if any(_REGARDS.match(line) for line in plain.split("\n")[1:]):
            return re.match("", plain)
        return None


_LETTER_AT = _Letter()


def _own_story(plain: str, sentences: Sequence[Sentence]) -> bool:
    """Is a long text the person's own account: running prose, most of it in the first person?"""
    if plain.count("\n") >= _MOST_LINES or not sentences:
        return False
    own = sum(_FIRST_PERSON.search(s.piece.plain) is not None for s in sentences)
    return own >= _NARRATIVE * len(sentences)


def _in_item(text: str, start: int) -> bool:
    line = text.rfind("\n", 0, start) + 1
    return _ITEM.match(text[line : start + 1]) is not None
