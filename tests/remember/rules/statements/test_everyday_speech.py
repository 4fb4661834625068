"""How people really talk: sentences of everyday speech, in kinds, that were written before the rules that read them.

They hold the rules to families of meaning: no rule may name the things of a single sentence (issue point 4).
"""

import pytest

from stelae.schemas.candidate import MemoryCandidate
from tests.remember.reading import proposed

LIKES = [
    ("I swear by cast iron pans", "cast iron"),
    ("big fan of silent films", "silent films"),
    ("I live for crunchy peanut butter", "crunchy peanut butter"),
    ("Nothing beats a cold cider after a hike", "cider"),
    ("I can't get enough of Ethiopian jazz", "Ethiopian jazz"),
    ("My go-to breakfast is porridge with dates", "porridge"),
    ("I've got a soft spot for old railway stations", "railway stations"),
    ("Train over plane any day", "Train"),
    ("give me rye bread any day", "rye bread"),
    ("Fountain pens are my weakness", "Fountain pens"),
    ("I'm very much a window seat person", "window seat"),
    ("I could eat dumplings every day", "dumplings"),
    ("I'll take a quiet pub over a club every time", "quiet pub"),
    ("I've become really fond of baroque music", "baroque"),
    ("I never say no to rhubarb crumble", "rhubarb crumble"),
    ("I always go for the corner table", "corner table"),
    ("I'm happiest when I'm out sailing", "sailing"),
    ("Gardening is what keeps me sane", "Gardening"),
    ("I gravitate towards short novels", "short novels"),
    ("Linen shirts all the way for me", "Linen shirts"),
    ("我就好这口麻酱", "麻酱"),
    ("苏打饼干我百吃不厌", "苏打饼干"),
    ("独立游戏是我的菜", "独立游戏"),
    ("我是抹茶控", "抹茶"),
    ("我离了茶不行", "茶"),
    ("每顿饭都少不了辣椒", "辣椒"),
    ("我对老式打字机毫无抵抗力", "打字机"),
    ("要我选我肯定选靠过道的座位", "靠过道"),
    ("我一向偏好轻一点的背包", "背包"),
    ("最让我放松的就是逛旧书店", "旧书店"),
    ("我挺迷昆曲的", "昆曲"),
    ("我认准了国产钢笔", "国产钢笔"),
    ("下雨天听评书最舒服", "评书"),
]
DISLIKES = [
    ("I can do without small talk at parties", "small talk"),
    ("Karaoke is not my thing", "Karaoke"),
    ("Musicals really aren't my cup of tea", "Musicals"),
    ("Black liquorice does nothing for me", "liquorice"),
    ("I've never been one for crowds", "crowds"),
    ("I'm not big on sweet wines", "sweet wines"),
    ("I can't be doing with phone menus", "phone menus"),
    ("Open-plan offices drive me up the wall", "Open-plan offices"),
    ("Beetroot makes me shudder", "Beetroot"),
    ("Loud restaurants are a hard no for me", "Loud restaurants"),
    ("I've gone off red meat", "red meat"),
    ("I try to stay away from superhero films", "superhero films"),
    ("I never warmed to audiobooks", "audiobooks"),
    ("couldn't care less about football", "football"),
    ("I have no patience for long voice messages", "voice messages"),
    ("Instant coffee is a hard pass for me", "Instant coffee"),
    ("I'd rather not fly with budget airlines", "budget airlines"),
    ("I have zero interest in crypto", "crypto"),
    ("My least favourite chore is ironing", "ironing"),
    ("Not keen on seafood, to be honest", "seafood"),
    ("我对综艺节目无感", "综艺节目"),
    ("带馅的月饼我是真下不了嘴", "月饼"),
    ("我听不得指甲刮黑板的声音", "指甲刮黑板"),
    ("团建这种事我敬谢不敏", "团建"),
    ("我最头疼的就是打电话沟通", "打电话"),
    ("鱼腥草我实在欣赏不来", "鱼腥草"),
    ("恐怖片我是敬而远之的", "恐怖片"),
    ("我跟抽烟的人处不来", "抽烟"),
    ("我闻不了榴莲味", "榴莲"),
    ("我这人最烦迟到", "迟到"),
    ("太甜的东西我吃不来", "甜"),
    ("我不爱凑热闹", "凑热闹"),
]
STYLE = [
    ("We're a tabs shop", "tabs"),
    ("spaces, not tabs", "spaces"),
    ("Four-space indents in all my Python", "Four-space"),
    ("My functions get docstrings, always", "docstrings"),
    ("No semicolons in my JavaScript please", "semicolons"),
    ("snake_case for variables, PascalCase for classes", "snake_case"),
    ("I write everything in TypeScript strict mode", "TypeScript"),
    ("Our codebase uses British spelling in identifiers", "British spelling"),
    ("Lines no longer than 88 characters", "88"),
    ("I like my imports sorted", "imports"),
    ("Don't use wildcard imports", "wildcard imports"),
    ("Prefer composition over inheritance in code you write for me", "composition"),
    ("comments only for the tricky bits", "comments"),
    ("We format with black and lint with ruff", "black"),
    ("单引号，不要双引号", "单引号"),
    ("代码缩进用两个空格", "两个空格"),
    ("变量名别用拼音", "拼音"),
    ("函数超过四十行就拆", "四十行"),
    ("我们组的规范是每行不超过 100 个字符", "100"),
    ("我写 Go 从来不用 panic", "panic"),
    ("SQL 关键字我习惯大写", "大写"),
    ("单测我们只用 pytest", "pytest"),
    ("keep it metric", "metric"),
    ("prices in euros", "euros"),
    ("I think in Fahrenheit", "Fahrenheit"),
    ("Temperatures in Celsius, please", "Celsius"),
    ("I need weights in kilos, not pounds", "kilos"),
    ("24-hour clock please", "24-hour"),
    ("My recipes have to be in grams", "grams"),
    ("Ounces mean nothing to me, grams please", "grams"),
    ("Day first in dates, like 3 April", "Day first"),
    ("重量给我说斤就好", "斤"),
    ("价格按人民币报", "人民币"),
    ("华氏度我没概念，说摄氏度", "摄氏度"),
    ("距离一律公里", "公里"),
    ("面积我只看平方米", "平方米"),
    ("no bullet points please", "bullet points"),
    ("Skip the preamble", "preamble"),
    ("Short answers only", "Short answers"),
    ("Less fluff, more substance in your answers", "fluff"),
    ("Please no emojis", "emojis"),
    ("You can drop the formalities with me", "formalities"),
    ("I want sources for every claim", "sources"),
    ("Don't sugarcoat things for me", "sugarcoat"),
    ("Explain things to me like I'm new to the field", "Explain"),
    ("Answer me in Dutch", "Dutch"),
    ("I prefer you give the conclusion first", "conclusion"),
    ("Stop apologising all the time", "apologising"),
    ("Ask me before you book anything", "book"),
    ("Run it by me before you send any email", "email"),
    ("Keep the jokes to a minimum", "jokes"),
    ("跟我说话不用太客气", "客气"),
    ("回答别绕弯子", "绕弯子"),
    ("先说结论再说理由", "结论"),
    ("少用感叹号", "感叹号"),
    ("别给我列一堆要点", "要点"),
    ("回复控制在三句话以内", "三句"),
    ("不懂的地方直接说不懂，别编", "编"),
    ("给我的建议都要附上出处", "出处"),
    ("专业术语请用英文原文", "英文"),
    ("聊天的时候别老用表情", "表情"),
    ("订任何东西之前先问我一声", "问我"),
]
FACTS = [
    ("I go by Wren", "Wren"),
    ("Everyone at work knows me as Teo", "Teo"),
    ("I'm based in Lisbon", "Lisbon"),
    ("I hail from Galway", "Galway"),
    ("I work nights at a bakery", "bakery"),
    ("I do payroll for a shipping firm", "payroll"),
    ("I'm a nurse by training but I drive a tram these days", "nurse"),
    ("I'm with the fire brigade", "fire brigade"),
    ("I've been playing the oboe for six years", "oboe"),
    ("I run 5k every morning", "5k"),
    ("I take the tram to work", "tram"),
    ("I share a flat with two med students", "med students"),
    ("My landlord's name is Osvaldo", "Osvaldo"),
    ("My sister runs a flower shop in Ghent", "flower shop"),
    ("I'm the eldest of five", "eldest"),
    ("I turned 41 in May", "41"),
    ("We keep bees in the back garden", "bees"),
    ("I drive an old Saab", "Saab"),
    ("I'm a morning person", "morning person"),
    ("I grew up on a farm near Utrecht", "farm"),
    ("I'm doing a master's in hydrology", "hydrology"),
    ("I speak Catalan at home", "Catalan"),
    ("I wear hearing aids", "hearing aids"),
    ("My day job is piano tuning", "piano tuning"),
    ("I'm usually up by five", "five"),
    ("I sing in a choir on Tuesdays", "choir"),
    ("Our twins are called Ida and Noor", "Ida"),
    ("I support two kids and my mother", "mother"),
    ("I'm raising my niece on my own", "niece"),
    ("I've lived in the same street all my life", "street"),
    ("I teach chemistry at a night school", "chemistry"),
    ("My car takes diesel", "diesel"),
    ("I use a wheelchair", "wheelchair"),
    ("I'm a practising Buddhist", "Buddhist"),
    ("My partner and I split the rent", "rent"),
    ("I pay 900 a month in rent", "900"),
    ("I'm saving up for a kayak", "kayak"),
    ("I have a thing about being on time: I'm always ten minutes early", "early"),
    ("I collect enamel signs", "enamel signs"),
    ("I'm self-taught on the bass", "bass"),
    ("My shoe size is 43", "43"),
    ("I work from home on Fridays", "home"),
    ("I'm retraining as an electrician", "electrician"),
    ("My name's Ilse, with an e at the end", "Ilse"),
    ("你就叫我阿澈", "阿澈"),
    ("我姓欧阳，单名一个越字", "欧阳"),
    ("我人在东莞", "东莞"),
    ("我是跑长途货车的", "货车"),
    ("我在菜市场摆摊卖豆腐", "豆腐"),
    ("我们家三代都是木匠", "木匠"),
    ("我干财务这行八年了", "财务"),
    ("我坐轮椅出行", "轮椅"),
    ("我儿子今年上小学二年级", "二年级"),
    ("我爱人在铁路上班", "铁路"),
    ("我每天六点起来遛狗", "遛狗"),
    ("我骑电动车上下班", "电动车"),
    ("我左耳听力不太好", "听力"),
    ("我跟两个同学合租", "合租"),
    ("我家楼下就是地铁站", "地铁站"),
    ("我们店一共五个人", "五个人"),
    ("我收集老邮票", "邮票"),
    ("我带高三毕业班", "毕业班"),
    ("我拉二胡拉了二十年", "二胡"),
    ("我周末在福利院做义工", "福利院"),
    ("我爸是退伍军人", "退伍军人"),
    ("我一个人带两个娃", "两个娃"),
    ("我在考注册会计师", "注册会计师"),
    ("我房东姓靳", "靳"),
    ("我的猫叫汤圆", "汤圆"),
    ("我今年刚满三十五", "三十五"),
    ("我晚上基本十一点睡", "十一点"),
    ("我家在六楼没电梯", "六楼"),
]
LIMITS = [
    ("I can't have gluten", "gluten"),
    ("Dairy and I don't get along", "Dairy"),
    ("Coeliac here, so no wheat", "wheat"),
    ("I'm off alcohol for good", "alcohol"),
    ("Sesame sends me to hospital", "Sesame"),
    ("I carry an EpiPen because of wasp stings", "wasp stings"),
    ("no shellfish for me, ever", "shellfish"),
    ("I keep kosher", "kosher"),
    ("We don't eat pork at home", "pork"),
    ("I must not lift anything over five kilos", "five kilos"),
    ("I get migraines from red wine", "red wine"),
    ("My throat closes up if I eat kiwi", "kiwi"),
    ("I'm on blood thinners", "blood thinners"),
    ("I don't touch nuts", "nuts"),
    ("我沾不得酒", "酒"),
    ("我喝牛奶就闹肚子", "牛奶"),
    ("我家不让养宠物", "宠物"),
    ("我吃不得生冷的", "生冷"),
    ("我闻到油漆味就喘", "油漆"),
    ("医生不让我吃柚子", "柚子"),
    ("我全家都不碰牛肉", "牛肉"),
    ("我有乳糖不耐", "乳糖"),
    ("我晕船晕得厉害", "晕船"),
]
DECISIONS = [
    ("We've settled on walnut for the kitchen", "walnut"),
    ("Postgres it is", "Postgres"),
    ("We're going with the blue logo", "blue logo"),
    ("The team picked Zurich for the offsite", "Zurich"),
    ("We ended up choosing the smaller van", "smaller van"),
    ("I've made up my mind: I'm taking the Bergen job", "Bergen"),
    ("We landed on weekly releases", "weekly releases"),
    ("It's final: the launch moves to June", "June"),
    ("We ruled out Oracle", "Oracle"),
    ("装修我们最后选了日式风格", "日式"),
    ("婚礼场地就定在湖边那家", "湖边"),
    ("商量下来还是走海运", "海运"),
    ("团队一致同意改成双周迭代", "双周"),
    ("我决定不考研了", "不考研"),
    ("供应商敲定了，用宁波那家", "宁波"),
]
EVENTS = [
    ("My knee operation is on 14 April", "knee operation"),
    ("I moved here in 2019", "2019"),
    ("Our daughter was born on 2 March 2024", "daughter"),
    ("I'm off to Porto next Friday", "Porto"),
    ("We got married in June 2015", "married"),
    ("The lease runs out on 30 September", "lease"),
    ("I gave up smoking two years ago", "smoking"),
    ("I start at the library on 1 April", "library"),
    ("下个月八号我做白内障手术", "手术"),
    ("我去年十月拿到的驾照", "驾照"),
    ("我们4月20号去领证", "领证"),
    ("房子租约6月底到期", "租约"),
    ("我2018年来的深圳", "深圳"),
    ("后天我飞一趟西安", "西安"),
]
DENIALS = [
    ("I don't have any siblings", "siblings"),
    ("I'm not on social media", "social media"),
    ("I've never been on a plane", "plane"),
    ("I don't watch TV", "TV"),
    ("I haven't got a driving licence", "licence"),
    ("I'm not married, by the way", "married"),
    ("I never drink coffee after noon", "coffee"),
    ("We no longer rent the garage", "garage"),
    ("I stopped dyeing my hair", "dyeing"),
    ("I'm not from Austria, I'm from Australia", "Australia"),
    ("我没养过宠物", "宠物"),
    ("我不玩社交软件", "社交软件"),
    ("我不是本地人", "本地人"),
    ("我没坐过飞机", "飞机"),
    ("我已经不在银行干了", "银行"),
    ("我家没有电视", "电视"),
    ("我不化妆", "化妆"),
    ("我从来没出过国", "出过国"),
]
MILD = [
    ("It's not that I hate cats, I just have no space", "cats"),
    ("I have nothing against country music", "country music"),
    ("I wouldn't say I dislike opera", "opera"),
    ("Rain doesn't bother me", "Rain"),
    ("我不反感加香菜", "香菜"),
    ("我倒不是讨厌运动，就是懒", "运动"),
    ("我对甜的没意见", "甜"),
    ("我不排斥出差", "出差"),
]


