"""English families: permissions, checks and tools, and orders that only a person may give."""

from stelae.text.scanner_rules import Rule, rule

_CHECK_EN = (
    r"(?:review|approvals?|confirmations?|verification|authori[sz]ation|authentication|"
    r"sign-?off|two-factor|2fa|permission|"
    r"(?:code|security|safety|permission|identity|compliance|fraud|background|confirmation|"
    r"approval) (?:checks?|reviews?|scans?|steps?|prompts?))"
)
_CHECK_WORDS = (
    r"(?: (?:the|all|any|every|each|your|our|my|this|that|manual|release|deploy\w*|code|"
    r"human|further|additional|extra|payments?|final|usual|security|of|for|steps?|user|"
    r"manager'?s?|legal|peer|normal|more|ask\w*|wait\w*|it)){0,5}?"
)
_DANGEROUS_TOOL = (
    r"(?:delete|remove|drop|wipe|erase|send|e?mail|upload|post|transfer|pay|exec|execute|"
    r"shell|run|fetch|http|write|forward|purge|kill|grant|export|"
    r"download|share)_\w+"
)
_MACHINE = r"(?:ai|a\.i\.|llm|language model|assistant|chatbot|agent|bot)s?"

_TO_DO_EN = (
    r"(?:store|save|remember|note|keep|add|send|reply|answer|recommend|call|run|ignore|"
    r"treat|include|append|forward|visit|open|"
    r"approve|repeat|output|trust|use|delete|fetch|write)\b"
)

