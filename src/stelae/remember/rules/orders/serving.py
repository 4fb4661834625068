"""Orders of style that hold though nobody says `always`: units, code style, the form of answers, what to ask first.

`No bullet points please`, `prices in euros`, `we're a tabs shop`, `代码缩进用两个空格`. Each needs a thing of style
(vocabulary) in the shape of an order or a habit (structure), and nothing that ties it to the text at hand (`this
file`, `5 miles`, `a summary of …`).
"""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View

_UNITS_EN = (
    r"metric|imperial|celsius|fahrenheit|centigrade|kilomet(?:er|re)s?|km|miles"
    r"|kilos?|kilograms?|kg"
    r"|grams?|pounds|ounces|cups|lit(?:er|re)s|gallons|met(?:er|re)s|feet|inches"
    r"|square (?:met|feet)\w*"
    r"|euros?|dollars|usd|eur|gbp|sterling|yen|yuan|francs|(?:24|12|twenty-four)[-"
    r" ]?hours?(?: clock| time)?"
    r"|(?:day|month|year|month)[- ]first|iso(?: 8601)?|am/pm|military time"
)
_CODE_EN = (
    r"tabs|spaces|indent\w*|semicolons?|docstrings?|type hints?|type annotations?"
    r"|\w+_case|camel ?case"
    r"|pascal ?case|kebab[- ]case|imports?|braces|lambdas?|comments|(?:variable"
    r"|function|class|file)"
    r" names?|variables|identifiers|functions|classes|methods|exceptions|quotes"
    r"|codebase|code|commit"
    r" messages?|commits|lint\w*|inheritance|composition|globals?|generics|recursion"
    r"|macros?|constants"
    r"|unit tests?|tests|pytest|mocks?|(?:lines?|rows?)(?= (?:no|under|below|at|over"
    r"|max|shorter|longer|length))"
    r"|line length|columns|trailing commas?|type ?script|python|javascript|rust"
    r"|golang|sql|keywords|brackets"
    r"|early returns|one-liners|list comprehensions|async|await|classes|enums|magic"
    r" numbers|regex(?:es)?"
    r"|abbreviations|const|var"
)
_ANSWER_EN = (
    r"reminders|notifications|alerts|pings|(?:cold )?calls|meetings|suggestions"
    r"|recommendations|upsell\w*|newsletters|subjects?|answers?|repl(?:y|ies)"
    r"|responses?|bullet(?:s|ed|[ -]points?| lists?)?|emojis?|emoticons"
    r"|preambles?|intros?|fluff|jargon|buzzwords|acronyms|disclaimers?|caveats|small"
    r" talk|chit-?chat"
    r"|formalities|pleasantries|jokes|puns|apolog\w+|head(?:ing|er)s?|tables"
    r"|markdown|bold(?: text)?"
    r"|italics|summar(?:y|ies)|recaps?|sources|citations|references|links|footnotes|examples"
    r"|exclamation (?:marks|points)|em[- ]dashes|filler|hedging|lists|explanations|conclusions?"
    r"|bottom line|flattery|compliments|praise|sugar-?coat\w*|spoilers|tone|slang"
    r"|swearing|metaphors"
    r"|analogies|(?:british|american|uk|us) (?:spelling|english)|plain (?:english|text|language)"
    r"|long (?:paragraphs|intros)|walls? of text|follow-up questions|questions at"
    r" the end|lecture|lectures"
    r"|moralis\w+|moraliz\w+|one thing at a time|step by step|temperatures?"
    r"|distances?|weights?|prices"
    r"|amounts|recipes|dates|times|measurements|numbers|decimals?"
)
_STYLE_EN = Caseless(rf"\b(?:{_UNITS_EN}|{_CODE_EN}|{_ANSWER_EN})\b")
_UNIT_EN = Caseless(rf"\b(?:{_UNITS_EN})\b")
_AT_HAND_EN = Caseless(
    r"\b(?:this|these|those|above|below|here|today|now|(?<!not )that|the (?:first"
    r"|second|third|last|next"
    r"|previous|following|file|table|function|script|one|other|code|text|email|error"
    r"|test|tests|list|article|line|data"
    r"|variable|class|method|import|imports|numbers?|summary|answer|example)|problem"
    r"|idea|clue|(?<=no )need|worries|\d+ (?:miles|km|kilos?|kg|grams?|pounds"
    r"|ounces|cups|euros?|dollars|feet|inches|lit\w+|met\w+|kilomet\w+)|for (?:each"
    r"|the) (?:row|column|file)"
    r"|luck|success|results?|difference|longer works?|effect|more (?:\w+ )?left|such"
    r"|yet|left|available"
    r"|found|failed|fails?|failing|pass(?:ed|es)?|broken|works?|working|needed|required|missing)\b"
)
_LEAD_EN = r"^(?:(?:and|but|also|so|oh|please|pls|just|kindly|then|ok|btw|with me|for me)[, ]+)*"
_BAN_EN = Caseless(
    _LEAD_EN + r"(?:absolutely |strictly )?(?:no(?: more)?(?! time| one| idea| point| room)"
    r"|zero|skip|drop|spare me|cut(?: out| down on)?|leave out"
    r"|lose|less|fewer|enough with|(?:go )?easy on|without|stop|quit|never|avoid|ditch|hold|omit"
    r"|(?:don't|do not|never|no need to|you (?:can|don't (?:need|have) to|needn't"
    r"|may))(?: ever)?(?: just)?"
    r" (?:use|give me|add|include|put|write|start|end|open|close|bother|drop|skip"
    r"|leave out|send me|throw|make|do"
    r"|sugar-?coat|apologi[sz]e|lecture|pad|repeat|abbreviate|hedge|quote|talk|speak"
    r"|explain|nest|reach|rely))\b"
    r"(?P<rest>.{0,60})$"
)
_KEEP_EN = Caseless(
    _LEAD_EN + r"(?:(?:keep|limit|hold|cap)(?= [\w ]{2,24} (?:under|below|within|at|to) (?:\d"
    r"|\w+ (?:words|lines|characters|sentences|paragraphs|columns)))|(?:keep"
    r"|make)(?= (?:it|everything|things|all|the (?:tone|jokes|answers)|your|any|my"
    r"|\w+ to a))"
    r"|stick (?:to|with)|only|prefer|favou?r|default to|always|give me (?=only|just"
    r"|\w+ (?:in|not|first))"
    r"|use(?= [\w ]{2,24}(?:,? not|,? never| instead| rather| over| everywhere| for"
    r" (?:all|every|any)| by default| when you| with me)\b)"
    r"|(?:write|format|name|comment)(?= (?:everything|all|my|in|with)\b)|(?:answer"
    r"|reply|respond|talk|speak|explain)(?: to)?(?= (?:me|things|everything|all|my"
    r"|in|with)\b))"
    r" (?P<rest>.{2,70})$"
)
_MANNER_EN = re.compile(
    _LEAD_EN + r"(?:(?:explain|tell|give|treat|talk|speak|answer|reply)(?: to| things to| it to"
    r"| everything to)? me "
    r"(?:things |everything )?(?:like|as (?:if|though)|straight|plainly|honestly"
    r"|slowly|in (?-i:[A-Z])\w+$)"
    r"|be (?:blunt|direct|honest|concise|brief|brutal|strict|patient|formal|informal"
    r"|frank)(?: with me| when| in|$)"
    r"|(?:ask|check with|tell|warn|consult|let) me (?:first |know )?before (?:you|any)"
    r"|(?:run|clear) (?:it|things|that|everything|any \w+) (?:by|past|with) me\b.* before"
    r"|say so (?:when|if) you(?:'re| are| do)|admit it (?:when|if) you"
    r"|(?:if|when) you(?:'re| are)? (?:don't know|not sure|unsure),? (?:just )?say so"
    r"|(?:I|we) (?:like|prefer|love) (?:it (?:when|if) )?you (?:to )?(?:give|put"
    r"|start|use|answer|reply|write|keep|say|tell|explain|ask|be|speak|skip|show"
    r"|come)\b"
    r"|(?:I|we) (?:want|need|expect) you to (?:always|never|not|stop|be (?!able|the)"
    r"|speak|answer|reply|call|address|keep)\b).*$",
    re.IGNORECASE,
)
_UNIVERSAL_EN = Caseless(
    _LEAD_EN + r"(?!I\b|we\b|he\b|she\b|they\b|it\b|you\b)[a-z]+ .{2,50} (?:in|for|on|with|to)"
    r" (?:anything|everything|whatever|every \w+|any \w+|all \w+|all the \w+) "
    r"(?:that )?you (?:make|write|send|give|do|draft|show|build|create|suggest"
    r"|recommend|plan|book|order|prepare)\b.*$"
)
_VERBLESS_EN = Caseless(
    r"^(?!not\b)(?!.*\b(?:generate|create|provide|prioriti\w+|include|including"
    r"|based|is|are|was|were|do|does|did|has|have|can|could|will|would|write|put"
    r"|convert|show|find|fix|turn|add"
    r"|compare|between|how|what|why|where|which|or|must|should|let's|I'd|we|you|need"
    r"|want|got|going|more time|I'm|I'll|I've|lol|haha)\b)"
    r"(?:.*(?:\bonly\b|\bplease\b|\bpls\b|\bnot\b|\bover\b|\binstead of\b|\brather"
    r" than\b|\beverywhere\b|\balways\b"
    r"|\bnever\b|\bno (?:longer|more|wider) than\b|\bunder \d|\bmax(?:imum)?\b"
    r"|\bfirst\b|\bin (?:all )?(?:my|our|your)\b"
    r"|\bby default\b|\bfor (?:all|every|any|variables|classes|functions|constants"
    r"|tests|strings|everything|me)\b).*"
    rf"|(?:all |my |your )?[\w-]+(?: and [\w-]+)? in (?:{_UNITS_EN}).*)$"
)
_HABIT_EN = Caseless(
    r"^(?:(?:I|we)(?:'re| are|'m| am)? (?:(?:always|only|usually|just|normally"
    r"|generally|never|mostly|both|all) )*"
    r"(?:think|write|format|lint|indent|name|code|comment|document|use|measure|weigh"
    r"|cook|bake|count|calculate"
    r"|reckon|run|a(?=n? [\w-]+ (?:shop|team|house|company)\b)|test|cap|ban|forbid"
    r"|enforce|wrap|sort|keep|put|squash"
    r"|follow|stick|grew up with|work in|pay in|budget in|prefix|allow|don't (?:use"
    r"|do|write|allow|nest|abbreviate))\b"
    r"|(?:my|our|your|all) [\w -]{0,20}?(?:functions|recipes|code|codebase|variables"
    r"|classes|tests|repos?|projects?|scripts|style guide"
    r"|team|answers|replies|commits|files|imports|names|comments|branch\w*) "
    r"(?:gets?|should|must|ha(?:s|ve) to|needs? to|uses?|goes?|follows?|never|always"
    r"|stays?|bans?|forbids?|limits?|wants?|requires?)\b"
    r"|[\w ]{3,30} (?:for|in) (?:all )?(?:my|our) [\w ]{3,30} (?:should|must|ha(?:s"
    r"|ve) to|needs? to|goes?|always|never)\b"
    r"|(?:in|for|on|with) (?:my|our|all|any|every) [\w -]{2,30},? (?:I|we) (?:always"
    r" |only )?(?:want|need|use|prefer|like|write|expect|require|follow|keep|go"
    r" for)\b"
    r"|(?:I|we) (?:want|need|like|expect|require)\b.*\b(?:every|all|any|always|each"
    r"|never|from you|with me|in"
    rf"(?= (?:{_UNITS_EN})))\b).*$"
)
_NO_SENSE_EN = Caseless(
    rf"^(?:{_UNITS_EN}) (?:mean|means|says?|tells?) (?:absolutely |next to )?nothing to me\b"
)
_LONGEST_EN = 18
_LONGEST_VERBLESS = 10

