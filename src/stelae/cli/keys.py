"""`keys create | list | rotate | revoke`: who may come over the wire."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.options import taking
from stelae.cli.place import AsJson, Data, Place, Project, Reads, Tenant, merged, placed
from stelae.errors import InvalidInputError
from stelae.schemas.access import ApiKey, Role

if TYPE_CHECKING:
    from datetime import datetime

    from rich.table import Table

    from stelae.config import Settings
    from stelae.server.keys import Keyring

keys = typer.Typer(help="Keys of programs that ask over the wire.", no_args_is_help=True)
KeyId = Annotated[str, typer.Argument(metavar="ID", help="Of the key, as keys list shows it.")]
Scopes = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        help="Scope or pattern (user:*, agent:*, team:*, *) to write and read; may be repeated.",
        rich_help_panel="Where",
    ),
]
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(r"(\d{1,5})([hdw])")


def bound(
    ctx: typer.Context,
    data: Data = None,
    scope: Scopes = None,
    read: Reads = None,
    tenant: Tenant = None,
    project: Project = None,
    as_json: AsJson = False,
) -> tuple[Place, tuple[str, ...]]:
    """Read the common options where there may be several scopes: the place, and the scopes of a key."""
    place = merged(ctx, data, None, read, tenant, project, as_json)
    return place, tuple(scope or ([place.scope] if place.scope else []))


@taking(bound)
def create(
    where: tuple[Place, tuple[str, ...]],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who or what will come with it.")],
    *,
    role: Annotated[
        Role,
        typer.Option(
            help="agent observes, recalls and proposes; reviewer also decides; admin also moves data and reads the logs."
        ),
    ] = "agent",
    expires: Annotated[
        str | None, typer.Option(metavar="SPAN", help="12h, 90d, 26w; never when left out.")
    ] = None,
) -> None:
    """Make a key and show its secret, once. --scope and --read bind it: scopes or user:*, agent:*, team:*, *."""
    place, scopes = where
    settings, keyring = _opened(place)
    key, secret = keyring.create(
        name,
        role=role,
        tenant=settings.tenant,
        scopes=scopes or (settings.scope,),
        reads=place.reads,
        expires_at=_end(expires),
    )
    _show_secret(place, settings, key, secret)


@placed
def listed(place: Place) -> None:
    """List all keys, those that hold no more among them; no secret is ever shown again."""
    settings, keyring = _opened(place)
    found = keyring.list()
    if place.json:
        output.write_json({"keys": found})
        return
    out = output.console()
    if not found:
        out.print("No keys: only this machine may ask, and everybody on it is an agent.")
        return
    out.print(_table(found, settings.zone))


@placed
def rotate(
    place: Place,
    id: KeyId,  # noqa: A002 - the word every door uses
    *,
    grace: Annotated[
        str,
        typer.Option(metavar="SPAN", help="How long the secret before goes on holding: 24h, 7d."),
    ] = "0h",
) -> None:
    """Give a key another secret and show it, once. The one before holds no more, or until its grace is over."""
    settings, keyring = _opened(place)
    key, secret = keyring.rotate(id, grace_s=_span(grace, "--grace").total_seconds())
    _show_secret(place, settings, key, secret)


@placed
def revoke(place: Place, id: KeyId) -> None:  # noqa: A002 - the word every door uses
    """Let a key hold no more: at once, also in a server that runs."""
    _, keyring = _opened(place)
    key = keyring.revoke(id)
    if place.json:
        output.write_json({"key": key})
    else:
        output.console().print(output.visible(f"Revoked {key}."))


def state_of(key: ApiKey, now: "datetime") -> str:
    """Say whether a key holds."""
    if key.revoked_at is not None:
        return "revoked"
    return "expired" if key.expires_at is not None and key.expires_at <= now else "holds"


def _opened(place: Place) -> "tuple[Settings, Keyring]":
    from stelae.assembly import SystemClock
    from stelae.server.keys import Keyring

    settings = place.load().settings
    return settings, Keyring(settings.data, SystemClock())


def _end(span: str | None) -> "datetime | None":
    from stelae.assembly import SystemClock

    return None if span is None else SystemClock().now() + _span(span, "--expires")


def _span(text: str, option: str) -> timedelta:
    """Read `12h`, `90d` or `26w`."""
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        raise InvalidInputError(f"{option} is a span such as 12h, 90d or 26w.")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _show_secret(place: Place, settings: "Settings", key: ApiKey, secret: str) -> None:
    if place.json:
        output.write_json({"key": key, "secret": secret})
        return
    out = output.console()
    out.print(output.labelled(_about(key, settings.zone)))
    out.print(secret, soft_wrap=True)
    output.notices().print(
        "This secret is shown once; nobody can look it up. Programs send it as: Authorization: Bearer stl_…",
        style="yellow",
        soft_wrap=True,
    )


def _about(key: ApiKey, zone: str) -> list[tuple[str, str]]:
    return [
        ("key", str(key)),
        ("tenant", key.tenant),
        ("writes and reads", ", ".join(key.scopes)),
        ("also reads", ", ".join(key.reads)),
        ("until", output.when(key.expires_at, zone) if key.expires_at else "it is revoked"),
    ]


def _table(found: tuple[ApiKey, ...], zone: str) -> "Table":
    from rich.table import Table

    from stelae.assembly import SystemClock

    now = SystemClock().now()
    table = Table(
        "id", "name", "role", "tenant", "scopes", "also reads", "until", "state", box=None
    )
    for column in table.columns:
        column.overflow = "fold"
    for key in found:
        until = output.when(key.expires_at, zone)[:10] if key.expires_at else "-"
        cells = (key.id, key.name, key.role, key.tenant, ", ".join(key.scopes))
        further = (", ".join(key.reads), until, state_of(key, now))
        table.add_row(*map(output.visible, (*cells, *further)))
    return table


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    keys.command()(create)
    keys.command("list")(listed)
    keys.command()(rotate)
    keys.command()(revoke)
    app.add_typer(keys, name="keys")
