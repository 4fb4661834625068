"""What stands before a costly pattern may spare it, and never changes what is found."""

import re
import string
import unicodedata
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.text import (
    cues,
    forget_requests,
    keys,
    personal,
    query_dates,
    scanner,
    secrets,
    tokens,
    vendor_keys,
)
from stelae.text.language import Language
from stelae.text.letters import lowered
from stelae.text.normalise import fold
from stelae.text.scanner_rules import Reach

PIECES = (
    *(
        "I",
        "i",
        "I'm",
        "my",
        "favourite",
        "prefer",
        "like",
        "rather",
        "when i ask",
        "always",
        "use",
    ),
    *(
        "from now on",
        "allergic",
        "last",
        "weekend",
        "yesterday",
        "in May",
        "may",
        "Sept",
        "3rd",
        "for",
    ),
    *(
        "years",
        "few days back",
        "2026-03-12",
        "13 March 2023",
        "3月13日",
        "二〇二六年五月",
        "13 of aug",
    ),
    *(
        "forget",
        "remove",
        "about me",
        "what i said",
        "don't",
        "忘掉",
        "我刚才说的",
        "请",
        "记住",
        "别",
    ),
    *(
        "born on",
        "dob",
        "生日是",
        "1990-01-02",
        "passport no.",
        "E12345678",
        "护照",
        "wechat",
        "微信号",
    ),
    *("lin_2026", "+86 138 0000 1234", "13800001234", "(415) 555-0132", "8.8.8.8", "078-05-1120"),
    *("京A12345", "11010519491231002X", "4111 1111 1111 1111", "GB82 WEST 1234 5698 7654 32"),
    *(
        "lin@example.com",
        "ignore",
        "previous",
        "instructions",
        "忽略",
        "授权",
        "you are",
        "@",
        "_",
        "ai",
    ),
    *(
        "\u017fept",
        "\u0130n may",
        "a\u0131ways",
        "\u212a",
        "li\u212ae",
        "b\u0131rth",
        "1.5",
        "-3",
        "a-b",
        "$4",
    ),
    *(" ", ".", ",", "?", "\n", "的", "茶", "\u3000", "\u0663\u0664"),
)
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=9).map(" ".join),
    st.text(string.printable, max_size=40),
)
LANGUAGES: tuple[Language, ...] = ("en", "zh")
LAW = settings(max_examples=400, deadline=None)


@LAW
@given(TEXTS)
def test_lowered_text_is_what_patterns_see_that_ignore_case(text: str) -> None:
    """It has the same length, and a lower-case pattern finds in it what it finds in the text with the case ignored."""
    assert len(lowered(text)) == len(text)
    for word in ("like", "sept", "birth", "in may"):
        found = re.finditer(rf"\b{word}\b", text, re.IGNORECASE)
        assert [m.span() for m in found] == [
            m.span() for m in re.finditer(rf"\b{word}\b", lowered(text))
        ]


def test_no_other_character_passes_for_an_ascii_letter() -> None:
    """Were there one more, `lowered` would have to know it."""
    letter = re.compile("[a-z]", re.IGNORECASE)
    for code in range(0x80, 0x110000):
        if letter.match(chr(code)):
            assert lowered(chr(code)).isascii()


@LAW
@given(TEXTS)
def test_cues_are_those_of_the_whole_patterns(text: str) -> None:
    """The words asked for first are in every phrase."""
    beginning = cues._I.pattern.replace(r"i(?<!\w.)", r"\bi", 1)
    whole = f"{beginning}|{cues._WISH.pattern}"
    expected = 0
    if re.search(cues._TIME_WORD.pattern, text, re.IGNORECASE):
        expected |= cues.TIME_WORD
    if re.search(whole, text, re.IGNORECASE):
        expected |= cues.PREFERENCE
    assert cues.cues_of(text) & ~cues.ASKS == expected


@LAW
@given(TEXTS)
def test_dates_are_looked_for_where_one_can_be(text: str) -> None:
    """Without the beginning of a month's name its pattern finds nothing; the same for the signs of other dates."""
    low = lowered(text)
    begins = any(month[:3].lower() in low for month in query_dates.MONTHS)
    assert begins or not query_dates._EN.search(low)
    assert "-" in text or not query_dates._ISO.search(text)
    assert "月" in text or not query_dates._ZH.search(text)
    whole = re.compile(query_dates._EN.pattern, re.IGNORECASE)
    assert [m.span() for m in whole.finditer(text)] == [
        m.span() for m in query_dates._EN.finditer(low)
    ]


@LAW
@given(TEXTS)
def test_a_request_to_forget_is_seen_by_its_patterns(text: str) -> None:
    """The words asked for first hide no request."""
    found = forget_requests.asking_parts(text)
    assert found == forget_requests._parts(forget_requests._plain(text))


