"""Whom a clause is about: the speaker, a relative or named person, or somebody a rule must not speak for.

A clause without a subject of its own takes over the one before it in the sentence, as both languages do.
"""

import re
from dataclasses import dataclass
from typing import Literal

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import Piece

Who = Literal["user", "other", "nobody", "open"]
"""`user`: the speaker; `other`: a named relative or person; `nobody`: a subject we do not record; `open`: none
was said."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause. `at` is where the predicate begins inside the clause."""

    who: Who
    name: str = "user"
    words: str = ""
    at: int = 0
    start: int = 0
    """Offset of the subject's words in the message."""


KIN_ZH = (
    "爸爸|妈妈|老爸|老妈|父亲|母亲|爸妈|父母|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳父|岳母|哥哥|弟弟|姐姐|妹妹|大哥|大姐|二姐|二哥|"
    "表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐|堂妹|老婆|老公|妻子|丈夫|太太|媳妇|爱人|先生|女朋友|男朋友|女友|男友|对象|未婚妻|未婚夫|"
    "双胞胎|龙凤胎|公婆|岳父岳母|岳父母|丈人|丈母娘|老大|老二|老三|"
    "大女儿|小女儿|大儿子|小儿子|儿子|女儿|闺女|孩子|宝宝|娃|孙子|孙女|侄子|侄女|外甥女|外甥|叔叔|舅舅|姑姑|姨妈|小姨|阿姨|伯伯|"
    "朋友|闺蜜|同事|室友|舍友|老板|领导|上司|同学|邻居|老师|导师|医生|牙医|教练|保姆|家教|客户|搭档|徒弟|师父|房东|爸|妈|哥|弟|姐|妹"
)
PET_ZH = "猫咪|小猫|狗狗|小狗|猫|狗|兔子|仓鼠|鹦鹉|乌龟"
_PET = re.compile(rf"[大小二三]?(?:{PET_ZH})|(?:\w+ )?(?:dog|cat|puppy|kitten|parrot|rabbit)")
_OWN_KIN = (
    "爸爸|妈妈|老爸|老妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|老婆|老公|妻子|丈夫|女朋友|男朋友|女友|男友|儿子|女儿|闺女|"
    "哥哥|弟弟|姐姐|妹妹|岳父|岳母|媳妇|室友|闺蜜|孩子"
)
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严金魏陶姜谢邹苏潘葛范彭鲁韦马方任袁柳"
    "唐罗薛雷贺倪汤殷毕郝邵毛戴宋庞熊纪项董梁杜阮贾江颜郭梅林钟徐邱高夏蔡田胡霍万卢莫丁邓"
)
_ADVERB_ZH = (
    "(?:(?:医生|大夫|体检|检查|化验)(?:结果)?(?:说|发现|显示|告诉我|查出来?|确诊)了?|其实|不过"
    "|但是|但|可是|只是|就是|而且|并且|另外|还有|顺便说(?:一下|一句)?|顺便|对了|说起来|话说|那个"
    "|嗯|哦|啊|唉|哈哈|好的|好吧|行|"
    "所以|因为|虽然|然后|同时|平时|一般|通常|最近|目前|现在|以前|之前|从小|小时候|一直|其他时候|周末|工作日|晚上|早上|中午|下午|夏天|冬天|"
    "说实话|老实说|坦白说|讲真|总的来说|补充一下|更正一下|纠正一下|今年|去年|前年|明年|上个月|下个月|这个月|上周|下周|这周|本周|"
    "昨天|前天|明天|后天|大后天|今天|今晚|刚刚|刚才|刚|每[天周月年][一二三四五六日天]?(?:早上|晚上|上午|下午|中午)?|每个[周月][一二三四五六日末]?|"
    "自从.{1,12}[后来]|(?:下班|上班|放学|饭|睡|起床|下课|运动|跑步|喝酒)(?:之)?[前后]|在家里?"
    "|在公司|在外面|[一二三四五六七八九十0-9]+[月日号点年]+|(?:上|下)?(?:个)?(?:周|星期"
    "|礼拜)[一二三四五六日天](?:早上|晚上|上午|下午|中午)?)"
)
_USER_ZH = re.compile(
    rf"(?:{_ADVERB_ZH}[,，:\s]*){{0,4}}(?P<me>我们家|我们|我自己|我个人|我这个?人|我本人|我家(?!在"
    rf"|住)|本人|俺|咱们?|我)(?P<de>的)?"
)
_KIN_AFTER = re.compile(
    rf"(?:家|们)?(?:的|家|那|这|有个|有位)?(?:一个|一位|两个|几个)?(?P<kin>(?:大|小|二|三)?"
    rf"(?:{KIN_ZH}|{PET_ZH}))(?:[小老阿][\u4e00-\u9fff](?!是|说))?(?![子们儿粮砂窝包毛皮屎])"
)
_BARE_KIN = re.compile(rf"(?:{_ADVERB_ZH}[,，\s]*){{0,2}}(?P<kin>{_OWN_KIN})(?![子们儿])")
_NAME_ZH = re.compile(
    rf"(?P<kin>[小老阿][\u4e00-\u9fff]|[{_SURNAMES}](?:(?![没不未也都还])[\u4e00-\u9fff]){{1,2}}?(?:老师|医生|经理|总|姐"
    rf"|哥|工|叔|阿姨)?)(?=不|也|最|很|特别|一直|对|喜欢|讨厌|爱|住|在|是|今年|会|每|从|有|吃|喝|叫"
    rf"|负责)"
)
_NOT_NAME = re.compile(
    r"老是|老[在觉想不]|小[心的]|[高方万任金明雷江]{1}[兴便一何是]|马上|老实|老家|小时|小区|田里"
    r"|周末|周[一二三四五六日]|何时|何况|方案|方便|高铁|高中|金额|江边|林业|马路|万一|任何|夏天"
    r"|毛[病衣巾]|项[目链]|颜[色值]|任[务意]|钱包|周围|许多|熊猫|纪[念录]|胡[子萝]|方[法向形]|金[属钱融牌]|高[考层管峰度]"
    r"|毕业|陶瓷|夏季|莫名|钟[头表]|雷达"
)
"""Words that begin like a surname."""
_PRONOUN_ZH = re.compile(
    r"(?:那|而|但|不过|所以|因为)?(?P<pro>他们|她们|它们|他|她|它|这个人|那个人|人家)"
)
_NOBODY_ZH = re.compile(
    r"(?:大家|没有?人|很多人|有人|有些人|人们|别人|谁|你们?|您|这|那|那些|这些|某人|年轻人|老人"
    r"(?!家)|现在的人|所有人|每个人|网友|对方|公司(?!的)|天气|外面|"
    r"科学家|专家|中国人|日本人|美国人|女生|男生|女人|男人|小孩子)"
)
KIN_EN = (
    r"(?:older |younger |little |big |elder |twin |best |ex-?|late |step)?(?:wife|husband|partner"
    r"|girlfriend|boyfriend|gf|bf|hubby|granny|grandson|granddaughter|fianc[eé]e?|spouse|mother|mom|mum|father|dad|parents|"
    r"sister|brother|son|daughter|kids?|child|children|baby|grandmother|grandma|grandfather"
    r"|grandpa|aunt|uncle|cousin|niece|nephew|friend|"
    r"therapist|dentist|doctor|accountant|lawyer|landlord|coach|trainer|tutor|nanny|mentor"
    r"|supervisor|roommate|flatmate|colleague|coworker|co-worker|boss|manager|neighbou?r|teacher"
    r"|mother-in-law|father-in-law|in-laws|dog|cat|puppy|kitten|parrot|rabbit)"
)
_LEAD_EN = (
    r"(?:(?:well|oh|also|so|but|and|btw|by the way|actually|honestly|personally|anyway|ok|okay|yes"
    r"|yeah|no|hi|hey|hello|yo|hiya|heya|lol|turns out(?: that)?|fyi|ps|to be honest|tbh|"
    r"just so you know|I (?:now |have |just |also )*(?:know|realized|realised|learned|learnt"
    r"|discovered|found out|figured out)(?: that)?|for the record|for context|in general|generally"
    r"|usually|normally|lately|recently|currently|these days|nowadays|right now|now|"
    r"at the moment|since then|because|although|though|whereas|while|ever since [\w ]{1,20}|as of "
    r"(?:today|now|[\w ]{1,12})|"
    r"(?:on|in|at|since|during|every|each|most|last|next|this|until|from"
    r"|starting(?: on| in| from)?|beginning|effective) [\w':-]+"
    r"(?: [\w':-]+){0,2}?|yesterday|today|tomorrow|tonight|sorry|update|correction|(?:my|the) "
    r"(?:doctor|dentist|allergist|dermatologist|nutritionist|tests?|bloodwork|vet)s?(?: just)? "
    r"(?:told me|said|says|say|confirmed|found|showed|show|diagnosed)(?: that)?)[,:]?\s+){0,4}"
)
_USER_EN = Caseless(
    rf"{_LEAD_EN}(?P<me>(?:my [\w-]+ and )?I|(?:both )?me (?:and|&|n) my [\w-]+|me|we)\b(?=['\s])"
)
_MY_KIN_EN = re.compile(
    (
        rf"{_LEAD_EN}(?P<whose>my|our) (?P<kin>{KIN_EN})(?:,? (?P<name>(?-i:[A-Z][a-z]+)),?)?(?P<own>'s)?"
        rf"(?=[\s'])(?! and I\b| (?:just )?(?:told|said|says|confirmed|diagnosed|found)\b)"
    ),
    re.IGNORECASE,
)
_NAME_EN = re.compile(
    r"(?P<kin>(?!The|This|That|It|He|She|They|You|We|My|Our|Your|His|Her|There|Here|What|Where"
    r"|When|Why|How|Who|Which|If|And|But|So|Do|Does|Did|Is|Are|"
    r"Can|Could|Please|Not|No|Yes|Never|Always|People|Everyone|Everybody|Someone|Nobody|Most|Some"
    r"|Many|Thanks|Just|Still|Also|In|On|At|For|From|To|Let|\w+ing\b|(?:Mon|Tues|Wednes|Thurs|Fri"
    r"|Satur|Sun)day|Good|Great|Better|Nice|Next|Last|Today|Tomorrow|Yesterday|Everything|Nothing"
    r"|Something|Anything|Then|Now|Yet|As|Since|While|After|Before)"
    r"[A-Z][a-z]+)(?= (?:is|was|has|can't|cannot|loves|likes|hates|prefers|doesn't|lives|works|can"
    r"|never|always)\b)"
)
_PRONOUN_EN = Caseless(rf"{_LEAD_EN}(?P<pro>he|she|they|it|it's|he's|she's|they're)\b")
_NOBODY_EN = Caseless(
    rf"{_LEAD_EN}(?:people|everyone|everybody|someone|somebody|nobody|most people|some people"
    rf"|many people|you|your|his|her|their|this|that|these|those|who|there|here|the weather)\b"
)
_BOTH_ZH = re.compile(rf"我?的?(?:{KIN_ZH})[和跟与]我(?=都|俩|一样)")
"""`我老公和我都吃素` is said of the speaker as well."""
OPEN = Subject("open")


