"""Marks of grammar by which a Chinese clause says that it holds for longer, and those by which it says the contrary.

Words of how often, what cannot be, how long and what was changed are a closed class, whatever the clause is about. So are
those of the moment; of thoughts and feelings, and of the talk itself, the common ones are here.
"""

import re

from stelae.remember.rules.reading.caseless import Caseless

N = "[0-9一二三四五六七八九十两几半百千多]"
USE = "吃喝看听用穿坐住睡买做玩写读学带戴抽接开养信收发放走打骑认挑选点订碰沾"
"""What people do every day."""
ADV = (
    r"(?:现在|目前|如今|已经|也|都|还|就|其实|本来|自己|个人|今年|去年|从小|平时|真的|确实|算|应该算|勉强|最近|早就|一共"
    r"|总共|只|大概|差不多|家里?|名下|手上|手里|身上|这边"
    r"|这儿|那边|[,，\s])*"
)
WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天末]"
_HABIT = (
    r"每(?:[天日周月年季晚早逢隔到]|个(?:月|周|星期|礼拜|季度|工作日))|每[次回](?!都)|逢[一二三四五六七八九十周]|天天|顿顿"
    r"|年年|月月|回回|次次|一般(?!般)|通常|平时|平常|常年|长年|长期|总(?:是|得|爱|要|会)",
    r"老(?:是|爱|得)|向来|一向|从来|从不|从没|一直|经常|常常|时常|偶尔|难得|很少|极少|习惯|惯例|规矩|规定|要求|固定|默认"
    r"|统一|一律|一概|统统|雷打不动|从小|打小|自小|自从",
    r"历来|永远|打死|死活|坚决|绝不|尽量|基本|主要|大部分|大多|多半|必须|离不[开了]|少不了|一辈子|半辈子|终身|全(?:是|用|靠"
    r"|在|走)|不是[^，。]{1,10}就是",
    r"(?<!每次)都(?!行|可以|好|快|很|挺|不错|不行|一样|知道|明白|懂|没事|听你|有$|是$|[^，。]*[了过着])",
    rf"只(?:有|能|会|要|爱|剩|[{USE}])|光[{USE}]|必[{USE}]|就(?:爱|好|服|认|[听喝吃穿看用])(?![了这那个一点])|轮[班休流]"
    rf"|倒班",
    rf"一[个天周年月](?:月|星期)?(?:要|就)?[{USE}来回跑][^，。]{{0,6}}{N}+[次回趟顿]",
)
_MIND = (
    "是知会想要太能行好对错同懂明确清敢得过至该用必需急忙困累饿高开舒去来走说干回等送管理怪服介在关认记喜爱讨怕愿肯打算放甘够成再光仅只单但止许准让见觉"
    "着感足介容易便宜错止如妨论比怎"
)
"""After 不: what one knows, wants or is, and words that only begin with 不."""
_LIMIT = (
    r"[吃喝啃咬嚼闻看听穿坐睡走跑站写爬背扛提搬弯蹲举熬受忍接读记学用玩做搞弄待呆]不(?:了|来|惯|动|得|住)"
    r"|[读看听学写坚](?:不下去|不进去?)",
    rf"不(?:能|敢|再)?[{USE}吃喝动碰熬弯蹲举搬提跑跳晒沾吹受](?![了完到下起过清懂出好惯来动得着])|都不[{USE}]了",
    rf"(?:^|(?<=[我们俺咱都也就从还律概般]))不(?![{_MIND}])[\u4e00-\u9fff][^，。了吗呢吧啊]{{1,10}}$",
    r"不会(?=[说开写弹做用骑游唱跳画修煮炒打包织抽划滑])|没(?:法|有?(?:养|学|考|开通|上过|装过|用过|坐过|读过|当过))|免谈"
    r"|只能|才能|怕[黑冷热吵晒高狗猫虫水生痒酸辣油]",
    r"一[吃喝碰闻戴穿用沾坐睡站跑喝]就|[吃喝坐站走睡看写熬跑][^，。]{0,2}(?:多|久|晚|急)了[^，。]{0,8}就|[^都我，。]不行$",
)
LENGTH = (
    rf"{N}+(?:多|来|几)?个?(?:年|学期|月)(?:多|半|来)?(?![前后底初级份{N[1:-1]}日])|第{N}+年|{N}+(?:多|来)?(?:岁|公斤|斤"
    rf"|平米?|口人|亩|头猪|家店|个座)"
)
_CHANGE = (
    r"(?:换|改|转|搬|升|调|迁|挪)(?:成|到|为|用|去|做|学|行|岗|专业|租)|(?:弃|退|停|戒|断|卖|关|注销|卸|辞|撤|砍)(?:掉)?了"
    r"|离职|入职|转正|毕业|退休|退伍|退役|考[上到过]",
    r"找到(?:工作|房子|了)|拿到(?!.*[机会])|领证|结婚|离婚|分手|怀孕|加入|当上|落户|入籍|签了|租了|买了(?:房|车)",
)
_MARK = Caseless("|".join((*_HABIT, *_LIMIT, LENGTH, rf"(?<![上下这本个]){WEEKDAY}", *_CHANGE)))
_LASTS_AFTER_LE = Caseless(
    "|".join((*_CHANGE, LENGTH, rf"不(?:再)?[{USE}会能敢][^，。]{{0,8}}了$"))
)
_NOW = (
    r"今[天晚早儿个]|昨|前[天晚]|明[天早晚]|后天|刚|正在|这会儿|此刻|马上|待会|等[会下]|一会儿|上次|上回|下次|那[天次回会]"
    r"|[这那](?:回|趟|两|几|个|些|样|种|么|件|句|段|题|次)"
    r"|突然|忽然|差点|又[被在是]|以前|曾经|过去|当年|那时|小时候|最近[^，。]{0,6}[很太]|一直很"
)
_THOUGHT = (
    r"觉得|感觉|以为|(?<![冥理梦思设空妄构联])想(?!念)|认为|希望|打算|可能|也许|应该(?!算)|大概|估计|似乎|好像|恐怕|怀疑|猜"
    r"|不确定|不(?:知道|清楚|明白|理解|接受|相信)|怎么|什么|为啥|谁|哪"
    r"|难怪|怪不得|原来|居然|竟然|幸好|果然|反正|该(?:不会|死)|无所谓|随便|算了|能够|让(?:我|自己|身心|人)"
)
_FEELING = (
    r"累|困|烦|气死|笑|哭|爽|开心|高兴|难过|伤心|郁闷|无聊|崩溃|无语|服了|感动|羡慕|激动|生气|尴尬|难受|紧张|担心|压力|迷茫"
    r"|孤独|寂寞|失望|后悔|心疼|心情|加油|努力"
    r"|吃不下|睡不着|就过敏$|进步|收获|成长|人生|世界|社会|生活(?:中|里)|天气|下[雨雪]|梦[见到]|电影|小说|故事|歌词"
)
_TALK = (
    r"你|您|(?<![其吉])他|她|它|报错|bug|异常|崩了|挂了|编译|大家|人们|别人|有人|人类|问题|办法|建议|意思|帮|给我|请|快点"
    r"|说过|没有?$|谢|对不起|抱歉|[吗呢吧嘛]$|[说道]:|[！!？?]"
)
_PASSING = Caseless("|".join((_NOW, _THOUGHT, _FEELING, _TALK)))
_TO_YOU = re.compile(r"^我?[跟和]你们?[说讲](?:实话|啊|哦|个事)*")


def lasts(plain: str) -> bool:
    """Does the clause say how often, how long, what never or what was changed for good?"""
    return _MARK.search(plain) is not None


def passes(plain: str) -> bool:
    """Is it of the moment, a thought or feeling, or part of the talk?"""
    return _PASSING.search(_TO_YOU.sub("", plain)) is not None


def over(plain: str) -> bool:
    """Is it something that happened and is done? A change, or for how long something has been so, is not."""
    done = plain.endswith(("了", "了的", "过")) and not plain.endswith("不了")
    return done and _LASTS_AFTER_LE.search(plain) is None
