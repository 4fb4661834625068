"""Passwords that are given to a command: `--password …`, `mysql -p…`, `echo … | sudo -S`.

What a short option means depends on the program (`ssh -p` is a port), so each program is named with its own. Prompts
(`mysql -p` alone), files and variables (`$PASS`) are left alone.
"""

import re
from collections.abc import Iterator

from stelae.text.value_shape import is_no_value
from stelae.text.vendor_keys import Span
from stelae.text.worded_patterns import WordedPattern, worded_matches, words_of

_VALUE = (
    r"(?P<quote>\\?[\"'])?(?P<value>(?(quote)[^\"'\\\n]{3,128}|[^\s\"'`|;&<>()（），。；]{3,256}))"
)
_ARGUMENTS = r"[^\n|;]{0,160}?[ ]"


def _given(programs: str, option: str, value: str = _VALUE) -> re.Pattern[str]:
    """An option of some programs, with its value."""
    return re.compile(
        rf"(?<![A-Za-z0-9_-])(?:{programs})(?:\.exe)?(?=[ ]){_ARGUMENTS}{option}{value}"
    )


_LONG = re.compile(
    r"(?i)(?<![\w-])--?(?:[a-z]{1,16}[-_]){0,2}(?:pass(?:word|wd|phrase|code)?|pwd|token|auth[-_]?(?:token|key)|"
    r"secret(?:[-_]?key)?|"
    r"(?:api|access)[-_]?(?:key|token|secret)|(?:store|key|http|proxy)pass(?:wd|word)?|psk)(?P<by>[ =])[ ]*"
    + _VALUE
)
"""Options that say what they are."""
_TALK_AFTER = """
argument arguments file files flag flags instead option options parameter parameters prompt switch value
"""
_NO_VALUE_AFTER = frozenset(_TALK_AFTER.split())
"""What talk about an option goes on with."""
_BY_PROGRAM: tuple[WordedPattern, ...] = (
    (
        ("mysql", "mariadb", "mycli"),
        _given(r"(?:mysql|mariadb)(?:dump|admin|import|check|show|slap|binlog)?|mycli", r"-p"),
    ),
    (("7z", "rar", "sshpass"), _given(r"7z[az]?|7zz|(?:un)?rar|sshpass", r"-h?p[ ]*")),
    (
        (" login",),
        _given(
            r"(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|helm|oc|az|cf|jfrog|jf|ibmcloud)"
            r"(?=[^\n|;]{0,40}[ ]login(?![a-z]))",
            r"-p[ =]+",
        ),
    ),
    (
        ("twine", "mongo", "beeline", "influx", "rabbitmqadmin"),
        _given(
            r"twine|mongo(?:sh|dump|restore|export|import)?|beeline|influx|rabbitmqadmin",
            r"-p[ =]+",
        ),
    ),
    (("redis", "keydb"), _given(r"(?:redis|keydb|valkey)-(?:cli|benchmark)", r"-a[ ]+")),
    (
        ("sqlcmd", "bcp", "isql", "osql", "tsql", "mosquitto", "ipmitool", "zip"),
        _given(
            r"sqlcmd|bcp|[iot]sql|mosquitto_(?:pub|sub)|ipmitool|(?:un)?zip|zipcloak", r"-P[ ]*"
        ),
    ),
    (("ldap",), _given(r"ldap(?:search|modify|add|delete|whoami|passwd|compare)", r"-w[ ]*")),
    (("plink", "pscp", "psftp", "putty"), _given(r"plink|pscp|psftp|putty", r"-pw[ ]+")),
    (("freerdp", "cmdkey"), _given(r"[xw]?freerdp3?|cmdkey", r"/p(?:ass)?:")),
    (("ssh-keygen",), _given(r"ssh-keygen", r"-[NP][ ]+")),
    (("openssl",), _given(r"openssl", r"(?:-pass(?:in|out)?[ ]+pass:|-k[ ]+)")),
    (
        ("htpasswd",),
        _given(
            r"htpasswd",
            r"-(?:(?=[a-zA-Z]{0,5}n)[a-zA-Z]{1,6}[ ]+\S+[ ]+|"
            r"[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ ]+\S+[ ]+\S+[ ]+)",
        ),
    ),
    (("net user",), re.compile(rf"(?i)(?<![a-z])net[ ]user[ ]+[^\s/]{{1,64}}[ ]+{_VALUE}")),
    (
        ("/user:",),
        re.compile(rf"(?i)(?<![a-z])net[ ]use[ ][^\n]{{1,80}}?[ ]{_VALUE}[\"']?[ ]+/user:"),
    ),
    (("wpa_passphrase",), re.compile(rf"wpa_passphrase[ ]+(?:\"[^\"\n]+\"|\S+)[ ]+{_VALUE}")),
    (("nmcli",), _given(r"nmcli", r"password[ ]+")),
    (
        ("sqlplus", "impdp", "expdp", "sqlldr", "rman"),
        _given(
            r"sqlplus|impdp|expdp|sqlldr|rman",
            r"[\w$]{1,32}/(?![/ ])",
            r"(?P<quote>\")?(?P<value>[^\s\"@]{3,64})",
        ),
    ),
    (
        ("smbclient", "rpcclient", "smbmap"),
        _given(r"smbclient|rpcclient|smbmap", r"-U[ ]*[\"']?[\w\\.@-]{1,64}%"),
    ),
    (("lftp",), _given(r"lftp", r"-u[ ]*[\w.@-]{1,64},")),
    (
        ("curl", "wget", "http"),
        _given(
            r"curl|wget|https?|xh",
            r"(?:-u|-U|-a|--user|--auth|--proxy-user)[ =]+[\"']?[\w.@-]{1,64}:(?!//)",
        ),
    ),
    (
        ("vault login", "rclone obscure", "authtoken", "wandb login"),
        re.compile(
            rf"(?:vault[ ]login|rclone[ ]obscure|ngrok[ ](?:config[ ]add-)?authtoken|wandb[ ]login)[ ]+(?!-){_VALUE}"
        ),
    ),
    (
        ("sudo -", "--stdin", "-stdin", "kinit", "chpasswd", "cryptsetup"),
        re.compile(
            r"(?:echo|printf)[ ]+(?:-[neE]{1,3}[ ]+)?"
            rf"(?:[\w.-]{{1,32}}:(?=[^\n|]{{1,128}}\|[^\n|]{{0,16}}chpasswd))?{_VALUE}"
            r"[\"']?[ ]*\|[ ]*(?:sudo[ ]+)?(?:sudo[ ]+-\w*S|passwd[ ]+--stdin|docker[ ]+login|podman[ ]+login|"
            r"helm[ ]+registry[ ]+login|kinit|chpasswd|cryptsetup|gpg)"
        ),
    ),
)
_LONG_OPTION_SIGNS = (
    *(
        "--pas",
        "--pwd",
        "--tok",
        "--sec",
        "--api",
        "--acc",
        "--aut",
        "--sto",
        "--key",
        "--psk",
        "--htt",
        "--pro",
    ),
    *(
        "-pass",
        "-token",
        "-secret",
        "-storepass",
        "-keypass",
        "-psk",
        "-pwd",
        "-apikey",
        "-api-key",
    ),
    *("-access", "-auth", "-http"),
)
COMMAND_WORDS = (*_LONG_OPTION_SIGNS, *words_of(_BY_PROGRAM))
"""What every command with a secret holds."""


def command_secrets(text: str) -> Iterator[Span]:
    """Secrets given to a command."""
    low = text.lower()
    if any(map(low.__contains__, _LONG_OPTION_SIGNS)):
        yield from _long_options(text)
    for match in worded_matches(text, _BY_PROGRAM):
        if not _stands_for(match["value"]):
            yield *match.span("value"), "password"


def _long_options(text: str) -> Iterator[Span]:
    for match in _LONG.finditer(text):
        value = match["value"]
        plain = value.lower().strip(".,:") in _NO_VALUE_AFTER and match["quote"] is None
        if not _stands_for(value) and not plain and (match["by"] == "=" or len(value) >= 4):
            yield *match.span("value"), "password"


def _stands_for(value: str) -> bool:
    """Whether a value is a variable, a placeholder, another option or talk."""
    return is_no_value(value) or value.startswith(("-", "$", "%", "id=", "file:", "env:"))
