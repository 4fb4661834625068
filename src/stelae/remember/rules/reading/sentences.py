"""Cut a message into sentences and clauses, and set aside what is not the person's own prose.

Code, quoted lines, pasted chats and long quotations are kept out. Offsets always refer to the original text. Matching
is done on a copy of the same length with simplified characters and straight quotes, so every span can be cut from the
original.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.run_on import cuts
from stelae.text.language import language_of
from stelae.text.scripts import simplified

MASK = "\ufffc"
"""Stands for every character that is not the person's own assertion."""

_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "＇": "'", "：": ":", "？": "?", "！": "!", "　": " ", "\t": " "}
    | {"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"}
)
_CROOKED = frozenset(map(chr, _STRAIGHT))
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_RULE = re.compile(r"\s*(?:-{3,}|={3,}|\*{3,}|_{3,}|\"{3})\s*")
"""Two of them enclose something pasted."""
_QUOTED_LINE = re.compile(r"^\s*(?:>|\|)")
_CHAT_LINE = re.compile(
    r"^\s*(?:[\[(【]?\d{1,4}[-:/.]\d{1,2}(?:[-:/. ]\d{1,2})*[^\]\n】)]{0,12}[\])】]?\s*)?"
    r"(?P<who>[A-Za-z][\w .'-]{0,19}|[\u4e00-\u9fff]{1,6})(?:\s+\d{1,2}:\d{2})?\s*:\s*"
    r"(?P<said>\S.*)$"
)
_STAMPED = re.compile(r"^\s*[\[(【]?\d{1,4}[-:/.]\d{1,2}(?:[-:/. T]\d{1,2})+")
_SPEAKER_WORDS = re.compile(
    r"^(?:user|assistant|system|human|ai|bot|me|我|你|他|她|用户|助手|客服|甲|乙|老板|同事|妈妈"
    r"|爸爸|[A-Z]|[A-Z][a-z]+(?: [A-Z][a-z]*)?|"
    r"[小老阿][\u4e00-\u9fff]"
    r"|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕张孔曹严华金魏陶姜戚谢邹喻"
    r"苏潘葛范彭郎鲁韦马方俞任袁柳"
    r"唐罗薛雷贺倪汤滕殷毕郝邵毛贝明成戴宋庞熊纪舒屈项祝董梁杜阮蓝季贾江颜郭梅"
    r"林钟徐邱骆高夏蔡田胡霍万柯管卢莫丁邓][\u4e00-\u9fff]{1,2})$"
)
_LABEL = Caseless(
    r"^(?:note|notes|fyi|ps|name|age|job|home|city|email|pet|pets|hobby|hobbies|diet|allergies"
    r"|allergy|remember|reminder|todo|update|ps|"
    r"background|context|preferences?|decision|about me|format|units?|language)$"
)
_MATERIAL = Caseless(
    r"(?:以下|下面|下列|如下)(?:是|为|这|的|内容|文字|文本|一段|两段)?.{0,24}?:\s*$|(?:聊天记录"
    r"|原文|邮件内容|会议纪要|转发|网页内容|文章内容|日志|歌词|台词|对话|附件|正文|文档|文件内容"
    r"|文案|简历|公告|通知)(?:内容|正文|全文)?(?:如下|是)?\s*:\s*$"
    r"|(?:here(?:'s| is| are)|below is|the following)[^.\n]{0,60}:\s*$|(?:transcript|forwarded"
    r"(?: message)?|chat log|the email|excerpt|lyrics|logs?)\s*:\s*$"
    r"|^-{2,}\s*(?:forwarded|original) message"
)
_QUOTES = re.compile(
    r"“([^”\n]{0,400})”|「([^」\n]{0,400})」|『([^』\n]{0,400})』"
    r"|\"([^\"\n]{0,400})\"|(?<![\w'])'([^'\n]*"
    r"(?:\w'\w[^'\n]{0,400})*)'(?![\w])|`([^`\n]{0,400})`"
)
_PERSON_IN_QUOTE = Caseless(r"[我你他她]|\b(?:I|I'm|my|me|you|we|he|she)\b")
_LONGEST_NAME = 24
_LONGEST_SENTENCE = 800
"""Characters; longer ones are lists or noise and are cut."""
_END = re.compile(
    r"[。！!?；;…]+[”\"」』)）]*|\n+|(?<=[^\s.\d])\.+(?=\s|$)|(?<=\d)\.(?=\s+[A-Z]|\s*$)|"
    r"(?<=[\u4e00-\u9fff])\s*[~～]+"
)
_ABBREVIATION = Caseless(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|approx|incl|excl|min|max|a\.m|p\.m)$"
)
_BARE_NOUN = Caseless(r"(?:both )?(?:(?:my|our) [\w-]+|me)")
_JOIN = Caseless(
    r"(?:and|but|so|because|although|though|whereas) |(?:而且|并且|但是|但|不过|可是|所以|因为"
    r"|另外|还有|然后|同时|就是(?!说))+"
)
_ZH_CUT = Caseless(
    r"[，,]\s*|——+|\s+[-—–]{1,2}\s+|(?<!\d):\s*(?=[我他她本])|(?<=[\u4e00-\u9fff])\s+"
    r"(?=[\u4e00-\u9fff])"
)
_STARTS = (
    r"(?:I|I'm|I've|I'd|I'll|my|we|we're|we've|our|he|she|it|it's|they|you|what|where|how|which"
    r"|who|why|when|if|please|can|could|do|does|"
    r"is|are|right|isn't|aren't|don't|never|always|but|so|because|since|although|though|while|and"
    r"|actually|now|instead|the)"
)
_EN_CUT = Caseless(
    rf"[,;:]\s+(?={_STARTS}\b)|\s+[-—–]{{1,2}}\s+|——+|,\s+(?=(?:and that's |that's )?final$|"
    rf"(?:and )?[\w-]+ over [\w-]+|(?:and )?(?:absolutely )?no\s)|,\s+(?=[^,;.]{{0,40}}?\b(?:I|I'm"
    rf"|my|is|are|was|we|you|isn't|don'?t|can'?t)\b)|\s+(?=but\s+(?!not\b))|\s+(?=(?:because"
    rf"|although|though|whereas)\s)"
    r"|\s+(?=and\s+(?!I (?:(?:don't|do not|never) (?:get|agree|mix|go)|are|aren't)\b)(?:I|I'm|I've"
    r"|my|we|our|he|she|they|please|never|always|the|it|can|what)\b)"
    r"|\s+(?=and\s+(?:work|live|love|hate|like|enjoy|dislike|prefer|speak|study|play|have|am|can't"
    r"|don't|drive|teach|moved|commute|own)\s)"
    r"|,\s+(?=(?:work|live|love|hate|enjoy|dislike|prefer|speak|play|have|drive|own|study|can't"
    r"|don't|used)\s)"
    r"|[，,]\s*(?=[\u4e00-\u9fff])"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the message: `plain` is for matching, `text` is the original, both `end - start` long."""

    text: str
    plain: str
    start: int
    end: int

    def cut(self, start: int, end: int) -> "Piece":
        """Return a part, by offsets inside this piece."""
        return Piece(
            self.text[start:end], self.plain[start:end], self.start + start, self.start + end
        )

    def trimmed(self, lead: "re.Pattern[str] | Caseless | None" = None) -> "Piece":
        """Return it without white space and commas at both ends, and without a leading match of `lead`."""
        start = len(self.plain) - len(self.plain.lstrip(_LOOSE))
        end = max(start, len(self.plain.rstrip(_LOOSE)))
        piece = self.cut(start, end) if start or end < len(self.plain) else self
        found = None if lead is None else lead.match(piece.plain)
        return piece if found is None else piece.cut(found.end(), len(piece.plain))


_LOOSE = " \r\n\t,，、:;；.。!?~-—–*•·#…()（）"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence with its clauses; `mark` is the punctuation that ended it."""

    piece: Piece
    clauses: tuple[Piece, ...]
    mark: str
    chinese: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A message cut up: its sentences, and whether something was set aside as not the person's own prose."""

    sentences: tuple[Sentence, ...]
    set_aside: bool


def plain_of(text: str) -> str:
    """Return the copy for matching: simplified characters and straight quotes, the same length."""
    if text.isascii():
        return text.replace("\t", " ")
    plain = simplified(text)
    return plain if _CROOKED.isdisjoint(plain) else plain.translate(_STRAIGHT)


def sentences_of(text: str) -> Cut:
    """Cut a message.

    Args:
        text: The observation's text.

    Returns:
        Its sentences in order, without code, quoted lines and pasted chats; long quotations are masked inside them.
    """
    plain = plain_of(text)
    masked = _mask_quotes(_mask_lines(plain))
    sentences: list[Sentence] = []
    for start, end, mark in _spans(masked):
        piece = Piece(text[start:end], masked[start:end], start, end).trimmed()
        if piece.plain.strip(MASK + _LOOSE):
            sentences.append(sentence_of(piece, mark))
    return Cut(tuple(sentences), MASK in masked)


def sentence_of(piece: Piece, mark: str) -> Sentence:
    """Return the piece as a sentence, cut into clauses the way its language does."""
    chinese = language_of(piece.plain) == "zh"
    clauses = _clauses(piece, _ZH_CUT if chinese else _EN_CUT)
    return Sentence(piece, tuple(_parted(clauses, chinese=chinese)), mark, chinese)


def _parted(clauses: Iterable[Piece], *, chinese: bool) -> Iterator[Piece]:
    """Part statements that follow each other without a sign."""
    for clause in clauses:
        start = 0
        for place in cuts(clause.plain, chinese=chinese):
            yield clause.cut(start, place).trimmed()
            start = place
        yield clause.cut(start, len(clause.plain)).trimmed() if start else clause


def _spans(plain: str) -> list[tuple[int, int, str]]:
    spans: list[tuple[int, int, str]] = []
    start = 0
    for found in _END.finditer(plain):
        if found.group().startswith(".") and _ABBREVIATION.search(
            plain[max(start, found.start() - 6) : found.start()]
        ):
            continue
        spans.append((start, found.start(), found.group()))
        start = found.end()
    spans.append((start, len(plain), ""))
    return [piece for span in spans for piece in _bounded(plain, *span)]


def _bounded(plain: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int, str]]:
    """Cut an endless sentence at a space or comma, so that the work of the patterns stays linear in the message."""
    while end - start > _LONGEST_SENTENCE:
        middle = start + _LONGEST_SENTENCE
        cut = max(plain.rfind(c, start + 1, middle) for c in " ,，、")
        cut = cut if cut > start else middle
        yield start, cut, ""
        start = cut
    yield start, end, mark


