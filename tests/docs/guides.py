"""A guide as its test sees it: blocks of code that can be run, and commands."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stelae.cli.main import run

GUIDES = Path(__file__).parents[2] / "docs/guides"


class Guide:
    """One page of `docs/guides`."""

    def __init__(self, name: str) -> None:
        """Read the page of that name, without its ending."""
        self.name = name
        self.text = (GUIDES / f"{name}.md").read_text(encoding="utf-8")

    def blocks(self, language: str, *, marked: bool = False) -> list[str]:
        """Return the blocks of a language, in order; `marked`: only those under the comment `<!-- NAME-guide -->`."""
        mark = rf"<!-- {self.name}-guide -->\n" if marked else ""
        return re.findall(rf"{mark}```{language}\n(.+?)```", self.text, re.DOTALL)

    @property
    def commands(self) -> Sequence[list[str]]:
        """The words of every `$ stelae …` line, without `stelae`, in order."""
        return [
            shlex.split(line) for line in re.findall(r"^\$ stelae (.+)$", self.text, re.MULTILINE)
        ]

    def execute(self, code: str, names: dict[str, Any] | None = None) -> dict[str, Any]:
        """Run a block with these names, and return what it leaves."""
        left: dict[str, Any] = {} if names is None else names
        exec(compile(code, f"{self.name}.md", "exec"), left)  # noqa: S102 - our own page
        return left

    def run_commands(self) -> None:
        """Run every command in its order; each has to succeed."""
        assert self.commands
        for words in self.commands:
            assert run(words) == 0, words
