"""The English families of steering text (one line for hijacks in other European languages)."""

from stelae.text.scanner_rules import Rule, rule

_ORDERS = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|commands?|orders|polic(?:y|"
    r"ies)|guardrails?|restrictions?|constraints?|"
    r"programming|training|safeguards?|safety \w+|system messages?|messages above|"
    r"summari[sz]ation request|(?:user's |original |given )task)"
)
_FORMER = (
    r"(?:all|any|every|previous|prior|above|earlier|preceding|foregoing|your|system|"
    r"developer|operator(?:'s)?|safety|content|the user's|these|original|initial|former|"
    r"existing)"
)
_FREE = (
    r"(?:no|any|zero|all) (?:content |safety |ethical |moral |more )?(?:polic\w+|"
    r"restrictions?|rules?|limits?|limitations?|filters?|guidelines|"
    r"guardrails?|boundaries|censorship)"
)
_SECRETS_EN = (
    r"(?:customer (?:list|e-?mails?|data|records?)|client list|api keys?|access keys?|"
    r"credentials?|passwords?|secrets|tokens|private keys?|"
    r"(?:chat|conversation) (?:history|logs?|transcripts?)|conversations?|transcripts?|"
    r"memor(?:y|ies)|one-time codes?|personal (?:data|information)|"
    r"everything|all (?:of )?(?:the )?(?:data|files|messages|e-?mails|documents|notes)|"
    r"user(?:'s|s')? (?:data|e-?mails?|information|files)|contents?)"
)
_AWAY_EN = (
    r"(?:[\w.+-]+@[\w-]|https?://|www\.|webhook|external (?:server|site|address|endpoint|"
    r"url)|attacker|third part(?:y|ies))"
)
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
_THE_USER = r"(?:the|this|our) user(?:'s)?"
_DANGEROUS_TOOL = (
    r"(?:delete|remove|drop|wipe|erase|send|e?mail|upload|post|transfer|pay|exec|execute|"
    r"shell|run|fetch|http|write|forward|purge|kill|grant|export|"
    r"download|share)_\w+"
)
_MACHINE = r"(?:ai|a\.i\.|llm|language model|assistant|chatbot|agent|bot)s?"
_TO_DO = (
    r"(?:delete|send|say|reply|tell|raise|lower|call|answer|recommend|add|include|forward|"
    r"run|remember|ignore|use|transfer|share|append|output|approve|"
    r"claim|insist|mention|do|execute|email|upload|suggest|respond|treat|open|visit)"
)

