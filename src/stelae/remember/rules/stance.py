"""Is a clause asserted at all? Questions, wishes, plans, fiction, hearsay, sarcasm and text to work on are not.

Read clause by clause: `我对花生过敏，晚上吃什么好？` asserts its first half. What a person asks the assistant to do
with a text (translate, continue, role-play) makes the text itself foreign, also across the rest of the message.
"""

import re
from functools import lru_cache
from typing import Literal

from stelae.remember.rules.caseless import Caseless
from stelae.remember.rules.cue import Cue
from stelae.remember.rules.sentences import MASK, Sentence

Stance = Literal[
    "asserted",
    "question",
    "hypothetical",
    "fiction",
    "reported",
    "plan",
    "intent",
    "sarcasm",
    "request",
]


_TEXT_TASK = Cue(
    (
        r"^(?:请|麻烦)?(?:你)?(?:帮我|帮忙|给我|替我)?(?:把|将|再|先)?.{0,12}?(?:翻译"
        r"|润色|改写|校对"
        r"|续写|仿写|扩写|缩写|概括|总结|朗读|造句|改病句|纠错|解释一下|分析一下)(?!公司|工作|专业"
        r"|软件|器|官)"
    ),
    r"(?:翻译成|译成|改成英文|用(?:英语|英文|日语|法语)怎么说|怎么翻译|改得|润色一下"
    r"|改写一下|什么意思)[^，。]*$",
    (
        r"^(?:please |can you |could you |help me (?:to )?|now )*(?:translate|proofread|rewrite"
        r"|rephrase|paraphrase|polish|edit|correct|summari[sz]e|continue|complete|finish|read aloud"
        r"|classify|parse|analy[sz]e|say)\b(?! (?:that|you|I)\b)"
    ),
    r"\b(?:translate|say) (?:this|that|it|the above) (?:in|into|to)\b|\bhow do (?:you|I) say\b",
)
_COMPOSE = Cue(
    (
        r"(?:帮我|请|给我|来|替我|麻烦)?(?:写|编|创作|生成|拟|起草|构思|模拟)(?:一|个|几"
        r"|份|封|篇|首"
        r"|段|句|点)+.{0,16}?(?:小说|故事|剧本|台词|独白|对话|诗|歌词|歌|作文|文案|自我介绍|邮件|信"
        r"|日记|段子|开头|例句|评论|声明|简介|句子)"
    ),
    (
        r"^(?:please |can you |could you |help me (?:to )?)*(?:write|draft|compose|create|generate"
        r"|make up|give me|invent)\b.{0,40}?\b(?:story|novel|poem|song|lyrics|script"
        r"|screenplay|scene"
        r"|dialogue|monologue|email|letter|essay|agreement|contract|article|report|outline|advert\w*"
        r"|job description|proposal|press release|slogan|bio|blurb|review|sentence|example|character|diary"
        r"|post|speech|persona)s?\b"
    ),
)
_FICTION = Cue(
    (
        r"角色扮演|扮演|假装|你演|我演|假设你是|假如你是|设定(?:是|:|如下)|人设|剧情|主角|男主|女主"
        r"|小说里|故事里|剧本里|电影里|书里|游戏里|梦里|梦见|梦到|做了个梦|台词|歌词"
        r"|旁白|从前有|在我"
        r"(?:写)?的(?:小说|故事|剧本)"
    ),
    r"\brole-?play|\bpretend(?:ing)?\b|\bimagine (?:you|I|that|we|a)\b|\bact as\b"
    r"|\byou are playing\b|\bin (?:my|the|this) (?:novel|story|book|script|screenplay|game|dream"
    r"|movie|film|play)\b"
    r"|\bmy (?:character|protagonist|narrator|persona|avatar)\b|\bthe (?:protagonist|narrator|hero"
    r"|heroine|main character|villain)\b|\bonce upon a time\b|\bI (?:had a dream|dreamed|dreamt)\b"
    r"|\b(?:fictional|fanfic|in-character|the lyrics|the line goes)\b",
)
_SETUP = Cue(
    r"角色扮演|扮演|设定(?:是|:|如下)|我们来玩|假装",
    r"\brole-?play|\bpretend\b|\blet's play\b|\bact as\b|\bin character\b",
)
_SETUP_OVER = Cue(
    r"结束扮演|不演了|出戏|回到现实|停止角色扮演",
    r"\b(?:stop|end|done with|out of) (?:the )?(?:role-?play|character|pretending)",
)
_HYPOTHETICAL = Cue(
    (
        r"如果|假如|假设|要是|倘若|假使|若是|万一|要不是|早知道|就好了|(?:不|没|能|会|有"
        r"|去|来|想|下雨"
        r"|可以|需要|出现|遇到)[^，]{0,12}的话(?!题|剧|费)|换作|除非|哪怕|好比|打个比方"
        r"|比方说|比如说"
        r"(?:我|某)|例如我|恨不得|巴不得|差点|差一点|本来(?:想|要|可以|应该)"
    ),
    r"^\W*(?:and |but |so |or |even |only )?if\b(?! you (?:ask|want))|\bsuppose\b|\bsupposing\b"
    r"|\bwhat if\b|\bhypothetical|\bassum(?:e|ing)\b|\bif I (?:were|was|had|have|am|get|like|hate"
    r"|move)\b|\bI wish\b|\bif only\b|\bwould (?:have|be|rather be)\b|\bunless\b"
    r"|(?<!n't )(?<!not )\bsay I\b"
    r"|\bI(?:'d| would) (?:love|like|hate|prefer|be|have|move|want|never want|probably|live|buy)\b"
    r"|\bI (?:almost|nearly)\b|\bas though\b|\blike I(?:'m| am) (?:some|a)\b|\bfor "
    r"(?:the sake of argument|example,? I)\b",
)
_REPORTED = Cue(
    (
        r"据说|听说|传说|网上说|书上说|新闻(?:里|上)?说|文章(?:里|上)?说|有人说|别人说"
        r"|大家都说|人家说"
        r"|报道|谣传|号称|网友说|测试(?:题)?说|星座说|算命|系统提示|提示词|文档(?:里|上)?(?:说|写)"
        r"|说明书(?:里|上)?(?:说|写)|报告(?:里|上)?(?:说|写)"
    ),
    (
        r"(?:他|她|他们|她们|老板|领导|同事|朋友|老师|客户|邻居|经理|老公|老婆|我?妈妈?|我?爸爸?"
        r"|我?[姐哥弟妹]{1,2}|[小老阿][\u4e00-\u9fff]|室友|同学|作者|文章|电视|群里|主播"
        r"|博主)(?:总|老"
        r"|都|一直|经常|今天|昨天|刚才|曾经|跟我|对我|和我|还|也)*(?:说|表示|觉得|以为|认为|问|声称"
        r"|写道|告诉我|吐槽|抱怨)(?!话|服|明)"
    ),
    (
        r"\b(?:I (?:heard|read|saw)(?: somewhere)?(?: that)?|apparently|rumou?r has it|they say"
        r"|people say|supposedly|allegedly|according to|it is said|the (?:article|author|book|email"
        r"|doc|document|manual|report|page|post|readme|news|horoscope|quiz) (?:says|said|claims"
        r"|states)|some say)\b"
    ),
    (
        r"\b(?:he|she|they|my \w+(?:-in-law)?|the \w+|a friend|someone|somebody|(?!(?:I"
        r"|every|each|any|no|never|always|which)\b)[A-Z][a-z]+) "
        r"(?:always |often |just |also |once |keeps? )?(?:says?|said|saying|told (?:me|us|him|her)"
        r"|thinks?|thought|claims?|claimed|believes?|asked|wrote|writes|mentioned"
        r"|insists?|complained"
        r"|joked)\b"
    ),
    r"\bquot(?:e|ing)\b|\bquote:",
)
_DOCTOR = Cue(
    r"医生|大夫|体检|检查|化验|诊断",
    r"\b(?:doctor|dr|allergist|dentist|physician|nutritionist|nurse|tests? showed|diagnos)",
)
_INTENT = Cue(
    r"打算|计划(?:着)?(?:去|要|在|明|今|下|买|学|搬|换|做|养|考|开)|准备(?:去|要|买"
    r"|学|搬|换|养|辞|跳|开始)",
    r"\b(?:plan(?:ning)? (?:to|on)|intend to)\b",
)
_UNSURE = Cue(
    r"考虑|想(?:要)?(?:去|学|买|搬|换|养|试|当|做|找|看看|辞|开|考|尝试|戒)|希望|可能(?:会|要|去"
    r"|是|得|在)?|也许|或许|说不定|没准|大概(?:会|要|是)|"
    r"将来|有朝一日|以后想|梦想|争取|目标是|在想|犹豫|纠结|没决定|没想好|还不确定|不一定|还没定"
    r"|要不(?:要)?|好像(?!在)|似乎|不确定|不知道(?:我)?是不是|估计|应该(?:会|是|算|可以)|感觉"
    r"(?:自己|我|好像)|怀疑|试试|随便说|开玩笑|逗你|说着玩|骗你|瞎说|胡说",
    r"\b(?:thinking (?:of|about)|think about|considering|might|may (?:be|have|want|move|go|try|buy"
    r"|switch|get|start|need)|maybe|perhaps|possibly|hop(?:e|ing) to|want(?:ed)? to|wanna|dream"
    r"(?:ing)? (?:of|about)|someday|one day|not sure|unsure|"
    r"probably|I guess|I suppose|I suspect|I wonder|wondering|haven't decided|undecided"
    r"|on the fence|tempted to|toying with|trying to decide|debating|I could(?!"
    r" (?:happily |easily )?(?:eat|drink|watch|listen|read|play|wear|live|do without"
    r"|spend))|I should|we should"
    r"|we could|should we|seem(?:s)? to|kidding|joking|jk|it depends|leaning toward|could be"
    r"|would like)\b",
)
_SARCASM = Cue(
    (
        r"可太(?:喜欢|爱|开心|棒|好|幸福)|(?:真是|简直|可真)?(?:太|最|超|特别|真)(?:喜欢"
        r"|爱|开心|享受"
        r"|幸福|棒|好)[^，。]{0,18}(?:了呢|呢|了哦|呵呵|哈)$|爱死.{1,20}了呢|呵呵"
        r"|(?:最爱|太喜欢|太爱"
        r"|可喜欢|爱死)了?(?:在)?(?:周末|半夜|凌晨|早起)?(?:加班|堵车|排队|改需求|改bug|开会|被骂"
        r"|写周报|值班|赶ddl|背锅|等电梯|挤地铁)|反话|谁不(?:喜欢|爱|想)|🙄|🙃|求之不得呢|多么美妙"
        r"|真棒啊|我谢谢|可真是|敢情好|好极了呢|感恩戴德|乐意至极"
    ),
    r"\b(?:oh,? (?:great|joy|wonderful|sure|yes|yeah|fantastic|perfect|lovely)|yeah,? right|just "
    r"(?:love|adore) (?:it|how|when|that|being|waiting|getting|having|sitting|paying|doing|working"
    r"|spending|another)|just what I (?:needed|wanted)|so much fun|as if|sure,? because|how "
    r"(?:lovely|wonderful|delightful) |thanks a lot for nothing|love that for me|totally love"
    r"|absolutely (?:love|adore) (?:it when|being|waiting|getting|how)|"
    r"my favou?rite (?:thing|part|activity)[ ,!.]*(?:ever|is (?:waiting|being|getting|sitting"
    r"|debugging at))|(?:love|adore|enjoy)(?: working)? (?:overtime|traffic jams?|being (?:ignored"
    r"|yelled|stuck|woken)|(?:it )?when (?:the|my|people))|who doesn't (?:love|like|want|enjoy))\b"
    r"|🙄|🙃|\s/s\s*$|\(not\)|\bnot!?$",
)
_TAG = Cue(
    r"^(?:对吧|是吧|对不对|是不是|对吗|是吗|没错吧|行吗|好吗|可以吗|你(?:还)?记得吗"
    r"|记得吗|你知道吗|你说呢|不是吗|你觉得呢)[啊呀呢]?$",
    (
        r"^(?:right|isn't it|aren't I|don't I|didn't we|did we|won't we|doesn't it|wasn't it"
        r"|don't you think|do I|am I|correct|yes|no|is that right|remember|you know"
        r"|huh|eh|or (?:not|do I|am I))$"
    ),
)
_QUESTION_ZH = Cue(
    (
        r"(?:吗|呢|么)[？?]?$|(?:什么|怎么|怎样|哪里|哪儿|哪个|哪些|哪家|哪种|为什么"
        r"|为啥|咋|多少|几点"
        r"|几个|几岁|谁|是否|是不是|有没有|能不能|可不可以|会不会|要不要|该不该|好不好"
        r"|对不对|喜不喜欢"
        r"|爱不爱|吃不吃|记不记得|知不知道|何时|何处)"
    ),
    r"^(?:你)?(?:还)?(?:记得|知道|记不记得)我",
)
_NOT_QUESTION_ZH = re.compile(
    r"(?:没有?(?:哪|什么)[^，。]{0,8}比|无论|不管|不论|没什么|没怎么|什么都|什么也"
    r"|怎么都|怎么也|谁都|谁也|哪里都|哪儿都|没有什么"
    r"|多少有点|不怎么|没多少|不知道为什么|不知道怎么|想着怎么|不太怎么|什么的$|为什么.{0,12}因为"
    r"|没谁)"
)
_QUESTION_EN = Cue(
    r"^(?:and |but |so |or |then |ok |hey |well )*(?:what|where|why|how|who|whom|whose|which|do"
    r"|does|did|am|is|are|was|were|can|could|would|should|will|shall|have|has|may|isn't|aren't"
    r"|don't|doesn't|didn't|won't|can't)\s+"
    r"(?:I|you|we|he|she|it|they|my|your|the|this|that|there|is|are|do|does|did|was|should|would"
    r"|could|kind|type|about|many|much|often|long|else|time|a|an|if|to|one|any|people|somebody"
    r"|someone)\b",
    (
        r"^(?:do you (?:know|remember)|I (?:wonder|was wondering|am wondering)|tell me"
        r" (?:if|whether"
        r"|what|how)|any idea|guess what)\b"
    ),
)
_REQUEST = Cue(
    (
        r"^(?:请|麻烦|劳驾|帮|给我|替我|为我|能否|可否|你来|你先|你帮|你给|你再|来(?:一"
        r"|个|点|份|首)"
        r"|再(?:来|给|写|发|说|换|试|改|讲)|把|将|继续|接着|重新|换(?:个|一)|查(?:一|下|询)|搜|推荐"
        r"|介绍|解释|分析|总结|翻译|列出|列一|写(?:一|个|段|首|封|份)|画|算(?:一|下)"
        r"|告诉|说说|讲讲|讲"
        r"(?:个|一)|看看|看一下|检查|生成|设计|安排|比较|对比|修改|修复|运行|执行|打开"
        r"|关闭|删除|播放"
        r"|提醒|教我|陪我|让我|先别|等等|等一下|稍等|快|试着)"
    ),
    (
        r"^(?:please|pls|kindly|can you|could you|would you|will you|help|let's|lets|let"
        r" me|go ahead"
        r"|try|write|explain|summari[sz]e|translate|show|give|find|fix|refactor|generate"
        r"|create|list"
        r"|tell|make|check|compare|run|open|add|remove|delete|search|look|suggest"
        r"|recommend|draft|edit"
        r"|rewrite|convert|calculate|compute|describe|continue|start|stop|wait|hold on"
        r"|play|book|order"
        r"|send|turn|set|update|change|use|put|read|design|plan|build|implement|debug|review"
        r"|analy[sz]e|sort|rename|move|close|deploy|install|commit|push|merge|print|return|schedule"
        r"|hurry|take|pick|choose|name(?!'s)|think|consider|answer|reply|respond|format"
        r"|keep|call)\b(?!-|.* (?:any day|every time|any time)$)"
    ),
)
_ASKS_ME = Caseless(
    r"^(?:我想(?:问|知道|了解|请教|咨询|请你|让你|看看|听|要(?:一|个|份))"
    r"|我需要(?:你|一|帮)|我要"
    r"(?:你|一份|一个)|想问|请问|问一下|I(?:'d like| would like| need| want) (?:you|to (?:ask"
    r"|know)|your|some (?:help|advice)|help)\b|I (?:have|got) (?:a|another) question)"
)


