"""Lower case as patterns see it that ignore case: what lets a search for a plain word stand before a costly pattern.

`re.IGNORECASE` takes a few foreign characters for ASCII letters (long s, Kelvin sign, the Turkish i); `str.lower` does not.
"""


def lowered(text: str) -> str:
    """Return the text in lower case, every character that `re.IGNORECASE` takes for an ASCII letter as that letter.

    A pattern of lower-case words finds the same in it, with the case minded, as in the text with the case ignored.

    Args:
        text: Any text.

    Returns:
        A text of the same length.
    """
    if text.isascii():
        return text.lower()
    plain = text.replace("\u017f", "s").replace("\u212a", "k")
    return plain.replace("\u0130", "i").replace("\u0131", "i").lower()