_UNITS_ZH = (
    "公里|千米|米|厘米|英里|英尺|英寸|摄氏度?|华氏度?|公斤|千克|克|斤|两|磅|盎司|升"
    "|毫升|加仑|平方米|平米|平方英尺|亩"
    "|人民币|美元|欧元|日元|港币|英镑|新台币|24 ?小时制?|12 ?小时制?|公制|英制|大卡"
    "|千卡|千焦|万|千分位|农历|阳历|公历"
)
_TOPIC_ZH = (
    "气?温度?|重量|体重|距离|路程|面积|价格|价钱|金额|费用|时间|日期|长度|身高|海拔"
    "|车?速度?|油耗|用量|配方|食谱|菜谱|单位|数字|热量|房价|尺寸"
)
_CODE_ZH = (
    "代码|缩进|变量名?|函数名?|类名|注释|关键字|单测|单元测试|测试(?:用例)?"
    "|提交信息|commit|SQL|sql|import|导入|每行|行宽|[单双]引号"
    "|命名|常量|分号|空格|制表符|tab|Tab|花括号|大括号|类型注解|驼峰|下划线"
    "|全局变量|继承|递归|异常|接口|Python|Go|Rust|Java|JS|TypeScript|pytest|panic"
    "|lambda|枚举"
)
_ANSWER_ZH = (
    "回答|回复|答案|解释|建议|聊天|说话|术语|称呼|例子|感叹号|表情|emoji|要点"
    "|客套话?|寒暄|废话|绕弯子?|套话|官话|行话|缩写|编造|瞎编"
    "|结论|重点|理由|出处|来源|参考资料|链接|标题|小标题|表格|列表|markdown"
    "|Markdown|段落|语气|口语|书面语|敬语|客气|道歉|夸我|奉承|鸡汤|说教|英文原文"
    "|例句|总结"
    "|成语|网络用语|流行语|中英混|繁体|简体|全角|半角|标点|引号|顿号"
)
_STYLE_ZH = re.compile(rf"{_UNITS_ZH}|{_TOPIC_ZH}|{_CODE_ZH}|{_ANSWER_ZH}")
_AT_HAND_ZH = re.compile(
    r"[这那][个段句篇些里次份张道题边块步条几行]|这儿|那儿|上面|下面|以下|以上|刚才"
    r"|刚刚|本文|文中|第[一二三四五六七八九十\d]|今天|现在|一下|"
    r"帮我|\d+ ?(?:公里|英里|斤|公斤|磅|美元|欧元)|怎么|为什么|报(?:错|空|异常|警)|空指针|你的(?:回答|回复"
    r"|建议|解释)(?!.{0,3}(?:别|不要|请|要|尽量|控制))|加一[列行]"
    r"|(?:没|没有|不是)(?:问题|事)|看了|试了|改了|改成|写[个一]|做[个一]|画|改一"
    r"|再(?:短|长|简|详|写|来|改)"
)
_ORDER_ZH = re.compile(
    rf"^(?:(?:请|麻烦你?|希望你?|记得|你|您|另外|还有|对了|我希望|我想要?|我要求)*)(?:"
    rf"(?:别|不要|不用|少|勿|禁止|省掉|去掉|免掉|跳过|拒绝|不必)(?:再|老|总|给我|跟我"
    rf"|对我|太|动不动就?|那么|这么|一上来就|整|搞)*(?!客气|道歉)[^，。]{{0,10}}?(?:"
    rf"{_ANSWER_ZH}|{_CODE_ZH}|{_UNITS_ZH})"
    rf"|(?:跟|和|对|给)我(?:说话|聊[^，。]{{0,6}}?|解释|讲|沟通|交流|的(?:回答|回复"
    rf"|建议|答案|报告|资料))[^，。]{{0,16}}(?:别|不要|不用|不必|直接|用|要|都|请"
    rf"|尽量|随意|少)"
    rf"|先(?:说|给|讲|写|上|摆)(?:结论|答案|重点|总结|要点|结果)(?:$|再|后|,|，)"
    rf"|(?:订|买|删|发|改|做|约|下单|预订|付|转|提交|取消)[^，。]{{0,10}}(?:之前"
    rf"|前)(?:都|先|要|得|请|必须|一定)*(?:问|跟我|告诉我|经过我|和我|征求|确认)"
    rf"|(?:不懂|不知道|不会|不确定|没把握)的?(?:地方|东西|问题|时候|内容)?(?:就|请"
    rf"|直接|要|老实|明)+说(?:不|没)?"
    rf"|(?:直接|只)(?:说|给|讲)(?:结论|答案|重点|结果|要点)"
    rf"|用(?:{_UNITS_ZH})(?:$|就|说|报|表示|来|吧|做|为)"
    rf"|(?:说|按|换成|报)(?:{_UNITS_ZH})(?:$|就|吧)"
    rf")"
)
_TOPIC_FIRST_ZH = re.compile(
    rf"^(?:我的|我们的?|我写(?:的)?|给我的?|你的?|所有的?|我们组的?|聊天的时候"
    rf"|报告里的?|咱们)*\s*(?:专业|所有|全部|常用|正式)?(?:的)?(?:{_TOPIC_ZH}|"
    rf"{_CODE_ZH}|{_ANSWER_ZH})"
    rf"(?P<rest>[^，。]{{0,24}}?(?:用|按|以|说|报|写|一律|都|统一|只|别|不要|不用|少"
    rf"|请|必须|得|要(?!求)|控制|限|不超过|超过|不得|不能|先|附|大写|小写|习惯"
    rf"|从来不?|从不|尽量|直接|加上|带上|省|拆|不许|禁止|分开)[^，。]{{0,24}})$"
)
_HABIT_ZH = re.compile(
    r"^(?:我们?(?:组|团队|公司|项目)?|咱们)(?:的规范是|的风格是|的习惯是|这边|平时"
    r"|一直|都|只|习惯|写[A-Za-z+# ]{1,12}|写代码|从来|一律|看|算|记账|做菜|用"
    r"|\s)+(?P<rest>[^，。]{0,24})$"
)
_NO_SENSE_ZH = re.compile(
    rf"^(?:我对)?(?:{_UNITS_ZH})(?:我)?(?:完全|实在|真|根本)?(?:没概念|没有概念"
    rf"|看不懂|不会换算|搞不清)"
)
_REQUIRED_ZH = re.compile(
    r"^(?:我|就|只有?|唯一的?|[一两三]?个|条|的|硬性?|最|基本|自己|呢)*(?:要求|底线"
    r"|原则|条件|前提)(?:就|只有)?(?:一[个条]|是)?[:,，]?(?P<o>.*(?:必须|不能|不要"
    r"|要|得|只).*)$"
)
"""`我就一个硬要求：…`: what stands after it is an order."""
_PAIR_ZH = re.compile(rf"^(?:用|要|只用|只要)?(?:{_CODE_ZH}|{_UNITS_ZH}|{_ANSWER_ZH})$")
_DENYING_ZH = re.compile(r"^(?:不要|别用?|不用|而不是|不是|别给我)")
_LONGEST_ZH = 40


