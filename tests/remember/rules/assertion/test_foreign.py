"""Fiction, exercises and other people's words are not the speaker's, also in the sentences and messages that follow."""

import pytest

from tests.remember.reading import proposed

SET_UPS = (
    *(
        "imagine i'm a pirate named Jack. I love rum.",
        "Let's say I'm a nurse in Oslo. I hate needles.",
    ),
    *(
        "Be my dnd dungeon master. My character is an elf. I hate orcs.",
        "My avatar is a fox. I live in the woods.",
    ),
    *("let's play a game: I am a detective called Holmes.", "If I was a cat. I love fish."),
    *(
        "如果我是一只猫。我喜欢吃鱼。",
        "假如你是我。我讨厌数学。",
        "想象一下我是海盗，我喜欢朗姆酒",
        "我们来玩个游戏：我是侦探",
    ),
    *(
        "我的角色是精灵。我讨厌兽人。",
        "就当我是外星人吧。我住在火星。",
        "这题选什么：我住在北京",
        "填空题：我喜欢春天",
    ),
)
OTHERS = (
    *(
        "下面是我奶奶的话：我住在乡下，我喜欢种菜",
        "我妈让我转告你：我不吃辣",
        "我儿子作文写的是：我喜欢春天",
        "歌里唱的：我爱北京",
    ),
    *(
        "今天看了个帖子，楼主说我在国企上班",
        "我看到一句话：我喜欢下雨天",
        "房东说我养了三只猫",
        "他朋友圈写着：我住在大理",
    ),
    *("奶奶的话：\n我住在乡下。我喜欢种菜。", "她原话是：我讨厌香菜。我从来不吃。"),
    *(
        "lyrics: I live in a yellow submarine",
        "In the song he sings: I love rock and roll",
        "The caption reads: I live in Rome",
    ),
    *(
        "My mom asked me to tell you: I hate spicy food",
        "saw a thread, OP said I work at a bank",
        "her post: I love jazz. I hate rock.",
    ),
    *("this guy said I live in Leeds", "A quote: I love deadlines"),
)
OWN = [
    ("如果你是我，你会怎么选？我今年35岁，在银行工作。", 2),
    ("要是我有钱就好了。我在工地上班。", 1),
    ("If I had more time I'd travel. I work as a nurse.", 1),
    ("Imagine that! I got promoted to senior engineer.", 1),
    ("I play D&D every Friday. I love pizza.", 2),
    ("My main character is a detective. I live in Leeds.", 1),
    ("我同事说今天降温。我住在哈尔滨。", 1),
    ("我跟你说：我不吃辣", 1),
    ("我想说的是：我对花生过敏", 1),
    ("一句话：我爱吃辣", 1),
    ("我的问题：我对花生过敏，能吃花生油吗", 1),
    ("医生说我对青霉素过敏", 1),
    ("long story short: I live in Leeds", 1),
    ("note: I'm allergic to nuts", 1),
    ("the thing is: I hate meetings", 1),
    ("他说：我讨厌香菜。\n我住在杭州。", 1),
    ("我和朋友说好5月3号去爬山", 1),
    ("老实说：我讨厌香菜", 1),
    ("我是做短视频的：我是剪辑师", 2),
    ("如果你要推荐餐厅，我不吃辣", 1),
    ("If you book a table, I'm vegan.", 1),
    ("我喜欢角色扮演游戏", 1),
    ("我是演员，我扮演过李白", 1),
    ("My character flaw is impatience. I live in Leeds.", 1),
    ("imagine i'm a pirate. I love rum. In real life I live in Leeds.", 1),
    ("如果我是一只猫。我喜欢吃鱼。说正经的，我住在成都。", 1),
]


@pytest.mark.parametrize("text", SET_UPS)
def test_what_another_self_says_is_fiction_to_the_end_of_the_message(text: str) -> None:
    """A sentence that sets up an identity colours those that follow it."""
    assert proposed(text) == ()


@pytest.mark.parametrize("text", OTHERS)
def test_what_somebody_else_says_writes_or_sings_is_not_the_speakers(text: str) -> None:
    """A colon after a saying or a text hands over the word."""
    assert proposed(text) == ()


@pytest.mark.parametrize(("text", "kept"), OWN)
def test_a_supposition_that_is_complete_and_an_own_saying_change_nothing(
    text: str, kept: int
) -> None:
    """What follows a finished `if`, a heading of one's own or the end of the play is said by the speaker."""
    assert len(proposed(text)) == kept


