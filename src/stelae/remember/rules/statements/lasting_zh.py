"""What somebody says of their own life in whatever words, Chinese: their sentence is kept as it stands.

No list of things: a clause is kept when it is about the speaker, a mark of grammar in it says that it holds for longer
(`durability.marks_zh`), or it says what one is or has, and nothing in it is of the moment, a thought or a feeling, or part
of the talk itself. The last family that is asked, and the least sure.
"""

from collections.abc import Iterator

from stelae.remember.rules.durability.marks_zh import (
    ADV,
    LENGTH,
    USE,
    WEEKDAY,
    N,
    lasts,
    over,
    passes,
)
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_YEAR = r"(?:高|初|大|研|博)[一二三四]"
_LEVEL = (
    r"[\u4e00-\u9fff]{1,2}[语文](?:N[1-5]|[ABC][12]|[四六]级|专[四八]|水平|\d)[^，。了吗呢]{0,12}"
)
_ILL = (
    r"(?!.*(?:没|不是|防|预|看|治|生|怕|职业|毛|容易))[\u4e00-\u9fff]{1,6}(?:病|炎|症|结石|突出|增生|结节|息肉|囊肿|劳损"
    r"|综合征)"
    rf"(?:早期|晚期|(?:都|有|已经)*{N}+(?:多|来|几)?年(?:了)?|患者|人群)?"
)
"""An illness alone in its clause is the speaker's."""


def _either(*shapes: str) -> Caseless:
    return Caseless("|".join(f"^(?:{shape})$" for shape in shapes))


