"""The `stelae` command: its groups, and what an error becomes.

Exit codes, documented in `docs/reference/cli.md`:

====  =======================================================================================================
0     done; "nothing relevant" is a valid answer, not an error
1     failed: a setting, a model or the extraction
2     usage: an unknown option, or input that cannot be used (broken, empty, too large, unknown category or scope)
3     not found: no memory of that id, or, with `--exit-code`, nothing relevant
4     store: busy, damaged, written by a newer Stelae, or the system refuses (permissions, disk full)
5     refused: the gate rejected what `remember` was given, or the caller may not do this
70    a fault in Stelae itself
130   interrupted
141   the reader of a pipe went away
====  =======================================================================================================
"""

import itertools
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from stelae import errors
from stelae.cli import (
    access,
    agent,
    aggregate,
    ask,
    audit,
    browse,
    calibrate,
    capture,
    concepts,
    demo,
    drafts,
    evaluate,
    explain_prompt,
    extract,
    forget,
    guides,
    history,
    jobs,
    keys,
    learn,
    mcp,
    observe,
    output,
    profile,
    recall,
    retry,
    review,
    schema,
    serve,
    setup,
    transfer,
    upkeep,
    worker,
)
from stelae.cli.place import Data, Place, Project, Reads, Scope, Tenant, merged
from stelae.cli.usage import USAGE_ERROR, usage_message

DONE, FAILED, USAGE, NOT_FOUND, STORE, REFUSED = 0, 1, 2, 3, 4, 5
FAULT, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
_CODES: tuple[tuple[type[errors.StelaeError], int], ...] = (
    (errors.InvalidInputError, USAGE),
    (errors.NotFoundError, NOT_FOUND),
    (errors.StoreError, STORE),
    (errors.PermissionDeniedError, REFUSED),
)

app = typer.Typer(
    name="stelae",
    help="Long-term memory for LLM agents in which nothing is carved before a rule has allowed it.",
    epilog="First steps: stelae demo, then stelae init. Everything works without a key, a server or a network.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"stelae {version('stelae')}")
        raise typer.Exit


@app.callback()
def before(
    ctx: typer.Context,
    *,
    data: Data = None,
    scope: Scope = None,
    read: Reads = None,
    tenant: Tenant = None,
    project: Project = None,
    version: Annotated[  # noqa: ARG001 - Typer calls `_version`
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Long-term memory for LLM agents in which nothing is carved before a rule has allowed it."""
    ctx.obj = merged(ctx, data, scope, read, tenant, project)


for group in (
    setup,
    demo,
    observe,
    capture,
    evaluate,
    extract,
    recall,
    aggregate,
    ask,
    profile,
    browse,
    calibrate,
    review,
    schema,
    forget,
    history,
    guides,
    agent,
    explain_prompt,
    concepts,
    learn,
    audit,
    transfer,
    drafts,
    upkeep,
    retry,
    mcp,
    serve,
    keys,
    access,
    jobs,
    worker,
):
    group.register(app)


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: arguments without the program's name; None: those of the process.

    Returns:
        The exit code (table above). A traceback is never shown for bad input.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in itertools.takewhile(lambda word: word != "--", arguments)
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    try:
        code = _guarded(
            lambda: app(args=arguments, prog_name="stelae", standalone_mode=False), as_json
        )
        sys.stdout.flush()
    except BrokenPipeError:
        _close_quietly()
        return BROKEN_PIPE
    return code


def _guarded(call: Callable[[], object], as_json: bool) -> int:
    """Run and turn what comes out into an exit code and a message."""
    try:
        returned = call()
    except errors.StelaeError as error:
        return _report(error, as_json)
    except typer.TyperException as error:
        return _usage(error, as_json)
    except (KeyboardInterrupt, typer.Abort):
        output.notices().print("Interrupted. What was committed before stays.")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refused_by_system(error, as_json)
    except SystemExit as stop:  # Rich ends this way when the reader of a pipe goes away
        return BROKEN_PIPE if stop.code == 1 else int(stop.code or 0)
    except Exception as error:  # noqa: BLE001 - the outermost door
        return _fault(error, as_json)
    return returned if isinstance(returned, int) else DONE


def _say(kind: str, message: str, as_json: bool) -> None:
    """Tell people on stderr and programs, with its type, in the one document on stdout."""
    if as_json:
        output.write_json({"error": {"type": kind, "message": message}})
    output.notices().print(f"stelae: {message}", style="red", soft_wrap=True)


def _report(error: errors.StelaeError, as_json: bool) -> int:
    """Say what went wrong and return the code of its branch of the error tree."""
    _say(type(error).__name__, output.visible(str(error)), as_json)
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAILED)


def _refused_by_system(error: OSError, as_json: bool) -> int:
    """Permissions, a full disk, a file where a folder should be: the system's words, with the path."""
    where = output.visible(str(error.filename or "The system"))
    message = f"{where}: {error.strerror or type(error).__name__}. Is --data a folder you may write? See: stelae doctor"
    _say(type(error).__name__, message, as_json)
    return STORE


def _usage(error: typer.TyperException, as_json: bool) -> int:
    if message := output.visible(usage_message(error)):
        _say(USAGE_ERROR, message, as_json)
    return error.exit_code


def _fault(error: Exception, as_json: bool) -> int:
    import contextlib
    import logging

    with contextlib.suppress(Exception):
        Place().load()  # the fault may have come before the log was set up
    logging.getLogger("stelae.cli").debug("fault", exc_info=error)
    message = (
        f"This is a fault in Stelae itself ({type(error).__name__}). Nothing half-done was kept. Please report it"
        " with the output of the same command under STELAE_LOG_LEVEL=debug."
    )
    _say(type(error).__name__, message, as_json)
    return FAULT


def _never_fail_to_encode(stream: object) -> None:
    """Show what a terminal's encoding does not know as an escape instead of failing."""
    from io import TextIOWrapper

    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _close_quietly() -> None:
    """Let Python's own flush at exit find nothing to complain about."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(run())
