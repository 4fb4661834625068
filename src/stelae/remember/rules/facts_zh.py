"""Facts about a person in Chinese: who they are, where they live, what they do, have, learn and are used to."""

import re
from collections.abc import Iterator
from dataclasses import replace

from stelae.remember.rules.draft import Draft, View
from stelae.remember.rules.facts import FactRule, fact, speaking
from stelae.remember.rules.places import is_home_zh

_ADV = (
    "(?:现在|目前|如今|最近|已经|也|都|还|一直|就|是|其实|刚|刚刚|今年|去年|前年|上个?月|上周"
    "|从小|又|,|，|曾经|以前|之前|原来|正式|终于|打小|平时|主要|\\s)*"
)
_NOT = "(?P<no>不|没有?|不再|已经不|早就不)?"
_END = r"[^，,。;；!]"
_JOB = (
    "工程师|程序员|设计师|老师|教师|医生|护士|律师|会计师?|经理|总监|学生|研究生|博士生?|硕士生?"
    "|大学生|高中生|司机|厨师|记者|编辑|作家|画家|翻译|警察|消防员|军人|公务员|销售|客服|产品经理"
    "|运营|架构师|科学家|研究员|教授|讲师|教练|咨询师|顾问|药剂师|药师|牙医|兽医|建筑师|摄影师"
    "|导演|演员|音乐人|歌手|农民|工人|电工|木匠|店主|老板|创业者|自由职业者?|分析师|测试|开发"
    "|前端|后端|算法|运维|主播|博主|快递员|保安|飞行员|空乘|导游|理发师|会计|出纳|秘书|助理|主管"
    "|主任|校长|班主任|实习生|项目经理|插画师|策展人|裁缝|船员|法官|检察官|心理医生|全职妈妈"
    "|家庭主妇|法医|园丁"
)
_PET = (
    "猫咪?|狗狗?|柯基|金毛|拉布拉多|哈士奇|柴犬|泰迪|布偶猫?|橘猫|英短|美短|暹罗猫?|边牧"
    "|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|蜥蜴|刺猬|荷兰猪|龙猫|鸟|蛇"
)
_WHERE = "[^，,。;；!了的吗]{1,16}?"
_PLACE_STOP = (
    "(?:了|呢|啊|的|,|，|$|那边|这边|工作|上班|读书|生活|已经|好|快|有|整|十|\\d"
    "|多年|三|两|五|四|六|七|八|九)"
)

