"""English families: orders that only a person may give, found in what is read and not in what a person says."""

from stelae.text.scanner_rules import Rule, rule

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
    rule(
        "tool_call",
        "untrusted",
        "_|rm -rf|169.254|curl",
        rf"\b(?:call|invoke|use|run|execute|trigger)\b(?: (?:the|a|an|tool|function|now|first|"
        rf"with)){{0,3}} [`'\"]?{_DANGEROUS_TOOL}|\brm -rf\b|169\.254\.169\.254|"
        rf"\bcurl\b[^|\n]{{0,120}}\| ?(?:ba|z)?sh\b",
    ),
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
    rule(
        "plant_rule",
        "untrusted",
        "profile|memory|notes|note|session|conversation|forget|memo|knowledge|preference|record",
        r"\b(?:store|save|add|record|put|enter|write|log|note|keep|file)\b~7 (?:to|in|into|on|"
        r"under)~1 "
        r"(?:user's|user|customer's|account|their|your|shared|agent's|assistant's)~1 "
        r"(?:profile|memory|notes|preferences|knowledge(?: base)?)\b|"
        r"\bmake a (?:mental |permanent )?note (?:that|of|:)|\bkeep in mind (?:for|"
        r"in) (?:every|all|any|later|future)|"
        r"\b(?:retained?|kept|persist(?:s|ed)?|carried|remembered|valid|hold)\b~2 (?:across|"
        r"between|over) "
        r"(?:all )?(?:sessions|conversations|chats)\b|\b(?:never|don't|do not) forget (?:this|"
        r"that|the following)\b ?:|"
        r"\b(?:memory|user profile|user preferences?|memo) (?:update|entry|addition|write|"
        r"append)s? ?:|"
        r"\bprofile (?:update|entry) ?: (?:the |this )?user\b|\bkeep (?:it|this) in memory\b|"
        r"(?:memo|note|message|instruction|hint|directive)s?_(?:for|to)_(?:the_)?(?:ai|agent|"
        r"assistant|model|llm|bot)",
    ),
    rule(
        "to_machine",
        "untrusted",
        "assistant|model|agent|ai|bot|llm",
        r"\bdear (?:ai|assistant|agent|model|bot|llm)\b|\b(?:for|to) the (?:language model|"
        r"model|llm|"
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
    rule(
        "to_machine",
        "untrusted",
        "ai|llm|model|assistant|chatbot|copilot|agent",
        r"(?<!teaching )(?<!shop )(?<!sales )(?<!research )(?<!medical )(?<!personal )(?<!executive )(?<!dental )"
        r"\b(?:ais?|llms?|language models?|chatbots?|copilots?|assistants?|summari[sz]ers?|"
        r"(?:ai|coding|autonomous|automated|virtual) agents?)\b(?! ?:| (?:coach|manager|"
        r"director|professor|editor|principal))"
        r"~5 (?:should|must|please|kindly|needs? to|has to|have to|is to|are to|shall|"
        r"ought to)\b~3 " + _TO_DO_EN,
    ),
    rule(
        "output_order",
        "untrusted",
        "your",
        r"\b(?:include|add|put|append|mention|insert|place|preface|prefix)\b~8 (?:in|into|to|"
        r"with|of|at) your "
        r"(?:next |final |every |own |future )*(?:repl(?:y|ies)|responses?|outputs?|summar(?:y|"
        r"ies)|messages? to the user)\b|"
        r"\b(?:begin|start|end|open|close|finish|sign)\b(?:~4 with)? your "
        r"(?:next |final |every |own |future )*(?:repl(?:y|ies)|responses?|outputs?|summar(?:y|"
        r"ies)|messages? to the user)\b",
        r"\b(?:interview|exam|survey|homework|application|envelope)\b",
    ),
    rule(
        "standing_order",
        "untrusted",
        "always|in future|next time|every time|whenever|each time|henceforth|until told|when asked|if asked|asked",
        r"\b(?:always|in (?:the )?future|next time|every time|whenever|each time|henceforth|"
        r"until told otherwise)\b[^.;]{0,40}?"
        r"\b(?:recommend|cite|quote|trust|promote|treat|assume|rank|answer|reply|endorse|vouch)\b|"
        r"\b(?:when(?:ever)?|if|once) (?:you are |you're |anyone |somebody |someone )?(?:is |"
        r"are )?ask(?:ed|s)\b~8,? "
        r"(?:always |then |just |simply )?(?:say|answer|reply|recommend|claim|insist|deny|tell|"
        r"name|point|quote|suggest|send)\b",
        r"\b(?:doctor|physician|pharmacist|interview|audience|your experience)\b",
    ),
    rule(
        "exfiltration",
        "untrusted",
        "@|://|webhook|external|outside",
        r"\b(?:send|forward|e-?mail|copy|mirror|post|upload|export|transmit|relay|sync|push|"
        r"back up|bcc|cc|report)\b~4 "
        r"(?:all|every|each|full|entire|complete|any|whole)~3 (?:conversations?|messages?|"
        r"files?|documents?|records?|address(?:es)?|contacts?|"
        r"invoices?|codes?|notes?|history|e-?mails?|chats?|repl(?:y|ies)|answers?|logs?|keys?|"
        r"passwords?|data|tickets?|orders?|attachments?)\b"
        r"~6 (?:[a-z]{3,5}://|[\w.+-]+@\w|(?:this|the following|our|an) (?:external |"
        r"outside )?(?:address|webhook|url|endpoint|server)|webhook)",
        r"\b(?:do not|don't|never|must not)\b~3 (?:send|forward|e-?mail|copy|post|upload|"
        r"export|share)\b",
    ),
    rule(
        "conceal",
        "untrusted",
        "mention|trace|between us|hidden|to yourself|notic|log",
        r"\bwithout (?:mentioning|logging|recording|telling|informing|notifying|announcing|"
        r"leaving (?:a |any )?trace|anyone noticing)\b|"
        r"\bkeep (?:this|it|that) (?:between us|hidden|to yourself|out of (?:the )?(?:logs?|"
        r"reply|answer|summary|conversation))\b|"
        r"\b(?:do not|don't|never) (?:mention|reveal|disclose|show|log) (?:this|these|it|"
        r"that)\b~2 (?:note|instruction|message|line|rule|step|section|to)\b",
    ),
    rule(
        "tool_call",
        "untrusted",
        "tool|plugin|connector|sandbox|elevated|as root|silently|quietly",
        r"\b(?:tool|plugin|connector)\b (?:to|and) (?:delete|send|transfer|e-?mail|wipe|upload|"
        r"pay|buy|grant|purge)\b|"
        r"\b(?:run|execute|launch|install)\b~5 (?:silently|quietly|with (?:elevated|admin\w*|"
        r"root) \w+|"
        r"as (?:root|admin\w*)|outside the sandbox|without (?:the )?sandbox)\b",
    ),
    rule(
        "user_claim",
        "untrusted",
        "account owner|account holder|operator",
        r"\b(?:the|your) (?:account owner|account holder|operator)~2 "
        r"(?:approved|agreed|authori[sz]ed|consented|waived|pre-?approved|signed off|"
        r"given permission)\b",
    ),
    rule(
        "to_machine",
        "untrusted",
        "whichever|whoever|whatever|when summar|when answer|when translat|when process|new system|new directive|new instr",
        r"\b(?:whichever|whoever|whatever) (?:ai|agent|assistant|model|bot|reads|processes|"
        r"handles)\b[^.]{0,60}?"
        r"\b(?:must|should|shall|please|has to|put|add|include|close|send)\b|"
        r"\bwhen (?:summari[sz]ing|answering|translating|processing|replying)\b[^.]{0,30}?"
        r"\b(?:leave out|omit|skip|hide|add|include|say|claim|mention|never|always)\b|"
        r"(?:^|[.!\n]) ?new (?:system )?(?:directives?|instructions?|orders?|polic(?:y|ies)) ?:",
    ),
)
