"""What a limit is of: without courtesies and adverbs, in everybody's case who shares it, in each item of a list."""

import pytest

from tests.remember.reading import proposed


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I don't drink anymore", "alcohol"),
        ("i dont drink", "alcohol"),
        ("I never drink", "alcohol"),
        ("I quit drinking", "alcohol"),
        ("I don't eat pork, thanks", "pork"),
        ("i dont eat pork pls", "pork"),
        ("I stopped eating sugar last year", "sugar"),
        ("I don't eat meat any more these days", "meat"),
        ("no dairy pls", "dairy"),
        ("i dont do dairy", "dairy"),
        ("im alergic to peanuts", "peanuts"),
        ("I have high blood pressure", "high blood pressure"),
        ("We're both vegan", "vegan"),
        ("we are vegetarians", "vegetarian"),
        ("me and my wife dont eat meat", "meat"),
        ("both me and my wife are vegan", "vegan"),
        ("my husband and i are vegan", "vegan"),
        ("不吃香菜谢谢", "香菜"),
        ("我不吃羊肉哦谢谢", "羊肉"),
        ("我不吃葱姜蒜谢谢啦", "葱姜蒜"),
        ("麻烦不要放辣谢谢", "辣"),
        ("不要香菜谢谢", "香菜"),
        ("我们全家都吃素", "吃素"),
        ("我和我老公都是素食者", "吃素"),
        ("我跟我老婆都不吃辣", "辣"),
        ("我和男朋友都对花生过敏", "花生"),
        ("我们一家人都不吃猪肉", "猪肉"),
        ("我是vegan", "vegan"),
        ("我老公和我都吃素", "吃素"),
        ("我过敏的是虾不是鱼", "虾"),
        ("我早就不吃肉了", "肉"),
        ("I'm allergic to 花生酱", "花生酱"),
        ("I'm super allergic to cats", "cats"),
        ("turns out im allergic to kiwi", "kiwi"),
        ("allergic to nuts here", "nuts"),
        ("nut allergy here", "nut"),
        ("ive a shellfish allergy", "shellfish"),
        ("my severe nut allergy means no satay", "nut"),
        ("I eat anything except liver", "liver"),
        ("除了内脏我都吃", "内脏"),
        ("我猫毛过敏", "猫毛"),
        ("我海鲜过敏哈", "海鲜"),
        ("查出来对鸡蛋过敏", "鸡蛋"),
        ("我有过敏性鼻炎", "过敏性鼻炎"),
        ("我只吃素", "吃素"),
        ("过敏史：青霉素", "青霉素"),
    ],
)
def test_the_object_is_the_thing_alone(text: str, thing: str) -> None:
    """And it is the speaker's, also where others share it."""
    (found,) = proposed(text)
    assert found.attributes["object"] == thing
    assert (found.subject, found.quote in text) == ("user", True)


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("allergies: peanuts and shellfish", ["peanuts", "shellfish"]),
        ("my allergies: nuts, eggs", ["nuts", "eggs"]),
        ("我的过敏原是尘螨和花粉", ["尘螨", "花粉"]),
        ("忌口：香菜、羊肉", ["香菜", "羊肉"]),
    ],
)
def test_each_item_of_a_list_of_limits_is_one(text: str, things: list[str]) -> None:
    """Where the word for them stands before the list."""
    found = proposed(text)
    assert [c.attributes["object"] for c in found] == things
    assert all(c.category == "constraint" and c.quote == text for c in found)
    assert [thing in c.text for c, thing in zip(found, things, strict=True)] == [True, True]


@pytest.mark.parametrize(
    ("text", "thing", "who"),
    [
        ("my kid has a nut allergy", "nut", "kid"),
        ("my gf is vegan", "vegan", "gf"),
        ("My wife's vegan", "vegan", "wife"),
        ("my wifes vegetarian", "vegetarian", "wife"),
        ("my sons allergic to peanuts", "peanuts", "son"),
        ("我家猫对鸡肉过敏", "鸡肉", "猫"),
        ("我妈三高不能吃咸的", "三高", "妈"),
    ],
)
def test_another_ones_limit_is_theirs(text: str, thing: str, who: str) -> None:
    """`kid has a nut` is no food, and the cat's allergy not the speaker's."""
    (found,) = proposed(text)
    assert (found.attributes["object"], found.attributes["subject"]) == (thing, who)