@LAW
@given(TEXTS)
def test_personal_data_is_found_as_if_every_pattern_were_tried(text: str) -> None:
    """A pattern that is left out for want of digits or words would have found nothing."""
    digits = len(re.findall(r"\d", text))
    for pattern, least in (
        *((personal._CN_ID, 17), (personal._SSN, 9), (personal._IBAN, 2), (personal._CARD, 15)),
        *((personal._IP, 4), (personal._CN_MOBILE, 7), (personal._DIGIT_RUN, 7)),
        *((personal._PASSPORT, 7), (personal._BIRTH, 3)),
    ):
        assert digits >= least or not pattern.search(text)
    birth = any(word in lowered(text) for word in personal._BIRTH_WORDS)
    assert birth or not personal._BIRTH.search(text)
    assert not text.isascii() or not personal._PLATE.search(text)
    wechat = "wechat" in lowered(text) or "微信" in text
    assert wechat or not personal._WECHAT.search(text)
    assert "@" in text or not personal._EMAIL.search(text)


@LAW
@given(
    st.lists(
        st.one_of(
            st.sampled_from(vendor_keys.KEY_PREFIXES),
            st.sampled_from(("a1B2c3D4e5F6g7H8i9J0k1L2", "0123456789ABCDEF", " ", "-", "_", "是")),
            st.sampled_from(PIECES),
        ),
        max_size=6,
    ).map("".join)
)
def test_vendor_keys_are_found_as_if_always_looked_for(text: str) -> None:
    """Without `_`, `-` and the few prefixes that have neither, there is no key."""
    low = text.lower()
    asked = "_" in low or "-" in low or any(p in low for p in secrets._BARE_PREFIXES)
    assert asked or not list(vendor_keys.vendor_keys(text))


@LAW
@given(
    text=TEXTS,
    speaker=st.sampled_from([None, "Caroline", "小李", "User", "March 3", "o'Neil"]),
    day=st.dates(),
    language=st.sampled_from(LANGUAGES),
)
def test_a_text_read_before_has_the_tokens_of_one_read_with_its_day(
    text: str, speaker: str | None, day: date, language: Language
) -> None:
    """Speaker, day and text are tokenised as if they were one text, whatever stands at the seams."""
    time = datetime(day.year, day.month, day.day, tzinfo=UTC)
    name = "" if speaker in {None, "User"} else f"{speaker} "
    single = [c for c in tokens._HAN.findall(fold(text)) if c not in tokens.STOP_WORDS]
    whole = tokens.tokens(f"{name}{tokens.date_words(time, language)} {text}") + single
    assert whole == tokens.index_tokens(
        text, speaker=speaker, time=time, language=language, read=tokens.text_tokens(text)
    )


NEEDED = sorted({word for rule in scanner._RULES for word in rule.needs})


@LAW
@given(
    st.lists(
        st.one_of(
            st.sampled_from(NEEDED),
            st.sampled_from(NEEDED).map(lambda word: word[:-1]),
            st.sampled_from(PIECES),
            st.text(max_size=3),
        ),
        max_size=6,
    ),
    st.sampled_from(["", " "]),
    st.sampled_from([scanner._SPOKEN, scanner._UNTRUSTED]),
)
def test_the_scanner_tries_every_rule_whose_words_are_there(
    pieces: list[str], between: str, reaches: frozenset[Reach]
) -> None:
    """And no other: words of any length, in either script."""
    text = fold(between.join(pieces))
    expected = [
        rule
        for rule in scanner._RULES
        if rule.reach in reaches and any(word in text for word in rule.needs)
    ]
    tried = scanner._candidates(text, reaches)
    assert sorted(map(scanner._RULES.index, tried)) == list(map(scanner._RULES.index, expected))


@LAW
@given(TEXTS)
def test_a_statement_of_ascii_keeps_what_any_statement_keeps(text: str) -> None:
    """Letters, digits, symbols, and the signs inside numbers, whatever way it is read."""
    folded = fold(text)
    kept = [
        c
        for i, c in enumerate(folded)
        if c.isalnum()
        or unicodedata.category(c)[0] in "SM"
        or (c in ".,:-/" and keys._inside_number(folded, i))
    ]
    assert keys.statement(text) == "".join(kept)


@pytest.mark.parametrize("word", ["a" * 64, "a" * 65, "b-7" * 30, "café", "x.y"])
def test_a_word_of_any_length_has_the_same_tokens_each_time(word: str) -> None:
    """Long words are not kept in memory; their tokens are made anew."""
    assert tokens.tokens(word) == tokens.tokens(word) == list(tokens._parts_of(fold(word)))
