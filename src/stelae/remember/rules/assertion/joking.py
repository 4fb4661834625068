"""Said in jest: what a joke announces or takes back is nothing that the person states (`我是外星人，哈哈开玩笑的`)."""

from functools import lru_cache

from stelae.remember.rules.reading.caseless import Caseless

_LEAD = r"(?:^|[,，。!！~\s]|哈)(?:我|其实|就|只|跟你|和你|跟你们|逗你|刚才|刚刚|都)*(?:是|在)?"
_END = r"(?:的|啦|哈|而已|罢了|呢|哦|了|~)*"
_JEST = Caseless(
    rf"{_LEAD}开(?:个|了个)?(?:小)?玩笑{_END}(?:$|[,，。!！:])"
    rf"|{_LEAD}(?:逗你(?:玩|的)|说着玩|骗你的|瞎说的|胡说的){_END}(?:$|[,，。!！])"
    r"|(?:^|[,.!]\s*|\b(?:lol|haha|hehe) )(?:i'm |i am |was |i was )?(?:just |only )?"
    r"(?:kidding|joking|messing with you)(?: obviously)?"
    r"(?:$|[,.!])|(?:^|[,.!]\s*)(?:jk|j/k)\b"
)
_TAKEN_BACK = Caseless(
    rf"^(?:(?:哈+|嘿+|hh+|好吧|啊)[,，\s]*)*(?:我|其实|就|只|跟你|和你|刚才|刚刚|都)*(?:是|在)?"
    rf"(?:开玩笑|逗你|说着玩|骗你|瞎说|胡说)(?:的|玩|啦|而已|罢了|呢|哈){_END}(?:$|[,，。!！])"
    r"|^(?:(?:ha(?:ha)+|lol|hehe|ok|okay|no|nah|sorry)[,.!]?\s+)*(?:i'm |i am |i was )?(?:just |only )?"
    r"(?:kidding|joking|messing with you"
    r"|jk|j/k)(?: obviously| lol| haha)?(?:$|[,.!])"
)


@lru_cache(maxsize=256)
def in_jest(plain: str) -> bool:
    """Does a sentence say of itself that it is a joke? `不开玩笑` and `just kidding around at work` do not."""
    return _JEST.search(plain) is not None


def takes_back(plain: str) -> bool:
    """Does it call what stands before it a joke (`Just kidding!`)?"""
    return _TAKEN_BACK.match(plain) is not None
