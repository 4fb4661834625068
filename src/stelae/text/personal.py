"""Find personal data in a text: phone numbers, e-mail addresses, identity, account and card numbers.

People may store these of themselves; they are reported, and masked only where the policy says so. Numbers count when
their check digits are right (`python-stdnum`) or `phonenumbers` knows them; passports, birthdays and the like only
beside a word that names them. Names and postal addresses are deliberately left alone: no rule tells them from
ordinary words.
"""

import ipaddress
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stdnum import iban, luhn
from stdnum.iso7064 import mod_11_2
from stdnum.us import ssn

from stelae.text.findings import Finding, merge
from stelae.text.letters import lowered
from stelae.text.plain_view import plain_view

if TYPE_CHECKING:
    import phonenumbers

PERSONAL_TYPES = frozenset(
    {
        "phone",
        "email",
        "cn_id",
        "us_ssn",
        "iban",
        "bank_card",
        "passport",
        "birth_date",
        "ip_address",
        "plate",
        "wechat",
    }
)
"""Every type that `find_personal` reports."""

_Span = tuple[int, int, str]
_EMAIL = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9_][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])",
    re.ASCII,
)
_CN_ID = re.compile(r"(?<![0-9A-Za-z])\d{17}[\dXx](?![0-9A-Za-z])")
_BORN = re.compile(r"(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_IBAN = re.compile(
    r"(?<![0-9A-Za-z])[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?(?![0-9A-Za-z])"
)
_CARD = re.compile(r"(?<![\d-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{3,7}(?![\d-])")
_NOT_A_CARD = re.compile(
    r"(?i)(?:订单|工单|单号|编号|流水|运单|快递|发票|order|ticket|invoice|tracking|serial|"
    r"case|id)\W{0,3}(?:no\.?|号|number|#)?\W{0,3}$"
)
_PASSPORT = re.compile(
    r"(?i)(?:护照|通行证|签证表|passport)(?:[^\dA-Za-z。.;；\n]|no\.?|number|is|was|"
    r"上填){0,12}?(?P<value>[A-Z]{0,2}\d{7,9})(?![0-9A-Za-z])"
)
_BIRTH = re.compile(
    r"(?i)(?:born(?: on)?|birth(?:day|date)|date of birth|dob|生日|出生(?:日期|"
    r"于)?)(?:[^\dA-Za-z。\n]|is|was|是|on){0,8}?"
    r"(?P<value>\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}日?)"
)
_IP = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)", re.ASCII)
_PLATE = re.compile(
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][·• ]?[A-HJ-NP-Z0-9]{5,6}(?![A-Za-z0-9])"
)
_WECHAT = re.compile(
    r"(?i)(?:微信|wechat)(?:号|id)?[ :：是为]{0,4}(?P<value>[a-z][a-z0-9_-]{5,19})(?![\w-])",
    re.ASCII,
)
_CN_MOBILE = re.compile(r"(?<![\dA-Za-z])(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\dA-Za-z])")
_FREE_OF_CHARGE = ("400", "800", "888", "877", "866", "855", "844", "833")
"""Service numbers belong to nobody."""
_DIGIT = re.compile(r"\d")
_BIRTH_WORDS = ("born", "birth", "dob", "生日", "出生")
_DIGIT_RUN = re.compile(r"\d(?:[^\d\n]{0,3}\d){6}")
_ALNUM = re.compile(r"[0-9A-Za-z-]")


def find_personal(text: str) -> tuple[Finding, ...]:
    """Find the personal data of a text.

    Args:
        text: Any text, in any language; the cue words are Chinese and English.

    Returns:
        Findings of kind `personal` by offset, not overlapping; their types are those of `PERSONAL_TYPES`.
    """
    view = plain_view(text)
    digits = len(_DIGIT.findall(view.text))
    spans = [span for find in _FINDERS for span in find(view.text, digits)]
    if not spans:
        return ()
    return merge(Finding(*view.origin(start, end), kind, "personal") for start, end, kind in spans)


def _matches(pattern: re.Pattern[str], kind: str, text: str) -> Iterator[_Span]:
    group = "value" if "value" in pattern.groupindex else 0
    for match in pattern.finditer(text):
        yield *match.span(group), kind


# What a pattern cannot do without (so many digits, a word, a sign) is asked first: most texts hold none of it.
def _by_shape(text: str, digits: int) -> Iterator[_Span]:
    low = lowered(text)
    if digits >= 7:
        yield from _matches(_PASSPORT, "passport", text)
    if digits >= 3 and any(map(low.__contains__, _BIRTH_WORDS)):
        yield from _matches(_BIRTH, "birth_date", text)
    if not text.isascii():
        yield from _matches(_PLATE, "plate", text)
    if "wechat" in low or "微信" in low:
        yield from _matches(_WECHAT, "wechat", text)
    if "@" in text:
        yield from _matches(_EMAIL, "email", text)


def _checked_numbers(text: str, digits: int) -> Iterator[_Span]:
    if digits < 2:
        return
    for start, end, kind in _matches(_CN_ID, "cn_id", text) if digits >= 17 else ():
        if _BORN.match(text, start + 6) and mod_11_2.is_valid(text[start:end].upper()):
            yield start, end, kind
    for start, end, kind in _matches(_SSN, "us_ssn", text) if digits >= 9 else ():
        if ssn.is_valid(text[start:end]):
            yield start, end, kind
    for start, end, kind in _matches(_IBAN, "iban", text):
        if iban.is_valid(text[start:end]):
            yield start, end, kind
    for start, end, kind in _matches(_CARD, "bank_card", text) if digits >= 15 else ():
        number = re.sub(r"\D", "", text[start:end])
        if luhn.is_valid(number) and not _NOT_A_CARD.search(text[max(0, start - 20) : start]):
            yield start, end, kind


def _addresses(text: str, digits: int) -> Iterator[_Span]:
    """Public IP addresses; those of private networks say nothing about a person."""
    for start, end, kind in _matches(_IP, "ip_address", text) if digits >= 4 else ():
        try:
            public = ipaddress.ip_address(text[start:end]).is_global
        except ValueError:
            continue
        if public:
            yield start, end, kind


def _phones(text: str, digits: int) -> Iterator[_Span]:
    if digits < 7:
        return
    yield from _matches(_CN_MOBILE, "phone", text)
    if not _DIGIT_RUN.search(text):
        return
    import phonenumbers  # loads the numbers of every country, for the few texts that hold so many digits

    for region in ("CN", "US"):
        for match in phonenumbers.PhoneNumberMatcher(text, region, phonenumbers.Leniency.POSSIBLE):
            if _is_phone(text, match, region):
                yield match.start, match.end, "phone"


def _is_phone(text: str, match: "phonenumbers.PhoneNumberMatch", region: str) -> bool:
    import phonenumbers

    raw = match.raw_string
    before, after = text[match.start - 1 : match.start], text[match.end : match.end + 1]
    if _ALNUM.match(before) or _ALNUM.match(after):
        return False
    if raw.startswith(("+", "00")):
        return phonenumbers.is_possible_number(match.number)
    if raw.startswith(_FREE_OF_CHARGE):
        return False
    # Without a country code only the usual ways to write it count: any ten digits would be "possible".
    if region == "CN":
        return phonenumbers.is_valid_number(match.number) and "-" in raw
    return bool(re.fullmatch(r"\(\d{3}\) ?\d{3}[-. ]?\d{4}|\d{3}[-.]\d{3}[-.]\d{4}", raw))


_FINDERS = (_checked_numbers, _by_shape, _addresses, _phones)
