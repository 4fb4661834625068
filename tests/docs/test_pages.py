"""What the pages show exists and works."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from stelae.assembly import SystemClock
from stelae.cli import main
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.schemas.memory import Reason
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from tests.client.served import listening

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def shown_commands() -> Iterator[tuple[str, str]]:
    """Every `$ stelae …` line of every page."""
    for page in PAGES:
        for line in re.findall(r"^\$ (stelae .+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            yield page.name, line


@pytest.mark.parametrize(("page", "line"), sorted(set(shown_commands())))
def test_every_command_line_shown_can_be_parsed(page: str, line: str) -> None:
    """Command, options and number of arguments are right, wherever a page shows one."""
    first = re.split(r" \| | < | > | \|\| ", line)[0]
    arguments = shlex.split(first)[1:]
    if arguments[0].startswith("--"):
        assert arguments[0] in {"--install-completion", "--version"}
        return
    command = typer.main.get_command(main.app)
    while name := next(iter(arguments), ""):
        inner = getattr(command, "commands", {}).get(name)
        if inner is None:
            break
        command, arguments = inner, arguments[1:]
    context = command.make_context("stelae", arguments, resilient_parsing=False)
    assert context.command.name not in {None, "stelae"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """Relative links name files of this repository."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [t.partition("#")[0] for t in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in t]
    assert [t for t in targets if t and not (page.parent / t).exists()] == []


@pytest.mark.parametrize(
    "target",
    re.findall(
        r"`make ([a-z-]+)`|\$ make ([a-z-]+)",
        "\n".join(p.read_text(encoding="utf-8") for p in PAGES),
    ),
)
def test_every_make_target_shown_exists(target: tuple[str, str]) -> None:
    """`make demo` and its like are really there."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target[0] or target[1]}:", makefile, re.MULTILINE)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    """What CI runs is what the README tells people to run."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = ROOT / ".ci" / "run"
    assert "$ make test" in readme
    assert script.read_text(encoding="utf-8").rstrip().endswith("test")
    assert script.stat().st_mode & 0o111


def test_both_readmes_have_the_same_sections_and_code() -> None:
    """Chinese readers are told the same."""
    english, chinese = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md")
    )
    assert english.count("\n## ") == chinese.count("\n## ")
    commands = [re.findall(r"^\$ (.+)$", text, re.MULTILINE) for text in (english, chinese)]
    assert commands[0] == commands[1]


def test_the_size_of_the_install_is_one_number() -> None:
    """Wherever it is said."""
    told = [
        re.search(rf"{words}.*?(\d{{3}}) MB", (ROOT / name).read_text(encoding="utf-8"))
        for name, words in {
            "README.md": "base install",
            "README.zh-CN.md": "基础安装",
            "Makefile": "Installing",
        }.items()
    ]
    assert len({found[1] for found in told if found}) == 1
    assert all(told)


def test_every_reason_has_words_for_people() -> None:
    """A code is for programs; the table shows a sentence."""
    from typing import get_args

    from stelae.cli.tables import MEANINGS

    assert set(MEANINGS) == set(get_args(Reason))


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readmes_python_runs_and_prints_what_its_comments_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library example is no picture of one."""
    first, in_an_agent, _ = re.findall(
        r"```python\n(.+?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "none")
    monkeypatch.setenv("STELAE_EXTRACTOR", "rules")
    exec(compile(first, name, "exec"), {})  # noqa: S102 - our own page
    left: dict[str, Any] = {}
    exec(compile(in_an_agent, name, "exec"), left)  # noqa: S102 - our own page
    assert "以后报告都用中文" in left["ready"][-1]["content"]
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "accepted accepted 以后报告都用中文"
    assert any(line.startswith("0.") and "中文" in line for line in printed[1:])


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readmes_client_asks_a_server(name: str, tmp_path: Path) -> None:
    """The last block runs as it stands but for the address, and recalls what it has observed."""
    *_, code = re.findall(
        r"```python\n(.+?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL
    )
    settings = Settings(data=tmp_path / "data", server=ServerSettings(mcp=False))
    with Memory.open(settings=settings, embedder="none", extractor="rules") as memory:
        keyring = Keyring(tmp_path / "data", SystemClock())
        _, secret = keyring.create(name="chat", role="agent", tenant="default", scopes=("user:*",))
        with listening(create_app(memory, keyring=keyring)) as url:
            here = code.replace("http://127.0.0.1:7437", url)
            exec(compile(here, name, "exec"), {"secret": secret})  # noqa: S102 - our own page
        there = memory.at(scope="user:lin").recall("报告用什么语言？")
    assert [hit.text for hit in there.hits] == ["以后报告都用中文"]
