"""Is a message about another person than the one who wrote it, and does a question name one? By its words alone. Pure."""

import re

_KIN_EN = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|mother|mom|mum|father|dad|parents?|sisters?"
    r"|brothers?|sons?|daughters?|kids?|child(?:ren)?|grand\w+|aunt|uncle|cousins?|niece|nephew|friends?|roommates?"
    r"|flatmates?|colleagues?|co-?workers?|boss|manager|neighbou?rs?|teacher|in-laws"
    r"|(?:mother|father|sister|brother)-in-law|doctor|dentist|landlord|ex)"
)
_KIN_ZH = (
    r"(?:爸爸?|妈妈?|老[爸妈婆公板师]|父[亲母]|母亲|爷爷|奶奶|外[公婆]|姥[姥爷]|公公|婆婆|公婆|岳父|岳母|丈人|丈母娘"
    r"|哥哥?|弟弟?|姐姐?|妹妹?|[表堂][哥弟姐妹]|妻子|丈夫|太太|媳妇|爱人|[男女]朋友|[男女]友|对象"
    r"|[大小]?(?:儿子|女儿)|闺女|孩子|宝宝|侄[子女]|外甥女?|叔叔|舅舅|姑姑|姨妈|阿姨|朋友(?!圈)|闺蜜|同事"
    r"|室友|领导|上司|同学|邻居|导师|医生|教练|房东)"
)
_NO_NAME = (
    "It|This|That|There|Here|What|Everything|Nothing|Who|Which|Where|When|How|We|You|One|My|Our|The"
)
_OF_NAMED = (
    r"(?:'s (?:favou?rite|home|job|birthday|name|cat|dog|pet)|"
    r" (?:lives?|works?|likes?|loves?|hates?|prefers?|stud(?:ies|ied)|graduated|moved|has|owns|speaks?)\b)"
)
_ABOUT_OTHER_EN = re.compile(
    r"[\s\"'(]*(?:(?:well|oh|also|so|but|and|yes|yeah|no|btw|by the way|actually|fyi)[, ]+)*"
    rf"(?:(?:my|our|his|her|their|the) (?:[\w-]+ )?{_KIN_EN}(?:'s?)?\b(?! and i\b)"
    r"|(?:he|she|they)(?:'s|'re)? (?!and i\b)"
    rf"|(?-i:(?!(?:{_NO_NAME})\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?){_OF_NAMED})",
    re.IGNORECASE,
)
_ABOUT_OTHER_ZH = re.compile(
    r"(?:对了|那|其实|不过|但是?|而|听说)?[,，\s]*"
    rf"(?:(?:我们?|咱们?)?家?的?{_KIN_ZH}|他们?|她们?|[小老](?![家公板师是想爱])[\u4e00-\u9fff](?=[在住是也喜爱有叫]))"
)
_SPEAKER = re.compile(r"\b(?:I|I'm|we)\b|我|咱", re.IGNORECASE)
_NAMES_OTHER = re.compile(
    rf"\b{_KIN_EN}\b|{_KIN_ZH}|他|她|\b(?:he|she|they|his|her|their)\b", re.IGNORECASE
)


def is_about_another(text: str) -> bool:
    """Is a message about another person from its first word, without one about its writer after that?"""
    found = (_ABOUT_OTHER_EN if text.isascii() else _ABOUT_OTHER_ZH).match(text)
    return found is not None and _SPEAKER.search(text, found.end()) is None


def names_another(question: str) -> bool:
    """Does a question speak of somebody else?"""
    return _NAMES_OTHER.search(question) is not None
