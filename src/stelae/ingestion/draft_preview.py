"""A draft as a person is shown it, ready to be quoted, in Chinese or English by the language of its words (O35). Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stelae.ingestion.draft_place import EVERYBODY
from stelae.schemas.drafts import Draft, DraftCategory
from stelae.schemas.observation import in_zone
from stelae.text.language import Language, language_of

SHOWN: Final = 4_000
"""Characters of a source that are shown; a guide is never as long."""
_RULE: Final = "—" * 8


@dataclass(frozen=True, slots=True)
class _Phrases:
    """What is said in one language; the fields of `str.format` are those of the calls below."""

    kinds: dict[DraftCategory, str]
    title: str
    agent: str
    keywords: str
    related: str
    comma: str
    length: str
    one: str
    dual: str
    parts: str
    replaces: str
    similar: str
    siblings: str
    bypass: str
    grants: str
    narrowed: str
    left_out: str
    redacted: str
    longer: str
    asks: str


_SAID: Final[dict[Language, _Phrases]] = {
    "zh": _Phrases(
        kinds={
            "usage_guide": "使用指南",
            "format_guide": "格式指南",
            "document": "文档",
            "topology": "拓扑",
        },
        title="【草稿】{intent}（{kind} · {agent}范围 {scope}）",
        agent="智能体 {}，",
        keywords="关键词：{}",
        related="相关：{}",
        comma="、",
        length="长度：约 {tokens} token，{kept}",
        one="一条",
        dual="摘要一条，另存原文 {} 段",
        parts="原样保存为 {} 段",
        replaces="将更新现有条目（第 {version} 版）：“{text}”",
        similar="相近条目：{name}（{score:.2f}）“{text}”",
        siblings="要更新相近条目，请用它的名称重新提出；确认本草稿，则两条并存。",
        bypass="注意：请求里要求跳过确认。照样需要您本人确认。",
        grants="注意：内容涉及授权、跳过检查或约束他人，请仔细看。",
        narrowed="注意：要求的范围 {scope} 更大，只能由您亲自给：stelae drafts commit {intent} --into {scope}",
        left_out="注意：第 {} 段含有指令，不会保存。",
        redacted="注意：已移除机密（{}）。",
        longer="（共 {} 个字符）",
        asks="尚未入库。请您本人回复“确认”（或：可以、入库、OK、yes）后才会写入；24 小时内有效，至 {}。",
    ),
    "en": _Phrases(
        kinds={
            "usage_guide": "usage guide",
            "format_guide": "format guide",
            "document": "document",
            "topology": "topology",
        },
        title="[Draft] {intent} ({kind} · {agent}scope {scope})",
        agent="agent {}, ",
        keywords="Keywords: {}",
        related="Related: {}",
        comma=", ",
        length="Length: about {tokens} tokens, {kept}",
        one="one entry",
        dual="a summary, and {} passages of the text",
        parts="kept as it is in {} parts",
        replaces="Updates the entry there is (version {version}): “{text}”",
        similar="Similar entry: {name} ({score:.2f}) “{text}”",
        siblings="To update a similar entry, have it proposed under that name; confirming this draft keeps both.",
        bypass="Note: the request asked to skip the confirmation. It needs yours all the same.",
        grants="Note: it grants permission, skips a check or binds others. Read it with care.",
        narrowed="Note: the scope {scope} that was asked for is wider; only you can give it:"
        " stelae drafts commit {intent} --into {scope}",
        left_out="Note: passages that give orders are not kept: {}.",
        redacted="Note: secrets were removed ({}).",
        longer="({} characters in all)",
        asks="Nothing is stored yet. It is written when you yourself reply “yes” (or: OK, 可以, 确认, 入库);"
        " valid for 24 hours, until {}.",
    ),
}


def preview_of(draft: Draft, *, zone: str) -> str:
    """Return the preview: what it is, what it would change, all of the body, and how to confirm it.

    Args:
        draft: which waits.
        zone: of the person, for the time at which it expires.
    """
    said = _SAID[language_of(" ".join((draft.body, *draft.keywords)))]
    until = f"{in_zone(draft.expires_at, zone):%Y-%m-%d %H:%M}"
    body = (_RULE, _body(draft, said), _RULE)
    return "\n".join((*_facts(draft, said), *_notes(draft, said), *body, said.asks.format(until)))


def _facts(draft: Draft, said: _Phrases) -> Iterator[str]:
    agent = "" if draft.agent == EVERYBODY else said.agent.format(draft.agent)
    kind = said.kinds[draft.category]
    yield said.title.format(intent=draft.intent, kind=kind, agent=agent, scope=draft.scope)
    if draft.keywords:
        yield said.keywords.format(said.comma.join(draft.keywords))
    if draft.related:
        yield said.related.format(said.comma.join(draft.related))
    yield said.length.format(tokens=draft.tokens, kept=_kept(draft, said))
    if draft.replaces:
        yield said.replaces.format(version=draft.replaces.version, text=draft.replaces.text)
    for one in draft.similar:
        yield said.similar.format(name=one.name, score=one.score, text=one.text)
    if draft.similar:
        yield said.siblings


def _notes(draft: Draft, said: _Phrases) -> Iterator[str]:
    if draft.bypass:
        yield said.bypass
    if draft.grants:
        yield said.grants
    if draft.narrowed_from:
        yield said.narrowed.format(scope=draft.narrowed_from, intent=draft.intent)
    if draft.left_out:
        yield said.left_out.format(said.comma.join(map(str, draft.left_out)))
    if draft.redacted:
        yield said.redacted.format(said.comma.join(draft.redacted))


def _kept(draft: Draft, said: _Phrases) -> str:
    if draft.track == "dual":
        return said.dual.format(draft.parts - len(draft.left_out))
    return said.parts.format(draft.parts) if draft.parts > 1 else said.one


def _body(draft: Draft, said: _Phrases) -> str:
    if len(draft.body) <= SHOWN:
        return draft.body
    return f"{draft.body[: SHOWN // 2]}…\n{said.longer.format(len(draft.body))}"
