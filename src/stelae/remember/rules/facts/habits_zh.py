"""What somebody does each morning, on Mondays, at weekends, in Chinese."""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.draft import Draft, View

_DRINK = re.compile(
    r"(?=[早清上中下晚睡午起饭])(?P<when>早上|早晨|清晨|上午|中午|下午|晚上|睡前|早餐|午餐|晚餐"
    r"|起床后?|饭后)[^，,。]{0,6}?(?:都)?(?:改)?(?P<v>喝|吃)(?:了|上)?(?:一杯|杯|一碗|碗|一个|点)?"
    r"(?P<o>[^，,。;；]{1,12}?)(?:了)?$"
)
_SLOTS = {
    "早上": "morning",
    "早晨": "morning",
    "清晨": "morning",
    "上午": "morning",
    "早餐": "morning",
    "起床后": "morning",
    "起床": "morning",
    "中午": "noon",
    "午餐": "noon",
    "下午": "afternoon",
    "晚上": "evening",
    "晚餐": "evening",
    "睡前": "bedtime",
    "饭后": "after-meal",
}
_HABIT = re.compile(
    r"(?=[每天周平通一经常习总从])(?P<when>每(?:(?:个?周|个?星期|礼拜"
    r"|逢周)[一二三四五六日天末、和]*|天|日|个?月|年|晚|早|隔|个?工作日)(?:早上|晚上|中午|下午"
    r"|上午|早晨|清晨|傍晚|睡前|早|晚|凌晨)?(?:\d{1,2}点半?|[一二三四五六七八九十两]{1,3}点半?)?"
    r"|天天|周末(?:常|都|一般|总|通常|喜欢)|(?:平时|通常|一般|经常|常常|习惯(?:了|于)?|总是"
    r"|从来不?|从不|一向)+(?:都)?)(?:都|会|要|在|去|是)*(?P<o>[^，,。;；]{2,24})$"
)
_NOT_HABIT = re.compile(
    r"(?:开心|快乐|累|忙|烦|都在想|加油|进步|努力|好心情|觉得|想你|感到|感觉|被|很"
    r"|好多|担心)|^(?:说|想|以为|认为)"
)
_NO_DRINK = re.compile(
    r"(?:睡前|早上|中午|下午|晚上|午后|空腹)[^，,。]{0,4}(?:不|从不|不再)(?:能)?喝"
)


def habit(view: View) -> Iterator[Draft]:
    """Yield the habit that a clause states; at most one."""
    clause = view.clause.plain
    if (found := _DRINK.search(clause)) and _regular(clause) and not _NO_DRINK.search(clause):
        slot = _SLOTS.get(found["when"], "daily")
        kind = "drink" if found["v"] == "喝" else "meal"
        obj = view.clause.text[found.start("o") : found.end("o")]
        yield Draft(
            "habit",
            "fact",
            {"attribute": f"{slot}-{kind}", "object": obj, "subject": view.subject.name},
            whole=True,
        )
    elif (
        (found := _HABIT.search(clause))
        and view.subject.who != "open"
        and not _NOT_HABIT.search(found["o"])
    ):
        obj = view.clause.text[found.start("o") : found.end("o")]
        yield Draft(
            "habit",
            "fact",
            {"attribute": "habit", "object": obj, "subject": view.subject.name},
            confidence=0.75,
        )


def _regular(clause: str) -> bool:
    return re.search(
        r"每|都|现在|习惯|一般|通常|平时|总|改|一直|天天", clause
    ) is not None and not re.search(r"今天|昨天|刚才|明天|今早", clause)
