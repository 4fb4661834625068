"""Guides: those that hold, and guide files handed in as a body.

A file's path says where its guide belongs, so what is imported is of no single scope: it takes an admin's key that is bound
to every scope. The files of one source are kept in step, as those of a folder are: a guide that its source sends no more is
retracted.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from stelae.errors import PermissionDeniedError
from stelae.memory.guiding import lint_guides
from stelae.schemas.access import Place
from stelae.schemas.guides import GuideFinding, GuideReport, StoredGuide
from stelae.schemas.scope import GLOBAL, check_name
from stelae.server.api.desk import Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, cut
from stelae.server.sent_files import GuidePath, folder_of, write_files

routes = APIRouter(prefix="/guides", tags=["guides"], route_class=Idempotent)
EVERY_SCOPE = "*"


class FileIn(BaseModel):
    """A `*.guide.yaml`, or a tombstone `*.guide.yaml.removed`."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    path: Annotated[GuidePath, Field(examples=["netops/guides/take_snapshot.guide.yaml"])]
    """Relative: `core/guides/…` is everybody's, `<agent>/guides/…` that agent's."""
    text: str
    """All of it."""


def _different(files: list[FileIn]) -> list[FileIn]:
    if len({one.path.casefold() for one in files}) < len(files):
        raise ValueError("two files have one path")
    return files


class LintBody(BaseModel):
    """Files to look at."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    files: Annotated[list[FileIn], Field(max_length=1_000), AfterValidator(_different)]
    """No two of one path."""


class ImportBody(LintBody):
    """All files of one source."""

    source: Annotated[str, AfterValidator(lambda name: check_name(name, "source"))] = "http"
    """A name of your own, such as that of a repository; another source's guides stay as they are."""


@routes.get("", response_model=Page[StoredGuide], responses=problems())
def list_guides(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List the guides that hold now in the readable scopes."""
    memory = visit.memory("recall", asked)
    return visit.show(memory, cut(Page[StoredGuide], memory.guides(), asked, _place_of))


@routes.post("/lint", response_model=Page[GuideFinding], responses=problems())
def lint_guide_files(sent: LintBody, visit: Visiting) -> Response:
    """Say what is wrong with guide files, line by line, without importing them."""
    visit.check("guides")
    with TemporaryDirectory(prefix="stelae-lint-") as folder:
        write_files(Path(folder), sent.files)
        return reply(Page[GuideFinding](items=lint_guides(folder)))


@routes.post("/import", response_model=GuideReport, responses=problems())
def import_guide_files(sent: ImportBody, visit: Visiting) -> Response:
    """Bring memory in step with a source's guide files; the same files again change nothing."""
    visit.check("guides")
    if EVERY_SCOPE not in visit.caller.scopes:
        raise PermissionDeniedError("Importing guides takes a key that is bound to every scope: *")
    memory = visit.memory("guides", Place(scope=GLOBAL))
    data, tenant = memory.settings.data, memory.namespace.tenant
    with folder_of(data, tenant, sent.source, sent.files) as folder:
        return reply(memory.import_guides(folder))


def _place_of(one: StoredGuide) -> str:
    """Return its place in the list, which is by scope, agent, intent and category."""
    guide = one.guide
    return "\0".join((one.scope, guide.agent, guide.intent, guide.category, one.id))
