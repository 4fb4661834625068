"""The files that `init` writes, made from the settings and policy models, so that they cannot grow stale.

Every value stands there as a comment with its default: a file that nobody edited changes nothing.
"""

import json
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

_WIDTH = 96
FIRST_STEPS = """\
# This folder is the memory

Everything Stelae remembers for you is in here and nowhere else. Copy the folder to back it up (with no command
running); delete it and all of it is gone.

- `stelae.toml`: settings. Every value is commented out with its default.
- `policy.yaml`: what the gate allows, category by category.

First steps:

    stelae remember "以后报告都用中文"
    stelae observe chat.jsonl        # a JSON list, JSONL or plain text
    stelae review                    # decide on what waits for you
    stelae recall "报告用什么语言？"
    stelae why ID                    # the words and the rule a memory rests on
    stelae doctor                    # is everything sound?
"""


def settings_file() -> str:
    """Return `stelae.toml` with every setting commented out."""
    from stelae.config import Settings

    top: list[str] = []
    rooms: list[str] = []
    for name, field in Settings.model_fields.items():
        if isinstance(field.default, _base_model()):
            rooms += ["", f"[{name}]", *_entries(field.default)]
        elif name not in {"data", "scope", "zone"}:
            top += _entry(name, field.description, field.default)
    top += _entry("scope", "Where memories are written; your login name when left out.", "user:lin")
    top += _entry("zone", Settings.model_fields["zone"].description, "Asia/Shanghai")
    head = _comment(
        "Settings of Stelae. Options on the command line and STELAE_* variables win over this file."
    )
    return "\n".join([*head, "", *top, *rooms, ""])


def policy_file() -> str:
    """Return `policy.yaml`: the policy's own values in force, every category's row commented out with its default."""
    import yaml

    from stelae.schemas.categories.registry import BUILT_IN
    from stelae.schemas.policy import Policy, PolicyRow

    defaults = Policy()
    lines = _comment(
        "What the gate allows. The order of its checks is code; the numbers and names are here."
    )
    for name, field in Policy.model_fields.items():
        if name == "rows":
            continue
        value = defaults.model_dump(mode="json")[name]
        lines += ["", *_comment(field.description or name), f"{name}: {json.dumps(value)}"]
    lines += [
        "",
        *_comment(
            "One row a category. A field that a row leaves out keeps the default shown here."
        ),
    ]
    for name, field in PolicyRow.model_fields.items():
        lines += _comment(f"  {name}: {field.description}")
    lines += ["", "rows: {}", "# rows:"]
    for category in BUILT_IN:
        row: str = yaml.safe_dump(  # pyright: ignore[reportUnknownMemberType] - partial stub
            {category.name: category.policy.model_dump(mode="json")},
            sort_keys=False,
            default_flow_style=None,
        )
        lines += [f"#   # {category.summary}", *(f"#   {line}" for line in row.splitlines())]
    return "\n".join([*lines, ""])


def _base_model() -> "type[BaseModel]":
    from pydantic import BaseModel

    return BaseModel


def _entries(model: "BaseModel") -> list[str]:
    lines: list[str] = []
    for name, field in type(model).model_fields.items():
        lines += _entry(name, field.description, field.default)
    return lines


def _entry(name: str, description: str | None, default: Any) -> list[str]:
    """One setting: what it is, and its default as TOML; a setting without default shows an empty text."""
    value = json.dumps("" if default is None else default)
    return [*_comment(description or ""), f"# {name} = {value}"]


def _comment(text: str) -> list[str]:
    indent = " " * (len(text) - len(text.lstrip()))
    wrapped = textwrap.wrap(" ".join(text.split()), _WIDTH)
    return [
        f"# {indent if i == 0 else indent + '  ' if indent else ''}{line}"
        for i, line in enumerate(wrapped)
    ]


def files() -> Mapping[str, str]:
    """Return every file by name."""
    return {"stelae.toml": settings_file(), "policy.yaml": policy_file(), "README.md": FIRST_STEPS}
