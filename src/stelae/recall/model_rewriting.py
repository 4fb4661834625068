"""Query rewriting by a language model that is held to the registered categories and their fields (S16).

The model sees the question, the categories and today's date, and no memory. What it answers is checked against the category
it names like a caller's own filter; a reply that does not hold is no rewriting.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, create_model

from stelae.errors import FilterError, ModelOutputError, ModelUnavailableError
from stelae.ports import ChatMessage, Clock, LanguageModel
from stelae.recall.conditions import typed
from stelae.recall.rewriting import LONGEST, Reading, Wanted
from stelae.recall.sending import Sending
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.merging import RAW_CONTEXT
from stelae.schemas.categories.registry import Category, Registry
from stelae.schemas.where import Where
from stelae.structured.call import ask
from stelae.text.secrets import find_secrets

_TYPE, _REST, _SINCE, _UNTIL = "query_type", "rest", "since", "until"
_NOTHING = frozenset({"", "null", "none", "n/a", "unknown"})
_SYSTEM = """\
Turn a question to somebody's own memory into filters. Answer with one JSON object and nothing else.
query_type: the category that the question asks for, or null when it asks for none of them.
The fields: only what the question itself says, in its own words; everything else null. Answer nothing, invent nothing.
since, until: first and last day (YYYY-MM-DD) when the question names a time, else null. Today is {today}.
rest: the words that no field covers, null when there are none.
Categories:
{categories}"""


class ModelRewriter:
    """Asks the model; thread-safe, keeps nothing."""

    def __init__(
        self,
        source: Callable[[], LanguageModel | None],
        clock: Clock,
        zone: str = "UTC",
        sending: Sending | None = None,
    ) -> None:
        """Take what is asked.

        Args:
            source: the model, or None when there is none.
            clock: the present.
            zone: IANA zone whose days count.
            sending: what may go to a model on another machine.
        """
        self._source, self._clock, self._zone = source, clock, zone
        self._sending = sending or Sending()

    def __call__(self, question: str, registry: Registry) -> Reading | None:
        """Return the question as filters; None: it asks for no category.

        Raises:
            ModelError: there is no model, it may not see the question, or its reply does not hold.
        """
        model = self._source()
        if model is None or len(question) > LONGEST:
            raise ModelUnavailableError("No language model reads this question.")
        if find_secrets(question) or not self._sending.allows(model, "personal", question):
            raise ModelUnavailableError("The settings keep this question on this machine.")
        categories = tuple(one for one in registry if not one.of_agents)
        prompt = _prompt(question, categories, self._clock.now(), self._zone)
        reply = ask(model, prompt, _form(categories), retries=1).value
        return _reading(reply.model_dump(), question, registry, self._zone)


def _prompt(
    question: str, categories: tuple[Category, ...], now: datetime, zone: str
) -> list[ChatMessage]:
    lines = [
        f"- {one.name}: {one.summary}. Fields: {', '.join(f'{s.name} ({s.words})' for s in _askable(one))}"
        for one in categories
    ]
    today = now.astimezone(ZoneInfo(zone)).date().isoformat()
    system = _SYSTEM.format(today=today, categories="\n".join(lines))
    return [ChatMessage("system", system), ChatMessage("user", question)]


def _askable(category: Category) -> list[FieldSpec]:
    """Fields that a question may name; times come as `since` and `until`."""
    return [s for s in described(category.model) if s.type != "time" and s.name != RAW_CONTEXT]


@cache
def _form(categories: tuple[Category, ...]) -> type[BaseModel]:
    """Return what the model may answer: a registered category, its fields with their values, everything optional."""
    names = tuple(one.name for one in categories)
    fields: dict[str, Any] = {_TYPE: (_one_of(names), Field(default=None))}
    specs: dict[str, list[FieldSpec]] = {}
    for category in categories:
        for spec in _askable(category):
            specs.setdefault(spec.name, []).append(spec)
    for name, same in specs.items():
        fields[name] = (_type(same), Field(default=None))
    for name in (_SINCE, _UNTIL, _REST):
        fields[name] = (str | None, Field(default=None))
    return create_model("StructuredQuery", __config__=ConfigDict(extra="forbid"), **fields)


def _one_of(values: tuple[str, ...]) -> Any:
    """The type of one of these values or null."""
    return cast("Any", Literal)[values] | None


def _type(specs: list[FieldSpec]) -> Any:
    """The type of a field in the reply; of one name in several categories the widest."""
    types = {spec.type for spec in specs}
    if types == {"choice"}:
        return _one_of(tuple(dict.fromkeys(v for spec in specs for v, _ in spec.choices)))
    if types == {"boolean"}:
        return bool | None
    return float | None if types <= {"integer", "number"} else str | None


def _reading(reply: dict[str, Any], question: str, registry: Registry, zone: str) -> Reading | None:
    said = {
        name: value
        for name, value in reply.items()
        if value is not None and not (isinstance(value, str) and value.lower() in _NOTHING)
    }
    name, rest = said.pop(_TYPE, None), said.pop(_REST, "")
    if name is None:
        return None
    category = registry.get(name)
    asked = _conditions(said, category)
    try:
        where = typed(Where.of(asked), category, zone)
    except FilterError:
        raise ModelOutputError("invalid_schema") from None
    # A category alone is no wish for all of it: the question itself remains to be answered.
    left = rest or ("" if asked else question)
    return Reading("model", "model", (Wanted(category.name, where),), left)


def _conditions(said: dict[str, Any], category: Category) -> dict[str, Any]:
    """Return the reply's fields as conditions.

    Raises:
        ModelOutputError: days for a category without times.
    """
    specs = {spec.name: spec for spec in described(category.model)}
    days = {
        operator: said.pop(name)
        for name, operator in ((_SINCE, "gte"), (_UNTIL, "lte"))
        if name in said
    }
    asked: dict[str, Any] = {
        name: {"has": value} if name in specs and specs[name].many else value
        for name, value in said.items()
    }
    if days:
        dated = next((s.name for s in specs.values() if s.type == "time"), None)
        if dated is None:
            raise ModelOutputError("invalid_schema")
        asked[dated] = days
    return asked
