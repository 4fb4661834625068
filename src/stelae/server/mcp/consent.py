"""A person's yes, asked for through the client (elicitation). A model cannot answer it.

Handshake versions send the question as a request of their own; from 2026-07-28 on the answer to the call carries it, the
client calls again with the person's word, and the sealed state says what the word is about.
"""

import logging
from typing import Final, Literal

from mcp import types
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from stelae.server.mcp.answers import Json, Question
from stelae.server.mcp.desk import Context
from stelae.server.mcp.previews import LIFETIME

logger = logging.getLogger(__name__)
Word = Literal["yes", "no", "unheard"]
"""What a person said; `unheard`: nobody could be asked."""
_FIELD: Final = "confirm"
_FORM: Final[Json] = {
    "type": "object",
    "properties": {
        _FIELD: {
            "type": "boolean",
            "title": "Yes, do this / 是的，就这样做",
        }
    },
    "required": [_FIELD],
}
"""A field to fill: a client that accepts an empty form by itself has not asked anybody."""


def sealed_state() -> RequestStateBoundary:
    """Return the middleware that lets no client forge or reuse what a question was about."""
    security = RequestStateSecurity.ephemeral(ttl=LIFETIME.total_seconds())
    return RequestStateBoundary(security, default_audience="stelae")


def can_ask(ctx: Context) -> bool:
    """Does the client put forms to a person?"""
    declared = ctx.session.client_capabilities
    if declared is None or declared.elicitation is None:
        return False
    return declared.elicitation.form is not None or declared.elicitation.url is None


async def word_of_a_person(
    ctx: Context, params: types.CallToolRequestParams, question: Question
) -> Word | types.InputRequiredResult:
    """Put the question to the person at the client.

    Returns:
        Their word, or what asks the client to call again with it.
    """
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return await _asked(ctx, question)
    answers = params.input_responses or {}
    if params.request_state != question.about or _FIELD not in answers:
        form = types.ElicitRequestFormParams(message=question.shown, requested_schema=_FORM)
        return types.InputRequiredResult(
            input_requests={_FIELD: types.ElicitRequest(params=form)}, request_state=question.about
        )
    answer = answers[_FIELD]
    return _word(answer) if isinstance(answer, types.ElicitResult) else "no"


async def _asked(ctx: Context, question: Question) -> Word:
    try:
        return _word(await ctx.session.elicit_form(question.shown, _FORM, ctx.request_id))
    except (MCPError, ValidationError) as error:
        logger.warning("the client did not put the question: %s", type(error).__name__)
        return "unheard"


def _word(answer: types.ElicitResult) -> Word:
    agreed = answer.action == "accept" and (answer.content or {}).get(_FIELD) is True
    return "yes" if agreed else "no"
