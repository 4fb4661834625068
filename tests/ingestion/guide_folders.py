"""Folders of guides for tests."""

from pathlib import Path

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