def _found(text: str, word: str, categories: set[str]) -> MemoryCandidate:
    found = proposed(text)
    fitting = [c for c in found if c.category in categories and word in c.text]
    assert fitting, [(c.category, c.text) for c in found]
    return fitting[0]


@pytest.mark.parametrize(
    ("text", "word", "polarity"),
    [(*pair, "like") for pair in LIKES] + [(*pair, "dislike") for pair in DISLIKES],
)
def test_a_taste_said_in_everyday_words_has_its_polarity(
    text: str, word: str, polarity: str
) -> None:
    """What somebody enjoys or avoids is a preference of the right sign, in whatever idiom (P5, P12, DEV-11)."""
    found = _found(text, word, {"preference"})
    assert found.attributes["polarity"] == polarity


@pytest.mark.parametrize(("text", "word"), STYLE)
def test_an_order_of_style_needs_no_word_for_always(text: str, word: str) -> None:
    """Units, code style and the form of answers hold until further notice, though nobody says so (K20)."""
    _found(text, word, {"preference", "constraint", "fact"})


@pytest.mark.parametrize(("text", "word"), FACTS)
def test_a_durable_statement_of_oneself_is_kept_in_ones_own_words(text: str, word: str) -> None:
    """A first-person declarative that outlasts the day is a fact, its topic known or not (issue point 4)."""
    _found(text, word, {"fact", "context", "preference", "event"})