ENGLISH: tuple[Rule, ...] = (
    rule(
        "spelled_out",
        "anyone",
        "instructions|prompt|guidelines",
        r"(?:ignore|disregard|forget|override|bypass)(?:all|any|your|the|these|of)*(?:previous|"
        r"prior|above|earlier|system|safety|your)?(?:instructions|prompts?|rules|guidelines)",
    ),
    # -- take over
    rule(
        "override",
        "anyone",
        "ignore|disregard|forget|override|bypass|discard|obey|follow|neglect|circumvent|aside|abandon|scrap|throw away",
        rf"\b(?<!not )(?<!n't )(?<!never )(?:ignore|disregard|forget|override|bypass|discard|"
        rf"neglect|circumvent|abandon|scrap|(?:set|put) aside|throw away|stop (?:following|"
        rf"obeying)|"
        rf"(?:do not|don't|no longer|never) (?:follow|obey|respect|heed|apply))\b(?!~2 (?:my|"
        rf"our)\b)~5 {_FORMER}~3 {_ORDERS}\b",
    ),
    rule(
        "override",
        "anyone",
        "ignor|olvid|vergiss|missacht|oubli|dimentic|desconsider|esque|descart",
        r"\b(?:ignora\w*|olvida\w*|descarta\w*|vergiss|ignorier\w*|missachte\w*|oublie\w*|"
        r"ignore[zr]|dimentica\w*|desconsider\w*|esque[cç]\w*)"
        r"~5 (?:instruc\w+|anweisung\w*|regeln|vorgaben|instructions|consignes|r[eè]gles|"
        r"istruzioni|regole|reglas|instru[cç]\w+)",
    ),
    rule(
        "override",
        "untrusted",
        "above|before|previous|preceding|told",
        r"\b(?<!not )(?<!n't )(?:ignore|disregard|forget)\b (?:everything|all|anything|the|"
        r"what)~3 (?:above|before|previous|preceding|told)\b",
    ),
    rule(
        "persona",
        "anyone",
        "you|act as|pretend|roleplay|mode|do anything now|simulate|become",
        r"\b(?:you(?:'re| are)|act(?:ing)? as|pretend(?:ing)?(?: to be| you(?:'re| are))|"
        r"roleplay as|behave as|simulate|become|you will be)\b"
        rf"~8 (?:dan\b|unrestricted|uncensored|unfiltered|jailbroken|amoral|(?:developer|god|"
        rf"sudo|jailbreak|dan) mode|{_FREE})|"
        rf"\byou~2 (?:have|obey|follow|face) {_FREE}|\bdo anything now\b|\bin (?:developer|god|"
        rf"dan|jailbreak|unrestricted) mode,? you\b",
    ),
    rule(
        "persona",
        "anyone",
        "every request|all requests|everything|without restriction|unrestricted|anything",
        r"\b(?:comply with|obey|fulfil+|grant|answer|do|follow)~2 (?:every|all|"
        r"any) (?:requests?|questions?|commands?)\b(?= (?:without|regardless)|[.!]|$)"
        r"|\byou~3 answer everything\b|\b(?:answer|respond|"
        r"comply)~4 without (?:any )?(?:restrictions?|filters?|limits)\b|"
        r"\bunrestricted (?:assistant|response|model|ai|mode)\b|\bdo anything the user asks\b",
    ),
    rule(
        "new_rules",
        "anyone",
        "your|you|safety|supersede|precedence|priority",
        r"\byour (?:new |own |safety |previous |old )*(?:rules?|guidelines?|instructions?|"
        r"directives?|restrictions?|polic(?:y|ies)|limits)"
        r"~2 (?:have|are|is|has|were|was)~2 (?:changed|updated|replaced|lifted|removed|void|"
        r"cancel\w+|suspended|expired|disabled|reset|null)\b|"
        r"\byour new (?:instructions?|directives?|rules?|orders)\b~2 (?:is|are|supersedes?|"
        r"overrides?|replaces?)\b|"
        r"\bsafety (?:protocols?|filters?|guidelines|rules?|limits)~2 (?:disabled|off|"
        r"suspended|lifted|removed|deactivated|not meant|do not apply)\b|"
        r"\byou (?:may|can|must|will) now (?:reveal|ignore|bypass|disclose|answer anything)|"
        r"\byou now (?:allow|accept) (?:all|any)\b|"
        r"\b(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|(?:has|"
        r"have) (?:higher )?priority (?:over|than))~2 "
        r"(?:prior|previous|system|all other|earlier|other) (?:ones|instructions?|prompts?|"
        r"rules?|directives?|messages?|orders)\b",
    ),
    rule(
        "hereby",
        "anyone",
        "hereby",
        r"\b(?:you|any (?:ai|assistant|agent)|all (?:ais?|assistants|agents))~3 (?:are|"
        r"is) hereby (?:instructed|authori[sz]ed|ordered|required|directed)\b",
    ),
    rule(
        "reveal",
        "anyone",
        "system prompt|system message|your |words above|text above|context window|configuration|confidential|private|developer",
        r"\b(?:reveal|show|print|repeat|output|display|leak|dump|expose|disclose|recite|"
        r"give me|tell me)\b~5 "
        r"(?:(?:your|the) (?:hidden |initial |full |entire |secret |internal |original |"
        r"exact )*system (?:prompt|message|instructions)|system prompt|"
        r"your (?:hidden |initial |full |entire |secret |internal |original |"
        r"exact )*(?:instructions|prompt|guidelines|initial prompt)|"
        r"(?:the )?(?:words|text|everything) above|(?:everything|all) in your context|"
        r"your context window|internal configuration|"
        r"private admin \w+)",
    ),
    rule(
        "reveal",
        "untrusted",
        "environment variables|api key|credential|password|secrets|verbatim",
        r"\b(?:reveal|print|repeat|output|leak|dump|expose|disclose|"
        r"reproduce)\b~4 (?:environment variables|api keys?|credentials|passwords|secrets)\b|"
        r"\b(?:reproduce|repeat|output)\b~8 verbatim\b",
    ),
    rule(
        "exfiltration",
        "anyone",
        "leak|dump|exfiltrate",
        rf"(?<!memory )(?<!data )\b(?:leak|dump|exfiltrate)\b(?: (?:the|all|your|our|any|every|"
        rf"user|full|of|private)){{0,3}} {_SECRETS_EN}\b(?! leak)",
    ),
    rule(
        "exfiltration",
        "anyone",
        "@|http|www.|webhook|external|attacker|third part",
        rf"\b(?:send|e-?mail|forward|post|upload|transmit|copy|share|submit|mail|sync|push|"
        rf"deliver)\b~7 "
        rf"(?:customer (?:list|e-?mails?|data|records?)|client list|api keys?|credentials?|"
        rf"passwords?|secrets|private keys?|one-time codes?|(?:chat|conversation) (?:history|"
        rf"logs?))~6"
        rf" {_AWAY_EN}|\b(?:customer (?:list|e-?mails?|data|records?)|client list|api keys?|"
        rf"credentials?|passwords?|private keys?|one-time codes?)~6 (?:and|then) "
        rf"(?:send|e-?mail|forward|post|upload|transmit)~4 {_AWAY_EN}",
        r"\b(?:do not|don't|never|must not)\b~3 (?:send|e-?mail|forward|post|upload|share|copy)\b",
    ),
    rule(
        "exfiltration",
        "untrusted",
        "@|http|www.|webhook|external|attacker|third part|on file",
        rf"\b(?:send|e-?mail|forward|post|upload|transmit|copy|share|submit|mail|sync|"
        rf"push)\b~8 (?:{_SECRETS_EN}|it|them|this|summary|invoices?|copy)~8 {_AWAY_EN}",
        r"\b(?:do not|don't|never|must not)\b~3 (?:send|e-?mail|forward|post|upload|share|"
        r"copy)\b|\bsend us\b|\b(?:your|any) (?:questions|feedback|application|resume|cv)\b",
    ),
    rule(
        "decode",
        "anyone",
        "decode|decrypt|base64|encoded|rot13|unscramble|decipher",
        r"\b(?:decode|decrypt|decipher|unscramble|deobfuscate)\b~9 (?:(?:and|then) )?(?:follow|"
        r"execute|obey|carry out|act on|comply|perform|do (?:exactly )?what|run)\b|"
        r"\b(?:base64|hex|binary|rot13|encoded)\b[^.]{0,60}?\b(?:and|then) (?:follow|execute|"
        r"obey|do exactly|carry out|comply|run)\b|"
        r"\bdecode\b[^\n]{0,60}?\bdo (?:exactly )?what it says",
    ),
    # -- the user in the third person: nobody speaks of themselves so
    rule(
        "conceal",
        "anyone",
        "user",
        rf"\b(?:do not|don't|never|without)\b~1 (?:tell|telling|inform\w*|notify\w*|alert\w*|"
        rf"mention\w*|reveal\w*|warn\w*)~4 {_THE_USER}\b(?! (?:guide|manual|interface|id\b))|"
        rf"\b(?:keep|hide|conceal)\b~4 from {_THE_USER}\b|\bwithout {_THE_USER} (?:knowing|"
        rf"noticing)",
    ),
    rule(
        "conceal",
        "grant",
        "quietly|silently|secretly|covertly|discreetly|mention|tell|disclose",
        r"\b(?:store|save|keep|add|record|write|remember|send|forward|delete|apply|run|execute|"
        r"change|copy|upload|log)\b(?: (?:this|it|that|them|the \w+))? (?:quietly|silently|"
        r"secretly|covertly|discreetly)\b|"
        r"(?<!i )(?<!we )\b(?:quietly|silently|secretly|covertly|discreetly) (?:store|save|"
        r"keep|add|record|write|send|forward|delete|apply|run|execute|change|copy|upload|raise|"
        r"lower|increase|insert)\b|"
        r"\b(?:raise|lower|increase|decrease|inflate|adjust|alter|round|modify|swap|replace|"
        r"change|favou?r|recommend)\b[^.;]{0,60}?\b(?:do not|don't|never|without) (?:mention|"
        r"tell|say|disclos|report|explain)",
    ),
    rule(
        "trigger",
        "grant",
        "user|asked about",
        rf"\b(?:when(?:ever)?|next time|once|if|after|as soon as|every time|each time|"
        rf"the moment|any time)\b (?:the |this |a )?users?"
        rf"~1 (?:says?|asks?|mentions?|types?|opens?|requests?|talks?|logs?|wants?|repl\w+|"
        rf"confirms?|discuss\w*|brings?|starts?|writes?)\b[^.;]{{0,80}}?\b{_TO_DO}\b",
    ),
    rule(
        "harvest",
        "grant",
        "code|password|otp|secret|card number|credential|token",
        r"\b(?:when(?:ever)?|every time|each time|if|once|any time)\b~5 (?:one-time codes?|"
        r"passwords?|otps?|secrets?|card numbers?|credentials?|verification codes?|"
        r"tokens?)\b[^;]{0,50}?"
        r"\b(?:keep|repeat|save|store|send|copy|forward|include|record|remember)\b",
        r"\b(?:do not|don't|never)\b~3 (?:keep|repeat|save|store|send|copy|forward|include|"
        r"record|remember)\b",
    ),
    rule(
        "user_claim",
        "grant",
        "user",
        rf"\b{_THE_USER}(?: [\w-]+)?~3 (?:approved|authori[sz]ed|consents?|consented|agree[sd]|"
        rf"waive[sd]?|permitted|permits|cleared|pre-?approved|granted|allowed|allows|"
        rf"declined to)\b|"
        rf"\b{_THE_USER}~2 (?:is|has been|was)~2 (?:an? )?(?:admin\w*|authori[sz]ed|verified|"
        rf"root|trusted)\b|"
        rf"\b(?:note|remember|store|save|record|keep|log|treat)\b[^.;]{{0,40}}?(?:for (?:later|"
        rf"future|all)|as (?:a |the |an )?(?:user )?(?:preference|fact|rule|memory)|"
        rf"in(?:to)? (?:your |long-term )?memory)[^.;]{{0,16}}?[:,]? {_THE_USER}\b|"
        rf"\b(?:update|correct\w*|note|remember|record|"
        rf"change)\b[^.;]{{0,30}}?\b{_THE_USER}~3 (?:bank|cards?|account|payments?|payout|"
        rf"contacts?|phone|e-?mail|doctor|boss|manager|password|consent|emergency|billing)\b",
    ),
    rule(
        "forced_forget",
        "grant",
        "erase|delete|forget|clear|wipe|remove|drop|discard|reset|purge",
        rf"\b(?:erase|delete|forget|clear|wipe|remove|drop|discard|reset|"
        rf"purge)\b[^.;]{{0,40}}?\b{_THE_USER}\b[^.;]{{0,60}}?(?:privacy|preferences?|memor|"
        rf"restriction|declin|refus|opt|sharing|consent|limit|said|want)|"
        rf"\b(?:erase|delete|forget|clear|wipe|remove|discard|reset|purge)\b~4 (?:memor\w+|"
        rf"preferences?|records?|notes?)\b~3 {_THE_USER}\b|"
        r"\b(?:erase|delete|forget|clear|wipe|remove|reset)\b~2 (?:your|all|any)~1 (?:safety|"
        r"security) (?:rules?|limits?|restrictions?|settings|notes)\b",
    ),
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
        r"(?<!not )(?<!n't )(?<!never )(?<!unable to )\b(?:approve|accept|agree to|grant|"
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
        "respond|reply|answer|output|append|token|verbatim|receipt|report|summary|response|review|must be|must appear|before ",
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
)
