"""Whose words come next? A text to work on, a set-up of fiction and an announced quotation colour what follows them.

`Imagine I'm a pirate. I love rum.`: the second sentence alone is a plain statement. So a message is read with an ear for
who speaks (`Voice`), sentence after sentence, and what was set up in earlier messages counts too.
"""

from collections.abc import Iterable
from functools import lru_cache

from stelae.remember.rules.assertion.hearsay import introduced, is_introduction
from stelae.remember.rules.assertion.joking import takes_back
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.cue import Cue
from stelae.remember.rules.reading.sentences import Sentence, sentences_of

_TEXT_TASK = Cue(
    (
        r"^(?:请|麻烦)?(?:你)?(?:帮我|帮忙|给我|替我)?(?:把|将|再|先)?.{0,12}?(?:翻译"
        r"|润色|改写|校对"
        r"|续写|仿写|扩写|缩写|概括|总结|朗读|造句|改病句|纠错|解释一下|分析一下)(?!公司|工作|专业"
        r"|软件|器|官)"
    ),
    r"^(?:英译[中汉]|[中汉]译英|默写|听写|背诵|背课文|抄写)|(?:翻译成|译成|改成英文|用(?:英语|英文|日语|法语)怎么说|怎么翻译|改得|润色一下"
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
_DREAMT = Cue(
    r"梦[见到](?:自己|我)?(?:是|变|成|住|当)",
    r"\b(?:dreamed|dreamt|had a dream)(?: last night)? (?:that )?(?:I|we)(?: was|'m| am| had| lived|'d)\b|\bin my dream\b",
)
"""A dream is told on, unless all of it is told in one sentence."""
_WHOLE_STORY = 3
"""Clauses."""
_EXERCISE = Caseless(
    r"(?:这|那|下|道|选择|填空|判断|改错)(?:道|个|一|几)?(?:题|空)[^，。]{0,10}:|(?:选|填)(?:什么|啥|哪个?)[^，。]{0,4}:"
    r"|\b(?:fill in the blanks?|multiple choice|which (?:option|answer) is)\b"
)
"""An exercise stands behind its question."""
_ASSISTANT_PLAYS = Cue(
    r"扮演(?!过|者)|设定(?:是|:|如下)|假装",
    r"\bpretend\b|\bact as\b",
)
"""The assistant is given a part: what follows in the message is part of the play."""
_PLAYED = Cue(
    r"角色扮演(?!游戏|类|手游)|我(?:来)?扮(?!演过|猪)|设定(?:是|:|如下)|(?:我们|咱们?)(?:一起)?来玩|(?:来)?玩(?:个|一个|局|一局)(?:文字|角色)?游戏|(?:我|我们)(?:的)?(?:角色|人设)(?:是|叫|名)(?!.*(?:经理|负责|开发|测试|产品|设计|运营|主管|工程师))"
    r"|(?:下面|以下|接下来)[^，。]*(?:假的|编的|虚构)|纯属虚构|都是(?:瞎编|编|虚构)的|我(?:来|要|想|先|给你)*讲一?个?(?:故事|笑话|段子)"
    r"|你(?:来)?(?:演|扮|假装是|假装成)我|假装你是我|我演(?:的是|一|你)|假装(?:我|自己|咱)|我的(?:oc|OC)(?:是|叫)",
    r"\brole-?play|\blet's play (?:a |the )?(?:\w+ )?(?:game|pretend|rpg|rp|role|story|d&d|dnd|dungeons)\b|\bin character\b"
    r"|\b(?:this|what follows|the following) is (?:all |pure |just )?(?:fiction|fictional|made up"
    r"|not real|a story I made up)\b"
    r"|\bpretend (?:that )?(?:I|we|I'm|we're)\b"
    r"|\bmy (?:(?!main\b)\w+ )?(?:character|persona|avatar|toon|oc)(?:'s| is| has| was| will be| lives| loves| hates"
    r"| wears| carries)\b"
    r"|^(?:please |you )?(?:be|are|will be|play) (?:my|a|an|the|our) (?:\w+ )*(?:dungeon master|game master|dm|gm"
    r"|narrator|npc)\b",
)
_SUPPOSED = Cue(
    (
        r"^(?:那么?|现在|好|来|请(?:你)?)?[，,]?(?:(?P<if>如果|假如|假使|要是|倘若|若是?)|(?:假设|假定|设想|试想|想象|想像|幻想|就当|权当)"
        r"(?:一下|下|着)?)[，,:]?(?:说)?(?:我们?|你|咱们?|自己)(?:现在|今天|突然|其实|真的|只|都|也)*"
        r"(?:是(?!不是|否)|变|成了?|成为|叫|当上?了?|穿越|重生|生[在为]|活在|住在|来自|转世|化身|身为|作为|有)"
    ),
    (
        r"^(?:(?:ok|so|now|well|let's|let us|just|please|for fun|,) )*"
        r"(?:(?P<if>if|what if)|imagine|picture|pretend|suppose|supposing|assume|assuming|say),? (?:that )?"
        r"(?:(?:I|you|we|my \w+)(?:'m|'re|m| am| are| was| were| is| lived?| have| had| came?)|my name)\b"
    ),
)
_CONSEQUENCE = Cue(
    r"[就会该肯愿]|一定|应该|可以|可能|多好|的话",
    r"\b(?:would|should|could|might|will|shall|can|then)\b|'d\b|'ll\b",
)
_ASKED = Cue(r"[吗呢么]$|怎么|什么|如何|哪", r"\b(?:what|how|which|where|who|would you)\b")
_OVER = Cue(
    r"(?:结束|停止|退出|不玩)(?:角色|这个|了)?(?:扮演|游戏)?|不演了|不玩了|出戏|游戏(?:结束|到此)|说(?:点|句)?正[经事题]|言归正传|话说|说回|回到(?:现实|正题)|现实(?:中|里|生活|世界)|不开玩笑"
    r"|说真的|认真的|实际上我|真实的我|真实情况|(?:以上|前面)都?是(?:编|假|虚构)",
    r"\b(?:stop|end|done with|out of|enough of|quit) (?:the |this |my )?(?:role-?play\w*|character|pretend\w*|game|play)"
    r"|\b(?:in (?:real life|reality)|irl|for real|seriously|jokes aside|back to reality|the real me|ooc|game over"
    r"|out of character)\b",
)


def foreign_text(sentence: Sentence) -> bool:
    """Does the sentence hand over a text to work on or set up fiction, so that what follows is not the person's own?"""
    plain = sentence.piece.plain
    dreamt = len(sentence.clauses) < _WHOLE_STORY and _DREAMT.search(plain) is not None
    return (
        works_on_text(plain)
        or sets_up(sentence)
        or dreamt
        or _ASSISTANT_PLAYS.search(plain) is not None
    )


@lru_cache(maxsize=256)
def works_on_text(plain: str) -> bool:
    """Does it ask to work on a text, to make one or to solve an exercise?"""
    return any(cue.search(plain) for cue in (_TEXT_TASK, _COMPOSE, _EXERCISE))


@lru_cache(maxsize=256)
def plays(plain: str) -> bool:
    """Does it set up a play or a game with a part for the speaker?"""
    return _PLAYED.search(plain) is not None


def fiction_running(texts: Iterable[str]) -> bool:
    """Was a play or another self set up in earlier messages, and not ended since?"""
    running = False
    for text in texts:
        for sentence in sentences_of(text).sentences:
            if _OVER.search(sentence.piece.plain):
                running = False
            elif not running:
                running = sets_up(sentence)
    return running


def points_back(sentence: Sentence) -> bool:
    """Does it ask to work on what stands before it (`translate this into French`), or call it a joke?"""
    plain = sentence.piece.plain
    return _POINTS_BACK.search(plain) is not None or takes_back(plain)


_POINTS_BACK = Caseless(
    r"(?:把|将)?(?:这|上面|以上|前面|刚才)(?:句|段|个|些|的|面)?.{0,8}(?:翻译|润色|改写|改|译|怎么说|语法|通顺)"
    r"|\b(?:translate|rewrite|proofread|polish|rephrase|edit|correct|fix) (?:this|that|it|the above|the previous|my)\b"
)


def sets_up(sentence: Sentence) -> bool:
    """Does it give the speaker another self, for more than what would follow from it?

    `If I were rich, I would travel` is complete; `如果我是一只猫。` leaves open what the cat says next.
    """
    plain = sentence.piece.plain
    if plays(plain):
        return True
    found = _SUPPOSED.match(plain)
    if found is None or "?" in sentence.mark:
        return False
    rest = plain[found.end() :]
    return not _ASKED.search(rest) and not (found["if"] and _CONSEQUENCE.search(rest))


class Voice:
    """Keeps whose words the sentences of a message are, in the order of the text."""

    def __init__(self, text: str, *, fiction: bool = False) -> None:
        """Begin a message; `fiction` was set up before it."""
        self._text = text
        self._foreign = fiction
        self._paragraph = False
        """A quotation within a line ends with it."""
        self._end = 0

    def own(self, sentence: Sentence) -> bool:
        """Does the person speak here? A sentence that is their own may hand the word to somebody else."""
        start, end = sentence.piece.start, sentence.piece.end
        if self._paragraph and "\n" in self._text[self._end : start]:
            self._foreign = self._paragraph = False
        if self._foreign and _OVER.search(sentence.piece.plain):
            self._foreign = self._paragraph = False
        self._end = end
        return not self._foreign

    def heard(self, sentence: Sentence) -> None:
        """Take note of what the sentence sets up for those behind it."""
        rest = self._text[sentence.piece.end :].lstrip(' *"”')
        announced = rest[:1] in {":", "："} and is_introduction(sentence.piece.plain)
        if announced or foreign_text(sentence):
            self._foreign = True
        elif (at := introduced(sentence.piece.plain)) is not None:
            self._paragraph = _FIRST_PERSON.search(sentence.piece.plain[at:]) is not None
            self._foreign = self._paragraph


_FIRST_PERSON = Caseless(r"我|咱|\b(?:I|I'm|my|me)\b")