def _clauses(piece: Piece, cut: Caseless) -> tuple[Piece, ...]:
    clauses: list[Piece] = []
    start = 0
    for found in cut.finditer(piece.plain):
        clauses.append(
            _without_filler(piece.cut(start, found.start()).trimmed(_JOIN if clauses else None))
        )
        start = found.end()
    clauses.append(
        _without_filler(piece.cut(start, len(piece.plain)).trimmed(_JOIN if clauses else None))
    )
    return tuple(_merged(piece, [c for c in clauses if c.plain]))


def _without_filler(clause: Piece) -> Piece:
    """Leave out what people add after a statement (`by the way`, `tbh`)."""
    found = _FILLER.search(clause.plain)
    return clause.cut(0, found.start()).trimmed() if found else clause


_FILLER = Caseless(
    r",?\s+(?:by the way|btw|tbh|lol|haha+|ta|cheers|fyi|you know|in case (?:it"
    r"|that) (?:matters"
    r"|helps).*)$"
)


def _merged(piece: Piece, clauses: list[Piece]) -> list[Piece]:
    """Put `my wife` and `I are expecting` together again: a bare noun phrase is no clause."""
    out: list[Piece] = []
    for clause in clauses:
        if out and _BARE_NOUN.fullmatch(out[-1].plain):
            out[-1] = piece.cut(out[-1].start - piece.start, clause.end - piece.start)
        else:
            out.append(clause)
    return out


