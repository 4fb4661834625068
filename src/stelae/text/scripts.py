"""Traditional to simplified Chinese, one character at a time.

Only for folding what is searched: phrases that differ by region stay as they are, and nothing that is stored or shown
passes through here. A context-free table keeps a word findable wherever it stands; the phrase rules of OpenCC would
convert one word differently in two sentences. The table itself is OpenCC's; it is read on first use.
"""

from functools import cache
from importlib.resources import files


@cache
def _table() -> dict[int, str]:
    lines = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if "\t" in line)
    # The first of several simplified forms is the usual one.
    return {ord(old): new.split(" ")[0] for old, new in pairs if len(old) == 1}


def simplified(text: str) -> str:
    """Return the text with every traditional character in its simplified form.

    Args:
        text: Any text; other scripts pass unchanged (Japanese kanji are folded like Chinese characters).

    Returns:
        A text of the same number of characters.
    """
    return text if text.isascii() else text.translate(_table())
