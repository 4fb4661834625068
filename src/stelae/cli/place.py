"""Which memory a command works on: the options that every command has, and how they become an open `Memory`.

The options may stand before or after the command's name. What they leave out comes from `stelae.config`, the only
reader of the environment.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import output
from stelae.cli.options import taking

if TYPE_CHECKING:
    from stelae.config import Loaded, Settings
    from stelae.memory import Memory

_PANEL = "Where"

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="FOLDER", help="Data folder (STELAE_DATA).", rich_help_panel=_PANEL
    ),
]
Scope = Annotated[
    str | None,
    typer.Option(
        "--scope",
        help="Scope to write and read, e.g. user:lin (STELAE_SCOPE).",
        rich_help_panel=_PANEL,
    ),
]
Reads = Annotated[
    list[str] | None,
    typer.Option(
        "--read",
        metavar="SCOPE",
        help="One more scope to read; may be repeated.",
        rich_help_panel=_PANEL,
    ),
]
Tenant = Annotated[
    str | None, typer.Option("--tenant", help="Tenant (STELAE_TENANT).", rich_help_panel=_PANEL)
]
Project = Annotated[
    str | None,
    typer.Option(
        "--project", help="Narrow to one project (STELAE_PROJECT).", rich_help_panel=_PANEL
    ),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json", help="Print one JSON document and nothing else on stdout.", rich_help_panel=_PANEL
    ),
]


@dataclass(frozen=True, slots=True)
class Place:
    """Data folder, scopes, tenant and project as given on the command line; None or empty: by the settings."""

    data: Path | None = None
    scope: str | None = None
    reads: tuple[str, ...] = ()
    tenant: str | None = None
    project: str | None = None
    json: bool = False

    def load(self, **fixed: Any) -> "Loaded":
        """Return the settings with these options on top, and where each value came from.

        Args:
            fixed: further settings that a command insists on.

        Raises:
            ConfigurationError: a setting is wrong.
        """
        from stelae import config

        loaded = config.load(
            data=self.data, scope=self.scope, tenant=self.tenant, project=self.project, **fixed
        )
        output.log_to_stderr(loaded.settings.log_level)
        return loaded

    def open(self, settings: "Settings | None" = None, *, worker: bool = True) -> "Memory":
        """Open the memory, which is made where there is none; a context manager.

        Args:
            settings: None: those of this place.
            worker: False: no thread begins with jobs that are to be left, or that the command works on itself.

        Raises:
            ConfigurationError: a setting is wrong.
            ScopeError: a scope is malformed.
            StoreError: the store cannot be opened.
        """
        from stelae.memory import Memory

        return Memory.open(
            settings=settings or self.load().settings, reads=self.reads, worker=worker
        )

    def find(self, settings: "Settings | None" = None) -> "Memory":
        """Open the memory for a command that only makes sense where there is one; a context manager.

        A folder that was named on the command line has to be there, since a misspelt one would look like an empty memory.

        Raises:
            ConfigurationError: the folder that was named is not there, or a setting is wrong.
            ScopeError: a scope is malformed.
            StoreError: the store cannot be opened.
        """
        from stelae.errors import ConfigurationError

        if self.data is not None and not self.data.expanduser().exists():
            raise ConfigurationError(
                f"There is no folder {self.data}. `stelae --data {self.data} init` makes one."
            )
        return self.open(settings)


def merged(
    ctx: typer.Context,
    data: Data = None,
    scope: Scope = None,
    read: Reads = None,
    tenant: Tenant = None,
    project: Project = None,
    as_json: AsJson = False,
) -> Place:
    """Lay the options after a command's name over those before it, which `ctx.obj` holds."""
    before = ctx.obj if isinstance(ctx.obj, Place) else Place()
    given = {"data": data, "scope": scope, "tenant": tenant, "project": project}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return replace(
        before, reads=(*before.reads, *(read or ())), json=before.json or as_json, **changes
    )


placed = taking(merged)
"""Decorator: the command gets the common options and takes a `Place` first."""
