"""Is a clause asserted at all? Questions, wishes, plans, fiction, hearsay, sarcasm and text to work on are not.

Read clause by clause: `我对花生过敏，晚上吃什么好？` asserts its first half. What a person asks the assistant to do
with a text (translate, continue, role-play) makes the text itself foreign, also across the rest of the message.
"""

from functools import lru_cache
from typing import Literal

from stelae.remember.rules.assertion.foreign import plays, sets_up, works_on_text
from stelae.remember.rules.assertion.hearsay import reported
from stelae.remember.rules.assertion.joking import in_jest
from stelae.remember.rules.assertion.questions import is_question
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.cue import Cue
from stelae.remember.rules.reading.sentences import MASK, Sentence

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


_FICTION = Cue(
    (
        r"角色扮演(?!游戏|类|手游)|(?<!角色)扮演(?!过|者)|假装|你演|我演|假设你是|假如你是|设定(?:是|:|如下)|人设|剧情|主角|男主|女主"
        r"|小说里|故事里|剧本里|电影里|书里|游戏里|梦里|梦见|梦到|做了个梦|台词|歌词"
        r"|旁白|从前有|平行(?:宇宙|世界|时空)|前世|来世|[上下]辈子|在我"
        r"(?:写)?的(?:小说|故事|剧本)"
    ),
    r"\bin (?:another|a past|a previous|my (?:next|past|previous)|a parallel) (?:life|universe)\b"
    r"|\brole-?play|\bpretend(?:ing)?\b|\bimagine (?:you|I|that|we|a)\b|\bact as\b"
    r"|\byou are playing\b|\bin (?:my|the|this) (?:novel|story|book|script|screenplay|game|dream"
    r"|movie|film|play)\b"
    r"|\bmy (?:character(?! (?:flaw|trait|strength|reference|building))|protagonist|narrator|persona|avatar)\b"
    r"|\bthe (?:protagonist|narrator|hero"
    r"|heroine|main character|villain)\b|\bonce upon a time\b|\bI (?:had a dream|dreamed|dreamt)\b"
    r"|\bhypothetically\b|^(?:for )?example:|\bnobody:|\balso me:|\b(?:fictional|fanfic|in-character"
    r"|the lyrics|the line goes)\b",
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
        r"|使我快乐|(?:最爱|最(?:喜欢|爱)的(?:事)?就是|太喜欢|太爱|超爱|可喜欢|爱死|热爱|爱惨)了?(?:在)?(?:这个|每天|天天|周末|半夜|凌晨|早起)?(?:加班|上班|上学|上课|早八"
        r"|早起|周一|通勤"
        r"|考试|调休|单休|催婚|堵车|排队|改需求|改bug|开会|被|写周报|写作业|值班|赶ddl|背锅|等电梯|挤地铁|996|007)"
        r"|^(?:我?真[是的]?)?(?:笑死|笑不活|绷不住|蚌埠住|我真的会谢|谢谢啊|无语|救命|好家伙|离谱|栓q|服了)[^，。]{0,6}[，,].*(?:爱死|最爱|太爱|太喜欢|超爱|真香"
        r"|爱惨)"
        r"|反话|谁不(?:喜欢|爱|想)|🙄|🙃|求之不得呢|多么美妙"
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
_FIGURE = Cue(
    (
        r"嫁给(?:工作|事业|钱|代码)|[和跟](?:床|被窝|工作|手机|电脑|代码|空调|奶茶)(?:结婚|锁死|在一起)|是(?:奶茶|水|铁|肉|棉花)做的"
        r"|对(?:老板|领导|同事|客户|班|周一|人类|傻[逼X]|结婚|相亲|钱)过敏|(?:打工|工具|卷)(?:魂|人)上身|莫得感情|住在公司了|长在(?:床|沙发|工位)"
    ),
    r"\b(?:live under a rock|live in (?:my (?:own )?head|(?:constant )?fear|hope|the past|the moment|denial|a bubble"
    r"|your walls)"
    r"|(?:was|wasn't|was not) born yesterday"
    r"|speak fluent (?:sarcasm|\w+ and sarcasm)"
    r"|married (?:to )?(?:my|the) (?:job|work|bed|couch)|(?:is|'m|am) a (?:clown|potato|zombie|mess)"
    r"|allergic to (?:my (?:boss|job|ex)|small talk|people|adulting|meetings))\b",
)
"""Figures of speech that have the shape of a fact."""
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


def stance_of(sentence: Sentence, index: int) -> Stance:
    """Return how the clause with that index stands in its sentence."""
    plain = sentence.clauses[index].plain
    if of_all := _stance_of_all(sentence.piece.plain):
        return of_all
    if MASK in plain and _QUOTED_SPEECH.search(sentence.piece.plain):
        return "reported"
    if is_question(sentence, index):
        return "question"
    if reported(sentence, index):
        return "reported"
    before = sentence.clauses[index - 1].plain if index else ""
    if _supposed(plain) or (_supposed(before) and not _FOR_YOU.search(before)):
        return "hypothetical"
    if index and sets_up(sentence):
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
    if works_on_text(whole):
        return "request"
    if _FICTION.search(whole) or plays(whole) or in_jest(whole):
        return "fiction"
    return "sarcasm" if _SARCASM.search(whole) or _FIGURE.search(whole) else None


_FOR_YOU = Cue(
    r"(?:如果|要是|假如|若是?|万一)(?:你|您|咱们?|我们)?(?:要|想|帮我|给我|以后|之后|下次)*(?:推荐|点|订|买|做饭|安排|选|送|约|聚餐|请我|外出"
    r"|出去吃)",
    r"\bif you(?:'re| are|'d| ever| want to)? (?:need|book|order|recommend|pick|plan|cook|choose|look|buy|suggest|ask"
    r"|wonder|make|get)",
)
"""What somebody may do for the speaker supposes nothing about them (`如果你要推荐餐厅，我不吃辣`)."""


@lru_cache(maxsize=512)
def _supposed(plain: str) -> bool:
    return _HYPOTHETICAL.search(plain) is not None
