"""Language models and date parsers: which one answers, and what it may be sent. Asked at first use, not before."""

import importlib.util
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, assert_never

from stelae.assembly.categories import registry_of
from stelae.assembly.clock import SystemClock
from stelae.config import ModelSettings, Settings, load_policy
from stelae.errors import ConfigurationError, ModelError, ModelUnavailableError
from stelae.ports import Clock, DateParser, LanguageModel
from stelae.remember.llm_extraction import LLMExtractor
from stelae.remember.preview import Preview, preview
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.schemas.change import Extraction
from stelae.schemas.observation import Message
from stelae.text.normalise import is_blank

if TYPE_CHECKING:
    from stelae.providers.models.choosing import ModelReport
    from stelae.providers.models.modes import ModedModel
    from stelae.providers.models.source import ModelSource


def describe_model(settings: Settings, *, probe: bool = False) -> "ModelReport":
    """Look now, and return which language model there is and which would be used.

    Args:
        settings: from `config.load`.
        probe: also ask it for one word, to see how its answers are held to a form; takes up to `model.timeout_s`.

    Raises:
        ConfigurationError: the settings name one that cannot be used.
    """
    from stelae.providers.models.choosing import describe

    report = describe(settings.model)
    if report.chosen is None or not probe:
        return report
    # Somebody waits for this report: no allowance for a cold start.
    hurried = settings.model.model_copy(update={"cold_start_s": settings.model.timeout_s})
    model = _connected(hurried)
    try:
        return report.model_copy(update={"mode": model.mode() if model is not None else ""})
    except ModelError as error:
        return report.model_copy(update={"trouble": str(error)})
    finally:
        if model is not None:
            model.close()


def model_source(
    settings: Settings, clock: Clock, model: LanguageModel | None = None
) -> "ModelSource":
    """Return what looks for the language model at first use; nothing is asked or loaded before.

    A model that was handed in is the caller's to close.

    Raises:
        ConfigurationError: the settings name a model that cannot be used: no name, no file, an extra that is missing.
    """
    from stelae.providers.models.source import ModelSource

    if model is not None:
        return ModelSource(lambda: model, clock, owned=False)
    wanted = settings.model
    if settings.extractor != "rules":
        _usable(wanted)
    return ModelSource(lambda: _connected(wanted), clock)


def _connected(wanted: ModelSettings) -> "ModedModel | None":
    """Return the model that the settings mean; None: nobody answers. Only an Ollama server is asked, what it has."""
    match wanted.provider:
        case "openai":
            from stelae.providers.models.openai import OpenAIModel

            return OpenAIModel.of(wanted)
        case "local":
            from stelae.providers.models.gguf import GGUFModel

            return GGUFModel.of(wanted)
        case "ollama":
            from stelae.providers.models.choosing import find

            return find(wanted)
        case _:
            assert_never(wanted.provider)


def preview_of(
    messages: Sequence[Message], settings: Settings, model: LanguageModel | None = None
) -> Preview:
    """Return what rules and model would propose for messages; no store is opened (K19).

    Raises:
        ConfigurationError: a setting, the policy or a category is wrong.
        ModelUnavailableError: `extractor="llm"` and there is no model.
    """
    clock, choice = SystemClock(), settings.extractor
    registry = registry_of(settings)
    wanted = choice != "rules" and any(not is_blank(m.content) for m in messages)
    source = model_source(settings, clock, model) if wanted else None
    found = source() if source is not None else None
    if found is None and wanted and choice == "llm":
        raise ModelUnavailableError(no_model(settings))
    shown = preview(
        messages,
        dates=date_parsers(),
        now=clock.now(),
        masked=load_policy(settings, registry).mask_personal,
        rules=choice != "llm",
        extractor=extractor_of(found, settings, registry) if found else None,
    )
    if found is not None or not wanted:
        return shown
    note = Extraction(status="ok", detail=f"rules only: {no_model(settings)}")
    return shown.model_copy(update={"extraction": note})


def extractor_of(
    model: LanguageModel, settings: Settings, registry: Registry = BUILT_IN
) -> LLMExtractor:
    """Return the extractor over a model, with what it may propose and what the settings allow to be sent to it."""
    return LLMExtractor(
        model,
        dates=date_parsers(),
        retries=settings.model.retries,
        remote_personal=settings.model.remote_personal,
        remote_sensitive=settings.model.remote_sensitive,
        registry=registry,
    )


def no_model(settings: Settings) -> str:
    """Say that there is no language model, and what to do about it."""
    wanted = settings.model
    if wanted.provider != "ollama":
        where = wanted.host if wanted.provider == "openai" else wanted.path
        return f"No language model answers at {where}."
    name = wanted.name or "qwen3:8b"
    return f"No language model answers at {wanted.host}. Start Ollama, then: ollama pull {name}"


def _usable(wanted: ModelSettings) -> None:
    """Find at opening what would otherwise be found in the middle of a turn."""
    match wanted.provider:
        case "openai":
            if wanted.name is None:
                raise ConfigurationError(
                    "model.provider 'openai' needs model.name, the model's name."
                )
            if importlib.util.find_spec("openai") is None:
                raise ConfigurationError(
                    "model.provider 'openai' needs the extra: pip install 'stelae[openai]'."
                )
        case "local":
            _connected(wanted)
        case "ollama":
            """Any server may come up later."""
        case _:
            assert_never(wanted.provider)


def date_parsers() -> Mapping[str, DateParser]:
    """Return the date parsers by language; each loads its library at first use."""
    from stelae.providers.dates.dateparser import DateparserDates
    from stelae.providers.dates.jionlp import JionlpDates

    return {"zh": JionlpDates(), "en": DateparserDates()}