_STATE = _either(
    *(
        ADV + shape
        for shape in (
            r"是(?:个|一个|一名|那种|典型的?"
            r"|天生的?)?(?![说想来不在要怕去被从用指看为问真这那你他她它因有好刚先认觉担很太最])[^，。了吗呢么]{1,14}",
            r"属于?[^，。了吗呢]{1,8}",
            r"姓[^，。了]{1,2}",
            r"有(?![点些时人空事没幸]|一[次天点时阵]|道理|意思|可能|必要|兴趣|机会|时间|感觉|疑问|想法|个?(?:问题|想法|疑问"
            r"|朋友|请求|地方|会)|什么|急|安排|约|课|会议)"
            r"[^，。了吗呢过]{2,16}",
            rf"{_YEAR}(?:在读|的|了|学生|学姐|学长)?|\d0后|[A-Z]{{4}}|[ABO]型(?:血)?",
            r"(?:这|那)(?:台|辆|部|只|条|套|间|把|双)?[^，。次种样些时边里儿个天回么件会]{1,6}(?:是|用的?|装的?"
            r"|跑)[^，。了吗呢]{1,16}",
            r"(?:租|住|教|带|管|卖|种|搞|主攻|主修|主做|专做|专接|负责|信|认准|推崇|崇拜|主打|经营|来自|毕业于)(?![着过了]"
            r"|不|一下)[^，。了吗呢过着]{1,14}",
            r"(?:本科|硕士|博士|研究生|高中|初中|大学|专业|老家|籍贯|祖籍|户口|星座|血型|属相|学历|车牌"
            r"|工号)(?![都也还很])[^，。了吗呢]{2,14}",
            r"[用穿住开骑戴学]的(?:是)?[^，。了吗呢]{2,16}|容易[^，。了吗呢]{1,8}|对[^，。你他她这那]{1,8}敏感",
        )
    ),
    _LEVEL,
)
"""What one is, has, does for a living or is like: said behind `我`."""
_BODY = (
    "腰|背|肩膀?|[左右双]肩|膝盖?|[左右双][腿脚手眼耳膝]|腿脚?|脚踝?|手腕|眼睛?|视力|耳朵?|听力|牙齿?|胃|肠胃|心脏|肺|肝|肾"
    "|血压|血糖|血脂|尿酸|皮肤"
    "|嗓子|喉咙|鼻子|颈椎|腰椎|脖子|嗅觉|味觉|记性|睡眠|酒量|体力|身体|平衡感|方向感"
)
_BODILY = Caseless(
    rf"^{ADV}(?:的|这|这个)?(?:{_BODY})(?:也|都|有点|特别|很|比较|实在|是|从小|一直|向来|天生|已经|去年|前年|以前|[\d年月]+"
    rf"|[,，\s])*"
    r"(?:不(?:太|大|是很)?[好行灵]|背$|花$|老花|近视|远视|散光|弱|差|高$|低$|有(?:旧|老)?(?:毛病|问题|伤|病)|敏感"
    r"|[^，。了]{0,4}(?:做|动|开|受|断|扭|撕裂|骨折|拉伤|摔|伤|换|缝)+过|习惯性|容易)[^，。吗呢]{0,10}$"
)
_DOCTOR = Caseless(
    r"^(?:医生|大夫|体检(?:报告)?|化验|检查)(?:出来|结果)?(?:说|显示|发现|查出|诊断|告诉我)?(?:我)?(?:是|有|得了|得的是"
    r"|查出)?"
    r"[^，。吗呢了多别要不让该没]{2,14}$"
)
_OF_ONES_OWN = (
    "导师|老板|领导|房东|客户|甲方|团队|店|公司|单位|学校|专业课?|论文|毕设|课题|房子|车|房贷|车贷|贷款|房租|月供|工资|收入"
    "|签证|护照|居留|驾照|医保|社保|合同|发票抬头"
    "|收货地址|地址|生日|血型|身高|体重|尺码|鞋码|视力|班主任|项目|产品|线上|数据库|前端|后端|代码|仓库|服务器|域名|电脑"
    "|手机|主力机?|相机|键盘|老家|户口|小区|宿舍|快递|宽带"
    "|主业|副业|工作|本职|摊位|铺子|厂子?|作坊|地里?|鱼塘|大棚|车间|诊所|工作室|作息|档案|存款|车位|牙套|家里(?:人)?|班上"
    "|组里|所里|店里|厂里|院里|科里|队里"
)
_RELATION = Caseless(
    rf"^(?:现在|目前|如今|我们?|咱们?|俺们?)*(?:的|家|这)?(?:{_OF_ONES_OWN})(?:现在|目前|主要|一直|都|就|还|也|全|基本上?"
    rf"|今年|平时|一般|大部分|多数|[,，\s])*"
    rf"(?:是|在|叫|姓|用|写的是|写|开在?|做|定在|设在|放在|归|属|没|有|要|不让|不能|要求|只|到期|剩|走|跑|靠|换|改|转|升"
    rf"|{N}+点|{N}{{2,}})(?![点些])[^，。吗呢]{{1,20}}$"
)
"""What one has only of one's own needs no word for whose it is."""
_DAYS = rf"(?<![上下这本个]){WEEKDAY}(?:[、和跟]?(?:周|星期|礼拜)?[一二三四五六日天])*"
_SEASON = rf"(?:[春夏秋冬]|周|星期|礼拜|每|月|早|晚|上午|下午|中午|凌晨|{N}+[点号月])"
_CANNOT = (
    r"(?:[吃喝啃咬嚼闻看听穿坐睡走跑站写爬背扛提搬弯蹲举熬搞弄用学玩]不(?:了|来|惯|动|下去|得)|不敢[吃喝碰动坐看]|免谈"
    r"|一口不敢[^，。]{1,2}"
    rf"|只(?:会|能|认|接|收|做|[{USE}])[^，。]{{1,10}}|(?:已经|早就?|都)(?:弃|戒|退|停|卸|断|注销)(?:掉|用)?了)"
)
_OPEN = _either(
    rf"{_DAYS}[^，。]{{0,5}}?(?:是|不(?!用|能|想|行|去|来)|店?休|只|都|固定|雷打不动|值班)[^，。了吗呢]{{0,16}}",
    rf"[^，。我]{{1,10}}(?:一般|通常|都是?|固定|基本|总是|一律|统一|每[天周月年])(?:在"
    rf"|是)?{_SEASON}(?![^，。]*[很太真好挺])[^，。了]{{0,14}}",
    r"[^，。我]{1,12}(?:统一|一律|一概)(?![吗了])[^，。了吗呢]{2,16}",
    r"[^，。我]{1,12}(?:统一|一律|一概|全部?都?)(?:用|走|打|写|按|放|由|交|上|发|存|改|做|收|不)[^，。]{1,16}",
    r"[^，。我]{1,12}都是我(?:自己|一个人)?[^，。了]{1,10}的|[^，。我]{1,10}(?:都)?(?:归我|由我|是我)(?:管|负责|来|做|弄|带"
    r"|出)?",
    r"(?:骑车|骑电动车|坐地铁|坐公交|开车|走路|打车)(?:上班|上学|通勤|上下班)[^，。我]{0,8}",
    r"家里?(?:头)?(?:现在|目前|一共|总共)?(?:就|只|有|没|还|种|养|开)(?!是)[^，。吗我]{2,16}",
    rf"{ADV}(?:从来?不|从没|一律|一概|打死|死活|雷打不动|天天|顿顿|每[天周晚早月年季隔]|常年|平时|习惯|只[{USE}会能]|换成"
    rf"|改成|改用|改到|戒了|停了|不碰|不沾)"
    r"[^，。我]{1,20}",
    rf"[^，。我]{{1,12}}?{_CANNOT}(?:的|了)?|[^，。我]{{1,8}}不是[^，。我]{{1,10}}就是[^，。我]{{1,10}}",
    rf"(?!.*(?:过去|播|去世|走了|上映|成立|发布|我|[这那他]))[^，。]{{1,14}}?(?:(?:{LENGTH})(?:了|多了)|第{N}+年)",
    r"(?:做|搞|玩|跑|开|卖|教|种|养|干|写|画|修|带|拍)(?!的|过|完|好)[^，。了我]{1,8}的",
    rf"{_YEAR}(?:在读|了|学生)?",
    _LEVEL,
)
"""Said without a subject: of the speaker, by what it says."""
_LONGEST, _SHORTEST = 40, 2