RULES: tuple[FactRule, ...] = (
    FactRule(
        "name",
        (
            rf"^的?(?:中文|英文|真|全|大|小)?名(?:字|儿)?(?:是|叫)(?P<o>{_END}{{1,16}}?)$|^"
            rf"{_ADV}叫(?!做|你"
            rf"|他|她|我|醒|好|停|苦|什么|车|外卖|个|了|上)(?P<o2>[\u4e00-\u9fffA-Za-z·."
            rf" ]{{1,16}})$"
            rf"|^{_ADV}姓(?P<o3>[\u4e00-\u9fff]{{1,2}})(?:名?叫?[^，,。]{{0,4}})?$"
        ),
        importance=0.8,
        needs="名叫姓",
    ),
    FactRule(
        "nickname",
        (
            rf"^{_ADV}(?:大家|朋友们?|同事们?|同学们?|家里?人|他们|别人|圈内"
            rf"|网上)(?:们)?(?:平时|一般|通常"
            rf"|以前|从小)?(?:都|也)?(?:叫|喊|称呼?)我(?:为|作|做)?(?P<o>[^，,。]{{1,10}})$"
            rf"|^的?(?:外号"
            rf"|绰号|小名|昵称|英文名|花名)(?:是|叫)(?P<o2>[^，,。]{{1,16}})$"
        ),
        needs="叫喊称号名",
    ),
    FactRule(
        "hometown",
        (
            rf"^{_ADV}(?P<no>不)?是(?:土生土长的|地道的|个"
            rf"|一个)?(?P<o>[\u4e00-\u9fff]{{2,6}}?)(?<!女)"
            rf"(?<!男)(?<!老)(?<!大)(?<!好)(?<!坏)(?<!本)(?<!家)(?<!工)(?<!商)(?<!主)(?<!"
            rf"病)(?<!成)(?<!的)"
            rf"(?<!残疾)(?<!个)(?<!种)人$|^{_ADV}(?:的)?(?:老家|家乡|籍贯)(?:是|在)(?P<o2>"
            rf"{_END}{{1,14}})$"
            rf"|^{_ADV}来自(?P<o3>{_END}{{2,14}})$|^{_ADV}在(?P<o4>{_WHERE})(?:出生|长大|土生土长)"
        ),
        needs="人家籍自生长",
    ),
    FactRule(
        "home",
        (
            rf"^{_ADV}{_NOT}{_ADV}(?:住|定居|租住|居住|租房|常住)(?:在|到|于)?(?P<o>{_WHERE})"
            rf"{_PLACE_STOP}"
            rf"|^{_ADV}(?:已经|刚刚?|去年|上个月|从[^，,。]{{1,10}}?)?{_ADV}(?:搬家?|搬了家"
            rf"|移居|迁居|搬)"
            rf"(?:到|去|来|进|回|至)了?(?P<o2>{_WHERE}){_PLACE_STOP}|^(?:的)?(?:家|新家|住址"
            rf"|地址|家庭住址"
            rf"|住处)(?:就|现在)?(?P<no2>不)?(?:住)?(?:在|是)(?P<o3>(?!装修|搬|吃|开|做|办|下"
            rf"|等){_END}{{2,30}})$"
            rf"|^{_ADV}(?P<no3>不)?在(?P<o4>[\u4e00-\u9fff]{{2,8}}?)(?:定居|安家|生活)"
            rf"|^{_ADV}(?P<o5>搬家)了|^{_ADV}base\s*在(?P<o6>[^，,。]{{2,12}})"
        ),
        importance=0.7,
        fits=is_home_zh,
        needs="住居租搬家址活bB",
    ),
    FactRule(
        "employer",
        (
            rf"^{_ADV}{_NOT}{_ADV}在(?P<o>[^，,。;；的了过着]{{2,20}}?)(?:那边|这边"
            rf"|里)?(?:工作|上班|任职"
            rf"|就职|供职|实习|打工|教书|当(?:{_JOB})|做(?:{_JOB}))|^{_ADV}(?:入职|跳槽到"
            rf"|跳槽去|加入"
            rf"|就职于|任职于|供职于|跳到)了?(?P<o2>[^，,。;；了]{{2,20}})|^(?:的)?(?:公司"
            rf"|单位|东家)(?:叫"
            rf"|是)(?P<o3>{_END}{{2,20}})$|^{_ADV}(?P<o4>换工作了|换了?(?:份"
            rf"|个)?(?:新)?工作了?|辞职了"
            rf"|离职了|从[^，,。]{{1,12}}(?:离职|辞职)了?|被裁了|失业了|跳槽了)"
        ),
        importance=0.7,
        needs="在入跳加职公单东换辞离裁失",
    ),
    FactRule(
        "job",
        (
            rf"^{_ADV}{_NOT}{_ADV}(?:是|当|做|成了|成为了?|当上了?|转行做了?|转岗做了?|转做"
            rf"|改行做|担任)"
            rf"(?:了|过)?(?:一?(?:名|个"
            rf"|位))?(?P<o>[^，,。;；你我他她]{{0,14}}?(?:{_JOB}))(?:了|的)?(?:,|，"
            rf"|$)|^{_ADV}是做(?P<o5>[^，,。]{{2,20}}?)的$|^的(?:职业|工作|职位|岗位|职务"
            rf"|本职)(?:现在)?"
            rf"(?:是|为)(?P<o2>{_END}{{2,20}})$|^{_ADV}(?:从事|主要做|专门做|负责)(?P<o3>"
            rf"{_END}{{2,20}}?)"
            rf"(?:工作|行业|相关工作|方面的工作)?$|^{_ADV}(?P<o4>退休|全职在家|自由职业|在读研|读博"
            rf"|待业)了?"
        ),
        importance=0.7,
        needs="是当做成转改担职工岗从主专负退全自读待",
    ),
    FactRule(
        "school",
        (
            rf"^{_ADV}{_NOT}{_ADV}(?:毕业于|就读于|考上了?)(?P<o>{_END}{{2,20}}?)(?:了)?$|^{_ADV}在"
            rf"(?P<o2>[^，,。]{{2,16}}?)(?:读书|上学|念书|读(?:大学|研|博|高中|初中|本科"
            rf"|研究生|博士"
            rf"|大[一二三四]))"
        ),
        needs="毕读考上念",
    ),
    FactRule(
        "age",
        (
            rf"^{_ADV}(?:已经|才|快|刚|满|刚满|快要|虚岁|周岁|都|也|马上)*(?P<o>\d{{1,3}}"
            rf"|[一二三四五六七八九十]{{1,4}})周?岁(?:了|半)*$|^{_ADV}(?:刚|快|已经)*(?:满|过"
            rf"|奔|今年(?:都|已经|也|刚|快)*)(?P<o4>[二三四五六七八九]?十[一二三四五六七八九]?|\d\d)了?$"
            rf"|^的?年龄(?:是"
            rf"|:)(?P<o2>\d{{1,3}})|^"
            rf"(?<!\S)\s*(?P<o3>\d{{2}})$"
        ),
    ),
    FactRule(
        "birthday",
        (
            rf"^的?(?:农历|阳历|阴历|公历)?(?:生日|出生日期)(?:是|在|:|就在|就是)+(?P<o>"
            rf"{_END}{{2,20}})$"
            rf"|^{_ADV}(?:是)?(?P<o2>(?:\d{{2,4}}年)?(?:\d{{1,2}}|[一二三四五六七八九十]{{1,2}})月"
            rf"(?:\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号])(?:的)?(?:生日|出生|生)|^"
            rf"{_ADV}(?:出生于"
            rf"|生于)(?P<o3>{_END}{{3,20}})|^{_ADV}是?(?P<o4>\d{{2,4}}年)(?:出生|生)?的$"
        ),
        importance=0.7,
        needs="生年",
    ),
    FactRule(
        "zodiac",
        (
            rf"^{_ADV}属(?P<o>[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$|^{_ADV}是(?P<o2>(?:白羊"
            rf"|牡羊|金牛|双子"
            rf"|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)"
        ),
        needs="属座",
    ),
    FactRule(
        "marital-status",
        (
            rf"^{_ADV}(?:[跟和与][^，,。]{{1,4}})?(?P<o>结婚了|离婚了|离异|单身|未婚|已婚|订婚了"
            rf"|结婚[^，,。]{{1,8}}年了?|领证了|分手了|丧偶|再婚了)"
        ),
        sensitivity="sensitive",
        needs="婚离单证手偶",
    ),
    FactRule(
        "family",
        (
            rf"^{_ADV}(?P<no>没)?有(?:了)?(?P<o>(?:一|两|二|三|四|几|1|2|3)?(?:个|对"
            rf"|位)?[^，,。]{{0,6}}?"
            rf"(?:孩子|女儿|儿子|哥哥|弟弟|姐姐|妹妹|双胞胎|兄弟|姐妹|闺女|女朋友|男朋友|宝宝"
            rf"|龙凤胎|孙子"
            rf"|孙女))|^{_ADV}是(?P<o2>独生子女|独生子|独生女|单亲(?:妈妈|爸爸|家庭)?|家里"
            rf"(?:的)?老[大二三小])"
        ),
        needs="有独单老",
    ),
    FactRule(
        "pet",
        (
            rf"^{_ADV}(?:家里?|里)?(?P<no>没)?{_ADV}(?:养|有|领养|收养|捡|买)(?:了|着|过"
            rf"|到)?(?P<o>(?:一|两"
            rf"|二|三|几|四|1|2|3)?(?:只|条|头|个|缸|窝)?(?!个?关于)[^，,。]{{0,8}}?(?:{_PET})(?:[，,]?(?:它)?"
            rf"(?:名字)?(?:叫|是)[^，,。]{{1,10}})?)(?!粮|砂|窝|玩具)"
        ),
        needs="养有捡买",
    ),
    FactRule(
        "account",
        (
            rf"^{_ADV}(?:的|在)(?P<where>[^，,。]{{1,20}}?)(?:上|里|那边)?(?:的)?(?:用户名"
            rf"|账号|帐号|ID"
            rf"|昵称|网名|号|handle|账户名?|用户ID)(?:现在|改|换|已经)*(?:是|叫|为|成)(?:了)?\s*"
            rf"(?P<o>[^，,。\s]{{2,40}})"
        ),
        importance=0.6,
        keyed="where",
        needs="名号称户iIhH",
    ),
    FactRule(
        "email",
        (
            r"^(?:的|新|工作|私人|常用)*(?:邮箱|邮件地址|电子邮件|e-?mail)(?:地址)?(?:现在"
            r"|改|换)*(?:是|为"
            r"|:|成)(?:了)?\s*(?P<o>[^，,。\s]{3,60})"
        ),
        sensitivity="sensitive",
        needs="邮eE",
    ),
    FactRule(
        "phone",
        (
            r"^(?:的|新|工作|常用)*(?:手机号?码?|电话号?码?|微信号?)(?:现在|改|换)*(?:是|为|:|成)"
            r"(?:了)?\s*(?P<o>[^，,。]{3,40})"
        ),
        sensitivity="sensitive",
        needs="机话信",
    ),
    FactRule(
        "language",
        (
            rf"^{_ADV}(?:的)?(?P<native>母语)(?:是|为)(?P<o>{_END}{{2,10}})|^{_ADV}(?P<no>不"
            rf"|不太)?(?:会"
            rf"|能)(?:说|讲)(?:一点|流利的?|一些|点)?(?P<o2>[^，,。]{{0,12}}(?:语|文|话))"
        ),
        needs="语说讲",
    ),
    FactRule(
        "learning",
        (
            rf"^(?:{_ADV}|开始|正式|自己|最近|在家|偶尔|业余)*(?:在|正在|开始|刚开始|自|报名"
            rf"|报班)*(?:学习?"
            rf"|自学|进修)(?:了|着|起|一下)?(?!会|校|生|到|不|历|费|长|术|分|霸|好|习中"
            rf"|习了很多|到很多)"
            rf"(?P<o>{_END}{{1,16}})(?<!时)(?<!时候)$|^{_ADV}(?:报|参加|上)了?(?:个|一个)?"
            rf"(?P<o2>[^，,。]{{1,10}}(?:班|课|课程|培训))"
        ),
        needs="学修班课训",
    ),
    FactRule(
        "skill",
        (
            rf"^{_ADV}(?P<no>不|不太|还不)?会(?P<o>(?:弹|拉|吹|打|做|游泳|开车|骑|写代码|编程"
            rf"|滑雪|滑冰|画"
            rf"|唱|跳|下|修|钓鱼|潜水|冲浪|织|缝|烘焙|手语"
            rf"|潜泳)[^，,。去得到的会给被不死]{{0,10}})(?:了)?$"
        ),
        needs="会",
    ),
    FactRule(
        "possession",
        (
            rf"^{_ADV}(?:买|换|入手|购入|换成|提|配|租|弄|整)(?:了|到)(?:一|两|三"
            rf"|几)?(?:新)?(?:一)?(?:辆"
            rf"|台|部|把|套|间|架|块|副|支|只|双|件"
            rf"|艘)(?:新)?的?(?P<o>{_END}{{1,20}}?)(?:了)?$|^{_ADV}"
            rf"(?:有|开|骑|用|戴|开着|开的是|骑的是|用的是)(?:的是)?(?:一|两|三|几)?(?:辆|台"
            rf"|部|套|架|艘|把"
            rf"|架|块)(?P<o2>{_END}{{1,20}})$|^的(?:手机|电脑|笔记本|车|相机|键盘|耳机|手表"
            rf"|平板|自行车)"
            rf"(?:型号|牌子)?(?:是|换成了?|用的是)(?P<o3>{_END}{{2,24}})$"
        ),
        needs="买换入购提配租弄整有开骑用戴是",
    ),
    FactRule(
        "no-longer",
        (
            rf"^{_ADV}(?P<no>早就不|早不|已经不|不再)(?P<o>(?:用|玩|养|开|骑|看|做|练|打"
            rf"|追)[^，,。]{{1,12}}?)了$"
        ),
        needs="不",
    ),
    FactRule(
        "switched-to",
        (
            rf"^{_ADV}(?:改|换|转)(?:成|为)?(?P<o>(?:喝|吃|用|抽|看|骑|坐|穿|练)(?:上"
            rf"|成)?[^，,。]{{1,12}}?)(?:了)?$"
        ),
        needs="改换转",
    ),
    FactRule(
        "uses",
        (
            rf"^{_ADV}(?:主力)?(?P<what>编辑器|浏览器|手机|电脑|系统|输入法|键盘|语言|框架"
            rf"|数据库|终端"
            rf"|笔记软件)(?:一直|主要|都|现在)*用(?:的是|的)?\s*(?P<o>[^，,。]{{2,20}})$"
        ),
        needs="用",
    ),
    FactRule(
        "pregnancy",
        rf"^{_ADV}(?P<o>怀孕[^，,。]{{0,8}}|孕期?\s*\d[^，,。]{{0,4}}|在?(?:孕期|哺乳期))(?:了)?$",
        sensitivity="sensitive",
        needs="孕哺",
    ),
    FactRule(
        "handedness",
        rf"^{_ADV}是?(?:个)?(?P<o>左撇子|右撇子|惯用左手|惯用右手)",
        needs="撇惯",
    ),
    FactRule(
        "blood-type",
        rf"^{_ADV}(?:的)?血型?是?(?P<o>(?:AB|A|B|O|Rh阴)\s*型)|^{_ADV}是(?P<o2>(?:AB|A|B|O)型血)",
        sensitivity="sensitive",
        needs="型",
    ),
    FactRule(
        "height",
        rf"^{_ADV}(?:的)?身高(?:是|有)?\s*(?P<o>\d[\d.]*\s*(?:cm|厘米|公分|米|m)?[\d]*)",
        needs="身",
    ),
    FactRule(
        "weight",
        rf"^{_ADV}(?:的)?体重(?:是|有)?\s*(?P<o>\d[\d.]*\s*(?:kg|公斤|斤|千克)?)",
        sensitivity="sensitive",
        needs="体",
    ),
    FactRule(
        "size",
        (
            rf"^{_ADV}(?:穿|戴|的(?:鞋码|尺码|衣服尺码"
            rf"|腰围)是?)\s*(?P<o>\d{{2}}[\d.]*\s*(?:码|号|寸)"
            rf"|[SMLX]{{1,4}}\s*(?:码|号))"
        ),
        needs="穿戴码围",
    ),
    FactRule(
        "habit-quit",
        (
            rf"^{_ADV}(?:戒|不再喝|不再吃|不再抽|戒掉|戒断|停|不喝|不抽)(?:了|掉)?(?P<o>烟酒?"
            rf"|酒|咖啡|奶茶"
            rf"|糖|可乐|茶|甜食|碳水|游戏|[^，,。]{{1,8}}?)了$"
        ),
        needs="戒不停",
    ),
)
_BY_OTHERS = re.compile(r"(?:大家|他们|别人|朋友们?|同事们?).{0,4}(?:叫|喊|称呼?)我")
_DRINK = re.compile(
    r"(?=[早清上中下晚睡午起饭])(?P<when>早上|早晨|清晨|上午|中午|下午|晚上|睡前|早餐|午餐|晚餐"
    r"|起床后?|饭后)[^，,。]{0,6}?(?:都)?(?:改)?(?P<v>喝|吃)(?:了|上)?(?:一杯|杯|一碗|碗|一个|点)?"
    r"(?P<o>[^，,。;；]{1,12}?)(?:了)?$"
)
_SLOTS = {
    "早上": "morning",
    "早晨": "morning",
    "清晨": "morning",
    "上午": "morning",
    "早餐": "morning",
    "起床后": "morning",
    "起床": "morning",
    "中午": "noon",
    "午餐": "noon",
    "下午": "afternoon",
    "晚上": "evening",
    "晚餐": "evening",
    "睡前": "bedtime",
    "饭后": "after-meal",
}
_HABIT = re.compile(
    r"(?=[每天周平通一经常习总从])(?P<when>每(?:(?:个?周|个?星期|礼拜"
    r"|逢周)[一二三四五六日天末、和]*|天|日|个?月|年|晚|早|隔|个?工作日)(?:早上|晚上|中午|下午"
    r"|上午|早晨|清晨|傍晚|睡前|早|晚|凌晨)?(?:\d{1,2}点半?|[一二三四五六七八九十两]{1,3}点半?)?"
    r"|天天|周末(?:常|都|一般|总|通常|喜欢)|(?:平时|通常|一般|经常|常常|习惯(?:了|于)?|总是"
    r"|从来不?|从不|一向)+(?:都)?)(?:都|会|要|在|去|是)*(?P<o>[^，,。;；]{2,24})$"
)
_NOT_HABIT = re.compile(
    r"(?:开心|快乐|累|忙|烦|都在想|加油|进步|努力|好心情|觉得|想你|感到|感觉|被|很"
    r"|好多|担心)|^(?:说|想|以为|认为)"
)
_NO_DRINK = re.compile(
    r"(?:睡前|早上|中午|下午|晚上|午后|空腹)[^，,。]{0,4}(?:不|从不|不再)(?:能)?喝"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the fact about a person that a clause states; at most one."""
    if view.subject.who == "nobody" and not _BY_OTHERS.match(view.clause.plain):
        return
    plain = view.clause.plain if _BY_OTHERS.match(view.clause.plain) else view.predicate
    for rule in speaking(RULES, plain):
        if draft := fact(view, rule, plain):
            yield (
                replace(draft, clauses=2)
                if rule.attribute == "age" and _zodiac_next(view)
                else draft
            )
            return
    yield from _habit(view)


def _zodiac_next(view: View) -> bool:
    """Does the next clause only give the year of birth again as its animal (`我今年四十一了，属牛的`)?"""
    after = view.sentence.clauses[view.index + 1 :]
    return (
        bool(after) and re.fullmatch(r"属[鼠牛虎兔龙蛇马羊猴鸡狗猪]的?", after[0].plain) is not None
    )


def _habit(view: View) -> Iterator[Draft]:
    clause = view.clause.plain
    if (found := _DRINK.search(clause)) and _regular(clause) and not _NO_DRINK.search(clause):
        slot = _SLOTS.get(found["when"], "daily")
        kind = "drink" if found["v"] == "喝" else "meal"
        obj = view.clause.text[found.start("o") : found.end("o")]
        yield Draft(
            "habit",
            "fact",
            {"attribute": f"{slot}-{kind}", "object": obj, "subject": view.subject.name},
            whole=True,
        )
    elif (
        (found := _HABIT.search(clause))
        and view.subject.who != "open"
        and not _NOT_HABIT.search(found["o"])
    ):
        obj = view.clause.text[found.start("o") : found.end("o")]
        yield Draft(
            "habit",
            "fact",
            {"attribute": "habit", "object": obj, "subject": view.subject.name},
            confidence=0.75,
        )


def _regular(clause: str) -> bool:
    return re.search(
        r"每|都|现在|习惯|一般|通常|平时|总|改|一直|天天", clause
    ) is not None and not re.search(r"今天|昨天|刚才|明天|今早", clause)
