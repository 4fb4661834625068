"""Forgetting: shown first, done on a person's word, undone as long as the text is there."""

from collections.abc import Mapping, Sequence
from typing import Any, overload

from stelae.errors import InvalidInputError
from stelae.forgetting.pipeline import Filters
from stelae.memory.door import Door
from stelae.recall.queries import Instant, shape_query
from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.schemas.scope import check_name

_FILTERS = ("category", "session", "project", "where", "since", "until")


class Forgetting(Door):
    """`forget`, `forgotten`, `forgettings`; `restore` is with `history`."""

    @overload
    def forget(self, what: ForgetPreview, *, hard: bool = False) -> Receipt: ...

    @overload
    def forget(
        self,
        what: str | Sequence[str] = (),
        *,
        category: str | None = None,
        session: str | None = None,
        project: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        everything: bool = False,
        hard: bool = False,
        **unknown: Any,
    ) -> ForgetPreview: ...

    def forget(
        self,
        what: str | Sequence[str] | ForgetPreview = (),
        *,
        category: str | None = None,
        session: str | None = None,
        project: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        everything: bool = False,
        hard: bool = False,
        **unknown: Any,
    ) -> ForgetPreview | Receipt:
        """Show what a forgetting would touch; given that preview, forget exactly this.

        Args:
            what: a sentence ("my phone number"), an id or ids, or a preview to be carried out. Nothing at all goes with
                filters or `everything` only.
            category: only memories of that category.
            session: only what belongs to that session.
            project: only what is tagged with that project.
            where: conditions on fields of memories, all of which must hold, as for `recall`.
            since: only what was said or happened at or after.
            until: only what was said or happened at or before.
            everything: all of the written scope, of every project when this handle names none.
            hard: with a preview: destroy the text at once instead of after `forgotten_days`; cannot be undone.
            unknown: refused, so that a misspelt filter is never "everything".

        Returns:
            For a preview its receipt, else a preview.

        Raises:
            InvalidInputError: an empty request, an unknown or malformed filter, an empty preview.
            FilterError: a condition names an unknown field or operator, or a value that does not go with it.
            MemoryNotFoundError: an id is of nothing in the written scope.
            VersionConflictError: something in the preview has changed since; nothing was forgotten, preview again.
        """
        if unknown:
            raise InvalidInputError(
                f"Unknown filter {next(iter(unknown))!r}. There are: {', '.join(_FILTERS)}, everything."
            )
        given = {
            "category": category,
            "session": session,
            "project": project,
            "where": where,
            "since": since,
            "until": until,
        }
        filters = self._filters({name: value for name, value in given.items() if value is not None})
        if isinstance(what, ForgetPreview):
            if filters or everything:
                raise InvalidInputError("A preview is carried out as it is: no filters.")
            return self._parts.forgetter.execute(self._ns, what, hard=hard)
        asked = _asked(what)
        if everything and (asked or filters):
            raise InvalidInputError("Everything goes with nothing else.")
        if not (asked or filters or everything):
            raise InvalidInputError(
                "Say what to forget: a sentence, ids, a filter, or everything on purpose."
            )
        return self._parts.forgetter.preview(self._ns, asked, filters, everything=everything)

    def forgotten(self) -> tuple[Receipt, ...]:
        """Return the receipts of the written scope, newest first."""
        return tuple(self._parts.store.forgotten(self._ns))

    def forgettings(self) -> int:
        """Count the forgettings of all scopes of the tenant, undone ones included.

        Whoever keeps answers of this memory beside it compares the number: kept before a forgetting, an answer may say what
        is forgotten since.
        """
        return self._parts.store.forgettings_of(self._ns.tenant)

    def _filters(self, given: Mapping[str, Any]) -> Filters:
        """Check every filter that was given; an empty one is a mistake, not a wish for everything."""
        for name, value in given.items():
            if name != "where" and isinstance(value, str) and not value.strip():
                raise InvalidInputError(f"{name} is empty.")
        shaped = shape_query(
            "times",
            zone=self._parts.settings.zone,
            registry=self._parts.registry,
            category=given.get("category"),
            where=given.get("where"),
            since=given.get("since"),
            until=given.get("until"),
        )
        fields = {name: given[name] for name in ("session", "project") if name in given}
        if "project" in fields:
            check_name(fields["project"], "project")
        return Filters(
            category=shaped.category,
            where=shaped.where,
            since=shaped.since,
            until=shaped.until,
            **fields,
        )


def _asked(what: str | Sequence[str]) -> str | tuple[str, ...]:
    """Return a sentence or ids; anything else is refused.

    Raises:
        InvalidInputError: it is None, blank, or no text.
    """
    asked: Any = what
    if isinstance(asked, str):
        if not asked.strip():
            raise InvalidInputError("The request is empty; an empty request is never everything.")
        return asked
    if not isinstance(asked, Sequence) or any(not isinstance(one, str) for one in asked):  # pyright: ignore[reportUnknownVariableType]
        raise InvalidInputError("Say what to forget as a sentence, an id, ids, or a preview.")
    return tuple(asked)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
