"""The marks around what we recall for a model, and how to know our own block again.

Three promises: a stored text can never write the marks itself (`escape`, DEV-07); a block that comes back with a
message is taken out before anything is learned from it, also when a client changed its case, white space or entities
(`strip_blocks`, DEV-04); the envelope a chat channel puts around a message is not part of what was said
(`strip_wrappers`).

Whoever renders a block writes no blank line inside it: a block whose end got lost is taken to reach to the next one.
"""

import re

OPEN = "<stelae-memory>"
"""Begins a recalled block, on a line of its own."""
CLOSE = "</stelae-memory>"
"""Ends a recalled block, on a line of its own."""
TASK_OPEN, TASK_CLOSE = "<stelae-task>", "</stelae-task>"
"""The same around what holds for the task at hand."""

_GAP = "[\\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]{0,8}"
_LESS = r"(?:[<＜﹤]|&(?:amp;){0,3}(?:lt;|#0{0,4}60;|#x0{0,4}3c;)|\\u003c|\\x3c)"
_MORE = r"(?:[>＞﹥]|&(?:amp;){0,3}(?:gt;|#0{0,4}62;|#x0{0,4}3e;)|\\u003e|\\x3e)"
_SLASH = r"(?:[/／\\]|&#0{0,4}47;|&#x0{0,4}2f;)"
_WIDE = {char: chr(ord(char) + 0xFEE0) for char in "abcdefghijklmnopqrstuvwxyz"}


def _spelt(word: str) -> str:
    return _GAP.join(f"[{char}{_WIDE[char]}]" for char in word)


_NAME = f"{_spelt('stelae')}{_GAP}[-_‐‑–—－＿]?{_GAP}(?:{_spelt('memory')}|{_spelt('task')})"
_MARK = re.compile(
    rf"{_LESS}(?P<end>{_GAP}{_SLASH})?{_GAP}{_NAME}(?:[^<>＜＞&\n]{{0,80}}?(?:{_SLASH}{_GAP})?{_MORE})?",
    re.IGNORECASE,
)
_CHAT_TOKEN = re.compile(r"<\|(?=[A-Za-z_]{1,40}\|>)")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n")
_HARMLESS_MARK = "[block mark]"

_CHANNELS = (
    "telegram|whatsapp|signal|slack|discord|wechat|weixin|qq|imessage|sms|teams|lark|feishu|dingtalk|line|matrix|mattermost|"
    "webchat|e-?mail|微信|企业微信|飞书|钉钉|短信|邮件"
)
_ENVELOPE = re.compile(rf"\s*\[(?:{_CHANNELS})(?![a-z])[^\[\]\n]{{0,160}}\][ \t]*", re.IGNORECASE)
_RELAY = re.compile(r"\s*(?:user|human|用户)[ \t]*[:：][ \t]*", re.IGNORECASE)
_SPEAKER_LINE = re.compile(
    r"^\s*(?:user|human|assistant|system|用户|助手|助理|系统)[ \t]*[:：]",
    re.IGNORECASE | re.MULTILINE,
)


def escape(text: str) -> str:
    """Make a stored text safe to stand inside a block.

    Marks of ours, in any spelling `strip_blocks` would take for one, become words; chat-template tokens
    (`<|im_start|>`) are broken up; blank lines are closed up. Everything else, `<div>` and `a < b` included, stays as
    it is.

    Args:
        text: A stored text; it is not changed in the store (DEV-07.4).

    Returns:
        The text to show. Escaping it again changes nothing.
    """
    shown = _MARK.sub(_HARMLESS_MARK, text)
    shown = _CHAT_TOKEN.sub("< |", shown)
    return _BLANK_LINES.sub("\n", shown)


def strip_blocks(text: str) -> str:
    """Take our own recalled blocks out of a message.

    Blocks may be nested, repeated, written with entities, in another case or with other white space. One without an end
    reaches to the next blank line, else to the end of the text; an end without a beginning is taken out by itself.

    Args:
        text: A message as it came in.

    Returns:
        What is left, trimmed where something was taken out; a text without blocks comes back unchanged.
    """
    rest = _strip_once(text)
    while rest != text:
        text, rest = rest, _strip_once(rest)
    return rest


def _strip_once(text: str) -> str:
    kept: list[str] = []
    depth, after, opened = 0, 0, 0
    for mark in _MARK.finditer(text):
        if mark["end"] is None:
            if depth == 0:
                kept.append(text[after : mark.start()])
                opened = mark.end()
            depth += 1
        else:
            if depth == 0:
                kept.append(text[after : mark.start()])
            depth = max(0, depth - 1)
        after = mark.end()
    if not kept:
        return text
    if depth:
        lost = _PARAGRAPH_END.search(text, opened)
        after = lost.end() if lost else len(text)
    kept.append(text[after:])
    return "\n".join(part for part in map(str.strip, kept) if part)


def strip_wrappers(text: str) -> str:
    """Take off what a chat channel or relay put before a message.

    Only an envelope that names a known channel (`[Telegram Lin 10:32] …`) and a single leading `User:` are taken off.
    A text in which several speakers are marked is a pasted conversation and stays whole: who said what in it matters.

    Args:
        text: A message as it came in.

    Returns:
        The message without its wrapper.
    """
    envelope = _ENVELOPE.match(text)
    if envelope and envelope.end() < len(text):
        text = text[envelope.end() :]
    relay = _RELAY.match(text)
    if relay and relay.end() < len(text) and len(_SPEAKER_LINE.findall(text)) == 1:
        text = text[relay.end() :]
    return text
