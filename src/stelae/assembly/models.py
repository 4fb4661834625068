"""Language models and date parsers: which one answers, and what it may be sent. Asked at first use, not before."""

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from stelae.assembly.clock import SystemClock
from stelae.config import ModelSettings, Settings, load_policy
from stelae.errors import ConfigurationError, ModelUnavailableError
from stelae.ports import Clock, DateParser, LanguageModel
from stelae.remember.llm_extraction import LLMExtractor
from stelae.remember.preview import Preview, preview
from stelae.schemas.change import Extraction
from stelae.schemas.observation import Message
from stelae.text.normalise import is_blank

if TYPE_CHECKING:
    from stelae.providers.models.choosing import ModelReport


def describe_model(settings: Settings) -> "ModelReport":
    """Look now, and return which language model there is and which would be used.

    Raises:
        ConfigurationError: the settings name one that cannot be used.
    """
    from stelae.providers.models.choosing import describe

    return describe(settings.model)


def model_source(
    settings: Settings, clock: Clock, model: LanguageModel | None = None
) -> Callable[[], LanguageModel | None]:
    """Return what looks for the language model at first use; nothing is asked or loaded before.

    Raises:
        ConfigurationError: the OpenAI protocol was chosen without a model's name or without its extra.
    """
    from stelae.providers.models.source import ModelSource

    if model is not None:
        return lambda: model
    wanted = settings.model
    if settings.extractor != "rules" and wanted.provider == "openai":
        _can_speak_openai(wanted)

    def find() -> LanguageModel | None:
        if wanted.provider == "openai":
            from stelae.providers.models.openai import OpenAIModel

            return OpenAIModel.of(wanted)
        from stelae.providers.models.choosing import find as find_in_ollama

        return find_in_ollama(wanted)

    return ModelSource(find, clock)


def preview_of(
    messages: Sequence[Message], settings: Settings, model: LanguageModel | None = None
) -> Preview:
    """Return what rules and model would propose for messages; no store is opened (K19).

    Raises:
        ConfigurationError: a setting or the policy is wrong.
        ModelUnavailableError: `extractor="llm"` and there is no model.
    """
    clock, choice = SystemClock(), settings.extractor
    wanted = choice != "rules" and any(not is_blank(m.content) for m in messages)
    found = model_source(settings, clock, model)() if wanted else None
    if found is None and wanted and choice == "llm":
        raise ModelUnavailableError(no_model(settings))
    shown = preview(
        messages,
        dates=date_parsers(),
        now=clock.now(),
        masked=load_policy(settings).mask_personal,
        rules=choice != "llm",
        extractor=extractor_of(found, settings) if found else None,
    )
    if found is not None or not wanted:
        return shown
    note = Extraction(status="ok", detail=f"rules only: {no_model(settings)}")
    return shown.model_copy(update={"extraction": note})


def extractor_of(model: LanguageModel, settings: Settings) -> LLMExtractor:
    """Return the extractor over a model, with what the settings allow to be sent to it."""
    return LLMExtractor(
        model,
        dates=date_parsers(),
        retries=settings.model.retries,
        remote_personal=settings.model.remote_personal,
        remote_sensitive=settings.model.remote_sensitive,
    )


def no_model(settings: Settings) -> str:
    """Say that there is no language model, and what to do about it."""
    wanted = settings.model
    if wanted.provider == "openai":
        return f"No language model answers at {wanted.host}."
    name = wanted.name or "qwen3:8b"
    return f"No language model answers at {wanted.host}. Start Ollama, then: ollama pull {name}"


def _can_speak_openai(wanted: ModelSettings) -> None:
    if wanted.name is None:
        raise ConfigurationError("model.provider 'openai' needs model.name, the model's name.")
    if importlib.util.find_spec("openai") is None:
        raise ConfigurationError(
            "model.provider 'openai' needs the extra: pip install 'stelae[openai]'."
        )


def date_parsers() -> Mapping[str, DateParser]:
    """Return the date parsers by language; each loads its library at first use."""
    from stelae.providers.dates.dateparser import DateparserDates
    from stelae.providers.dates.jionlp import JionlpDates

    return {"zh": JionlpDates(), "en": DateparserDates()}
