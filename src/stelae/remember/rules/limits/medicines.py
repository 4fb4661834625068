"""Medicines somebody takes for good, and that they are off one again: `I take metformin every morning`, `停了阿司匹林`.

Both are said of the same thing, so that the second ends the first. What is taken for a day (`I took an aspirin`) is
no medicine of anybody.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_LASTING = (
    r"(?:\w{2,}(?:formin|statin|sartan|olol|dipine|gliptin|gliflozin|glutide|prazole|triptyline|xaban|oxetine"
    r"|zepam|zolam|lukast|semide|thiazide|thyroxine|azepine|epileptics?|lopram)|\w{3,}[^s\W]april|\w{2,}(?:nopril|alapril|mipril|topril)"
    r"|sertraline|bupropion|wellbutrin|zoloft|prozac|lexapro|lamotrigine|quetiapine|methotrexate|prednisone"
    r"|tamoxifen|levodopa|ritalin|adderall|concerta|ozempic|wegovy|eliquis|xarelto|plavix|synthroid|lithium"
    r"|warfarin|(?:\w+ )?insulin|statins|beta[- ]blockers|blood thinners?|antidepressants?|ssris?|blood pressure"
    r" (?:pills?|tablets?|meds|medication)|(?:the |birth control )pill|birth control|hrt|testosterone|steroids"
    r"|immunosuppressants)"
)
"""Nobody takes these for a day."""
_ALSO = (
    r"(?:aspirin|ibuprofen|paracetamol|acetaminophen|naproxen|antihistamines?|(?:\w+ )?antacids?|melatonin|sleeping pills?"
    r"|allergy (?:pills?|tablets?|meds)|\w{3,}(?:cillin|mycin))"
)
"""A habit only with how often."""
_NOW_EN = r"(?: (?:also|still|currently|now|just|always|already|usually|have to|need to|recently))*"
_MUCH = (
    r" (?:my |an? |the |some |one |two |half an? |daily |low[- ]dose |baby |\d+ ?m?c?g (?:of )?"
    r"|\d+ (?:units|pills) of )*"
)
_OFTEN_EN = (
    r"(?:(?:\d+ ?m?c?g|once|twice|three times|\d+ times|in)?,? ?(?:(?:every|each) (?:single |other )?\w+|daily|nightly"
    r"|(?:an?|per) (?:day|week)|at (?:night|bedtime|breakfast)|before bed|with (?:every )?meals?|the (?:morning|evening)s?))"
)
_WHY = (
    r"(?: (?:for|since|because of|to control|against) [\w' ]{2,40}| now| these days| as well| too)?"
)
_TAKES = (
    r"(?: take| takes|(?:'m| am|'s| is| are|'re)(?: still| currently| now| also)* (?:on|taking|prescribed)"
    r"| started(?: taking| on)?| use| inject)"
)
_EN = Caseless(
    rf"^{_NOW_EN}{_TAKES}(?P<no>)(?:{_MUCH}(?P<o>{_LASTING})(?: {_OFTEN_EN})*{_WHY}"
    rf"|{_MUCH}(?P<o2>{_ALSO})(?: {_OFTEN_EN})+{_WHY})$"
)
_BEEN_EN = Caseless(
    rf"^(?: was| were| got|'ve been| have been| has been)(?: recently| just)? (?:put on|prescribed|started on)"
    rf"{_MUCH}(?P<o>{_LASTING})(?: {_OFTEN_EN})*{_WHY}$"
)
_OFF_EN = Caseless(
    rf"^(?:(?: have|'ve| has)?{_NOW_EN} (?:stopped|quit|gave up|came off|come off|went off|got off|gone off|finished"
    r"|discontinued)(?: taking| using)?| no longer (?:take|takes|need|use)|(?:'m| am|'s| is) (?:now )?(?:off|no longer on"
    r"|no longer taking|not (?:on|taking)(?=.* (?:any ?more|any longer|now)$)|done with)"
    r"| (?:don't|do not|doesn't|does not) (?:take|need|use)"
    rf"(?=.* (?:any ?more|any longer)$)){_MUCH}(?P<o>{_LASTING}|{_ALSO})(?: (?:any ?more|any longer|for good|altogether"
    r"|now|entirely|completely|(?:in|since) \w+|(?:last|this|a|two|three|\d+) \w+(?: ago)?))*$"
)
_DOCTOR_EN = Caseless(
    r"^(?:my|the) (?:doctor|gp|cardiologist|psychiatrist|neurologist|endocrinologist|nurse)(?: has| just| recently)*"
    rf" (?P<how>took|taken|put) me (?P<off>off|on){_MUCH}(?P<o>{_LASTING}|{_ALSO})(?: {_OFTEN_EN})*{_WHY}$"
)
_NAMES_ZH = (
    r"(?:[一-龥]{0,5}(?:双胍|他汀钙?|地平|沙坦钾?|普利|洛尔|西汀|列汀|列净|格列[一-龥]{1,2}|拉唑|西泮|唑仑|司他|肽)(?:片|缓释片|胶囊)?"
    r"|[一-龥]{0,2}胰岛素|优甲乐|华法林|阿司匹林|利伐沙班|激素|避孕药|[一-龥]{0,4}(?:降压|降糖|降脂|抗凝|抗抑郁|抗焦虑|抗癫痫"
    r"|甲状腺|安眠|抗过敏|精神类?|心脏)药)"
)
_WHEN_ZH = (
    r"(?:每天|每日|每晚|每周|天天|早上|早晚|晚上|中午|睡前|饭[前后]|早饭[前后]?|空腹|一直|长期|常年|定期|现在|目前|还|都|也|得|要|必须|需要|在"
    r"|从\w{1,6}开始|[,，])*"
)
_COUNT_ZH = r"(?:着|了)?(?:[一二两三四半\d.]+(?:片|粒|颗|针|次|盒|毫克|mg|单位))?(?:的)?"
_LASTING_WHEN = re.compile(r"每|天天|早|晚|中午|睡前|饭|空腹|一直|长期|常年|定期|在|得|必须")
_ZH = re.compile(
    rf"^(?P<when>{_WHEN_ZH})(?:吃|服用?|打|注射|用)(?P<much>{_COUNT_ZH})(?P<o>{_NAMES_ZH})(?:[一二两三半\d]+(?:片|粒|颗|针|次))?$"
)
_OFF_ZH = re.compile(
    r"^(?:已经|最近|刚|刚刚|现在|自己|后来|上个?[周月]|今年|就|也|都)*"
    r"(?:停(?:掉|用|服|吃)?了?|戒了?|(?:已经)?(?:不再|不用再?|不需要再?|没再|不)(?:吃|服用?|打|注射|用))"
    rf"(?P<o>{_NAMES_ZH})(?P<end>了|啦)?$"
)
_DOCTOR_ZH = re.compile(
    rf"^(?:我的?)?(?:主治)?(?:医生|大夫)(?:已经)?(?:让|叫|要|建议|要求|嘱咐|给)我?(?P<off>停)(?:掉|用|服|吃)?了?(?P<o>{_NAMES_ZH})了?$"
)
_OVER_ZH = re.compile(r"停|戒|再|已经|了$|啦$")


_Found = tuple[str, bool, str]
"""The medicine, whether it is taken, and who takes it."""


def find(view: View) -> Iterator[Draft]:
    """Yield the medicine that a clause says somebody takes, or has stopped taking; at most one."""
    found = (_chinese if view.chinese else _english)(view) if view.personal else None
    if found is not None:
        obj, taken, who = found
        yield Draft(
            "medicine",
            "constraint",
            {"type": "health", "object": obj, "subject": who, "active": taken},
            own=who == "user",
            importance=0.85,
            sensitivity="sensitive",
        )


def _english(view: View) -> _Found | None:
    clause, subject = view.clause, view.subject
    if told := _DOCTOR_EN.match(clause.plain):
        return clause.text[told.start("o") : told.end("o")], told["off"] == "on", "user"
    if subject.who == "open":
        return None
    if off := _OFF_EN.match(view.predicate):
        return view.original(off, "o"), False, subject.name
    for pattern in (_EN, _BEEN_EN):
        if found := pattern.match(view.predicate):
            group = "o" if found["o"] else "o2"
            return view.original(found, group), True, subject.name
    return None


def _chinese(view: View) -> _Found | None:
    clause = view.clause
    if told := _DOCTOR_ZH.match(clause.plain):
        return clause.text[told.start("o") : told.end("o")], False, "user"
    if (off := _OFF_ZH.match(view.predicate)) and _OVER_ZH.search(off.group()):
        return view.original(off, "o"), False, view.subject.name
    found = _ZH.match(view.predicate)
    if found is None or not _LASTING_WHEN.search(found["when"] + found["much"]):
        return None
    return view.original(found, "o"), True, view.subject.name
