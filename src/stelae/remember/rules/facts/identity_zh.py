"""Facts about a person in Chinese: names, origin, age, family. The predicate is what follows `我`."""

from stelae.remember.rules.facts.phrases_zh import ADVERBS, REST, WHERE
from stelae.remember.rules.facts.tables import FactRule
from stelae.remember.rules.reading.subjects import KIN_ZH

_NO_PERSON = r"(?<![女男老大好坏本家工商主病成的个种])(?<!残疾)"
"""`是湖南人` names a place; `是好人`, `是工人` do not."""
_DAY = r"(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"

_CALLED = (
    rf"(?:{KIN_ZH})(?:$|们|[帮来去过给把住陪一带送在也都])|(?:人(?:$|[来帮去修把过给送做打])|师傅|保安|服务员|警察|快递|跑腿|代驾|出租|滴滴|美团|闪送|货拉拉|救护|物业"
    "|大家|别人|谁|某|几个|一[个位帮群])"
)
"""Whom one calls for something: `我叫朋友来`, `我叫人修空调`."""
_NO_NICKNAME = (
    rf"(?:{KIN_ZH})(?!$|[，,。])|[家们的]|别|不要|[去来帮给回陪替]"
    r"|起床|[吃喝]|加班|请客|出[去来门]|[上下][班课楼车]|[早多少快][点些]"
    "|一[起块]|参加|过[去来]|为(?:什么)?$"
)
"""`大家都叫我儿子小林` names somebody else, `同事叫我去吃饭` nobody."""