def styled(view: View) -> bool:
    """Does the clause order or state a lasting style?"""
    if view.subject.who == "other":
        return False
    return _chinese(view, view.clause.plain) if view.chinese else _english(view)


def _english(view: View) -> bool:
    plain = view.clause.plain
    if len(plain.split()) > _LONGEST_EN:
        return False
    if _MANNER_EN.match(plain) or _NO_SENSE_EN.match(plain) or _UNIVERSAL_EN.match(plain):
        return not re.search(r"\b(?:this|that|these|those)\b", plain, re.IGNORECASE)
    if _AT_HAND_EN.search(plain):
        return False
    if _ordered(_KEEP_EN, plain) or (_STYLE_EN.search(plain) and _HABIT_EN.match(plain)):
        return True
    return _beside_an_order(view) and _loose(plain)


def _ordered(shape: Caseless, plain: str) -> bool:
    found = shape.match(plain)
    return found is not None and _STYLE_EN.search(found.group()) is not None


def _loose(plain: str) -> bool:
    """Is it a ban or a phrase without a verb, which only an order beside it or its place in front makes an order?"""
    short = len(plain.split()) <= _LONGEST_VERBLESS
    verbless = short and _STYLE_EN.search(plain) and _VERBLESS_EN.match(plain)
    return (verbless is not None and bool(verbless)) or _ordered(_BAN_EN, plain)


