"""Is a message a person's confirmation of a draft, and does one try to get around it (O37)? Pure: words, no state.

A confirmation is a whole message: one of the words, and nothing beside it but what politeness adds and the draft's own
name. Whoever asks back, sets a condition or says anything else has not confirmed. Unsure counts as no, since asking again
costs a sentence and a wrong yes costs a rule that nobody wanted.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, assert_never

from stelae.schemas.drafts import Draft, Said
from stelae.text.keys import sha256
from stelae.text.markers import strip_blocks
from stelae.text.normalise import fold

CONFIRM_WORDS: Final = ("可以", "确认", "入库", "ok", "yes")
"""What the preview asks for."""
_CORE: Final = "可以|确认吧?|入库吧?|okay|ok|yes"
_POLITE_ZH: Final = (
    "好的|好吧|好|嗯+|行|对|没问题|请|麻烦你?|帮我|那就|就|了|的|谢谢你?|多谢|辛苦了?|提交|保存"
)
_POLITE_EN: Final = (
    *("please", "thanks", "thank you", "thx", "great", "good", "fine", "sure", "perfect"),
    *("go ahead", "commit it", "save it", "do it", "and"),
)
_BESIDE: Final = "|".join((_POLITE_ZH, *_POLITE_EN))
_GAP: Final = r"[\s,.!~。，！、;；]*"
_CONFIRMATION: Final = re.compile(
    rf"(?>(?:{_BESIDE}){_GAP})*+(?:{_CORE})(?>{_GAP}(?:{_BESIDE}|{_CORE}))*+{_GAP}"
)
"""Nothing is tried twice: `好的` a hundred times over must not hold up a turn."""
_LATIN_RUN: Final = re.compile(r"[a-z]+")
_LATIN_WORDS: Final = {"ok", "okay", "yes", *(w for some in _POLITE_EN for w in some.split())}
"""Latin letters that stand together are one word: `okyes` is none of ours."""
_BYPASS: Final = re.compile(
    r"(?:已经?|都|全部)(?:经)?(?:审阅|审核|审查|审过|看过|确认过|复核)|(?:审阅|审核|审|看|确认|复核)过了"
    r"|(?:自动|默认|直接)(?:确认|同意|通过|入库|提交|写入|保存)|免确认|免审"
    r"|(?:不用|不必|无需|无须|不需要|别|跳过|省去|略过)(?:再|我|你|给我|等我|向我|任何)*(?:确认|审阅|审核|预览|批准|同意|问)"
    r"|\bauto[- _]?(?:confirm|approv|commit|accept)\w*"
    r"|\b(?:already|pre)[- ]?(?:been )?(?:reviewed|confirmed|approved|checked)"
    r"|\b(?:i|we|i've|we've|i have|we have) (?:already )?(?:reviewed|confirmed|approved) (?:it|this|that|them|everything)"
    r"|\b(?:skip|bypass|without|no need (?:for|to)|don't (?:need|wait for|ask for))(?: (?:the|a|any|my|further))*"
    r" (?:confirm\w*|review\w*|preview\w*|approv\w*|asking)"
    r"|\bcommit (?:it |this |that )?(?:directly|right away|immediately|at once)"
    r"|\bconfirm\w*[\"']?\s*[=:]\s*[\"']?(?:false|0|no|none)\b|\bfrom_draft[\"']?\s*[=:]\s*[\"']?false\b"
)
_NOT_YET: Final = re.compile(
    rf"(?:没问题|行|对|好)的?{_GAP}就|(?:请|麻烦你?|帮我){_GAP}确认(?!{_GAP}(?:入库|提交|保存))"
)
"""`没问题就入库` leaves it to the agent to see whether; `请确认` asks the agent to make sure."""
_DIGEST: Final = 8
"""Hexadecimal digits of a message's digest."""
_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
Problem = Literal[
    "none", "same_turn", "no_newer_message", "not_confirmed", "other_draft", "said_elsewhere"
]