@pytest.mark.parametrize(("text", "word"), LIMITS)
def test_a_hard_limit_is_kept_in_whatever_words(text: str, word: str) -> None:
    """Limits are the costliest to lose: none needs the word `allergic` (P14)."""
    _found(text, word, {"constraint", "preference", "fact"})


@pytest.mark.parametrize(("text", "word"), DECISIONS)
def test_a_settled_matter_is_a_decision(text: str, word: str) -> None:
    """What was settled is kept as such, also without the word `decided` (K20)."""
    _found(text, word, {"decision"})


@pytest.mark.parametrize(("text", "word"), EVENTS)
def test_what_happens_on_a_day_is_kept(text: str, word: str) -> None:
    """Something dated is an event, or a fact with its time (DEV-16)."""
    _found(text, word, {"event", "fact"})


@pytest.mark.parametrize(("text", "word"), DENIALS)
def test_what_somebody_is_not_or_does_not_do_is_kept_as_denied(text: str, word: str) -> None:
    """A denial is a statement; its `not` stays in the text (P29)."""
    _found(text, word, {"fact", "preference", "constraint"})


@pytest.mark.parametrize(("text", "word"), MILD)
def test_a_denied_dislike_is_never_kept_as_a_dislike(text: str, word: str) -> None:
    """`Not that I hate cats` is no dislike of cats (DEV-11.2)."""
    found = _found(text, word, {"preference", "fact"})
    assert found.attributes.get("polarity") != "dislike"


