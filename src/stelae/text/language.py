"""Which language a text is treated as, decided by its script.

Two groups are enough for what depends on it (date words, embedder centring, which rules read a text): Chinese, to which
everything in Chinese characters and kana counts, and all the rest, called English. It is deliberately not language
identification: a short chat message has too little text for that (models.md, section 4).
"""

import re
from typing import Literal

Language = Literal["zh", "en"]

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9d"
HANGUL = "\uac00-\ud7a3"

_CJK = re.compile(f"[{HAN}{KANA}]")
_SPACE = re.compile(r"\s+")
_SHARE = 1 / 6
"""A Chinese sentence full of English names stays Chinese; an English one that quotes a Chinese word stays English
(retrieval.md, the study's rule)."""


def language_of(text: str) -> Language:
    """Return `zh` when at least a sixth of the characters are Chinese (or kana), else `en`."""
    if text.isascii():
        return "en"
    found = len(_CJK.findall(text))
    return "zh" if found and found >= _SHARE * len(_SPACE.sub("", text)) else "en"


def language_index(language: str) -> int:
    """Return the number `ports.Catalog.language` holds: 1 for Chinese, 0 for everything else."""
    return int(language == "zh")
