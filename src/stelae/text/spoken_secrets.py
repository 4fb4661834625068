"""Passwords as people say them in passing: a network and its key and a login told in a sentence.

Each pattern names what the value opens, so that a plain word may be one (`pineapple is the hotspot password`); a value
behind a looser wording needs a digit.
"""

import re
from collections.abc import Iterator

from stelae.text.announced_secrets import trimmed
from stelae.text.secret_rules import MIDDLE_ZH, UNIT
from stelae.text.value_shape import OPINIONS, has_digit, is_no_value
from stelae.text.vendor_keys import Span
from stelae.text.worded_patterns import WordedPattern, worded_matches, words_of

_IS = r"(?:['’]s|[ ]+is|[ ]*[:=→]|[ ]*->|是|为|：)?[ ]*[\"“']?"
_END = r"(?=[\"”']?[ ]*(?:$|[.,;!?\n]|[^\x00-\x7f]))"
_OWNED = (
    r"(?:wi-?fi|wlan|hotspot|network|router|netflix|spotify|e?mail|gmail|login|laptop|computer|phone|tablet|vpn|nas|"
    r"server|database|db|admin|root|account|guest|office|home)"
)
_PLAIN: tuple[WordedPattern, ...] = (
    # A network's key, which may be a word.
    (
        ("wlan", "wifi", "wi-fi", "wpa", "network"),
        re.compile(
            rf"(?i)(?<![a-z])(?:wlan|wi-?fi|wpa[23]?|(?:my|our|home|guest)[ ]network)[ -]?"
            rf"(?:key|psk|passphrase|pass){_IS}(?<=[ \"“':=：])(?P<value>[!-~]{{8,63}}){_END}"
        ),
    ),
    (
        ("wlan", "wifi", "wi-fi", "ssid", "hotspot", "无线", "热点"),
        re.compile(
            r"(?i)(?:(?<![a-z])(?:wlan|wi-?fi|ssid|hotspot)|无线网?|热点)(?:[ ]name)?(?:名称?|名字)?(?:[ ]is|"
            r"[ ]*[:：=]|叫|是)?[ ]*"
            r"[\"“'][^\"”'\n]{1,32}[\"”'][ ]*[,，;；/、]?[ ]*(?:and[ ])?(?:the[ ])?"
            rf"(?:key|psk|pass(?:word|phrase)?|pw|密码|密钥){_IS}(?P<value>[!-~]{{6,63}}?){_END}"
        ),
    ),
    # The value first, a word.
    (
        ("password", "passphrase"),
        re.compile(
            rf"(?im)(?:^|(?<=[.,;:!?] )|(?<=and )|(?<=that ))[\"“]?(?P<value>[a-z][a-z-]{{4,24}})[\"”]?[ ]is[ ](?:my|our|"
            rf"the|his|her|their)"
            rf"[ ](?:[a-z'’]{{2,12}}[ ]){{0,2}}?{_OWNED}[ ](?:password|passphrase)(?![\w-]|[ ][a-z])"
        ),
    ),
    (
        ("password", "passphrase", "pass "),
        re.compile(
            r"(?i)(?<![a-z])(?:password|passphrase|pw)(?:[ ](?:for|of|on|to)[ ][^\n.,;:=!?]{1,32}?)?(?:['’]s|[ ]is)[ ]"
            rf"(?:the[ ](?:word|name|phrase)|literally|simply|all[ ]lowercase|in[ ]lowercase)"
            rf"[ ][\"“']?(?P<value>[!-~]{{4,32}}){_END}"
        ),
    ),
    # The password of a store of passwords.
    (
        ("master",),
        re.compile(
            r"(?i)(?<![a-z])(?:(?:keepass\w{0,4}|bitwarden|[1l][a-z]*pass(?:word)?|vault|dashlane|enpass)[ ]master|"
            r"master[ ](?:password|passphrase|pass|pw))(?:['’]s|[ ]is|[ ]*[:=])[ ]*[\"“']?"
            r"(?P<value>[!-~]{4,64}(?:[ ][!-~]{1,24}){0,8}?)(?=[\"”']?(?:$|[.;!?\n]|, ))"
        ),
    ),
    (
        ("master",),
        re.compile(
            r"(?i)(?<![a-z])master[ ](?:password|passphrase)[ ](?P<value>[a-z]{3,12}(?:[ ][a-z0-9]{1,12}){2,7})"
            r"(?=$|[.,;!?\n])"
        ),
    ),
)
_DIGITAL: tuple[WordedPattern, ...] = (
    # A login in one sentence.
    (
        ("pass",),
        re.compile(
            r"(?i)(?<![a-z])(?:user(?:name)?|login|account|账号|用户名?)"
            r"[ ]*[:：=]?[ ]*[\w.@+-]{1,64}[ ,，;/]{1,3}pass(?:word)?[ ]"
            rf"(?P<value>[!-~]{{4,64}}){_END}"
        ),
    ),
    (
        (" in with", " in as", " in using"),
        re.compile(
            r"(?i)(?<![a-z])(?:sign|log)[ -]?(?:in|on)[ ](?:with|as|using)[ ][\w.@+-]{1,64}[ ]?(?:and|/|,|with|&|plus)[ ]"
            rf"(?P<value>[!-~]{{6,64}}){_END}"
        ),
    ),
    (
        ("pass ",),
        re.compile(
            r"(?i)(?<![a-z])(?!(?:to|will|can|could|must|should|would|may|might|not|we|i|you|they|all|let|please|"
            r"and|or|tests?|"
            r"boarding|bus|ski|day|season|monthly|parking|rail|press|gate)[ ])[a-z][\w-]{2,24}[ ]pass[ ]"
            rf"(?P<value>[!-~]{{6,64}}){_END}"
        ),
    ),
    # Some words, and then the number.
    (
        ("密码", "口令"),
        re.compile(
            rf"(?:密码|口令)(?:{MIDDLE_ZH})*[\u4e00-\u9fff]{{0,8}}?(?:[后前末][四六八468]位|生日|号码|缩写)"
            rf"[ ]?(?P<value>\d{{4,8}})(?!\d){UNIT}"
        ),
    ),
    (
        ("密码", "口令"),
        re.compile(
            r"(?:密码|口令)(?:都|全|还|也)?(?:一样|相同|统一|没变|没改|不变|共用)(?:的)?[ ]?[,，][ ]?(?:都|全|还|"
            r"就|统一)?(?:是|为|用|[:：])[ ]?"
            r"(?P<value>[!-~]{4,64})"
        ),
    ),
    (
        ("密码", "口令"),
        re.compile(
            r"(?:密码|口令)(?!要|应|至少|必须|建议|得)[^\n。；;！!要应至必建]{0,20}?[,，（(][ ]?(?:比如|例如|像|"
            r"譬如)(?:是|说)?[ ]?(?P<value>[!-~]{6,64})"
        ),
    ),
    (
        ("pin",),
        re.compile(
            r"(?i)(?<![a-z])(?:my|our|the|new|his|her|bank|card)[ ](?:[a-z]{2,8}[ ])?pin(?![a-z])[^\n.;!?]{0,36}?"
            rf"(?:it['’]?s|it[ ]is|namely|that[ ]is)[ ](?P<value>\d{{4,8}})(?!\d){UNIT}"
        ),
    ),
    (
        ("code",),
        re.compile(
            r"(?i)(?<![a-z])(?:whatsapp|telegram|google|apple|icloud|steam|paypal|microsoft|discord|facebook|"
            r"instagram|wechat|"
            r"signal|amazon|twitter|tiktok|line|alipay|uber|viber|github)[ ](?:login[ ]|sms[ ])?code(?:['’]s|"
            r"[ ]is|[ ]*:)?[ ]"
            r"(?P<value>\d{3}[ -]\d{3}|\d{4,8})(?![\d-])"
        ),
    ),
    (
        ("验证",),
        re.compile(r"(?:短信|手机|登录|安全|身份)验证[:：][ ]?(?P<value>\d{4,8})(?!\d)"),
    ),
)
SPOKEN_WORDS = words_of((*_PLAIN, *_DIGITAL))
"""What every text with such a password holds."""
_CODE = re.compile(r"\d{3}[ -]\d{3}")
_STARTS_TALK = re.compile(
    r"(?i)(?:a|an|the|in|on|at|not|now|used|kept|stored|saved|by|with|from|for|to|what|which|how|any|some|that|"
    r"it)(?:[ ]|$)"
)


def spoken_secrets(text: str) -> Iterator[Span]:
    """Values that the wording gives away."""
    for match in worded_matches(text, _PLAIN):
        start, end = trimmed(text, *match.span("value"), linked=True)
        value = text[start:end]
        if not _is_talk(value):
            yield start, end, "password"
    for match in worded_matches(text, _DIGITAL):
        start, end = trimmed(text, *match.span("value"), linked=False)
        value = text[start:end]
        if _CODE.fullmatch(value) or (has_digit(value) and not is_no_value(value)):
            yield start, end, "password"


def _is_talk(value: str) -> bool:
    words = value.lower().split()
    talk = not words or words[0] in OPINIONS or sum(map(OPINIONS.__contains__, words)) > 1
    return talk or is_no_value(value) or bool(_STARTS_TALK.match(value))