NOTHING = [
    "Skip this step",
    "Make it shorter",
    "Please write that in Python",
    "Convert 5 miles to kilometres",
    "No idea what to cook",
    "no rush at all",
    "No problem, take your time",
    "Use tabs in this file",
    "Put the numbers in a table here",
    "I need a plan for Saturday",
    "I have a question about Postgres",
    "I think the second one is better",
    "I'm at the station, back in ten minutes",
    "I'm running late",
    "I just finished the report",
    "I feel a bit down today",
    "I have no idea",
    "I can't find the file",
    "I don't know what to say",
    "I don't understand the third step",
    "I never thought of that",
    "I'm not sure about the colour",
    "I use it like this but it fails",
    "We have a bug in the parser",
    "My code doesn't compile",
    "My head hurts",
    "My flight is delayed",
    "My question is about the second paragraph",
    "I see your point",
    "I tried both and neither works",
    "I keep getting the same error",
    "I want to make a cake",
    "I might move to Leeds",
    "If I lived in Rome I'd walk everywhere",
    "He said he works at the harbour",
    "Do you think I should learn Dutch?",
    "Nothing works",
    "It is what it is",
    "Explain the difference between TCP and UDP",
    "Give me a short summary of this article",
    "Answer the second question first",
    "这段再短一点",
    "用 Python 写个快排",
    "把这句翻成英文",
    "表格里加一列价格",
    "我不知道怎么办",
    "我没听懂",
    "我不明白第三步",
    "我在路上，十分钟后到",
    "我先去开会",
    "我没带伞",
    "我的代码报错了",
    "我的问题是第二段",
    "我觉得第二个好",
    "我今天不想做饭",
    "我刚改完第一版",
    "我不想说了",
    "我没意见",
    "我在想要不要换房子",
    "我要是住海边就好了",
    "他说他在码头上班",
    "没别的了",
    "这个函数别用递归",
    "先说第二个问题",
    "我看了一下，没问题",
    "我有个问题想问",
    "我有点没跟上",
    "我头疼",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_holds_for_the_moment_or_the_text_at_hand_leaves_nothing(text: str) -> None:
    """Work for now, moods, thoughts and one-off requests are no memories, however they are put (K14, DEV-03)."""
    assert [c.text for c in proposed(text)] == []
