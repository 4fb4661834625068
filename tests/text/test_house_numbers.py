"""A number with 号 is a day, unless it is of a house or a thing."""

import pytest

from stelae.text.house_numbers import NUMBER, is_house_number


@pytest.mark.parametrize(
    "text",
    [
        "叫外卖送到槐树巷12号",
        "张江路8号",
        "我家地址：上海市浦东新区张江路88号",
        "长安街5号",
        "幸福小区3号",
        "住在永安里12号",
        "寄到文一西路12号",
        "3号楼",
        "坐地铁2号线",
        "3号门集合",
        "人民路12-3号",
        "第12号",
        "88号",
    ],
)
def test_a_number_of_a_house_or_a_thing_is_no_day(text: str) -> None:
    """By what stands before it, by what follows, or since no month has as many days."""
    (number,) = NUMBER.finditer(text)
    assert is_house_number(text, *number.span())


@pytest.mark.parametrize(
    "text",
    [
        "12号去体检",
        "我12号走路上班",
        "医院12号复查",
        "我知道12号开会",
        "上路12号",
        "周五逛街12号考试",
        "二十号交房",
        "东西送到公司12号前都行",
        "会改到12号",
        "12号店庆",
        "12号机票",
        "3号门诊复查",
        "12-15号出差",
    ],
)
def test_a_day_stays_one_beside_words_of_places(text: str) -> None:
    """A street or a hospital in the sentence makes no address of it."""
    (number,) = NUMBER.finditer(text)
    assert not is_house_number(text, *number.span())


def test_a_place_in_the_text_that_holds_no_such_number_is_none() -> None:
    """Other dates are other people's business."""
    assert not is_house_number("3月12号", 0, 5)
