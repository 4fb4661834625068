"""Facts about a person in Chinese: pets and things they have, accounts, and how to reach them."""

import re

from stelae.remember.rules.facts.phrases_zh import ADVERBS, REST
from stelae.remember.rules.facts.tables import FactRule

_PET = (
    "猫咪?|狗狗?|柯基|金毛|拉布拉多|哈士奇|柴犬|泰迪|布偶猫?|橘猫|英短|美短|暹罗猫?|边牧"
    "|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|蜥蜴|刺猬|荷兰猪|龙猫|鸟|蛇"
)
_IS = r"(?:现在|改|换)*(?:是|为|:|成)?(?:了)?\s*"
_NUMBER = r"(?P<o>[+\d][\d ()-]{5,20}\d|\[[^\]]+\])"
"""Digits, or what redaction has left in their place."""
_PHONE = r"(?:手机|电话|座机)(?:号码?)?"
_AT_HOME = re.compile(r"家(?:里|的)?(?:电话|座机)")
_MAIL = r"(?:邮箱|邮件地址|电子邮件|e-?mail)(?:地址)?(?:现在|改|换)*(?:是|为|:|成)(?:了)?\s*(?P<o>[^，,。\s]{3,60})"


def _whose_phone(_before: str, _number: str, said: str) -> str:
    """`我家电话`: the house's, though `我家` is the whole subject."""
    return "home-phone" if _AT_HOME.search(said) else "phone"


_PETS = (
    FactRule("pet", rf"^{ADVERBS}(?:不再?|没再)养(?P<o>(?:{_PET}))了?$", ends=True, needs="养"),
    FactRule(
        "pet",
        rf"^{ADVERBS}(?:家里?|里)?(?P<no>没)?{ADVERBS}(?:养|有|领养|收养|捡|买)(?:了|着|过|到)?[只条头个缸窝]?(?P<o>(?:一|两"
        rf"|二|三|几|四|1|2|3)?(?:只|条|头|个|缸|窝)?(?!个?关于)[^，,。]{{0,8}}?(?:{_PET})(?:[，,]?(?:它)?"
        r"(?:名字)?(?:叫|是)[^，,。]{1,10})?)(?!粮|砂|窝|玩具)",
        needs="养有捡买",
    ),
)
_REACHED = (
    FactRule(
        "account",
        rf"^{ADVERBS}(?:的|在)(?P<which>[^，,。]{{1,20}}?)(?:上|里|那边)?(?:的)?(?:用户名"
        r"|账号|帐号|ID|昵称|网名|号|handle|账户名?|用户ID)(?:现在|改|换|已经)*(?:是|叫|为|成)(?:了)?\s*"
        r"(?P<o>[^，,。\s]{2,40})",
        importance=0.6,
        needs="名号称户iIhH",
    ),
    # One for work is none of the plain one's values.
    FactRule("email", rf"^(?:的|新|常用)*{_MAIL}", sensitivity="sensitive", needs="邮eE"),
    FactRule(
        "work-email",
        rf"^(?:的|新)*(?:工作|公司|单位|企业)(?:的|用)?{_MAIL}",
        sensitivity="sensitive",
        needs="邮eE",
    ),
    FactRule(
        "personal-email",
        rf"^(?:的|新)*(?:私人|个人)(?:的|用)?{_MAIL}",
        sensitivity="sensitive",
        needs="邮eE",
    ),
    FactRule(
        "phone",
        rf"^(?:的|新|常用)*{_PHONE}{_IS}{_NUMBER}",
        sensitivity="sensitive",
        needs="机话",
        fits=_whose_phone,
    ),
    FactRule(
        "work-phone",
        rf"^(?:的|新)*(?:工作|公司|单位|办公室?)(?:的|用)?{_PHONE}{_IS}{_NUMBER}",
        sensitivity="sensitive",
        needs="机话",
    ),
    FactRule(
        "home-phone",
        rf"^(?:的|新)*家?(?:里|庭)?的?{_PHONE}{_IS}{_NUMBER}",
        sensitivity="sensitive",
        needs="机话",
    ),
    FactRule(
        "wechat",
        rf"^(?:的|新|常用)*(?:微信|wechat)(?:号|ID)?{_IS}(?P<o>[A-Za-z0-9_-]{{3,40}}|\[[^\]]+\])",
        sensitivity="sensitive",
        needs="信tT",
    ),
    FactRule(
        "qq",
        rf"^(?:的|新|常用)*QQ号?码?{_IS}(?P<o>\d{{5,12}}|\[[^\]]+\])",
        sensitivity="sensitive",
        needs="qQ",
    ),
)
_THINGS = (
    FactRule(
        "possession",
        rf"^{ADVERBS}(?:买|换|入手|购入|换成|提|配|租|弄|整)(?:了|到)(?:一|两|三|几)?(?:新)?(?:一)?(?:辆"
        rf"|台|部|把|套|间|架|块|副|支|只|双|件|艘)(?:新)?的?(?P<o>{REST}{{1,20}}?)(?:了)?$",
        needs="买换入购提配租弄整",
    ),
    FactRule(
        "possession",
        rf"^{ADVERBS}(?:有|开|骑|用|戴|开着|开的是|骑的是|用的是)(?:的是)?(?:一|两|三|几)?(?:辆|台|部|套|架|艘|把"
        rf"|架|块)(?P<o>{REST}{{1,20}})$",
        needs="有开骑用戴",
    ),
    FactRule(
        "possession",
        r"^的?(?:手机|电脑|笔记本|车|相机|键盘|耳机|手表|平板|自行车)"
        rf"(?:型号|牌子)?(?:是|换成了?|用的是)(?P<o>(?![坏好关开静没我你他]){REST}{{2,24}})$",
        needs="是换用",
    ),
)
RULES: tuple[FactRule, ...] = (*_PETS, *_REACHED, *_THINGS)