def _beside_an_order(view: View) -> bool:
    """May a later clause be one: `I want a safe phone, no jokes` asks for nothing, `short answers, no fluff` does."""
    if view.index == 0:
        return True
    plain, before = view.clause.plain, view.sentence.clauses[view.index - 1].plain
    polite = re.search(r"\b(?:please|pls|always|never|for me|with me)\b", plain, re.IGNORECASE)
    return bool(polite) or _ordered(_KEEP_EN, before) or _loose(before)


def _chinese(view: View, plain: str) -> bool:
    if len(plain) > _LONGEST_ZH or (
        _STYLE_ZH.search(plain) is None and "说" not in plain and "前" not in plain
    ):
        return False
    if _AT_HAND_ZH.search(view.sentence.piece.plain):
        return False
    if _REQUIRED_ZH.match(plain):
        return True
    taken_up = view.subject.who == "user" and view.subject.at == 0
    if not taken_up and (_ORDER_ZH.match(plain) or _NO_SENSE_ZH.match(plain)):
        return True
    if (found := _HABIT_ZH.match(plain)) and (
        re.search(_CODE_ZH, plain)
        or re.fullmatch(rf"(?:(?:{_UNITS_ZH})[和、跟及]?)+", found["rest"])
    ):
        return view.subject.who == "user"
    if _TOPIC_FIRST_ZH.match(plain):
        return view.subject.who in {"open", "user"}
    after = view.sentence.clauses[view.index + 1 :]
    return bool(_PAIR_ZH.match(plain) and after and _DENYING_ZH.match(after[0].plain))


def reach(view: View) -> int:
    """How many clauses the order takes up: a following one that rules the opposite out belongs to it."""
    after = view.sentence.clauses[view.index + 1 :]
    opposite = after and re.match(r"(?:not|never|no)\b|不要|别|不用|而不是|说|用", after[0].plain)
    return 2 if opposite else 1
