"""Does a sentence ask to forget something? Such a turn is never kept as a memory of what it wants gone (DEV-13)."""

import re

from stelae.text.normalise import fold

_ZH = re.compile(
    r"(请|麻烦|帮我|把|能不能|可以)?.{0,12}?(忘掉|忘记|忘了|删掉|删除|抹掉|清除).{0,12}"
    r"(我.{0,8}(说|告诉|提|讲|给)|关于|记忆|记录|那条|这条|刚才|之前|的(地址|电话|名字|信息|事))"
    r"|(请|麻烦)(你)?(忘掉|忘记|忘了)|(别|不要|不用)(再)?(记住|记着|记得)"
)
_ZH_NOT = re.compile(
    r"(别|不要|千万别|不能|没|会不会|经常|总是|老是|又|差点)(再)?(忘|删)|我.{0,4}(忘记|忘了|忘掉)"
)
_EN = re.compile(
    r"\b(please |can you |could you |i want you to |you should )?(forget|delete|erase|remove|wipe|unlearn)\b"
    r"(?: about)?(?: \w+){0,3}?\s*"
    r"\b(what i (said|told|mentioned)|that i (said|told|mentioned)|everything (i|about)|(the|that|this|my|your) memor\w+"
    r"|i (ever )?(said|told|mentioned)|about me|my \w+|about my)\b|\b(do not|don't) remember (that|this|it|my)\b"
)
_EN_NOT = re.compile(
    r"\b(don't|do not|never|didn't|won't|can't|cannot|not|i|i'll|always|often)( \w+)? (forget|delete|remove)\b"
)
# A word of which every request above holds one; most texts hold none.
_ZH_WORDS = ("忘", "删", "抹", "清除", "记")
_EN_WORDS = ("forget", "delete", "erase", "remove", "wipe", "unlearn", "remember")


def is_forget_request(text: str) -> bool:
    """Is this text, said by a person, a request to forget? Unsure counts as no: the sentence stays evidence."""
    folded = fold(text)
    if (
        not folded.isascii()
        and any(map(folded.__contains__, _ZH_WORDS))
        and _ZH.search(folded)
        and not _ZH_NOT.search(folded)
    ):
        return True
    if not any(map(folded.__contains__, _EN_WORDS)):
        return False
    return bool(_EN.search(folded)) and not _EN_NOT.search(folded)
