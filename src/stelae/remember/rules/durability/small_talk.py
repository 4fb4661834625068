"""What is not worth keeping however plainly it is said: courtesies, moods of the moment, running status, work for now."""

import re

from stelae.remember.rules.reading.caseless import Caseless

_FILLER = (
    "好的?|好吧|好嘞|好哒|行|嗯+|哦+|噢|喔|啊+|哈+|嘿+|呵+|嘻+|哎呀?|唉|是的?|对的?|没错|可以"
    "|收到|明白了?|懂了|知道了|了解|了|谢谢你?|多谢|谢啦|感谢|辛苦了?|不客气|没事|没关系|"
    "不好意思|抱歉|对不起|你好|您好|早上?好?|早安|晚安|晚上好|下午好|中午好|再见|拜拜|回头见"
    "|明天见|下次见|周末愉快|真的吗?|真好|太好了|不错|厉害|牛|赞|棒|加油|呢|呀|啦|吧|哇|哟|嘛|哼|"
    "太棒了|好耶|完美|就这样|先这样|算了|随便|都行|都可以|没问题|继续|然后呢|还有吗|在吗|在不在|hello|hi|thanks|thx|ok"
)
_SMALL_ZH = Caseless(rf"(?:(?:{_FILLER})[\s,，.!~]*)+")
_SMALL_EN = Caseless(
    r"(?:(?:ok(?:ay)?|k|kk|yes|yeah|yep|yup|no|nope|nah|sure|right|great|good|nice|cool|awesome"
    r"|perfect|fine|thanks?(?: you)?(?: so much| a lot| very much| a bunch| again| for (?:that"
    r"|the help|your help|everything))?|thx|ty|cheers|"
    r"hi|hey|hello|bye|goodbye|see you(?: (?:later|soon|tomorrow|then|around))?|good (?:morning"
    r"|night|evening|afternoon|job|point|idea|luck|one)|lol|lmao|ha(?:ha)+|wow|oh|ah|hm+|well|"
    r"got it|i see|makes sense|sounds good|no problem|no worries|you're welcome|my pleasure|sorry"
    r"|please|never ?mind|whatever|exactly|agreed|indeed|true|interesting|amazing|how are you"
    r"(?: doing)?(?: today)?|what's up|"
    r"have a (?:good|nice|great) (?:day|one|night|weekend)|take care|there|everyone|friend|buddy"
    r"|mate|much appreciated|appreciate it|that's all|that helps|love it|you too|same here|brb"
    r"|ttyl|nothing|and|so|very|that's (?:great|nice|good|cool|all|it|fine|right|awesome"
    r"|helpful))[\s,.!~:)]*)+"
)
_EMPTY = re.compile(r"[\W\d_]*")
_PRAISE = Caseless(
    r"^(?:你(?:真|太|好|说得|说的|讲得|讲的|的(?:回答|建议|解释)|可真|人真|辛苦|是最|觉得|挺|很|也"
    r"|有点)|多亏你|幸好有你|谢谢|感谢|多谢|辛苦|祝|恭喜|我爱你|爱你|我喜欢你|我讨厌你|我恨你|我也"
    r"(?:觉得|(?:是|这么|这样)+(?:想|认为|感觉)的?|是(?:这样|如此|的|醉了|服了|啊|呀|哦|呢)?的?$)|我知道了|我明白|我懂|我同意|我觉得(?:你|不错|可以|挺好|还行)|听起来|看起来|这"
    r"(?:个|样|句|篇|首|段)?(?:回答|建议|想法|方案|主意)?(?:真|太|很|挺|不错|好|可以)|"
    r"(?:I )?(?:really |so |do )?(?:thank|appreciate|love you|like you|hate you|agree|understand"
    r"|see what|get it|love (?:this|that|it(?! when)|your|how you)|like (?:this|that|it|your"
    r"|how you|the sound)|hate (?:this|that|it(?! when)))\b|you(?:'re| are) (?:so |very |really "
    r"|a |the |such |right|welcome|great|amazing|wrong|funny)|that(?:'s| is| was| sounds)|this is "
    r"(?:so |really |very |great|good|nice|bad|amazing|awesome)|it(?:'s| is) (?:so |really |very "
    r"|too |pretty |quite )?(?:great|good|nice|bad|amazing|awesome|fine|ok|okay|funny|sad|cold|hot"
    r"|raining|sunny|snowing|late|early)\b|congratulations|sounds)"
)
_NOW = Caseless(
    r"HEARTBEAT|心跳检测|\d+\s*/\s*\d+\s*(?:个|项|条|步)?|还在(?:跑|运行|编译|下载|加载|处理|等|测"
    r"|构建|上传|排队|路上)|正在(?:跑|运行|编译|下载|加载|处理|等|部署|构建|上传|安装|打|输入|开会"
    r"|吃|洗|排队|赶|看(?!一本)|写(?!一[本部])|改)|跑完了|跑通了|编译(?:通过|失败|过)|报错|崩了"
    r"|卡住|先等|稍等|等一下|等等|等会|待会|一会儿?|马上(?!要)|这会儿|此刻|现在(?:正|很|好|有点|要"
    r"|想|就|先|去|开始|饿|困|几点)|"
    r"刚(?:刚|才)?(?:吃|睡|醒|到家|下班|起床|洗|跑|开完|写完|看完|做完|下课|出门|回来|试了|改了"
    r"|提交|发|更新了)|(?:我)?(?:好|太|有点|又|很|快|真)(?:饿|困|累|渴|热|冷|无聊|烦|忙|难受|晕|撑"
    r"|头疼|开心|高兴|难过|郁闷|焦虑|紧张|崩溃|尴尬|激动|生气|伤心|丧|慌|懵|迷茫)|(?:饿|困|累|渴"
    r"|撑|烦|笑|气|热|冷|忙)死|睡不着了|下雨了|下雪了|天气(?:真|很|好|不错|太)|堵车|在(?:地铁|公交"
    r"|路|车|机场|会议|开会|排队|等车|高铁|飞机|外面|超市|医院)(?:上|里|中|呢|了|排队|等)|"
    r"进度|百分之|\d+%|今天(?:天气|好|太|真|有点|很|心情|要|得|想|先|还|就|不想|打算|只|的任务"
    r"|的待办|把|吃|中午|晚饭|午饭|下班|上班|加班|没|状态)|今晚(?:要|得|想|吃|先|加班|做|去|看"
    r"|打算|前)|今早|明早(?:要|得|先|提醒)|这次|这回|这一次|本次|当前(?:任务|进度|状态|分支)|先"
    r"(?:把|别|这样|不|去|做|写|改)|想(?:吃|喝|睡|哭|回家|静静|休息|买点)|去(?:洗澡|吃饭|睡|开会"
    r"|一下)(?:了|$)|我(?:来|去|先|再|回头|到时候)(?:看|试|想|问|查|改|做|写|找|吃|睡|洗|忙)|"
    r"(?:这个|那个)(?:bug|报错|错误|需求|任务|接口|函数|文件|页面)|今天之内|下班前|天黑前|(?:午饭"
    r"|晚饭|早饭|外卖)(?:吃|点)了?什么"
)
_NOW_EN = Caseless(
    r"HEARTBEAT|\bping\b|\b\d+ ?(?:/|of) ?\d+ (?:tests?|steps?|jobs?|files?|done|passed|left"
    r"|items?)\b|\bstill (?:running|waiting|building|compiling|loading|working|downloading"
    r"|uploading|processing|pending|going|debugging|stuck)\b|\b(?:is|are) (?:running|building"
    r"|compiling|loading|downloading|uploading|deploying|failing|crashing|hanging|stuck"
    r"|down right now|in progress|pending|done|finished|green|red|broken|raining)\b|"
    r"\bI(?:'m| am) (?:so |very |really |a bit |a little |kinda |pretty |just |too |feeling "
    r"|currently )*(?:hungry|tired|sleepy|bored|cold|hot|thirsty|stuck|busy|late|exhausted"
    r"|confused|lost|happy|sad|excited|nervous|stressed|annoyed|frustrated|back|here|done|ready"
    r"|sorry|glad|sure|curious|good|fine|ok|okay|great|looking|waiting|getting|going|about to"
    r"|afraid (?:that|so|not)|wondering|asking|trying|in (?:a|the) (?:meeting|car|taxi|queue|call"
    r"|line|middle)|at the (?:airport|station|store|gym|office now|dentist|shop)|on (?:the|a) "
    r"(?:bus|train|way|phone|call|plane)|running|heading|leaving|making|cooking|eating|watching"
    r"|sitting|debugging|writing|reading|having|feeling|not feeling)\b|"
    r"\b(?:right now|at the moment|just now|for now|hold on|one sec|a second|wait a|in a (?:minute"
    r"|moment|sec|bit)|for the next (?:hour|few|\d+)|this time|for this (?:one|task|file|message"
    r"|time)|just this once|today only|currently (?:running|building|at \d)|by end of day|by EOD"
    r"|before lunch|asap|until (?:lunch|noon|\d))\b|"
    r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b|\bI(?:'ll| will| need to| have to"
    r"| gotta| got to| must| just)\s+(?:be|go|check|try|get|do|take|look|see|let|ask|think|finish"
    r"|write|fix|send|run|call|buy|pick|make|grab|start|come|have|update|submit|clean|reboot"
    r"|restart|tried|saw|woke|ate|got (?:home|back)|finished|pushed|merged|deployed|submitted|sent"
    r"|fixed|ran|noticed|realized|wanted)\b|\bthe (?:build|test|tests|job|script|deploy|deployment"
    r"|server|page|weather|code|output|error|bug|download|upload|pipeline) (?:is|are|was|just"
    r"|keeps|has|failed|passed|finished|crashed|timed|still|broke|looks|seems|works|does"
    r"|doesn't)\b|\bprogress\b|\b\d+ ?%|it(?:'s| is) (?:raining|snowing|hot|cold|late|early)"
)


_LETTERS = re.compile(r"[A-Za-z]{2}")


def is_small_talk(plain: str) -> bool:
    """Is it nothing but courtesies, laughter or signs? Decided by the words, never by length (DEV-18.3)."""
    words = _SMALL_EN if plain.isascii() else _SMALL_ZH
    return bool(words.fullmatch(plain) or _EMPTY.fullmatch(plain))


def is_courtesy(plain: str) -> bool:
    """Is it praise, thanks, agreement or an opinion about the talk itself?"""
    return _PRAISE.match(plain) is not None


def is_transient(plain: str) -> bool:
    """Does it hold for the moment only: today's work, running status, a passing mood (DEV-03, K14)?"""
    if not plain.isascii() and _NOW.search(plain):
        return True
    return _LETTERS.search(plain) is not None and _NOW_EN.search(plain) is not None


_TODAY_ONLY = Caseless(
    r"今天|今晚|今早|这次|这顿|这会儿|此刻|这两天|暂时|\b(?:today|tonight|right now|at the moment"
    r"|for now|this time|this (?:morning|afternoon|evening|week))\b"
)


def is_momentary(plain: str) -> bool:
    """Does it name the moment it holds for (`今天不喝酒`, `no coffee tonight`)? A clear cue is then no lasting one."""
    return _TODAY_ONLY.search(plain) is not None


_ONCE = Caseless(
    r"这一?[次回顿双件趟单]|今[天晚早]|\b(?:this (?:time|once|trip|round)|just (?:this )?once|today|tonight)\b"
)
_FROM_NOW = Caseless(r"以后|今后|从今|从这|\b(?:from now on|any ?more|ever again|starting)\b")


def for_this_once(plain: str) -> bool:
    """Does a sentence say that what it rules out holds for this once (`just this once, no leather`; P18)?"""
    return _ONCE.search(plain) is not None and _FROM_NOW.search(plain) is None