_NAMES = (
    FactRule(
        "name", rf"^的?名(?:字|儿)?(?:是|叫)(?P<o>{REST}{{1,16}}?)$", importance=0.8, needs="名"
    ),
    # Another form of a name, or a part of it, is none of the name's own values.
    FactRule("chinese-name", rf"^的?中文名(?:字)?(?:是|叫)?(?P<o>{REST}{{1,16}}?)$", needs="名"),
    FactRule("english-name", rf"^的?英文名(?:字)?(?:是|叫)?(?P<o>{REST}{{1,16}}?)$", needs="名"),
    FactRule(
        "full-name",
        rf"^的?(?:全|真|大|本)名(?:字)?(?:是|叫)?(?P<o>{REST}{{1,16}}?)$",
        importance=0.7,
        needs="名",
    ),
    FactRule(
        "name",
        rf"^{ADVERBS}叫(?!做|你|他|她|我|醒|好|停|苦|什么|车|外卖|个|了|上|{_CALLED})"
        r"(?P<o>[\u4e00-\u9fffA-Za-z·. ]{1,16})$",
        importance=0.8,
        needs="叫",
    ),
    FactRule(
        "surname",
        rf"^{ADVERBS}姓(?!名|氏)(?P<o>[\u4e00-\u9fff]{{1,2}})(?:名?叫?[^，,。]{{0,4}})?$",
        importance=0.7,
        needs="姓",
    ),
    FactRule(
        "nickname",
        rf"^{ADVERBS}(?:大家|朋友们?|同事们?|同学们?|家里?人|他们|别人|圈内|网上)(?:们)?(?:平时|一般|通常|以前|从小)?"
        rf"(?:都|也)?(?:叫|喊|称呼?)我(?:为|作|做)?(?!{_NO_NICKNAME})(?P<o>[^，,。]{{1,10}})$",
        needs="叫喊称",
    ),
    FactRule(
        "nickname",
        r"^的?(?:外号|绰号|小名|昵称|花名)(?:是|叫)(?P<o>[^，,。]{1,16})$",
        needs="号名称",
    ),
)
_ORIGIN = (
    FactRule(
        "hometown",
        rf"^{ADVERBS}(?P<no>不)?是(?:土生土长的|地道的|个|一个)?(?P<o>[\u4e00-\u9fff]{{2,6}}?){_NO_PERSON}人$",
        needs="人",
    ),
    FactRule(
        "hometown",
        rf"^{ADVERBS}(?:的)?(?:老家|家乡|籍贯)(?:是|在)(?P<o>{REST}{{1,14}})$",
        needs="家籍",
    ),
    FactRule("hometown", rf"^{ADVERBS}来自(?P<o>{REST}{{2,14}})$", needs="自"),
    FactRule("hometown", rf"^{ADVERBS}在(?P<o>{WHERE})土生土长", needs="生"),
    # One may be born in one place, grow up in another and be from a third.
    FactRule("birthplace", rf"^{ADVERBS}在(?P<o>{WHERE})出生", needs="生"),
    FactRule(
        "birthplace",
        rf"^{ADVERBS}出生(?:在|于)(?P<o>(?!.*[\d年月]){REST}{{2,14}}?)(?:的)?$",
        needs="生",
    ),
    FactRule("raised-in", rf"^{ADVERBS}在(?P<o>{WHERE})长大", needs="长"),
)
_AGE = (
    FactRule(
        "age",
        rf"^{ADVERBS}(?:已经|才|快|刚|满|刚满|快要|虚岁|周岁|都|也|马上)*(?P<o>\d{{1,3}}"
        rf"|[一二三四五六七八九十]{{1,4}})周?岁(?:了|半)*$",
    ),
    FactRule(
        "age",
        rf"^{ADVERBS}(?:刚|快|已经)*(?:满|过|奔|今年(?:都|已经|也|刚|快)*)"
        r"(?P<o>[二三四五六七八九]?十[一二三四五六七八九]?|\d\d)了?$",
    ),
    FactRule("age", r"^的?年龄(?:是|:)(?P<o>\d{1,3})"),
    FactRule("age", r"^(?<!\S)\s*(?P<o>\d{2})$"),
    FactRule(
        "birthday",
        rf"^的?(?:农历|阳历|阴历|公历)?(?:生日|出生日期)(?:是|在|:|就在|就是)+(?P<o>{REST}{{2,20}})$",
        importance=0.7,
        needs="生",
    ),
    FactRule(
        "birthday",
        rf"^{ADVERBS}(?:是)?(?P<o>(?:\d{{2,4}}年)?{_DAY})(?:的)?(?:生日|出生|生)",
        importance=0.7,
        needs="生",
    ),
    # The year alone says no birthday.
    FactRule("birth-year", rf"^{ADVERBS}(?:出生于|生于)(?P<o>(?:19|20)?\d\d年?)$", needs="生"),
    FactRule(
        "birthday",
        rf"^{ADVERBS}(?:出生于|生于)(?P<o>(?=[^月]*月){REST}{{3,20}})",
        importance=0.7,
        needs="生",
    ),
    FactRule("birth-year", rf"^{ADVERBS}是?(?P<o>(?:19|20)?\d\d年)(?:出生|生人?)?的?$", needs="年"),
    FactRule("zodiac", rf"^{ADVERBS}属(?P<o>[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$", needs="属"),
    FactRule(
        "star-sign",
        rf"^{ADVERBS}是(?P<o>(?:白羊|牡羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)",
        needs="座",
    ),
)
_FAMILY = (
    FactRule(
        "marital-status",
        rf"^{ADVERBS}(?:[跟和与][^，,。]{{1,4}})?(?P<o>结婚了|离婚了|离异|单身|未婚|已婚|订婚了"
        r"|结婚[^，,。]{1,8}年了?|领证了|分手了|丧偶|再婚了)",
        sensitivity="sensitive",
        needs="婚离单证手偶",
    ),
    FactRule(
        "family",
        rf"^{ADVERBS}(?P<no>没)?有(?:了)?(?P<o>(?:一|两|二|三|四|几|1|2|3)?(?:个|对|位)?[^，,。]{{0,6}}?"
        r"(?:孩子|女儿|儿子|哥哥|弟弟|姐姐|妹妹|双胞胎|兄弟|姐妹|闺女|女朋友|男朋友|宝宝|龙凤胎|孙子|孙女))",
        needs="有",
    ),
    FactRule(
        "family",
        rf"^{ADVERBS}是(?P<o>独生子女|独生子|独生女|单亲(?:妈妈|爸爸|家庭)?|家里(?:的)?老[大二三小])",
        needs="独单老",
    ),
    FactRule(
        "pregnancy",
        rf"^{ADVERBS}(?P<o>怀孕[^，,。]{{0,8}}|孕期?\s*\d[^，,。]{{0,4}}|在?(?:孕期|哺乳期))(?:了)?$",
        sensitivity="sensitive",
        needs="孕哺",
    ),
)
RULES: tuple[FactRule, ...] = (*_NAMES, *_ORIGIN, *_AGE, *_FAMILY)