def foreign_text(sentence: Sentence) -> bool:
    """Does the sentence hand over a text to work on or set up fiction, so that what follows is not the person's own?"""
    plain = sentence.piece.plain
    if _TEXT_TASK.search(plain) or _COMPOSE.search(plain):
        return True
    return _SETUP.search(plain) is not None


def fiction_running(texts: list[str]) -> bool:
    """Was a role-play set up in earlier messages and not ended since?"""
    running = False
    for text in texts:
        if _SETUP_OVER.search(text):
            running = False
        elif _SETUP.search(text):
            running = True
    return running


def points_back(sentence: Sentence) -> bool:
    """Does it ask to work on what stands before it (`translate this into French`)?"""
    return (
        re.search(
            (
                r"(?:把|将)?(?:这|上面|以上|前面|刚才)(?:句|段|个|些|的|面)?.{0,8}(?:翻译|润色"
                r"|改写|改|译"
                r"|怎么说|语法|通顺)|\b(?:translate|rewrite|proofread|polish|rephrase|edit"
                r"|correct|fix) "
                r"(?:this|that|it|the above|the previous|my)\b"
            ),
            sentence.piece.plain,
            re.IGNORECASE,
        )
        is not None
    )


def stance_of(sentence: Sentence, index: int) -> Stance:
    """Return how the clause with that index stands in its sentence."""
    plain = sentence.clauses[index].plain
    if of_all := _stance_of_all(sentence.piece.plain):
        return of_all
    if MASK in plain and _QUOTED_SPEECH.search(sentence.piece.plain):
        return "reported"
    if is_question(sentence, index):
        return "question"
    if _reported(sentence, index):
        return "reported"
    if _supposed(plain) or (index and _supposed(sentence.clauses[index - 1].plain)):
        return "hypothetical"
    if _UNSURE.search(plain):
        return "plan"
    if _INTENT.search(plain):
        return "intent"
    if _REQUEST.match(plain) or _ASKS_ME.match(plain):
        return "request"
    return "asserted"