@pytest.mark.parametrize("text", ["我不抽烟不喝酒", "我不抽烟也不喝酒"])
def test_two_limits_of_one_clause_are_two(text: str) -> None:
    """`烟也不喝酒` is nothing that could be smoked."""
    assert [c.attributes["object"] for c in proposed(text)] == ["烟", "酒"]
    assert [c.text for c in proposed(text)] == ["我不抽烟", "我不喝酒"]


@pytest.mark.parametrize(
    "text",
    [
        "I don't drink much",
        "I don't drink enough water",
        "I never drink and drive",
        "I don't eat out",
        "I never eat after 8pm",
        "I don't have any allergies",
        "我没有过敏史",
        "我不对任何东西过敏",
        "我和你说过他不吃辣",
        "我同事都不吃辣",
        "医生让我明天来复查",
        "他停了二甲双胍",
        "I took an aspirin",
        "I'm taking ibuprofen for my headache",
        "should i stop taking metformin?",
        "Allergies: none",
        "过敏史：无",
        "过敏是小事",
        "my allergies are a pain",
        "我对人过敏哈哈",
        "我吃完火锅拉肚子了",
        "医生让我停药",
        "我打完胰岛素了",
        "I don't drink more than two coffees a day",
    ],
)
def test_what_only_looks_like_a_limit_is_none_of_the_speaker(text: str) -> None:
    """How much, where, when; nothing at all; somebody else; for today."""
    assert [c for c in proposed(text) if c.category == "constraint" and c.subject == "user"] == []


@pytest.mark.parametrize(
    ("text", "kind", "thing"),
    [
        ("医生让我多喝水", "must", "多喝水"),
        ("医生叫我按时吃药", "must", "按时吃药"),
        ("医生叫我忌口", "ban", "忌口"),
        ("大夫不让我喝酒", "ban", "酒"),
    ],
)
def test_what_the_doctor_tells_to_do_is_no_ban(text: str, kind: str, thing: str) -> None:
    """To drink much water is the contrary of a ban."""
    (found,) = proposed(text)
    assert (found.attributes["type"], found.attributes["object"]) == (kind, thing)


@pytest.mark.parametrize(
    ("text", "thing", "who"),
    [
        ("I take metformin for my diabetes", "metformin", "user"),
        ("i take insulin twice a day", "insulin", "user"),
        ("I take 500mg metformin twice a day with meals", "metformin", "user"),
        ("My doctor put me on statins", "statins", "user"),
        ("my mom takes warfarin", "warfarin", "mom"),
        ("我在吃二甲双胍", "二甲双胍", "user"),
        ("我每天吃一片阿司匹林", "阿司匹林", "user"),
        ("我妈长期服用华法林", "华法林", "妈"),
    ],
)
def test_a_medicine_taken_for_good_is_told_by_its_name(text: str, thing: str, who: str) -> None:
    """Of the one who takes it: a doctor who prescribes takes nothing."""
    (found,) = proposed(text)
    assert found.attributes == {"type": "health", "object": thing, "subject": who, "active": True}
    assert (found.subject, found.sensitivity) == (who, "sensitive")


@pytest.mark.parametrize(
    ("text", "thing", "polarity"),
    [
        ("I'd rather have tea than coffee", "tea", "like"),
        ("i like tea more than coffee", "tea", "like"),
        ("I hate nothing more than olives", "olives", "dislike"),
        ("我喜欢喝茶多过咖啡", "茶", "like"),
        ("我宁愿喝茶也不喝咖啡", "茶", "like"),
        ("我以前不吃香菜，现在爱吃了", "香菜", "like"),
        ("我以前讨厌榴莲，现在爱吃了", "榴莲", "like"),
    ],
)
def test_a_taste_is_of_the_thing_that_is_preferred(text: str, thing: str, polarity: str) -> None:
    """The verb, and what it is preferred to, are no part of it."""
    (found,) = proposed(text)
    assert (found.attributes["object"], found.attributes["polarity"]) == (thing, polarity)


@pytest.mark.parametrize(
    "text", ["我爱吃", "I'm not much of a drinker", "I'm not much of a meat eater"]
)
def test_a_taste_without_a_thing_is_none(text: str) -> None:
    """Nothing is named that could be liked."""
    assert [c for c in proposed(text) if c.category == "preference"] == []