ORDERS_EN: tuple[Rule, ...] = (
    # -- permissions, checks, tools
    rule(
        "skip_check",
        "grant",
        "skip|bypass|omit|waive|disable|without|no |n't|not |never|required|needed",
        rf"\b(?<!not )(?<!n't )(?<!never )(?:skip|bypass|omit|waives?|waiving|waived|disable|"
        rf"drop|turn off|ignore|avoid)\b{_CHECK_WORDS} {_CHECK_EN}\b|"
        rf"\b(?:do not|don't|no need to|never|not) (?:need|require|ask|wait|"
        rf"bother)\b{_CHECK_WORDS} {_CHECK_EN}\b|"
        rf"\bwithout\b(?: (?:any|further|my|our|prior|additional|explicit|asking|waiting|for|"
        rf"their|user)){{0,4}} (?:{_CHECK_EN}|asking|consent)\b|"
        rf"\bno (?:further |more |additional )?{_CHECK_EN}~2 (?:needed|required|necessary)\b|"
        rf"\b{_CHECK_EN} (?:is|are) (?:not|no longer|never) (?:needed|required|necessary)\b",
        r"\b(?:do not|don't|never|nothing|must not|may not|cannot|can't|no one|nobody|"
        r"not)\b[^.;]{0,60}?\b(?:without|skip|bypass)\b",
    ),
    rule(
        "grant",
        "grant",
        "approve|accept|agree|consent|grant|admin|allow|as if|authori|permission|root|access|confirm|treat|promise",
        r"\bauto-?(?:approve|accept|confirm|merge|deploy|agree|pay)\w*\b|\b(?:automatically|"
        r"always|by default|blindly)~1 (?:approve|accept|agree(?! on)|grant|consent|"
        r"authori[sz]e)\b|\b(?:automatically|blindly)~1 confirm\b|"
        r"(?<!not )(?<!n't )(?<!never )(?<!unable to )(?<!must )(?<!should )(?<!has to )\b(?:approve|accept|agree to|grant|"
        r"authori[sz]e)\b (?:all|any|every)~2 (?:requests?|changes?|prompts?|permissions?|"
        r"payments?|transactions?|transfers?|commands?|terms|contracts?|orders?|actions?|"
        r"access)\b|\b(?:approve|agree to|grant|authori[sz]e) everything\b|"
        r"\b(?:grant|give|assign)\b~4 (?:admin\w*|root|sudo|superuser|full|unlimited|elevated|"
        r"unrestricted) (?:access|privileges?|rights?|permissions?|role)\b|"
        r"\btreat\b~8 as (?:if (?:the user|i|they|it)\b|trusted|an? (?:user )?(?:instruction|"
        r"command|order)|the user's|coming from)|\bas if the user (?:had |has )?(?:said|asked|"
        r"approved|written|typed)\b|"
        r"\b(?:earlier|previously|already)\b,? you (?:have |had |already )*(?:confirmed|agreed|"
        r"approved|authori[sz]ed|promised|accepted)\b",
    ),
    rule(
        "tool_change",
        "grant",
        "tool|_",
        r"\b(?:always|only|must|from now on|instead|never|every time|for (?:all|any|"
        r"every))\b[^.;]{0,40}?\b(?:use|call|run|invoke)\b[^.;]{0,24}?(?:\b[a-z]+_[a-z_]+\b|"
        r"\btools?\b)|"
        r"\b(?:use|call|run|invoke)\b[^.;]{0,24}?(?:\b[a-z]+_[a-z_]+\b|"
        r"\btools?\b)[^.;]{0,30}?\b(?:instead|always|from now on|for (?:all|every|any))\b|"
        r"\bbefore (?:running|executing|you run|any|every|each)\b~5 (?:run|execute|install|"
        r"download)\b~5 (?:script|installer|package|binary)\b",
    ),
    rule(
        "tool_call",
        "untrusted",
        "_|rm -rf|169.254|curl",
        rf"\b(?:call|invoke|use|run|execute|trigger)\b(?: (?:the|a|an|tool|function|now|first|"
        rf"with)){{0,3}} [`'\"]?{_DANGEROUS_TOOL}|\brm -rf\b|169\.254\.169\.254|"
        rf"\bcurl\b[^|\n]{{0,120}}\| ?(?:ba|z)?sh\b",
    ),
    # -- orders that only a person may give
    rule(
        "plant_rule",
        "untrusted",
        "memory|rule|future|session|instruction|preference|permanently|remember|memor",
        r"\b(?:remember|memori[sz]e|retain|keep|store|save|record|add|write|commit|persist|"
        r"note|put)\b[^.;]{0,60}?"
        r"(?:\b(?:to|in|into) (?:your|the assistant's|the agent's|long[- ]term|persistent|"
        r"permanent|core|user)(?: long[- ]term| persistent| permanent| core)? memor(?:y|ies)\b|"
        r""
        r"\b(?:this|the following|it)~2 (?:to|into) memory\b|\bfor (?:all |any |"
        r"every )?(?:future|later|subsequent|upcoming) (?:sessions?|tasks?|conversations?|"
        r"chats?|interactions?|replies|responses|requests?)|"
        r"\bas (?:a |an |the )?(?:user |standing |permanent |core |trusted )*(?:preference|"
        r"rule|instruction|directive|memory)\b|\bpermanently\b|\bforever\b)|"
        r"\b(?:remember|memori[sz]e|keep|follow|apply|obey)\b (?:this|the following|these|one|"
        r"a)~1 (?:rules?|instructions?|directives?|polic(?:y|ies)|commands?)\b|"
        r"\bupdate your memory\b|\byour memory (?:must|should|needs to) be\b|\bin (?:all |"
        r"every |any |your )?future (?:sessions?|conversations?|repl\w+|responses?|answers?|"
        r"tasks?)\b",
    ),
    rule(
        "standing_order",
        "untrusted",
        "from now on|from this point|going forward|henceforth|rest of th|remainder",
        r"\b(?:from now on|from this (?:point|moment)(?: on| forward)?|going forward|"
        r"henceforth|for the (?:rest|remainder) of (?:this|the) (?:conversation|session|task|"
        r"chat))\b"
        r"[^.]{0,20}?\b(?:you|always|never|treat|answer|reply|respond|include|ignore|call|send|"
        r"follow|end|begin|start|use|add|only|every)\b",
    ),
    rule(
        "to_machine",
        "untrusted",
        "ai|llm|language model|assistant|agent|bot",
        rf"\b(?:notice|note|message|attention|instructions?|reminder|important)\b~2 (?:to|"
        rf"for) (?:(?:any|all|every) (?:ai |autonomous |coding )*{_MACHINE}|(?:the )?(?:(?:ai|"
        rf"autonomous|coding|automated) {_MACHINE}|ai|llms?|language models?|chatbots?))\b|"
        r"\bif (?:you are|you're)(?: an?)? (?:ai|llm|large language model|language model|"
        r"ai assistant|assistant|coding agent)\b|"
        r"\bas an? (?:ai|llm|language model|assistant|coding agent)\b~2 (?:reading|reviewing|"
        r"processing|summari[sz]ing|analy[sz]ing|parsing) (?:this|the|these)\b|"
        rf"\b(?:ai|llm|coding|"
        rf"autonomous) {_MACHINE.replace('ai|a', 'ai|tool|system|model|a')}\b~5 (?:should|must|"
        rf"shall|need to|are required to|have to)\b(?! (?:comply|be)\b)|"
        rf"\bfor ai (?:coding )?{_MACHINE}\)?:|\b(?:ais?|llms?|language models?|chatbots?|"
        rf"assistants?)~2 (?:reading|summari[sz]ing|processing|reviewing|parsing)~4 (?:should|"
        rf"must|shall|need to)\b",
    ),
    rule(
        "false_authority",
        "untrusted",
        "developer|admin|system|official|authori|security team|operator|vendor",
        r"\b(?:note|message|notice|instructions?|orders?) from (?:the |your )?(?:developers?|"
        r"admin\w*|system|operator|security team|vendor|maintainers?|platform)\b|"
        r"\b(?:this is|as) an? (?:authori[sz]ed|official|approved|mandatory) (?:diagnostic|"
        r"instruction|request|command|test|override|directive|system|notice)\b|"
        r"\bsystem (?:override|update)\b[^.]{0,40}?\byou",
    ),
    rule(
        "new_rules",
        "anyone",
        "system update|system override|security override|admin override|system alert",
        r"\b(?:system|security|admin) (?:update|override|alert)\b[^.]{0,30}?\byou(?:r)?\b",
    ),
    rule(
        "output_order",
        "untrusted",
        "respond|reply|answer|output|append|token|verbatim|receipt|report|summary|response|review|"
        "must be|must appear|before ",
        r"\b(?:respond|reply|answer) only\b|\b(?:respond|reply|"
        r"answer)\b (?:only )?with (?:the (?:exact|word|code|token|phrase|following)|[\"'`]|"
        r"[a-z]+-[a-z]+-\w+)|"
        r"\b(?:append|output|insert|emit|echo|print|include|repeat)\b~4 (?:exact (?:token|"
        r"string|phrase|words?|code)|token|canary|code word|reference code|magic word|"
        r"secret phrase)\b|\boutput [a-z]{2,8}(?:-[a-z0-9]{2,12}){2,}|"
        r"\b(?:confirm|acknowledge) (?:receipt )?by (?:outputting|saying|replying|printing|"
        r"sending)\b|\bbefore (?:you )?(?:answer|respond|reply|continu)\w*(?: to)?(?: the user\b|"
        r",? (?:first )?(?:append|call|send|output|run|delete|include|open|visit|print)\b)|"
        r"\b(?:call|run|delete|send|execute|invoke|upload|"
        r"fetch)\b~6 before (?:you )?(?:respond|answer|reply|continu)|"
        r"\b(?:at|to) the (?:end|start|beginning|top) of (?:your|every|"
        r"each) (?:next )?(?:reply|response|answer|message|review|summary|report)\b|"
        r"\b(?:in|with) (?:your|every|each|all)(?: \w+)? (?:repl(?:y|ies)|responses?|answers?|"
        r"summar(?:y|ies)|reports?)\b(?= (?:you (?:generate|write|give|produce|make|send)|"
        r"so (?:it|that)|from now|verbatim))|"
        r"\bproduce the expected output\b|\bmust (?:be included|appear|be added|"
        r"be repeated) in (?:your|every|each|all)\b",
    ),
    rule(
        "destructive",
        "untrusted",
        "empty|wipe|delete|erase|format",
        r"\b(?:agents?|assistants?|you)\b[^.]{0,60}?\b(?:should|must|first|"
        r"need to)\b~2 (?:empty|wipe|delete|erase|clear|format)\b~4 (?:director(?:y|ies)|"
        r"folders?|files?|databases?|logs?|disks?|records?)\b",
    ),
    # -- the same wishes in other words
    rule(
        "grant",
        "grant",
        "permission|you may|you can|you are|authori|let |allow|behalf|coming from",
        r"\b(?:you have|i give you|giving you|i grant you|has|with)~2 (?:blanket |full |"
        r"standing |general )?permission to\b|\bauthori[sz]es? (?:the |any |this )?(?:agent|"
        r"assistant|ai|bot|you|model)\b~1 to\b|"
        r"\byou (?:may|can|are (?:allowed|free|authori[sz]ed|welcome) to)\b~1 (?:sign|move|"
        r"transfer|pay|spend|delete|buy|approve|merge|deploy|publish|order|"
        r"release)\b~6 (?:on my behalf|without|freely|whenever|any time|anytime|as you see fit|"
        r"by yourself|yourself)\b|"
        r"\b(?:let|allow|permit)\b~3 (?:write|access|delete|deploy|push|"
        r"edit)\b~3 (?:production|prod|database|everything|main|master|repositor\w+)\b|"
        r"\bas coming from me\b",
        r"\b(?:do not|don't|never|not)\b~2 (?:let|allow|permit|have permission)\b",
    ),
    rule(
        "skip_check",
        "grant",
        "asking|unchecked|unreviewed|unverified|obsolete|abolish|review|approval|confirmation|check",
        r"\bstop asking~2 (?:before|for|to confirm|to approve|whether)\b|\b(?:unchecked|"
        r"unreviewed|unverified|unapproved)(?=[.!,;]|$)|"
        r"\b(?:approvals?|reviews?|checks|confirmations?|sign-?offs?) (?:are|is|have been|"
        r"has been)~1 (?:obsolete|abolished|cancel\w+|suspended|waived|lifted|dropped|off)\b|"
        r"\bno (?:human |manual |prior |extra |second |formal )+(?:review|approval|"
        r"confirmation|check|sign-?off)s?~1 (?:is|are|needed|required|necessary)\b|"
        r"\b(?:release|approve|grant|accept)~2 requests?~1 yourself\b",
        r"\b(?:never|must not|may not|do not|don't|cannot|can't) (?:go|ship|be|leave|deploy|"
        r"publish)\b",
    ),
    rule(
        "plant_rule",
        "untrusted",
        "profile|memory|notes|note|session|conversation|forget|memo|knowledge|preference|record",
        r"\b(?:store|save|add|record|put|enter|write|log|note|keep|file)\b~7 (?:to|in|into|on|under)~1 "
        r"(?:user's|user|customer's|account|their|your|shared|agent's|assistant's)~1 "
        r"(?:profile|memory|notes|preferences|knowledge(?: base)?)\b|"
        r"\bmake a (?:mental |permanent )?note (?:that|of|:)|\bkeep in mind (?:for|in) (?:every|all|any|later|future)|"
        r"\b(?:retained?|kept|persist(?:s|ed)?|carried|remembered|valid|hold)\b~2 (?:across|between|over) "
        r"(?:all )?(?:sessions|conversations|chats)\b|\b(?:never|don't|do not) forget (?:this|that|the following)\b ?:|"
        r"\b(?:memory|user profile|user preferences?|memo) (?:update|entry|addition|write|append)s? ?:|"
        r"\bprofile (?:update|entry) ?: (?:the |this )?user\b|\bkeep (?:it|this) in memory\b|"
        r"(?:memo|note|message|instruction|hint|directive)s?_(?:for|to)_(?:the_)?(?:ai|agent|assistant|model|llm|bot)",
    ),
    rule(
        "to_machine",
        "untrusted",
        "assistant|model|agent|ai|bot|llm",
        r"\bdear (?:ai|assistant|agent|model|bot|llm)\b|\b(?:for|to) the (?:model|llm|"
        r"assistant|ai|agent) ?[:,]|(?:^|[.!?:>\n] ?)(?:assistants?|ai agents?|agents?|llms?|"
        r"models?|bots?|ais?) ?[,:] ?(?:please |kindly |you )?~1 " + _TO_DO_EN,
    ),
    rule(
        "exfiltration",
        "untrusted",
        "://|endpoint|our |form|query|bcc|support|server",
        r"\b(?:post|upload|send|submit|paste|copy|transmit|forward|put|include|append|attach|"
        r"embed)\b~8 (?:chat logs?|history|\.env\b|~/\.\w+|keys?|secrets?|tokens?|passwords?|"
        r"environment|address(?:es)?|phone numbers?|contacts?|transcripts?|credentials?|"
        r"user data|session data)"
        r"~8 (?:[a-z]{3,5}://|[\w.+-]+@\w|our (?:server|endpoint|form|pad|api)|"
        r"the (?:query string|url|link|form below)|query string|every link|support)|"
        r"\bbcc\b~1 [\w.+-]+@[\w.-]+~3 (?:every|all|each|any)\b|"
        r"\b(?:post|upload|send|submit) whatever\b",
        r"\b(?:do not|don't|never|must not)\b~3 (?:post|send|upload|paste|share|submit|copy|"
        r"include)\b",
    ),
)
