"""Everyday facts told by a frame around an open slot; the person's own sentence is kept.

What somebody does whenever they do a thing, what they are like, what was done to a part of the body, how far they travel,
what they changed to. Frames hold the shape (activity, always, how), not the thing.
"""

from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_N = "[0-9一二两三四五六七八九十百半几]"
_SO = (
    "(?:现在|目前|最近|平时|一般|通常|基本上?|从小就?|打小就?|自小|一直|向来|天生|生来|其实|已经|也|都|就|是|个|人|,"
    "|，|\\s)*"
)
_ACTIVITY = (
    "(?:做|吃|喝|坐|写|看|买|睡|住|穿|洗|听|玩|用|打(?!算)|骑|跑|点|泡|煮|炒|开(?!心|始)|出差|出门|出行|上班"
    "|旅游|旅行"
    "|付款|购物|网购|开会|聊天|记账|记笔记|理发|健身|拍照|通勤|读书|打车|订)"
)
_FRAMES_ZH = (
    rf"{_ACTIVITY}[^，。了过着吗呢这那你他她它得不]{{0,6}}?(?:从来?|一定|一律|总是?|都|只|必须?|得|非)*"
    r"(?:不(?:加|放|要|带|蘸|碰|用|看|坐|吃|喝|买|穿)|(?<=[都只必得非律定是总])(?:用|按|加|放|要|去|在|挑|选|买"
    r"|带|穿|喝|吃|看|听|走|坐|住|点|认|配|蘸|开))[^，。吗呢什么怎]{1,12}",
    r"(?:这个?人|性格)*(?:有点儿?|有些|比较|很|挺|特别|超级?|非常|属于|算是?|典型的?|重度|轻度|十足的?|那种)*"
    r"(?:社恐|社牛|内向|外向|慢热|路痴|脸盲|洁癖|强迫症|拖延症?|完美主义者?|急性子|慢性子|选择困难症?|手残党?"
    r"|夜猫子|早起型?|i人|e人|宅|念旧|恋家|认床|认生|怕生|怕冷|怕热|怕黑|易胖体质|左利手|音痴|密恐|粗心|较真)",
    r"(?:膝盖|腰|背|肩膀?|脚踝?|手腕?|腿|眼睛|牙|胃|心脏|脖子|颈椎|半月板|韧带|胆|阑尾|胳膊|鼻子)[^，。]{0,3}"
    r"(?:做过|动过|开过|受过|断过|扭过|摔过|打着|装了|装过|里有|上有|切了|切掉)[^，。]{0,10}",
    rf"(?:上班|通勤|上学|回老?家|单程|来回|往返|每天)+[^，。]{{0,8}}?{_N}+个?(?:半|多)?(?:小时|钟头|分钟|公里"
    rf"|站)[^，。]{{0,4}}",
    r"从[^，。这那]{1,10}(?:换|改|转|升级|切换|跳槽)(?:成|到|为|用|去)了?[^，。这那]{1,12}",
    r"(?:在)?(?:家里?|兄弟姐妹里)?(?:的)?(?:排行|排)?(?:第|老)[大一二三四五六七八幺](?=$|了)",
    r"(?:在)[^，。这那吗呢]{1,10}?(?:队|团|社|班|校|院|所|厂|店|公司|局|部|馆|站|行|会|组|园|里|乡下|国外)(?:里|上)?"
    r"(?:唱|踢|打|教|做|跳|弹|拉|吹|演|画|管|带|当|跑|守|开|修|卖|负责)[^，。了过着吗]{1,10}",
    r"给[^，。你我他她这那]{2,14}?(?:远程)?(?:上班|干活|打工|供稿|供货|开车|写稿|打零工|做外包)",
    rf"{_N}{{0,4}}年?(?:装了|装过|换过|植入了?|安了|植过)[^，。新个电软系]{{0,3}}(?:关节|支架|起搏器|假牙|假肢"
    rf"|种植牙|人工[^，。]{{1,4}}"
    r"|膝关节|髋关节|心脏[^，。]{0,3}|烤瓷牙|钢板|钢钉|牙套|耳蜗|晶体)[^，。]{0,4}",
    r"(?:很|特别|比较|超|非常)?(?:容易|爱)(?:晕[车船机]|过敏|上火|出汗|感冒|失眠|紧张|胃疼|头疼|起痘|长痘"
    r"|水肿|掉头发|犯困)",
    r"(?:平时|现在|一直)?(?:做|跑|开|干|搞|卖|修|教|送|写|画|唱|拍|送)(?!的)[^，。了过着这那吗呢你他她]{1,6}的",
    r"快(?:要)?(?:退休|毕业|当爸|当妈|生|结婚|三十|四十|五十|六十)[^，。]{0,2}",
    r"(?:普通话|英语|外语|方言|中文|听力|视力|记性|体力|酒量|水性|方向感|睡眠)(?:不太|不怎么|不|很|挺|非常"
    r"|特别|比较)(?:好|行|标准|流利|差)",
    r"是(?:个|一个)?(?:丁克|不婚|北漂|沪漂|海归|二胎妈妈|二胎爸爸|外地|本地|农村|城里|学渣|学霸|月光族"
    r"|打工人)[^，。]{0,3}",
    r"(?:睡觉)?(?:会|爱|老)?(?:打呼噜|打鼾|磨牙|梦游|说梦话|咬指甲)",
    r"(?:睡觉|出门|开车|看书|吃饭|洗澡|上班|跑步|看电视|喝药|坐车)(?:都|一定|总|必须?)?(?:要|得|必须)(?!走|去"
    r"|到|等|半"
    rf"|{_N})[^，。了过吗]{{1,10}}",
    rf"(?:早上|早晨|中午|下午|晚上|睡前|饭后|空腹|周末|{_N}+点)(?:以后|之后|后|以前|之前|前)?(?:从来?|一般|都"
    rf"|就|基本)*"
    r"不(?:吃|喝|看|用|出门|接|回|工作|加班|碰|开)[^，。了吗]{0,8}",
    r"(?:肾|肝|肺|心脏|胃|血糖|血压|血脂|尿酸)[^，。]{0,3}(?:不好|不行|有问题|偏?高|偏?低)",
    r"在(?:吃|服|服用|打)[^，。]{0,6}(?:双胍|他汀|地平|沙坦|普利|洛尔|西汀|胰岛素|激素|药(?!店|房))",
    rf"(?:月薪|年薪|工资|房租|月供|房贷|租金)(?:税后|税前|一个?月|每月|大概|差不多)*{_N}[^，。涨降]{{1,6}}",
    r"有(?:[一二两三]?)(?:条|艘|亩|块|栋|间|处)(?:船|地|果园|菜地|茶园|铺面|老宅|小院|快艇|游艇|渔船|田|鱼塘)",
    rf"[一二两12]米[{_N[1:-1]}]{{1,2}}|{_N}{{1,4}}(?:公斤|斤|kg|千克)(?:左右|上下|出头)?",
    r"[^，。]{0,8}没(?:有)?学(?:会|过)[^，。了]{1,12}",
    r"(?:跟|和|与)[^，。]{1,6}(?:一起|合伙)?(?:合?开|合租|合伙|合养|合办|经营)(?:了|着)?[^，。]{1,14}",
    rf"(?:早上|凌晨|每天)?{_N}+点{_N}*[分半]?(?:左右|多|不到|准时|就|才|会)*(?:醒|起来?|睡着|犯困|到家|到岗)",
    r"(?:在)?[^，。吗呢这那]{1,10}(?:上|值|倒|守)(?:夜|晚|早|白|大|中|小|日)班",
    r"(?:在家里?|回家|跟[^，。]{1,5}|平时)?(?:都|也)?(?:说|讲)(?!真|实|大|好|坏|笑|废|梦|情|空|假|几|句|悄|反|狠|脏"
    r"|闲|胡|心|了|过|的|话|什么|这|那)[^，。]{1,5}(?:话|语)",
)
_CHINESE = Caseless(f"^{_SO}(?:{'|'.join(_FRAMES_ZH)})(?:了|的)*$")
_NOT_ZH = Caseless(
    r"今[天晚早]|明[天早晚]|昨[天晚]|刚[刚才]|[这那][个次段种些儿里]|什么|怎么|谁|你|一下|问题|想|觉得|感觉|可能|打算"
    r"|如果|做梦|代码|报错|[吗呢吧]$|看起来|吃亏|时间|累死|头疼|进去|动了|完了|下去|迟到|晚了|堵"
    r"|[吃喝睡看写听坐走]不[下完进着动起好]"
)
_OPEN_ZH = Caseless(
    r"^[^，。我你他她它]{0,6}把(?:烟|酒|咖啡|奶茶|糖|可乐|游戏|槟榔)(?:给)?(?:戒|停)(?:掉|断)?了$"
    r"|^(?:现在|如今)(?:改|只|都|就)*(?:坐|骑|开|走|搭|打)[^，。]{1,8}(?:上班|上学|上下班|通勤|出门)(?:了)?$"
    r"|^[^，。我你他她它这那今昨]{2,8}我(?:能|可以)(?:天天|顿顿|每天|一直|一口气)[^，。]{1,8}$"
    r"|^[^，。我你他她它这那今昨]{1,8}?(?:吃|喝|用|碰|闻|抹)了我(?:就|会|老)*(?:胃|肚子|头|嗓子|眼睛|皮肤|浑身)"
    r"(?:疼|痛|痒|肿|不舒服|难受|胀)$"
)
_ENGLISH = (
    Caseless(
        r"^(?!(?:it|this|that|everything|nothing|something|what|which|you|he|she|they)\b)[\w' -]{2,40}"
        r" (?:tastes?|smells?|looks?|feels?|sounds?) (?:exactly |just |a bit )?like [\w' -]{2,30} to me$"
    ),
    Caseless(
        r"^(?:I'm|I am|I) (?:about |roughly |around )?(?:weigh |measure )?\d[\d'\"., ]*"
        r"(?:kilos?|kg|pounds|lbs|stone|cm|feet|ft|foot|inches|m\b|')[\w'\" ]*(?: tall)?"
        r"(?: and (?:I )?(?:weigh )?[\w'\" ]{2,24})?$"
    ),
    Caseless(
        r"^(?:I|we) only (?:ever )?(?:eat|drink|wear|read|listen to|watch|fly|ride"
        r"|sleep)\b(?! (?:it|them|to|when|if|because)\b)[\w' -]{3,50}$"
    ),
    Caseless(
        r"^(?:I|we) find (?!(?:it|this|that|out|myself|the)\b)[\w' -]{3,40}? (?:really |very |so |quite |too )*"
        r"(?:exhausting|draining|boring|relaxing|soothing|annoying|stressful|delicious|disgusting"
        r"|overwhelming|tedious|calming|irritating|unbearable|fascinating|comforting|tiring|hard to stomach)$"
    ),
    Caseless(
        r"^I (?:snore|sleepwalk|stammer|stutter|meditate|journal|garden|vote (?-i:[A-Z])\w+|cycle to work"
        r"|get (?:sea|car|air|motion|travel) ?sick\b.{0,30}|get \w+ easily"
        r"|changed my (?:sur)?name to (?-i:[A-Z])\w+.{0,20})$"
    ),
    Caseless(
        r"^(?:I'm|I am|we're|we are) (?:not|no longer) [a-z]+ing (?!it\b|this\b|that\b|anything)[\w' -]{3,40}"
        r" (?:any ?more|any longer|these days)$"
    ),
    Caseless(r"^by (?:day|night|trade)[, ]+I(?:'m| am)? (?!was)[a-z]+ [\w' -]{3,50}$"),
    Caseless(
        r"^(?:I'm|I am) (?:part of|in|on) an? (?:[\w-]+ ){0,2}(?:club|team|choir|band|union|league"
        r"|society|troupe|crew|board|co-?op)$"
    ),
    Caseless(
        r"^(?:I'm|I am) an? (?:\w+ )?(?-i:[A-Z])\w+(?: \w+)?"
        r" (?:supporter|fan|follower|alum(?:na|nus|ni)?|member|voter|speaker)$"
    ),
    Caseless(
        r"^(?!(?:it|this|that)\b)[\w' -]{3,30} (?:upsets?|irritates?|inflames?|triggers?|flares? up) my"
        r" (?:stomach|skin|gut|ibs|eczema|asthma|reflux|migraines?|allergies|joints|back)$"
    ),
    Caseless(
        r"^I (?:can|could always|know how to) (?:speak|understand|read|write|sign) (?:(?-i:[A-Z])\w+|english|french|german"
        r"|spanish|italian|portuguese|russian|polish|dutch|arabic|hindi|urdu|turkish|greek|korean|japanese|chinese"
        r"|mandarin|cantonese).{0,40}$"
    ),
)
_NOT_EN = Caseless(
    r"\b(?:today|tonight|tomorrow|right now|this|that|here|you|your|error|bug|test|tests|code|script"
    r"|build|server|page|the (?:file|function|output|result))\b"
)
_LONGEST_ZH, _LONGEST_EN = 30, 16


def find(view: View) -> Iterator[Draft]:
    """Yield the everyday fact a clause states about the speaker; at most one."""
    plain = view.clause.plain
    said = _chinese(view, plain) if view.chinese else _english(view, plain)
    if said:
        yield Draft("everyday", "fact", {"negated": False}, confidence=0.6)


def _chinese(view: View, plain: str) -> bool:
    if len(plain) > _LONGEST_ZH:
        return False
    if view.subject.who == "user" and (view.subject.at > 0 or view.index > 0):
        found = _CHINESE.match(view.predicate)
    else:
        found = _OPEN_ZH.match(plain) if view.subject.who == "open" else None
    return found is not None and _NOT_ZH.search(plain) is None


def _english(view: View, plain: str) -> bool:
    short = len(plain.split()) <= _LONGEST_EN
    return (
        short
        and view.subject.who in {"user", "open"}
        and _NOT_EN.search(plain) is None
        and any(frame.match(plain) for frame in _ENGLISH)
    )