_QUOTED_SPEECH = Caseless(
    rf"(?:说|道|写|问|叫|喊|回|念|标题|句子|这句|那句|歌词|say|said|says|wrote|titled|sentence"
    rf"|phrase|line|quote|text|message)\W{{0,3}}{MASK}|^{MASK}+"
)


@lru_cache(maxsize=256)
def _stance_of_all(whole: str) -> Stance | None:
    """A stance that colours every clause of a sentence (cached: it is asked once a clause)."""
    if _TEXT_TASK.search(whole) or _COMPOSE.search(whole):
        return "request"
    if _FICTION.search(whole):
        return "fiction"
    return "sarcasm" if _SARCASM.search(whole) else None


def is_question(sentence: Sentence, index: int) -> bool:
    """Is the clause asked, not said? A tag at the end (`对吧？`, `right?`) makes the whole sentence a question."""
    plain = sentence.clauses[index].plain
    last = sentence.clauses[-1].plain
    asked = "?" in sentence.mark or "？" in sentence.mark
    if _TAG.match(last) and (asked or sentence.chinese):
        return True
    if asked and index == len(sentence.clauses) - 1:
        return True
    if index and not asked and _RELATIVE.match(plain):
        return False
    if sentence.chinese:
        return _QUESTION_ZH.search(plain) is not None and not _NOT_QUESTION_ZH.search(plain)
    return _QUESTION_EN.search(plain) is not None or (
        asked and index > 0 and _QUESTION_EN.search(sentence.clauses[0].plain) is not None
    )


_RELATIVE = Caseless(r"(?:which|whom|who) (?:I|we|my)\b")
"""`…, which I loathe` goes on about what was named and asks nothing."""
_REACH = 8
"""Clauses that an introduction (`he says`) reaches."""


def _reported(sentence: Sentence, index: int) -> bool:
    """Somebody else's words, from the clause that introduces them on; a doctor's finding is not hearsay."""
    return any(
        _reports(clause.plain) for clause in sentence.clauses[max(0, index - _REACH) : index + 1]
    )


@lru_cache(maxsize=512)
def _reports(plain: str) -> bool:
    return _REPORTED.search(plain) is not None and _DOCTOR.search(plain) is None


@lru_cache(maxsize=512)
def _supposed(plain: str) -> bool:
    return _HYPOTHETICAL.search(plain) is not None