def is_pet(name: str) -> bool:
    """Is the subject an animal? What somebody says of it is said of their own life, not about another person (DEV-26)."""
    return _PET.fullmatch(name) is not None


def subject_of(clause: Piece, before: Subject, *, chinese: bool) -> Subject:
    """Find the subject of a clause.

    Args:
        clause: The clause.
        before: The subject of the clause before it in the same sentence, `OPEN` at its beginning.
        chinese: Which language's rules read it.

    Returns:
        The subject with the place where its predicate begins; a pronoun or no subject takes over a known `before`.
    """
    own = _chinese(clause) if chinese else _english(clause)
    if own.who == "open" and before.who != "open":
        return Subject(before.who, before.name, before.words, 0, before.start)
    if own.who == "nobody" and own.words and before.who == "other":
        return Subject("other", before.name, before.words, own.at, before.start)
    return own


def _chinese(clause: Piece) -> Subject:
    plain = clause.plain
    if both := _BOTH_ZH.match(plain):
        return Subject("user", "user", clause.text[: both.end()], both.end(), clause.start)
    if me := _USER_ZH.match(plain):
        if kin := _KIN_AFTER.match(plain, me.end("me")):
            name = clause.text[kin.start("kin") : kin.end("kin")]
            words = clause.text[me.start("me") : kin.end()]
            return Subject("other", name, words, kin.end(), clause.start + me.start("me"))
        at = me.start("de") if me["de"] else me.end("me")
        return Subject(
            "user", "user", clause.text[me.start("me") : at], at, clause.start + me.start("me")
        )
    for pattern in (_BARE_KIN, _NAME_ZH):
        if (kin := pattern.match(plain)) and not _NOT_NAME.match(plain):
            name = clause.text[kin.start("kin") : kin.end("kin")]
            return Subject("other", name, name, kin.end(), clause.start + kin.start("kin"))
    if pro := _PRONOUN_ZH.match(plain):
        return Subject("nobody", words=pro["pro"], at=pro.end())
    if nobody := _NOBODY_ZH.match(plain):
        return Subject("nobody", at=nobody.end())
    return OPEN


def _english(clause: Piece) -> Subject:
    plain = clause.plain
    if kin := _MY_KIN_EN.match(plain):
        name = clause.text[kin.start("kin") : kin.end("kin")].lower()
        start = kin.start("whose")
        return Subject(
            "other", name, clause.text[start : kin.end()].strip(), kin.end(), clause.start + start
        )
    if me := _USER_EN.match(plain):
        return Subject(
            "user",
            "user",
            clause.text[me.start("me") : me.end("me")],
            me.end("me"),
            clause.start + me.start("me"),
        )
    if name := _NAME_EN.match(plain):
        return Subject("other", name["kin"], name["kin"], name.end(), clause.start)
    if pro := _PRONOUN_EN.match(plain):
        return Subject("nobody", words=pro["pro"], at=pro.end("pro"))
    if nobody := _NOBODY_EN.match(plain):
        return Subject("nobody", at=nobody.end())
    return OPEN