@pytest.mark.parametrize(
    ("setup", "then"),
    [
        ("imagine i'm a pirate named Jack", "I live on a ship"),
        ("My character is an elf", "I hate orcs"),
        ("This is fiction", "I live in London"),
        ("下面我说的都是编的", "我住在火星"),
        ("你演我老婆，我演你老公", "我喜欢钓鱼"),
        ("我来讲个故事", "我叫小红帽"),
        ("如果我是一只猫", "我喜欢吃鱼"),
        ("我们来玩角色扮演吧", "我住在城堡里"),
    ],
)
def test_another_self_of_an_earlier_message_still_speaks(setup: str, then: str) -> None:
    """Until somebody says that it is over."""
    assert proposed(then, before=[setup]) == ()
    over = "好了，不玩了" if not then.isascii() else "ok, back to reality"
    assert len(proposed(then, before=[setup, over])) == 1


def test_a_part_given_to_the_assistant_makes_no_later_message_fiction() -> None:
    """Who has asked for a nutritionist tells them the truth."""
    assert len(proposed("I'm allergic to nuts", before=["Act as a nutritionist"])) == 1


@pytest.mark.parametrize(
    "text", ["笑死，我爱死上班了", "救命，我太爱调休了", "我爱死周一了", "谢谢啊，我最爱被催婚"]
)
def test_sarcasm_about_what_nobody_loves_is_no_taste(text: str) -> None:
    """Laughter in front of too much love means the opposite."""
    assert proposed(text) == ()


@pytest.mark.parametrize("text", ["我爱死爵士乐了", "我最爱周末"])
def test_strong_love_without_laughter_is_a_taste(text: str) -> None:
    """The look-alikes are meant."""
    assert len(proposed(text)) == 1


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我也是老师", 1),
        ("我也是素食者", 1),
        ("我也是", 0),
        ("我也是这么想的", 0),
        ("我也觉得", 0),
        ("我也是醉了", 0),
    ],
)
def test_who_agrees_says_nothing_and_who_is_something_too_does(text: str, kept: int) -> None:
    """`我也是` alone is courtesy; with a noun it is a statement."""
    assert len(proposed(text)) == kept


@pytest.mark.parametrize(
    "text",
    [
        *(
            "我对老板过敏",
            "我和床结婚了",
            "我嫁给工作了",
            "我爱加班，加班使我快乐",
            "我最喜欢的就是半夜改需求",
        ),
        *(
            "i live under a rock",
            "i live in my head",
            "i was born yesterday",
            "i speak fluent sarcasm",
            "i'm a potato",
        ),
    ],
)
def test_a_figure_of_speech_is_no_fact(text: str) -> None:
    """It has the shape of one and is not meant."""
    assert proposed(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "客户反馈：我不喜欢这个颜色",
            "我老婆：我想吃火锅，我不吃辣",
            "翻到小时候的日记：我讨厌上学",
            "平行宇宙里我住在巴黎",
        ),
        *(
            "he was like, i'm a vegan",
            "she goes i hate you",
            "customer: I live in Berlin",
            "in another life i'm a chef",
        ),
        *(
            "asking for a friend: i am allergic to bees",
            "帮朋友问一下：我对花生过敏",
            "nobody: ... me: i love rats",
        ),
        *(
            "hypothetically, i have 3 kids and live in texas",
            "example: i live in london",
            "my toon is a mage. i live in a tower.",
        ),
        *(
            "这是我小说的开头：我叫林夏，住在海边的小城",
            "My novel opens with: I was born in a lighthouse.",
            "英译中：I live in Leeds. I hate rain.",
        ),
        *(
            "GPT prompt: I am a senior lawyer, I live in NY",
            "Here's my character: I'm Zed, I hate humans.",
            "以下内容纯属虚构。我住在伦敦。",
        ),
        *("昨晚梦见自己是宇航员。我住在空间站。", "I dreamed I was a queen. I live in a palace."),
    ],
)
def test_a_persons_label_a_dream_and_another_life_are_not_the_speakers(text: str) -> None:
    """Whoever stands before the colon says what stands behind it."""
    assert proposed(text) == ()


@pytest.mark.parametrize(
    "text",
    ["我是学生：我在北大读书", "my sister is like me, i love jazz", "我有个梦想。我住在成都。"],
)
def test_who_only_mentions_a_person_or_a_dream_goes_on_about_themselves(text: str) -> None:
    """The look-alikes hand over nothing."""
    assert proposed(text)


@pytest.mark.parametrize(
    "text",
    ["my name is on the list", "i'm between jobs", "歌名叫我是一只小小鸟", "楼主说我是程序员"],
)
def test_what_names_nothing_is_no_value(text: str) -> None:
    """A state instead of a name, and the subject of a clause inside another one."""
    assert proposed(text) == ()
