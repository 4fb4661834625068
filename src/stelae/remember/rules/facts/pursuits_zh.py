"""Facts about a person in Chinese: languages, what they learn and can do, what they use, their body, what they gave up."""

from stelae.remember.rules.facts.phrases_zh import ADVERBS, REST
from stelae.remember.rules.facts.tables import FactRule

_SPAN = r"(?:[\d一二两三四五六七八九十半几多好]+个?(?:年|月|周|天|星期|礼拜)(?:多|半|左右)?)"
_NO_SPAN = rf"(?!{_SPAN}|多久|几次)"
"""How long ago it was is no part of what was given up (`我戒烟三年了`)."""

_LANGUAGES = (
    FactRule(
        "native-language", rf"^{ADVERBS}(?:的)?母语(?:是|为)(?P<o>{REST}{{2,10}})", needs="语"
    ),
    FactRule(
        "language",
        rf"^{ADVERBS}(?P<no>不|不太)?(?:会|能)(?:说|讲)(?:一点|流利的?|一些|点)?(?P<o>[^，,。]{{0,12}}(?:语|文|话))",
        needs="说讲",
    ),
)
_LEARNING = (
    FactRule(
        "learning",
        rf"^(?:{ADVERBS}|开始|正式|自己|最近|在家|偶尔|业余)*(?:在|正在|开始|刚开始|自|报名|报班)*(?:学习?"
        r"|自学|进修)(?:了|着|起|一下)?(?!会|校|生|到|不|历|费|长|术|分|霸|好|习中|习了很多|到很多)"
        rf"(?P<o>{REST}{{1,16}})(?<!时)(?<!时候)$",
        needs="学修",
    ),
    FactRule(
        "learning",
        rf"^{ADVERBS}(?:报|参加|上)了?(?:个|一个)?(?P<o>[^，,。]{{1,10}}(?:班|课|课程|培训))",
        needs="班课训",
    ),
    FactRule(
        "skill",
        rf"^{ADVERBS}(?P<no>不|不太|还不)?会(?P<o>(?:弹|拉|吹|打|做|游泳|开车|骑|写代码|编程|滑雪|滑冰|画"
        r"|唱|跳|下|修|钓鱼|潜水|冲浪|织|缝|烘焙|手语|潜泳)[^，,。去得到的会给被不死]{0,10})(?:了)?$",
        needs="会",
    ),
)
_CHANGES = (
    FactRule(
        "no-longer",
        rf"^{ADVERBS}(?P<no>早就不|早不|已经不|不再)(?P<o>(?:用|玩|养|开|骑|看|做|练|打|追)[^，,。]{{1,12}}?)了$",
        needs="不",
    ),
    FactRule(
        "switched-to",
        rf"^{ADVERBS}(?:改|换|转)(?:成|为)?(?P<o>(?:喝|吃|用|抽|看|骑|坐|穿|练)(?:上|成)?[^，,。]{{1,12}}?)(?:了)?$",
        needs="改换转",
    ),
    FactRule(
        "uses",
        rf"^{ADVERBS}(?:主力)?(?:编辑器|浏览器|手机|电脑|系统|输入法|键盘|语言|框架|数据库|终端|笔记软件)"
        r"(?:一直|主要|都|现在)*用(?:的是|的)?\s*(?P<o>[^，,。]{2,20})$",
        needs="用",
    ),
)
_BODY = (
    FactRule(
        "handedness", rf"^{ADVERBS}是?(?:个)?(?P<o>左撇子|右撇子|惯用左手|惯用右手)", needs="撇惯"
    ),
    FactRule(
        "blood-type",
        rf"^{ADVERBS}(?:的)?血型?是?(?P<o>(?:AB|A|B|O|Rh阴)\s*型)",
        sensitivity="sensitive",
        needs="型",
    ),
    FactRule(
        "blood-type", rf"^{ADVERBS}是(?P<o>(?:AB|A|B|O)型血)", sensitivity="sensitive", needs="型"
    ),
    FactRule(
        "height",
        rf"^{ADVERBS}(?:的)?身高(?:是|有)?\s*(?P<o>\d[\d.]*\s*(?:cm|厘米|公分|米|m)?[\d]*)",
        needs="身",
    ),
    FactRule(
        "weight",
        rf"^{ADVERBS}(?:的)?体重(?:是|有)?\s*(?P<o>\d[\d.]*\s*(?:kg|公斤|斤|千克)?)",
        sensitivity="sensitive",
        needs="体",
    ),
    FactRule(
        "size",
        rf"^{ADVERBS}(?:穿|戴|的(?:鞋码|尺码|衣服尺码|腰围)是?)\s*(?P<o>\d{{2}}[\d.]*\s*(?:码|号|寸)|[SMLX]{{1,4}}\s*(?:码|号))",
        needs="穿戴码围",
    ),
    FactRule(
        "habit-quit",
        rf"^{ADVERBS}(?:戒|不再喝|不再吃|不再抽|戒掉|戒断|停|不喝|不抽)(?:了|掉)?(?P<o>烟酒?"
        rf"|酒|咖啡|奶茶|糖|可乐|茶|甜食|碳水|游戏|(?<!停)(?<!停了)(?<!停掉){_NO_SPAN}[^，,。]{{1,8}}?)(?:(?:已经|都|快|有)*{_SPAN})?了$",
        needs="戒不停",
    ),
    # `我戒了咖啡`: the particle before the thing says that it is done.
    FactRule(
        "habit-quit",
        rf"^{ADVERBS}戒(?:掉|断)?了(?!又|没|好|很|吗|吧|再|才){_NO_SPAN}(?P<o>[^，,。了]{{1,8}}?)(?:(?:已经|都|快|有)*{_SPAN})?$",
        needs="戒",
    ),
)
RULES: tuple[FactRule, ...] = (*_LANGUAGES, *_LEARNING, *_CHANGES, *_BODY)
