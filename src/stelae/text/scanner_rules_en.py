"""English families: taking over, giving away, hiding, and words about the user in the third person.

One rule covers the plainest hijack in other European languages; the rest of them is out of reach.
"""

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
_THE_USER = r"(?:the|this|our) user(?:'s)?"
_TO_DO = (
    r"(?:delete|send|say|reply|tell|raise|lower|call|answer|recommend|add|include|forward|"
    r"run|remember|ignore|use|transfer|share|append|output|approve|"
    r"claim|insist|mention|do|execute|email|upload|suggest|respond|treat|open|visit)"
)

TAKE_OVER_EN: tuple[Rule, ...] = (
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
        "system prompt|system message|your |words above|text above|context window|configuration|private|developer",
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
    rule(
        "new_identity",
        "anyone",
        "your |you ",
        r"\byour (?:new|real|true|previous|old|former) (?:role|identity|persona|job|"
        r"purpose)\b~1 (?:is|are) (?:over|void|finished|gone|now|to)\b|"
        r"\b(?:drop|leave|abandon|shed|discard)~1 your (?:persona|role|character|identity|"
        r"assistant)\b|\bstop being (?:an? |the )?~2 (?:assistant|bot|ai|model)\b|"
        r"\byou (?:now )?(?:work|answer|report|listen) (?:only )?(?:for|to) (?:me|us|"
        r"this (?:document|page|text))~1 (?:now|only|from now on|not)\b|"
        r"\b(?:act|answer|respond|speak|continue|reply)\b~2 (?:with no|without|with zero|"
        r"with all) ?(?:any )?(?:content )?(?:filters?|limits|restrictions|rules|guardrails)\b",
    ),
    rule(
        "old_rules_void",
        "anyone",
        "told|given|filter|guardrail|moderation|safety",
        r"\b(?:everything|anything|whatever|all|the (?:rules|instructions|guidelines|"
        r"restrictions)) (?:that )?you (?:were|have been|'ve been|got) (?:told|given|taught|"
        r"instructed)\b"
        r"~3 (?:is|are|no longer|do not|does not|don't|has been|have been)\b~2 (?:void|null|"
        r"wrong|cancel\w+|obsolete|apply|appl\w+|valid|revoked|outdated)?|"
        r"\b(?:switch|turn|shut|take)(?:ed|ing)? off~1 your~2 (?:filters?|safety|guard\w*|"
        r"moderation|restrictions?)\b|\b(?:disable|remove|lift) your~2 (?:filters?|safety|"
        r"guard\w*|moderation|restrictions?)\b",
    ),
    rule(
        "old_rules_void",
        "anyone",
        "not apply|n't apply|unfiltered|new master|new owner|who has|that has|which has|filters are",
        r"\byour~2 (?:training|rules|guidelines|filters?|polic(?:y|ies)|safeguards|"
        r"restrictions)~1 (?:does not|do not|doesn't|don't) apply\b|"
        r"\bunfiltered (?:version|self|answer|mode)\b|\byou have a new (?:master|owner|operator)\b|"
        r"\b(?:who|that|which) has no (?:content )?(?:rules|limits|filters|restrictions|"
        r"guardrails)\b",
    ),
    rule(
        "override",
        "untrusted",
        "whatever|what |anything|everything",
        r"\b(?:ignore|disregard|forget|drop)\b (?:whatever|what|anything|everything)~1 (?:user|"
        r"person|human|customer|they|he|she|you)"
        r"~1 (?:typed|said|says|asked|asks|wrote|writes|wants?|instructed)\b",
    ),
)
