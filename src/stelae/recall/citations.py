"""Citations in a model's reply: which of the shown memories it names. What it made up is taken out and counted.

Small models write indices in many forms: `[1]`, `[1, 3]`, `[1-3]`, `【1】`, `［记忆 1］`, and in round brackets behind a
clause. These are read with care, since lists are numbered that way, too. The reply may come in pieces; what is shown of it
then is the same as of the whole.
"""

import re
from dataclasses import dataclass

from stelae.structured.thinking import without_thinking
from stelae.text.keys import statement

_GAP = "[ \t\u3000]*"
_NUMBERS = rf"\d{{1,3}}(?:{_GAP}[,，、;；~～–—-]{_GAP}\d{{1,3}})*"
_LABEL = rf"(?:\^|#|(?:记忆|资料|编号|条目|memory|memories|note|notes|source){_GAP})?"
_MARK = re.compile(
    rf"(?P<before>[ \t]*)(?:[\[［【]{_GAP}{_LABEL}(?P<sure>{_NUMBERS}){_GAP}[\]］】]"
    rf"|[(（]{_GAP}{_LABEL}(?P<round>{_NUMBERS}){_GAP}[)）])",
    re.IGNORECASE,
)
"""On one line, so that a stream need not wait for more than that."""
_RANGE = re.compile(r"(\d+)\s*[~～–—-]\s*(\d+)")
_NUMBER = re.compile(r"\d+")
_IN_A_LIST = re.compile(r"(?:^|[\n,，、:：;；])[ \t]*\Z")
"""What stands before the number of a list's item. Where one number is of a list, all round ones are."""
_BEHIND = re.compile(r"[\s。．.,，;；!?！？、)）\[［【（(]|\Z")
"""What may stand behind a citation in round brackets."""
_UNSAFE = re.compile(
    r"(?:\s*[\[［【(（][ \t\u3000]*(?:[\^#]|[A-Za-z]{0,8}|[\u4e00-\u9fff]{0,2})[\d \t\u3000,，、;；~～–—-]*[)）]?"
    r"|<[^<>\n]{0,12}|\s+)\Z"
)
"""The end of a piece that the next one may change: white space, what begins like an index or a tag, a round one at last."""
_TAIL = 160
"""Characters of the end that are looked at for it; twenty indices in one bracket take less."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as it is shown."""

    text: str
    indices: tuple[int, ...]
    """Shown memories that it names, from 1, in order of first mention."""
    invented: int
    """Indices of nothing that was shown."""


def read_reply(reply: str, shown: int) -> Reading:
    """Read a reply.

    Args:
        reply: as the model sent it; thinking is left out.
        shown: how many memories it was shown, numbered from 1.
    """
    body = without_thinking(reply).strip()
    cited: dict[int, None] = {}
    invented = 0
    parts: list[str] = []
    after = 0
    marks = list(_MARK.finditer(body))
    listed = any(mark["round"] and _IN_A_LIST.search(body[: mark.start()]) for mark in marks)
    for mark in marks:
        numbers = _expanded(mark["sure"] or mark["round"])
        real = [number for number in numbers if 1 <= number <= shown]
        if not _cites(mark, numbers, real, body, listed=listed):
            continue
        cited.update(dict.fromkeys(real))
        invented += len(numbers) - len(real)
        parts.append(body[after : mark.start()])
        if len(real) == len(numbers):
            parts.append(mark[0])
        elif real:
            parts.append(f"{mark['before']}[{', '.join(map(str, real))}]")
        after = mark.end()
    parts.append(body[after:])
    return Reading("".join(parts).strip(), tuple(cited), invented)


def only_indices(text: str) -> bool:
    """Is there nothing in it but indices? Small models answer so."""
    return not statement(_MARK.sub("", text))


class Pieces:
    """A reply that comes in pieces: what of it can be shown already.

    Attributes:
        raw: all that came.
        told: what was shown of it.
    """

    def __init__(self, shown: int) -> None:
        """Begin; `shown` as for `read_reply`."""
        self.raw = self.told = ""
        self._shown = shown

    def feed(self, piece: str) -> str:
        """Take a piece and return what can be shown now; it may be empty."""
        self.raw += piece
        start = max(0, len(self.raw) - _TAIL)
        unsafe = _UNSAFE.search(self.raw, start)
        return self._more(self.raw[: unsafe.start()] if unsafe else self.raw)

    def end(self) -> str:
        """Return what is left to show."""
        return self._more(self.raw)

    def _more(self, raw: str) -> str:
        text = read_reply(raw, self._shown).text
        # What a closing tag turns into thinking after all cannot be taken back.
        more = text[len(self.told) :] if text.startswith(self.told) else f"\n\n{text}"
        self.told = text
        return more


def _cites(
    mark: re.Match[str], numbers: list[int], real: list[int], body: str, *, listed: bool
) -> bool:
    if mark["sure"]:
        # `[0]` is an index of something else: ours begin at 1.
        return numbers != [0]
    return not listed and len(real) == len(numbers) and bool(_BEHIND.match(body, mark.end()))


def _expanded(numbers: str) -> list[int]:
    """Return every number named, a short range spelled out, each once."""
    spelled = _RANGE.sub(lambda m: ",".join(map(str, _between(int(m[1]), int(m[2])))), numbers)
    return list(dict.fromkeys(int(n) for n in _NUMBER.findall(spelled)))


def _between(first: int, last: int) -> list[int]:
    return list(range(first, last + 1)) if first <= last <= first + 20 else [first, last]
