"""Answers in words: `ask` over any configured model, and `profile`. Neither stores anything as a memory."""

from typing import Any, get_args

from stelae.errors import EmptyInputError, InvalidInputError
from stelae.memory.reading import Reading
from stelae.recall import answer
from stelae.recall.answer import AnswerStream
from stelae.recall.answer_plan import AnswerPlan
from stelae.recall.profile import ProfileQuery
from stelae.recall.queries import Instant, shape_query
from stelae.remember.redaction import redact
from stelae.schemas.answer import MAX_TOP_K, Answer
from stelae.schemas.profile import MAX_ITEMS, Infer, Profile
from stelae.text.language import Language
from stelae.text.normalise import is_blank


class Answering(Reading):
    """`ask`, `ask_stream`, `profile`."""

    def ask(
        self,
        question: str,
        *,
        top_k: int = 3,
        budget: int = 800,
        anyway: bool = False,
        **filters: Any,
    ) -> Answer:
        """Answer a question from memory, with the configured language model where there is one.

        The model sees what recall finds and the pinned memories, as marked data, and cites it by short indices, which are
        checked. Without a model, and when it fails, the answer lists what was found. Nothing of it is stored as a memory.

        Args:
            question: what to answer; secrets are removed before anybody sees it.
            top_k: at most so many hits, 1-20.
            budget: most tokens of memories shown to the model.
            anyway: ask the model also when no memory is relevant; it then says so first. Otherwise that costs no call.
            filters: as for `recall`.

        Raises:
            InvalidInputError: an empty question, a number out of range, or a wrong filter.
            ConfigurationError: the settings name a model that cannot be used.
        """
        return answer.answer(self._plan(question, top_k, budget, anyway, filters))

    def ask_stream(
        self,
        question: str,
        *,
        top_k: int = 3,
        budget: int = 800,
        anyway: bool = False,
        **filters: Any,
    ) -> AnswerStream:
        """Answer as `ask` does, piece by piece: iterate over it; `.answer` is the checked whole afterwards.

        Memory is read now; the model is asked when the first piece is taken.

        Args:
            question: what to answer; secrets are removed before anybody sees it.
            top_k: at most so many hits, 1-20.
            budget: most tokens of memories shown to the model.
            anyway: ask the model also when no memory is relevant.
            filters: as for `recall`.

        Raises:
            InvalidInputError: an empty question, a number out of range, or a wrong filter.
            ConfigurationError: the settings name a model that cannot be used.
        """
        return answer.stream(self._plan(question, top_k, budget, anyway, filters))

    def profile(
        self,
        *,
        of: str | None = None,
        as_of: Instant = None,
        language: Language | None = None,
        infer: Infer = "rules",
        limit: int = MAX_ITEMS,
    ) -> Profile:
        """Return what is known about the user of the written scope: facts as they said them, traits marked as inferred.

        A view, made anew each time; nothing of it is stored. A trait rests on at least two messages. Nobody else's words
        count: not an assistant's, a tool's or a document's, and in a group not another speaker's.

        Args:
            of: another speaker of a group, by name.
            as_of: what held in the world then.
            language: `zh` or `en` for the descriptions; None: each in its memory's own.
            infer: `rules`, `model` to ask the language model too, or `none`.
            limit: at most so many items, 1-25.

        Raises:
            InvalidInputError: a time or number out of range.
            NotFoundError: nobody of the name `of` has said anything that is remembered; says who has.
            ConfigurationError: the settings name a model that cannot be used.
        """
        if not 1 <= limit <= MAX_ITEMS:
            raise InvalidInputError(f"The limit of a profile is 1-{MAX_ITEMS}.")
        if infer not in get_args(Infer) or language not in {None, "zh", "en"}:
            raise InvalidInputError("infer is rules, model or none; language is zh or en.")
        settings = self._parts.settings
        moment = shape_query(
            "profile", zone=settings.zone, registry=self._parts.registry, as_of=as_of
        )
        query = ProfileQuery(of=of, as_of=moment.as_of, language=language, infer=infer, limit=limit)
        return self._parts.profiler.profile(self._ns, query)

    def _plan(
        self, question: str, top_k: int, budget: int, anyway: bool, filters: dict[str, Any]
    ) -> AnswerPlan:
        if not 1 <= top_k <= MAX_TOP_K:
            raise InvalidInputError(f"top_k is 1-{MAX_TOP_K}.")
        if budget < 1:
            raise InvalidInputError("The budget must be at least 1 token.")
        if is_blank(question):
            raise EmptyInputError("There is no question to answer.")
        asked = redact(question, personal=self._parts.policy.mask_personal).text
        found = self.recall(asked, limit=top_k, **filters)
        zone = self._parts.settings.zone
        return self._parts.planner.plan(
            self._ns, asked, found, budget=budget, zone=zone, anyway=anyway
        )