def _mask_lines(plain: str) -> str:
    """Mask code, quoted lines, pasted chats and everything after a line that announces foreign material."""
    if "\n" not in plain:
        return plain
    lines = plain.split("\n")
    chat = _chat_lines(lines)
    out: list[str] = []
    fenced = material = False
    rules = [i for i, line in enumerate(lines) if _RULE.fullmatch(line)]
    between = range(rules[0], rules[-1]) if len(rules) > 1 else range(0)
    for index, line in enumerate(lines):
        fence = _FENCE.match(line) is not None
        hide = (
            fenced
            or fence
            or material
            or index in chat
            or index in between
            or _QUOTED_LINE.match(line) is not None
        )
        fenced ^= fence
        material = material or _MATERIAL.search(line) is not None
        out.append(MASK * len(line) if hide else line)
    return "\n".join(out)


def _chat_lines(lines: list[str]) -> frozenset[int]:
    """Return the lines that belong to a pasted conversation: at least two, by speakers or with time stamps."""
    said = [
        i
        for i, line in enumerate(lines)
        if (m := _CHAT_LINE.match(line)) and _is_speaker(m["who"].strip())
    ]
    stamped = [i for i, line in enumerate(lines) if _STAMPED.match(line)]
    found = said if len(said) >= 2 else []
    return frozenset([*found, *(stamped if len(stamped) >= 2 else [])])


def _is_speaker(who: str) -> bool:
    return _SPEAKER_WORDS.match(who) is not None and _LABEL.match(who) is None


def _mask_quotes(plain: str) -> str:
    """Mask quotations; a short one without a person in it is a name and stays (`叫我“老周”`)."""

    def mask(found: re.Match[str]) -> str:
        whole = found.group()
        inner = whole[1:-1]
        if len(inner) <= _LONGEST_NAME and not _PERSON_IN_QUOTE.search(inner):
            return whole
        return MASK * len(whole)

    return _QUOTES.sub(mask, plain)
