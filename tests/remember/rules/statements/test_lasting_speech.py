"""What people say of their own life in whatever words is kept in them when a mark of grammar says that it lasts."""

import pytest

from tests.remember.reading import proposed

KEPT = [
    ("我跟你说啊我开出租二十多年了", "出租"),
    ("哎呀我这腰不行", "腰"),
    ("周会我们改到每周三下午了", "周三"),
    ("体育课我一般都打羽毛球", "羽毛球"),
    ("单词app我弃了百词斩 换成墨墨了", "墨墨"),
    ("美团那边我们退了 现在只做抖音", "抖音"),
    ("刑事案子一概不接", "刑事"),
    ("我耳朵背", "耳朵"),
    ("左肩去年撕裂过", "左肩"),
    ("我高二", "高二"),
    ("我那台机器是M2的mac", "M2"),
    ("我名下有两家公司,一家做饰品,一家做雨伞", "饰品"),
    ("客户主要是中东那边的", "中东"),
    ("店开在坡子街 做湘菜的", "坡子街"),
    ("房贷还有十八年", "房贷"),
    ("论文写的是外卖骑手的劳动过程", "骑手"),
    ("访谈都是我自己转录的", "访谈"),
    ("骑车上学 十五分钟", "骑车"),
    ("家里就一台破本子", "本子"),
    ("记账我只会用纸笔", "纸笔"),
    ("日志统一打json", "json"),
    ("大夫说椎间盘突出", "椎间盘"),
    ("周日是我唯一的休息日", "周日"),
    ("我晚上不喝咖啡了", "晚上"),
    ("写毛笔字有二十来年了", "毛笔"),
    ("玩辅助的 主玩锤石", "辅助"),
    ("家里头种了三十多亩蓝莓", "蓝莓"),
    ("我们不卡年龄", "年龄"),
    ("快递每天下午四点来收", "快递"),
    ("现在主力是拼多多和视频号", "拼多多"),
    ("打包发货都是我老婆在管,售后归我", "售后"),
    ("早饭不是烫干丝就是包子", "烫干丝"),
    ("日语N1但敬语稀烂", "N1"),
    ("我本科华西的", "华西"),
    ("我用的罗技的鼠标", "罗技"),
    ("我这人晕不了车就是晕船", "晕船"),
    ("睡前我都要做十分钟冥想", "冥想"),
    ("妊娠糖尿病", "糖尿病"),
    ("我喺中環返工 基本上冇假放", "中環"),
    ("设计稿我们统一存蓝湖", "蓝湖"),
]


@pytest.mark.parametrize(("text", "word"), KEPT)
def test_a_sentence_that_says_how_often_how_long_or_what_never_is_kept(
    text: str, word: str
) -> None:
    """In the person's own words, once."""
    (kept,) = proposed(text)
    assert word in kept.text


@pytest.mark.parametrize(
    "text",
    [
        "地铁每天都很挤",
        "苏轼一生被贬三次",
        "我都吃了",
        "我今天一直在开会",
        "我总觉得不对劲",
        "我一直很难过",
        "我每次都差点忘",
        "加载不了",
        "我说过我不吃辣没有",
        "这个我一般不看",
        "他从来不迟到",
        "我正在换成新的",
        "我刚改到一半",
        "猪价主要看行情吧",
        "我以前从来看不惯他",
        "很感人",
        "我不着急",
        "我找不到文件",
        "奥运会都过去十几年了",
        "可爱死了那个小胖子 天天追着我叫妈妈",
        "我动不动就过敏",
        "思想类小说总是可以给我带来很多启示",
    ],
)
def test_what_is_of_the_moment_a_thought_or_of_others_is_not(text: str) -> None:
    """The same marks, with something beside them that says otherwise."""
    assert not proposed(text)


def test_what_goes_on_about_the_speaker_is_part_of_the_statement_before_it() -> None:
    """One sentence about one life is one memory, unless it states two things that have rules of their own."""
    (kept,) = proposed("我执业十二年，主做劳动争议，刑事案子一概不接。")
    assert "刑事" in kept.text
    home, taste = proposed("我住青岛，特别爱赶海")
    assert home.attributes["object"] == "青岛"
    assert taste.attributes["object"] == "赶海"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我叫车晓", "车晓"),
        ("我叫上官婉", "上官婉"),
        ("我是姚国栋", "姚国栋"),
        ("我是陆小曼", "陆小曼"),
    ],
)
def test_a_name_that_begins_like_another_word_is_a_name(text: str, name: str) -> None:
    """`我叫车去机场` and `我是高中生` are none."""
    (kept,) = proposed(text)
    assert (kept.attributes["attribute"], kept.attributes["object"]) == ("name", name)


@pytest.mark.parametrize(
    "text",
    ["我叫车去机场", "我叫车了", "我叫停了这个项目", "我是马大哈", "我是江苏人", "我是高中生"],
)
def test_what_is_called_or_what_one_is_gives_no_name(text: str) -> None:
    """A cab, a halt, a kind of person."""
    assert all(one.attributes.get("attribute") != "name" for one in proposed(text))
