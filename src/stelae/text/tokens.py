"""Keyword tokens: what the keyword index holds of a text and what a query asks it for.

Words of spaced scripts are folded and stemmed (Porter) minus stop words. Chinese, Japanese and Korean runs give
dictionary words and character bigrams, so that a part of a sentence is found without its exact segmentation (DEV-17;
retrieval.md, section 3). Identifiers (`bk-07`, `DS923`) are found whole and by their parts. A stored text also gives
every Chinese character by itself, which is what a question of one character asks for. A date that names a day or month
has a token of its own, the same in both languages (`d0313`; DEV-16.5). Tokens hold letters and digits.

Change `TOKENIZER_VERSION` with anything that changes a token: stores compare it and rebuild.
"""

import re
import threading
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, Protocol, cast

import Stemmer

from stelae.text.language import HAN, HANGUL, KANA, Language
from stelae.text.normalise import fold
from stelae.text.query_dates import MONTHS, full_dates

TOKENIZER_VERSION = "1"

_EN_STOP = (
    "a about an and any are as at be been but by can could did do does for from had has have he her him his how i if "
    "im in is it its ive me my no not of on or our she should so some than that the their them then there these they "
    "this those to was we were what when where which who why will with would you your"
)
_ZH_STOP = (
    "的 了 是 在 我 你 您 他 她 它 我们 你们 他们 和 与 有 就 也 都 还 吗 呢 吧 啊 呀 哦 嗯 么 什么 怎么 "
    "怎样 哪 哪个 哪些 这 那 这个 那个 一个 一 个 の は が を に へ と も で た し て だ る"
)
STOP_WORDS = frozenset(_EN_STOP.split()) | frozenset(fold(_ZH_STOP).split())
_NOT_SPEAKERS = frozenset({"", "user", "assistant", "tool", "system"})
_LONGEST = 64
"""Characters of a word; what is longer (encoded data, a URL) is indexed by its parts only."""

_WIDE = f"{HAN}{KANA}{HANGUL}"
_RUN = re.compile(f"[{_WIDE}]+")
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(rf"[^\W_{_WIDE}]+(?:[-_./@:][^\W_{_WIDE}]+)*")
_JOINT = re.compile(r"[-_./@:]")
_PART = re.compile(r"[^\W\d_]+|\d+")
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc")
_local = threading.local()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - PyStemmer's name


def tokens(text: str) -> list[str]:
    """Return the keyword tokens of a query.

    Args:
        text: Any text.

    Returns:
        Tokens in order, repeated as often as they occur; none for punctuation and stop words alone (DEV-17.2).
    """
    read = text_tokens(text)
    return [*read.words, *read.runs, *_date_tokens(text)]


class TextTokens(NamedTuple):
    """What a text itself gives, whoever said it and when."""

    words: list[str]
    """Of spaced scripts."""
    runs: list[str]
    """Words and pairs of Chinese, Japanese and Korean runs."""
    single: list[str]
    """Chinese characters by themselves."""


def text_tokens(text: str) -> TextTokens:
    """Return the tokens of a text without its dates, for `index_tokens` of a text that is stored more than once."""
    folded = fold(text)
    plain = folded.translate(_APOSTROPHES)
    found = [token for word in _WORD.findall(plain) for token in _word_tokens(word)]
    if plain.isascii():
        return TextTokens(found, [], [])
    runs = [token for run in _RUN.findall(plain) for token in _run_tokens(run)]
    single = [char for char in _HAN.findall(folded) if char not in STOP_WORDS]
    return TextTokens(found, runs, single)


def _date_tokens(text: str) -> list[str]:
    return [date.term for date in full_dates(text) if date.term]


def words(text: str) -> list[str]:
    """Return the words alone, without character pairs: what a statement says, for comparing two of them."""
    folded = fold(text).translate(_APOSTROPHES)
    found = [token for word in _WORD.findall(folded) for token in _word_tokens(word)]
    for run in () if folded.isascii() else _RUN.findall(folded):
        found += _cut(run)
    return found


def index_tokens(
    text: str,
    *,
    speaker: str | None,
    time: datetime | None,
    language: Language,
    read: TextTokens | None = None,
) -> list[str]:
    """Return the tokens a stored text is found by: who said it, on which day, and the text itself.

    Speaker and date in the index are worth 7 points of recall on dialogues (retrieval.md, section 2).

    Args:
        text: The stored text.
        speaker: A name; the bare roles (`user`, `assistant`) say nothing and are left out.
        time: When it was said, in the speaker's own zone; None: no date.
        language: How the day is written.
        read: The `text_tokens` of the text, where they are known.

    Returns:
        Tokens in order; `len` of them is the length the ranking reckons with.
    """
    name = speaker or ""
    head = "" if name.casefold() in _NOT_SPEAKERS else f"{name} "
    day = f"{date_words(time, language)} " if time else ""
    inner = text_tokens(text) if read is None else read
    if not head and not day:
        return [*inner.words, *inner.runs, *_date_tokens(text), *inner.single]
    # A blank parts them, so that no word, run or spelling of a character reaches over it; a date might.
    outer = text_tokens(f"{head}{day}")
    return [
        *(*outer.words, *inner.words, *outer.runs, *inner.runs),
        *(*_date_tokens(f"{head}{day}{text}"), *inner.single),
    ]


def date_words(time: datetime, language: Language) -> str:
    """Return the day as people write it: `8 May 2023` or `2023年5月8日`."""
    if language == "zh":
        return f"{time.year}年{time.month}月{time.day}日"
    return f"{time.day} {MONTHS[time.month - 1]} {time.year}"


def _word_tokens(word: str) -> tuple[str, ...]:
    return _known_tokens(word) if len(word) <= _LONGEST else tuple(_parts_of(word))


@lru_cache(maxsize=65_536)
def _known_tokens(word: str) -> tuple[str, ...]:
    return tuple(_parts_of(word))


def _parts_of(word: str) -> Iterator[str]:
    parts = _JOINT.split(word)
    whole = "".join(parts)
    if len(parts) > 1 and len(whole) <= _LONGEST:
        yield whole
    for part in parts:
        if part in STOP_WORDS or len(part) > _LONGEST:
            continue
        yield _stem(part)
        pieces = _PART.findall(part)
        if len(pieces) > 1:
            yield from pieces


@lru_cache(maxsize=64)
def _cut(run: str) -> tuple[str, ...]:
    """The dictionary words of a run; one text that is stored is asked for them three times."""
    import rjieba  # reads its dictionary, which takes longer than most commands without a Chinese word

    return tuple(w for w in rjieba.cut(run) if w not in STOP_WORDS)


def _run_tokens(run: str) -> list[str]:
    words = [*_cut(run)] if _HAN.search(run) else []
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    if not pairs:
        return words or [w for w in (run,) if w not in STOP_WORDS]
    return words + [pair for pair in pairs if pair not in STOP_WORDS]


def _stem(word: str) -> str:
    # One stemmer a thread: the C object keeps state between calls.
    stemmer: _Stemmer | None = getattr(_local, "stemmer", None)
    if stemmer is None:
        stemmer = _local.stemmer = cast("_Stemmer", Stemmer.Stemmer("porter"))  # pyright: ignore[reportUnknownMemberType] - no types
    return stemmer.stemWord(word) or word
