"""English families: permissions, skipped checks and changed tools (architecture section 2, "Who may instruct")."""

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

PERMISSIONS_EN: tuple[Rule, ...] = (
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
        r"(?<!not )(?<!n't )(?<!never )(?<!unable to )(?<!must )(?<!should )(?<!has to )\b(?:approve|"
        r""
        r""
        r""
        r"accept|agree to|grant|"
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
)
