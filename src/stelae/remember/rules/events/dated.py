"""Things at a time: a clause with a date word and something that happens. Relative dates are resolved against the message.

A message without a time is anchored at its recording and marked so (DEV-16.4); words a parser cannot resolve stay as
they are, with `resolved` false. Today's errands are no events: they are over before anybody asks.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from stelae.ports import DateParser, FoundDate
from stelae.remember.rules.events import no_event
from stelae.remember.rules.events.changes import EventChange, change_in
from stelae.remember.rules.events.dates import meant, written
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.schemas.observation import Observation
from stelae.text.house_numbers import is_house_number

_N = "[0-9一二三四五六七八九十两几半]"
_DAY_WORD = "(?:明|今|昨)(?:[天晚]|早(?![期已])|[晨午](?!夜)|儿(?![子女童])个?)"
_NO_AGE = rf"(?!\s*(?:就|都|刚好?|快|才|满|虚岁|周岁|已经|要|也)*\s*{_N}{{2,3}}\s*(?:周?岁)?了?\s*(?:$|[,，\s]))"
"""`今年28` says how old somebody is."""
_DATE_ZH = re.compile(
    rf"大?后天|(?<![文说声证聪发透]){_DAY_WORD}|大?前天|后年|(?:明年|去年|前年|今年){_NO_AGE}|(?:上上|下下|上|下"
    rf"|这|本)个?(?:周|星期|礼拜|月|季度|学期)[一二三四五六日天末]?(?:底|初|{_N}+[号日])?|(?<!每)"
    rf"(?:周|星期|礼拜)[一二三四五六日天](?![一二三四五六到至])|(?<!每)(?<!每个)周末|"
    rf"(?:\d{{2,4}}年)?{_N}{{1,3}}月(?!板|子|饼|亮|球|经|薪)(?:{_N}{{1,3}}[号日]|底|初|中旬|份)?|"
    rf"[正腊冬]月(?:初?{_N}{{1,3}})?|"
    rf"(?<![0-9月]){_N}{{1,3}}[号日](?![线楼馆院])|\d{{4}}年|{_N}+(?:天|周|个月|年|个?小时|分钟"
    rf"|个?星期)(?:后|前|之后|之前|以后|以前)|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|月底|年底|月初"
    rf"|年初|(?:去|今|明)年[春夏秋冬]天?|春节|国庆|中秋|端午|元旦|清明|五一|十一假期|圣诞|暑假|寒假"
    rf"|除夕|情人节"
)
_DATE_EN = Caseless(
    r"(?<!\ba )(?<!\beach )\b(?:day after tomorrow|day before yesterday|tomorrow|yesterday|today"
    r"|tonight|last night|(?:last|next|this|coming) (?:week(?:end)?|month|year|(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day|spring|summer|fall|autumn|winter|january|february|march|april|may"
    r"|june|july|august|september|october|november|december)|(?:on |by |until |before |after )"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s)|^(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:(?: at \S+(?: ?[ap]m)?)?$)|"
    r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober"
    r"|ember)?\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|may \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd"
    r"|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*(?: \d{4})?"
    r"|\d{4}-\d{2}-\d{2}|(?:in|since) (?:19|20)\d\d|in (?:an?|half an|two|three|four|five|six"
    r"|a few|\d+) (?:hours?|days?|weeks?|months?|years?|minutes?)|"
    r"(?:an?|two|three|four|five|six|ten|a few|a couple of|\d+) (?:hours?|days?|weeks?|months?"
    r"|years?) (?:ago|from now)|(?:in|by|until|since) (?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december)|on the \d{1,2}(?:st|nd|rd|th)|(?:on )?"
    r"(?:christmas|new year's|thanksgiving|easter|halloween)(?: eve| day)?|this "
    r"(?:coming )?weekend|next week)\b"
)
_MAYBE_ZH = re.compile("[天晚早年月周期拜号日末节庆秋午旦明诞夕假后前][^见]?")
_LETTERS = re.compile(r"[A-Za-z]{4}")
_MAYBE_EN = Caseless(
    r"\d|day|night|week|month|year|morrow|ago|in [a-z]|last|next|this|spring|summer|fall|autumn"
    r"|winter|christmas|easter|halloween|[jfmasond][aepuco][nbrylgptvc]"
)
_TODAY = Caseless(
    r"^(?:今[天晚早晨]|今儿个?|today|tonight|this (?:morning|afternoon|evening)|in (?:an?"
    r"|half an|\d+) "
    r"(?:hours?|minutes?)|[0-9一二三四五六七八九十两几半]*个?(?:小时|分钟)(?:之|以)?后)$"
)
_MILESTONE = Caseless(
    r"升职|结婚|领证|订婚|离婚|分手|毕业|出生|生了|入职|离职|辞职|退休|搬家|搬到"
    r"|买房|买了房|拿到"
    r"(?:offer|录取|驾照|签证)|考上|通过了|怀孕|去世|手术|获奖|得奖|录取|转正|开业|promoted"
    r"|married|engaged|divorced|graduated|born|had a baby|(?:started|quit|left|lost) my "
    r"(?:new )?job|started at|retired|moved (?:in|to)|bought (?:a|our|my) (?:house"
    r"|home|flat)|got "
    r"(?:the job|accepted|hired)|passed (?:my|the)|passed away|died|surgery|adopted"
)
_HAPPENS_ZH = re.compile(
    r"[去到来看见做打买卖搬飞回开考参出发交演学跑办结离毕升换约聚吃喝玩游领配"
    r"修装签体检拿收寄面入生住进上下放休拔赢输摔丢丧完成始届预订有截]"
    r"|婚礼|会议|面试|考试|手术|生日|航班|飞机|火车|高铁|体检|旅行|出差|聚会|比赛|演出|演唱会|复查"
    r"|讲座|展览|答辩|开学|放假|纪念日|到期|截止|婚|演讲|专场|首演|首映|年会|团建"
    r"|庆典|^\s*是我们?|第一次|路演|直播|拍摄|彩排|搬迁|交房|签约"
)
_NOT_ZH = re.compile(
    r"再见|^又?是|^[^，]{0,3}又是|^(?:明天|周末|下周|后天|改天|回头|晚上|到时候)?(?:见|愉快|快乐"
    r"|好|再说|再聊|再见|继续|吧|呢|也是|怎么样)?(?:吧|啦|哦|了)?$|天气|下雨|下雪|气温|降温|会更好"
    r"|加油|再说|再聊|继续聊|开始(?:努力|好好)|新的一天|今年(?:已经|都|的目标)|去年(?:的)?"
    r"(?:这时候|今天)一样|星期[一二三四五六日天]了"
)
_NOT_EN = Caseless(
    r"^(?:yesterday|today|tomorrow|(?:last|this|next) \w+) (?:was|is|has been|will be|sounds"
    r"|works)\b|^(?:see you|talk|until|have a|happy|good|let's|thanks|maybe|merry)\b"
    r"|weather|rain"
    r"|snow(?!board)|\bforecast|happy (?:birthday|new|holidays)|merry christmas"
)
_HAPPENS_EN = Caseless(
    r"\b(?:have|has|had|having|go|going|went|gone|fly|flying|flew|visit\w*|meet\w*"
    r"|met|see\w*|saw"
    r"|take|taking|took|start\w*|finish\w*|move[ds]?|moving|return\w*|leav\w*|left|arriv\w*|get"
    r"|getting|got|run|running|ran|attend\w*|present\w*|giv\w*|gave|host\w*|interview\w*|exam"
    r"|appointment|flight|wedding|birthday|meeting|surgery|trip|vacation|conference|concert"
    r"|deadline|due|graduat\w*|marr\w+|born|bought|sold|join\w*|complet\w*|travel\w*"
    r"|driv\w*|drove"
    r"|hik\w*|ran|won|lost|broke|remind|call|clos\w*|\w{3,}ing|adopt\w*|sign\w*|is"
    r"|are|was|were|'s"
    r"|expires?|ends?|begins?|opens?|launch\w*|ship\w*|releas\w*|play\w*|celebrat\w*|had|ate"
    r"|watched|went|drop\w*|pick\w*|submit\w*|turn\w*|defen[ds]\w*|renew\w*|quit"
    r"|land\w*|depart\w*"
    r"|runs|off to|came|com(?:e|ing)|rac\w*|perform\w*|fall|stay\w*|book\w*|schedul\w*)\b"
)
_WEEKDAY_ZH = "(?:周|星期|礼拜)[一二三四五六日天]"
_AWAY_ZH = "(?:出差|旅|度假|休假|请假|放假|培训|住院|展会|参展|封闭|停水|停电|停课)"
_OFTEN = Caseless(
    rf"(?<![上下这本个])(?:{_WEEKDAY_ZH})(?:到|至|[-~—–])(?:周|星期|礼拜)?[一二三四五六日天](?!.*{_AWAY_ZH})"
    r"|每[天周月年个]|[常总](?!州|统|理|德|熟|规)|一般|通常|平时|有时|偶尔|时不时"
    r"|往往|都会|义工|志愿|兼职|\b"
    r"(?:every|usually|always|often|never|each|on (?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:to|through|thru|till|until|-) (?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day|once a|twice a)\b"
)
"""Days on which something happens again and again; a journey from Monday to Friday happens once."""
_STRIP_ZH = re.compile(
    r"^(?:我们?|咱们?|还|也|就|要|会(?!议|员|诊|展|计)|得|将|在|刚|刚刚|有|已经|,|，|\s|的|计划)+|[了吧呢啊的]+$"
)
_STRIP_EN = re.compile(
    r"^(?:(?:(?:starting|beginning|effective)(?= (?:I|we)\b)"
    r"|I|we|I'm|we're|I've|I'll|my|our|have|has|had|got|am|will|also|just|be"
    r"|is|going to|'m"
    r"|'ll|'ve|there|a|an|the|at|on|in|and|to)\s+)+|\s+(?:at|on|in|by|from|until|the"
    r"|since|is|was"
    r"|are)$",
    re.IGNORECASE,
)


def find(view: View, observation: Observation, dates: Mapping[str, DateParser]) -> Iterator[Draft]:
    """Yield the dated event a clause states.

    Args:
        view: The clause.
        observation: Whose time and zone are the anchor.
        dates: Parsers by language; without one the words stay unresolved.
    """
    plain = view.clause.plain
    change = change_in(plain, chinese=view.chinese)
    if change is not None and view.subject.who != "nobody":
        changed = list(_changed(view, change, observation, dates))
        if changed:
            yield from changed
            return
    cue = _cue(plain, chinese=view.chinese)
    if cue is None or view.subject.who == "nobody" or _OFTEN.search(plain):
        return
    happens, refuse = (_HAPPENS_ZH, _NOT_ZH) if view.chinese else (_HAPPENS_EN, _NOT_EN)
    rest = plain[: cue.start()] + " " + plain[cue.end() :]
    if not view.chinese and (
        _A_TOMORROW.search(plain[: cue.start()])
        or _vague_en(view)
        or _NAMES_A_SPAN.search(plain[: cue.end()])
    ):
        return
    if (
        refuse.search(plain)
        or not happens.search(rest)
        or (_TODAY.match(cue.group()) and not _MILESTONE.search(plain))
        or no_event.forbids(plain, cue)
    ):
        return
    draft = _event(view, observation, _date(view, cue, observation, dates), cue)
    if not no_event.comes_round(view, draft.attributes["what"] or ""):
        yield draft


def _changed(
    view: View, change: EventChange, observation: Observation, dates: Mapping[str, DateParser]
) -> Iterator[Draft]:
    """Yield that something is off, or its new day; what is moved without one is no event."""
    if change.kind == "off":
        cue = _cue(view.clause.plain, chinese=view.chinese)
        date = _date(view, cue, observation, dates) if cue else None
        start, end = (date.start, date.end) if date else cue.span() if cue else (0, 0)
        yield _draft("event-off", view, observation, date, _what(view, start, end), (start, end))
        return
    parser = dates.get("zh" if view.chinese else "en")
    anchor = observation.time.astimezone(zone_of(observation.zone))
    found = parser.find(view.clause.text, anchor=anchor) if parser is not None else ()
    date = next((d for d in found if d.start == change.at), None)
    if date is not None:
        what = thing_of(change.thing, chinese=view.chinese)
        yield _draft("event-moved", view, observation, date, what, (date.start, date.end))


def thing_of(words: str, *, chinese: bool) -> str:
    """Return what something planned is called, without its day (`下周三的体检` is `体检`)."""
    strip, day = (_STRIP_ZH, _DATE_ZH) if chinese else (_STRIP_EN, _DATE_EN)
    while found := day.search(words):
        words = words[: found.start()] + words[found.end() :]
    return strip.sub("", _HOUR_ZH.sub("", words).strip()).strip(" ,，.")


_HOUR_ZH = re.compile(
    rf"(?:上午|下午|晚上|早上|中午|凌晨)?(?:{_N}+点(?:半|钟|{_N}+分?)?)|上午|下午|晚上|早上|中午|凌晨"
)


def _cue(plain: str, *, chinese: bool) -> re.Match[str] | None:
    """Find the date word; a look at single characters first spares most clauses the long pattern."""
    if chinese:
        found = _day_zh(plain) if _MAYBE_ZH.search(plain) else None
        if found is None and _LETTERS.search(plain) and _MAYBE_EN.search(plain):
            return _DATE_EN.search(plain)  # `next Tuesday 我有个面试`
        return found
    return _DATE_EN.search(plain) if _MAYBE_EN.search(plain) else None


def _day_zh(plain: str) -> re.Match[str] | None:
    """Find the first date word that is none of a house (`槐树巷12号`)."""
    found = _DATE_ZH.finditer(plain)
    return next((f for f in found if not is_house_number(plain, f.start(), f.end())), None)


def ahead(draft: Draft, now: datetime) -> bool:
    """Is the event still to come when it is said, so that it is no fact yet? A birthday is one all the same."""
    begin = draft.attributes.get("begin")
    return (
        begin is not None
        and datetime.fromisoformat(begin) > now
        and not _BIRTHDAY.search(draft.attributes["what"] or "")
    )


_BIRTHDAY = Caseless(r"^(?:我|的)*生日是?$|出生|^(?:my )?birthday(?:'s| is)?(?: btw| by the way)?$")


def _vague_en(view: View) -> bool:
    """Is it no sentence about something that happens to somebody: a heading, a table row, a feeling about a day?"""
    plain = view.clause.plain
    if (
        len(plain.split()) > _LONGEST_EN
        or re.search(r"[|*#<>{}=]|\s{3,}", plain)
        or _NO_EVENT_EN.search(plain)
    ):
        return True
    return view.subject.who == "open" and not _THING_HAPPENS_EN.match(plain)


_NAMES_A_SPAN = Caseless(
    r"\b(?:is|are|was|were|shows?) (?:for )?(?:last|this|next) (?:year|month|week"
    r"|quarter)$"
)
"""`The blue column is last year` says which span is meant; nothing happens in it."""
_A_TOMORROW = Caseless(
    r"\ban? (?:better|brighter|greener|safer|cleaner|fairer|stronger|smarter|healthier|new|sustainable) $"
)
"""`a greener tomorrow` is no day."""
_LONGEST_EN = 22
_NO_EVENT_EN = Caseless(
    r"^(?:regarding|as for|as to|since|when|if|about|on the topic|while|speaking of"
    r"|sometimes)\b"
    r"|\bI'm (?:clicking|selecting|choosing|picking|checking|confirming)\b|\b(?:is|are|looks?"
    r"|seems?) (?:now )?(?:precise|correct"
    r"|right|wrong|clear|ideal|excellent|acceptable|tight|off|solid)\b|\bare now with\b|\b(?:choose|stuck"
    r"|torn|deciding|decide) between\b|\btime anchor\b|\bI think\b|\b(?:still|a bit) (?:a bit )?(?:fuzzy"
    r"|foggy|tired|sore|hazy)\b"
    r"|\b(?:ready to|looking (?:at|for|forward)|could(?:n't| not)|can't|trying|try"
    r"|talking about"
    r"|I'm sure|thought|so soon|hope|need to|want"
    r"|wanted|sounds?|works for me|is (?:fine|good|great|perfect|ok|okay|confirmed|noted)|was "
    r"(?:great|good|nice|fun|long|hard|tough|rough|brutal|crazy))\b"
)
_THING_HAPPENS_EN = Caseless(
    r"(?:the|our|my|a|an) [\w' -]+? (?:is|are|was|were|will|starts?|ends?|opens?"
    r"|closes?|expires?"
    r"|runs? out|falls?|launch\w*|ships?|moves?|takes? place|happens?|begins?"
    r"|leaves?|arrives?|departs?|broke|died"
    r"|got|went|came|has|had|turns?)\b|[A-Z][\w-]*(?: [\w-]+){0,3} (?:is|are|was|ships|launches"
    r"|opens|closes|starts|ends|begins|expires|turns|arrives|leaves|released|goes live)\b"
    r"|[\w' -]{0,24}\b(?:appointment|flight|wedding|meeting|exam|interview|surgery|concert"
    r"|deadline|birthday|trip|dinner|party|conference|check-?up|lesson|review|demo|call)\b"
)


def has_day(draft: Draft) -> bool:
    """Is its day known, so that an intention (`五一我们打算去青岛`) is an appointment rather than a wish?"""
    begin, end = draft.attributes.get("begin"), draft.attributes.get("end")
    vague = re.search(r"年|year|month", draft.attributes.get("date_words") or "") and not re.search(
        r"\d.*[日号]|\d{1,2}(?:st|nd|rd|th)?", draft.attributes.get("date_words") or ""
    )
    return (
        begin is not None
        and not vague
        and (
            end is None
            or datetime.fromisoformat(end) - datetime.fromisoformat(begin) < timedelta(days=8)
        )
    )


def _date(
    view: View, cue: re.Match[str], observation: Observation, dates: Mapping[str, DateParser]
) -> FoundDate | None:
    english = not view.chinese or (cue.group().isascii() and cue.group()[0].isalpha())
    parser = dates.get("en" if english else "zh")
    if parser is None:
        return None
    anchor = observation.time.astimezone(zone_of(observation.zone))
    found = parser.find(view.clause.text, anchor=anchor)
    return next((d for d in found if d.start < cue.end() and cue.start() < d.end), None)


def _event(
    view: View, observation: Observation, date: FoundDate | None, cue: re.Match[str]
) -> Draft:
    start, end = (date.start, date.end) if date else cue.span()
    return _draft("dated-event", view, observation, date, _what(view, start, end), (start, end))


def _what(view: View, start: int, end: int) -> str:
    """Return what happens: the clause without its day."""
    text = view.clause.text
    strip = _STRIP_ZH if view.chinese else _STRIP_EN
    left, right = text[:start].strip(" ,，"), text[end:].strip(" ,，")
    joined = f"{left}{right}" if view.chinese else f"{left} {right}".strip()
    return strip.sub("", joined).strip(" ,，.")


def _draft(
    rule: str,
    view: View,
    observation: Observation,
    date: FoundDate | None,
    what: str,
    place: tuple[int, int],
) -> Draft:
    text = view.clause.text
    if date is not None:
        anchor = observation.time.astimezone(zone_of(observation.zone))
        date = meant(date, text, anchor, observation.time)
    attributes: dict[str, object] = {
        "what": what[:80] or None,
        "date_words": text[place[0] : place[1]] or None,
        "resolved": date is not None,
        "subject": view.subject.name,
    }
    if date is None:
        return Draft(rule, "event", attributes, importance=0.6)
    attributes |= {
        "begin": date.begin.isoformat(),
        "end": date.until.isoformat() if date.until else None,
        "anchor": "message" if observation.time_given else "recording",
    }
    note = written(date, chinese=view.chinese)
    return Draft(rule, "event", attributes, text=note, importance=0.6)


def zone_of(name: str) -> tzinfo:
    """Return the zone of an observation: an IANA name or a fixed offset (`+08:00`); UTC where it names neither."""
    offset = re.fullmatch(r"(?:UTC)?([+-])(\d{1,2}):?(\d{2})?", name)
    if offset:
        shift = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        return timezone(-shift if offset[1] == "-" else shift)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