def find(view: View) -> Iterator[Draft]:
    """Yield the person's own sentence when a mark in it says that it lasts; at most one."""
    plain = view.clause.plain
    if (
        not view.chinese
        or not _SHORTEST <= len(plain) <= _LONGEST
        or view.subject.who in {"other", "nobody"}
        or passes(plain)
    ):
        return
    if _ILLNESS.match(plain):
        held = {"type": "health", "object": view.clause.text, "subject": "user", "active": True}
        yield Draft("illness", "constraint", held, importance=0.85, sensitivity="sensitive")
    elif _BODILY.match(view.predicate) or (_holds(view, plain) and not over(plain)):
        yield Draft("lasting", "fact", {"negated": False}, confidence=0.55)


_ILLNESS = _either(_ILL)
_TRAIT = Caseless("我这个?人")


def _holds(view: View, plain: str) -> bool:
    """Does a mark say that it holds for longer, of the speaker?"""
    if view.subject.who == "user":
        stated = view.subject.at > 0 and _STATE.match(view.predicate) is not None
        if stated or lasts(plain) or _TRAIT.match(view.subject.words):
            return True
    return not _of_another(view) and any(
        shape.match(plain) for shape in (_OPEN, _RELATION, _DOCTOR)
    )


_ANOTHER = Caseless("[这那][个位只家条]|[他她它]")


def _of_another(view: View) -> bool:
    """Was somebody or something else spoken of right before?"""
    before = view.sentence.clauses[view.index - 1].plain if view.index else ""
    return view.subject.who == "open" and _ANOTHER.search(before) is not None
