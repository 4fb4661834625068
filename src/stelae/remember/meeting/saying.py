"""Does a statement already say all of another one? Compared word by word, in order, the signs among them. Pure.

Whoever repeats a part of what is known says nothing new. But the same words in another order (`Ann owes Tom`, `Tom owes
Ann`), with another preposition or sign (`from nas1 to nas2`, `C` and `C++`, `✅` and `❌`), or without a condition that the
other one has (`unless`, `Bob's sister`) are another statement, and leaving that out would lose it (DEV-09).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from stelae.text.language import HAN, HANGUL, KANA
from stelae.text.normalise import fold
from stelae.text.tokens import every_word, stem

_WIDE: Final = f"{HAN}{KANA}{HANGUL}"
_UNIT: Final = re.compile(
    rf"(?P<wide>[{_WIDE}]+)|'s(?!\w)"
    # A word with the signs that are part of it: `orders-api`, `c++`, `c#`, `a-`, `5%`, `-5`.
    rf"|(?P<word>(?:(?<![a-z0-9])-(?=\d))?[^\W_{_WIDE}]+(?:[-_./@:&'][^\W_{_WIDE}]+)*"
    r"(?:\+\+?(?!\w)|[#%]|(?:(?<=\b[a-z])|(?<=\bab))-(?!\w))?)"
    r"|!=|[^\w\s]"
)
_STRAIGHT: Final = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2212": "-"})
_SHORT_FORM: Final = re.compile(
    r"\b(it|he|she|that|this|there|here|what|who|where|let|everything)'s\b"
)
_POSSESSIVE: Final = re.compile(r"(?<=[^\W_])'s\b")
_OF: Final = "的"
_WHOSE: Final = "'s"
_AND: Final = frozenset(["&", "和", "与", "及", "以及", "跟"])
_SIGNS: Final = frozenset("+=<>^$%&|")
"""Of ASCII; other punctuation says nothing between words. Emoji and currencies do."""
_FILLER: Final = (
    "用户 user 对 嗯 是 还 仍 仍然 还是 一直 也 依然 我 说 现在 still yes yeah also now"
    " a an the i am im ive is are be me my it its 了 在 吧 啊 呀 哦 呢 吗 么 就 都 本人"
)
"""What a restatement adds or leaves out without saying anything else (“对，我还在…”, “yes, I still …”)."""
_DENIALS: Final = (
    "不 没 没有 从不 从未 不再 不会 未 别 not no never cannot cant dont doesnt didnt isnt arent wasnt werent wont"
    " do does did"
)
"""What turns a statement into its opposite; polarity is compared by itself."""
_UNSAID: Final = frozenset(stem(word) for word in f"{_FILLER} {_DENIALS}".split())
_NARROWS: Final = (
    "and of to for from with without at in on by into over under before after until till during unless except"
    " if only but when whenever while or nor than instead against who whom whose which where about around near"
    " between through will would can could may might should must want plan 会 想 要 打算 可能 应该 可以 能 除非 除了 除 如果"
    " 要是 假如 只要 只有 只 仅 仅仅 才 但 但是 不过 之前 之后 以前 以后 时 时候 或 或者 前 后 比 给 从 到 向 对于 另外"
)
_NARROWING: Final = frozenset(map(stem, _NARROWS.split()))
"""What begins a condition, a part or a bound, or leaves open whether it is so: without it a statement says more."""


def says_all(held: str, said: str) -> bool:
    """Does the first statement say everything that the second one does, in that order and under no condition?"""
    mine, at = _plain(said), 0
    matched = of = False
    for unit in _units(held):
        if unit == _OF:
            of = matched
            continue
        if at < len(mine) and unit == mine[at]:
            at, matched = at + 1, True
        elif of or unit == _WHOSE or unit in _NARROWING:
            return False
        else:
            matched = False
        of = False
    return at == len(mine)


def same_words(one: str, other: str) -> bool:
    """Do two statements consist of the same words in the same order, but for what denies them?"""
    return _plain(one) == _plain(other)


def _plain(text: str) -> list[str]:
    return [unit for unit in _units(text) if unit != _OF]


def _units(text: str) -> Iterator[str]:
    """Yield words, stemmed, and signs, in order; what says nothing is left out."""
    folded = _SHORT_FORM.sub(r"\1", fold(text).translate(_STRAIGHT))
    for found in _UNIT.finditer(_POSSESSIVE.sub(" 's", folded)):
        if found["wide"]:
            units = every_word(found["wide"])
        elif found["word"]:
            units = (stem(found["word"].replace("'", "")),)
        else:
            units = (found.group(),) if _means(found.group()) else ()
        yield from ("and" if one in _AND else one for one in units if one not in _UNSAID)


def _means(sign: str) -> bool:
    """Does a sign between words say something? Marks and joiners of an emoji belong to it."""
    if sign.isascii():
        return len(sign) > 1 or sign in _SIGNS
    return unicodedata.category(sign)[0] == "S"
