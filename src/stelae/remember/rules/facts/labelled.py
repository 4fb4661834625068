"""What somebody says of themselves as a list of labels and values: `name: Jake, age: 30, city: Oslo`.

One label alone may be a setting or a form; only where the whole sentence is such a list, and every label in it one of a
person's, it is read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from stelae.remember.rules.reading.draft import Draft, View

_LABELS: Final[Mapping[str, str]] = {
    "name": "name",
    "age": "age",
    "city": "home",
    "location": "home",
    "based in": "home",
    "lives in": "home",
    "hometown": "hometown",
    "from": "hometown",
    "job": "job",
    "occupation": "job",
    "profession": "job",
    "employer": "employer",
    "company": "employer",
    "birthday": "birthday",
    "email": "email",
    "phone": "phone",
    "timezone": "timezone",
    "time zone": "timezone",
    "姓名": "name",
    "名字": "name",
    "年龄": "age",
    "城市": "home",
    "所在城市": "home",
    "现居": "home",
    "现居地": "home",
    "坐标": "home",
    "居住地": "home",
    "籍贯": "hometown",
    "老家": "hometown",
    "职业": "job",
    "工作": "job",
    "公司": "employer",
    "生日": "birthday",
    "邮箱": "email",
    "手机": "phone",
    "手机号": "phone",
    "电话": "phone",
}
_PART = re.compile(r"[^,，;；、]+")
_PAIR = re.compile(
    r"\s*(?P<label>[a-z ]{3,12}|[\u4e00-\u9fff]{2,5})\s*[:：]\s*(?P<value>\S.{0,40}?)\s*",
    re.IGNORECASE,
)
_FEWEST: Final = 2
_SENSITIVE: Final = frozenset({"email", "phone"})


def find(view: View) -> Iterator[Draft]:
    """Yield what each label of the clause says of the speaker, where the sentence is a list of labels and values."""
    pairs = [_PAIR.fullmatch(part) for part in _PART.findall(view.sentence.piece.text)]
    if len(pairs) < _FEWEST or any(one is None or _attribute(one) is None for one in pairs):
        return
    for part in _PART.findall(view.clause.text):
        own = _PAIR.fullmatch(part)
        attribute = _attribute(own) if own else None
        if own is None or attribute is None:
            continue
        fields = {"attribute": attribute, "object": own["value"], "subject": "user"}
        yield Draft(
            attribute,
            "fact",
            fields,
            swap=(view.clause.text, part.strip()),
            confidence=0.75,
            importance=0.7,
            sensitivity="sensitive" if attribute in _SENSITIVE else "personal",
        )


def _attribute(pair: re.Match[str]) -> str | None:
    return _LABELS.get(pair["label"].strip().lower())
