"""Secrets beside their names in markup, settings and code: `<password>…</password>`, `name: DB_PASSWORD` / `value: …`.

Here the name is a field's and stands apart from its value: between tags, in an attribute, on the line before, or it is
the call that takes a user and a password. A field that holds a name, a path or an id of a secret is none.
"""

import re
from collections.abc import Iterator

from stelae.text.value_shape import is_no_value
from stelae.text.vendor_keys import Span
from stelae.text.worded_patterns import WordedPattern, worded_matches, words_of

_FIELD = (
    r"(?i:[\w.:-]{0,48}?(?:passw(?:or)?d|passwd|pwd|passphrase|(?<![a-z])pass|psk|secret(?:[_.-]?key)?|token|"
    r"(?:api|access|private|auth|signing|encryption|account|license|master)[_.-]?key|credentials?))"
)
_QUOTED = r"(?P<quote>\\?[\"'])(?P<value>[^\"'\\\n]{4,512})\\?[\"']"
_FIELDS: tuple[WordedPattern, ...] = (
    (
        ("</",),
        re.compile(
            rf"<(?P<tag>{_FIELD})(?:[ ][^<>\n]{{0,80}})?>[ \t]*(?P<value>[^<>\s]{{4,512}})[ \t]*</"
        ),
    ),
    (
        ("value", "default", "content"),
        re.compile(
            rf"(?i)(?<![a-z])(?:key|name|id|property|field|env)\\?[\"']?[ \t]*[=:][ \t]*\\?[\"']{_FIELD}\\?[\"']"
            rf"[^<>\n]{{0,40}}?(?<![a-z])(?:value|default|content)\\?[\"']?[ \t]*[=:][ \t]*{_QUOTED}"
        ),
    ),
    (
        ("value",),
        re.compile(
            rf"(?i)(?<![a-z])value\\?[\"']?[ \t]*[=:][ \t]*{_QUOTED}[^<>\n]{{0,40}}?"
            rf"(?<![a-z])(?:key|name|id)\\?[\"']?[ \t]*[=:][ \t]*\\?[\"']{_FIELD}\\?[\"']"
        ),
    ),
    (
        ("value:",),
        re.compile(
            rf"(?<![\w.])(?:name|key):[ \t]*[\"']?{_FIELD}[\"']?[ \t]*\n[ \t]*value:[ \t]*[\"']?"
            r"(?P<value>[^\s\"']{4,512})"
        ),
    ),
    (
        ("env ", "env\t", "arg ", "setenv", "setx", "set -", "fastcgi"),
        re.compile(
            rf"(?<![\w])(?:ENV|ARG|SetEnv|setx|set[ ]-[xgUu]{{1,4}}|fastcgi_param|setenv)[ \t]+{_FIELD}[ \t=]+[\"']?"
            r"(?P<value>[^\s\"']{4,512})"
        ),
    ),
    (
        ("secret", "_key", "passphrase", "auth_token"),
        re.compile(
            r"(?m)^[ \t]{0,40}+(?:export[ ]|set[ ]|\$env:)?(?P<screaming>[A-Z0-9_]{0,40}"
            r"(?:SECRET|SECRET_KEY|SIGNING_KEY|ENCRYPTION_KEY|"
            r"PASSPHRASE|API_KEY|AUTH_TOKEN))[ \t]*=[ \t]*[\"']?(?P<value>[^\s\"'#;]{12,512})[\"']?[ \t]*$"
        ),
    ),
)
_SETTINGS: tuple[WordedPattern, ...] = (
    (
        ("password=", "passwd=", "_pass=", "_pwd="),
        re.compile(
            r"(?<![\w?&])[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|_PASS|_PWD)=[\"']?(?P<value>[^\s\"'#;&]{4,256})"
        ),
    ),
    (
        ("pgpass",),
        re.compile(
            r"(?<![\w.*-])[\w.*-]{1,64}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?P<value>[^\s:]{3,128})"
        ),
    ),
    (
        (
            "requirepass",
            "masterauth",
            "bindpw",
            "rootpw",
            "auth_pass",
            "authtok",
            "secret ",
            "password ",
            "community",
        ),
        re.compile(
            r"(?m)^[ \t]{0,40}+(?:config[ ]set[ ])?(?:requirepass|masterauth|bindpw|rootpw|auth_pass|ldap_default_authtok|"
            r"(?:username[ ]\S{1,64}[ ])?(?:enable[ ])?(?:secret|password)[ ][057]|snmp-server[ ]community)"
            r"[ \t]+[\"']?(?P<value>[^\s\"']{4,256})"
        ),
    ),
    (
        ("machine ",),
        re.compile(
            r"(?i)(?<![a-z])machine[ ]\S{1,255}\s+login\s\S{1,255}\s+password\s+(?P<value>\S{3,256})"
        ),
    ),
    (
        ("identified ", " password"),
        re.compile(
            rf"(?i)(?:identified[ ](?:with[ ]\w{{1,40}}[ ])?by|(?:set|with|encrypted)[ ]password)[ =]+{_QUOTED}"
        ),
    ),
    (("securestring",), re.compile(rf"(?i)convertto-securestring[ ]+(?:-string[ ]+)?{_QUOTED}")),
)
"""Lines of settings and queries."""
_FILE_NAME = re.compile(
    r"(?i)(?<![\w./-])(?:[\w.-]{0,40}[_.-])?(?:password|passwd|pwd|passcode|密码)[-_](?P<value>[A-Za-z0-9!@#$%]{6,64})"
    r"(?=\.[a-z]{2,5}(?![a-z])|[ \t]*$)"
)
"""A file that is named after what it holds."""
_WORD_AND_NUMBER = re.compile(r"v?\d+|[A-Za-z][a-z]+\d{0,4}|[A-Z]+")
_TEXT = r"[ \t]*[rfbu]?[\"'](?:[^\"'\n]{1,128})[\"'][ \t]*,"
_CALLS = re.compile(
    rf"(?:(?i:auth|credentials?)[ \t]*[=:][ \t]*[(\[]|"
    rf"(?:[A-Za-z]{{0,24}}(?:Basic|Digest|Plain)_?[Aa]uth|getConnection|(?i:[.:]login|[.:](?:basic_?)?auth|"
    rf"[.:]authenticate|"
    rf"\w{{0,24}}Credentials?))[ \t]*\((?:{_TEXT}){{0,2}}?){_TEXT}[ \t]*[rfbu]?{_QUOTED}[ \t]*[),\]]"
)
"""A call that takes a user and then what proves it."""
_SIGNING = re.compile(
    r"(?i:(?<![a-z])jwt\.(?:sign|encode|decode|verify)\([^()\n\"']{1,64},|(?<![a-z])(?:fernet|multifernet|"
    r"secretkeyspec)\(|"
    r"(?<![a-z])hmac\.(?:new|digest)\(|createhmac\([^()\n,]{1,32},|(?<![a-z])aes\.new\(|"
    r"create(?:de)?cipher(?:iv)?\([^()\n,]{1,32},)"
    rf"[ \t]*[rfbu]?{_QUOTED}"
)
"""A call that signs or encrypts, with its key."""
_WIFI = re.compile(
    r"WIFI:(?=[^\n]{0,200}S:)(?:[^\n]{0,120}?;)?P:(?P<value>(?:\\.|[^;\\\n]){4,128});"
)
"""The text of a code that a phone scans to join a network."""
_NAME_OF_ONE = re.compile(
    r"(?i)(?:/|\./|[\w-]+\.(?:txt|json|ya?ml|pem|key|env)$|(?:secret|vault|ssm|arn|sm|op|env):)"
)


_PATTERNS: tuple[WordedPattern, ...] = (
    *_FIELDS,
    *_SETTINGS,
    (("auth", "credential", "connect", "login"), _CALLS),
    (("jwt.", "fernet(", "keyspec(", "hmac", "aes.new", "cipher"), _SIGNING),
    (("wifi:",), _WIFI),
)
FIELD_WORDS = (*words_of(_PATTERNS), "password", "passwd", "pwd", "passcode", "密码")
"""What every text with such a field holds."""


def named_values(text: str) -> Iterator[Span]:
    """Values of the fields whose names say that they are secret."""
    for match in worded_matches(text, _PATTERNS):
        if _is_value(match["value"]):
            yield *match.span("value"), "password"
    for match in _FILE_NAME.finditer(text):
        if _is_value(match["value"]) and not _WORD_AND_NUMBER.fullmatch(match["value"]):
            yield *match.span("value"), "password"


def _is_value(value: str) -> bool:
    return (
        not is_no_value(value)
        and not value.startswith(("$", "{", "%"))
        and not _NAME_OF_ONE.match(value)
    )
