"""Folders of guides for tests."""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from stelae.schemas.guides import PRIORITIES, SOURCE_TIERS, GuideFile, SourceTier
from stelae.text.normalise import is_blank

SNAPSHOT = """\
schema_version: 1
intent: take_snapshot_when_db_stale
agent: netops
keywords: [snapshot, 快照, stale]
source_tier: team
body: |
  Look at the age of the newest snapshot first. If it is older than 30 minutes, call take_snapshot and wait for it.
  快照超过 30 分钟就先调用 take_snapshot，再回答。
"""
REPORT = """\
intent: report_in_chinese
category: format_guide
agent: everybody
keywords: [report, 报告]
body: 报告用中文写，先结论后细节。
"""


NAMES = st.from_regex(r"[a-z][a-z0-9]{0,5}(_[a-z0-9]{1,5}){0,3}", fullmatch=True)
PLAIN = st.characters(categories=["L", "N", "P", "S", "Zs"], max_codepoint=0x1FFFF)
WORDS = st.text(PLAIN, min_size=1, max_size=20).map(lambda s: " ".join(s.split()))
TEXTS = st.lists(st.text(PLAIN, max_size=40), min_size=1, max_size=6).map("\n".join).map(str.strip)


def has_text(text: str) -> bool:
    """Is there something to read?"""
    return not is_blank(text)


def _guide(tier: SourceTier, less: int, fields: dict[str, Any]) -> GuideFile:
    priority = max(1, PRIORITIES[tier] - less) if less else None
    return GuideFile(source_tier=tier, priority=priority, **fields)


GUIDES = st.builds(
    _guide,
    st.sampled_from(SOURCE_TIERS),
    st.integers(0, 9),
    st.fixed_dictionaries(
        {
            "intent": NAMES,
            "agent": st.sampled_from(["netops", "网络", "global"]),
            "category": st.sampled_from(["usage_guide", "format_guide"]),
            "keywords": st.lists(WORDS.filter(has_text), min_size=1, max_size=5).map(tuple),
            "related": st.lists(NAMES, max_size=3).map(tuple),
            "scope": st.sampled_from([None, "global", "agent:网络", "user:lin"]),
            "body": TEXTS.filter(has_text),
        }
    ),
)
"""Guides of any tier in any script, as a file in `core/guides` may say them."""


def folder_of(path: Path, files: dict[str, str] | None = None) -> Path:
    """Write files into a folder of agents; left out: a guide of netops and one for everybody."""
    given = files or {
        "netops/guides/take_snapshot_when_db_stale.guide.yaml": SNAPSHOT,
        "core/guides/report_in_chinese.guide.yaml": REPORT,
    }
    for name, text in given.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return path