def confirms(message: str, *, intent: str = "") -> bool:
    """Is the whole message a confirmation?

    Args:
        message: of the person; our own recalled block beside it does not count.
        intent: name of the draft, which may stand beside the word.
    """
    said = _plain(message)
    if intent:
        said = said.replace(_plain(intent), " ").replace(_plain(intent).replace("_", " "), " ")
    if _NOT_YET.search(said) or not _CONFIRMATION.fullmatch(said.strip()):
        return False
    return all(run in _LATIN_WORDS for run in _LATIN_RUN.findall(said))


def names(message: str, intent: str) -> bool:
    """Does the message name the draft?"""
    said, name = _plain(message), _plain(intent)
    return name in said or name.replace("_", " ") in said


def bypasses(message: str) -> bool:
    """Does it say that nobody needs to confirm, or that somebody has reviewed what nobody has seen yet?"""
    return bool(_BYPASS.search(_plain(message)))


def problem_with(said: Said, draft: Draft, *, latest: bool) -> Problem:
    """Say what keeps a turn from committing a draft; `none`: a person has confirmed it.

    Args:
        said: what the person has said by now.
        draft: which waits.
        latest: was it proposed in the newest proposing turn? A bare word means no other one.
    """
    if said.turn and said.turn == draft.turn:
        return "same_turn"
    if not _newer(said, draft):
        return "no_newer_message"
    if not confirms(said.text, intent=draft.intent):
        return "not_confirmed"
    if names(said.text, draft.intent):
        return "none"
    # A bare word answers what was asked last in its conversation.
    if said.session and draft.session and said.session != draft.session:
        return "said_elsewhere"
    return "none" if latest else "other_draft"


def heard(said: Said, draft: str) -> tuple[str, ...]:
    """Return digests of the person's last messages, for the draft of that id.

    They are short and salted: enough to know a message again while the draft waits, too little to prove what it said.
    """
    return tuple(sha256(f"{draft}\n{fold(words)}")[:_DIGEST] for words in said.recent)


def what_is_missing(problem: Problem, draft: Draft) -> str:
    """Say it to the model that wanted to commit, with what to do next."""
    ask = f"Show the person the preview and wait for their own answer ({', '.join(CONFIRM_WORDS)})."
    match problem:
        case "same_turn":
            return f"A draft is never committed in the turn that proposed it. {ask}"
        case "no_newer_message":
            return f"The person has said nothing since {draft.intent!r} was proposed. {ask}"
        case "not_confirmed":
            return f"The person's last message is no confirmation of {draft.intent!r}. {ask}"
        case "other_draft":
            return (
                f"Another draft was proposed after {draft.intent!r}; a bare yes means that one. Ask the person to confirm"
                f" this one by its name: 确认 {draft.intent}"
            )
        case "said_elsewhere":
            return (
                f"{draft.intent!r} was shown in another conversation; a bare yes may mean something else. Show the preview"
                f" again, and ask the person to confirm it by its name: 确认 {draft.intent}"
            )
        case "none":
            raise AssertionError("nothing is missing")
        case _:
            assert_never(problem)


def _newer(said: Said, draft: Draft) -> bool:
    """Has the person said something since the draft was proposed?

    A later time tells, and so does a conversation that has grown. A chat that hands over its last few messages alone does
    not grow: there the messages of then must lead on to later ones, by more of them than would fit if all were old.
    """
    if said.at is not None and said.at > draft.proposed_at:
        return True
    then, now = draft.heard, heard(said, draft.id)
    after = max((_shared(then, now[:end]) for end in range(1, len(now))), default=0)
    again = max((_shared(then[:end], now) for end in range(1, len(then) + 1)), default=0)
    if said.messages > draft.messages:
        return after > 0 or not again
    return after > again


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many messages two stretches of a conversation have in common, when both end with the same one; else 0."""
    both = min(len(first), len(second))
    return both if both and first[-both:] == second[-both:] else 0


def _plain(text: str) -> str:
    return fold(strip_blocks(text)).translate(_STRAIGHT).strip()
