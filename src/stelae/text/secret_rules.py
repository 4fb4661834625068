"""The shapes of secrets in Chinese and English text: keys by their prefix, values by the words around them.

Only data and regular expressions; `stelae.text.secrets` applies them. Prefixes and lengths follow what the vendors publish.
Every expression is anchored on a literal word and has bounded gaps, so that its cost grows linearly with the text.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyShape:
    """A vendor key that shows by its prefix.

    Attributes:
        type: The finding's type.
        prefixes: Literal beginnings.
        body: Character class of the rest.
        shortest: Fewest characters after the prefix.
        full: The exact length where the vendor fixes one: what a line break cut off is then known.
    """

    type: str
    prefixes: tuple[str, ...]
    body: str
    shortest: int
    full: int = 0


KEY_SHAPES = (
    KeyShape(
        "stripe_key",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_"),
        "A-Za-z0-9",
        10,
    ),
    KeyShape("openai_key", ("sk-",), "A-Za-z0-9_-", 16),
    KeyShape("aws_access_key", ("AKIA", "ASIA", "ABIA", "ACCA"), "A-Z0-9", 12, 16),
    KeyShape("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "A-Za-z0-9", 16, 36),
    KeyShape("github_token", ("github_pat_",), "A-Za-z0-9_", 20, 82),
    KeyShape(
        "gitlab_token",
        ("glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-"),
        "A-Za-z0-9_-",
        16,
    ),
    KeyShape(
        "slack_token",
        ("xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxs-", "xoxr-", "xoxo-", "xapp-"),
        "A-Za-z0-9-",
        10,
    ),
    KeyShape("google_key", ("AIza",), "A-Za-z0-9_-", 28, 35),
    KeyShape("google_key", ("ya29.", "GOCSPX-"), "A-Za-z0-9._-", 20),
    KeyShape("jwt", ("eyJ",), "A-Za-z0-9._=-", 24),
    KeyShape(
        "service_key",
        ("npm_", "pypi-", "hf_", "gsk_", "tvly-", "nvapi-", "dop_v1_", "shpat_", "glsa_", "r8_"),
        "A-Za-z0-9_-",
        18,
    ),
    KeyShape("service_key", ("SG.",), "A-Za-z0-9._-", 30),
    KeyShape("service_key", ("LTAI", "AKID"), "A-Za-z0-9", 12),
)
KEY_PREFIXES = tuple(prefix for shape in KEY_SHAPES for prefix in shape.prefixes)
KEY_START = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + "|".join(map(re.escape, sorted(KEY_PREFIXES, key=len, reverse=True)))
    + ")"
)
SHAPE_OF = {prefix: shape for shape in KEY_SHAPES for prefix in shape.prefixes}
BODY_OF = {shape.body: re.compile(f"[{shape.body}]*+") for shape in KEY_SHAPES}
# A line break, also as two characters in JSON or after a shell's backslash, and the signs a client puts before a quoted line.
LINE_BREAK = re.compile(r"[ \t]*+\\?(?:\r?\n|n(?<=\\n))[ \t>|*]*+")

PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
PRIVATE_KEY_MARK = re.compile(
    r"-----(?:BEGIN|(?P<end>END)) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
)
PRIVATE_KEY_BODY = re.compile(
    r"(?>(?:\s|\\n)*+[A-Za-z0-9+/=]{16,})*+(?>(?:\s|\\n)*+[A-Za-z0-9+/]{1,15}={1,2})?+"
)
AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
URL_PASSWORD = re.compile(
    r"://[^\s:@/?#]{0,64}:(?P<value>(?!\d{1,5}/)(?:[^\s/@]{1,128}(?:@[^\s/@.]{1,64}(?=@))*+|"
    r"[^\s@]{1,128}))@"
)

# -- values by the words around them -------------------------------------------------------------------------------------
_QUOTED = r"(?P<open>\\?[\"'`“‘「『])(?P<quoted>[^\"'`”’」』\n]{1,128}?)\\?[\"'`”’」』]"
_BARE = r"(?P<bare>[!-~](?:[!-~]|[！？…](?=[!-~])){0,255}+)"
_HAN = r"(?P<han>[\u4e00-\u9fff]{2,10}(?![\u4e00-\u9fff]))"
_VALUE = rf"(?:{_QUOTED}|{_BARE}|{_HAN})"
_MIDDLE_ZH = (
    r"(?:我们|我|你|他|她|已经|已|刚刚|刚|今天|昨天|现在|目前|还|就|都|也|又|给|帮|把|它|"
    r"分别|一直|仍然|统一|默认|暂时|临时|"
    r"新的?|旧的?|原来|以前|之前|后来|应该|可能|好像|大概|换|改|设置?|重置|更新|调整|变|记|"
    r"写|填|用|叫|的|发来|收到|从|了)"
)
_MIDDLE_EN = (
    r"(?:[ \t]+(?:now|just|still|has|have|had|been|was|is|got|gets|should|changed|set|"
    r"reset|updated|currently|again)(?![\w-]))"
)
_LINK = (
    r"(?P<link>[ \t]*+(?:\\?[\"'`”」]?[ \t]*+(?::=|=>|->|→|:|：|=)|是不是|是|为|成了?|"
    r"到)[ \t]*+(?:是|为)?[ \t]*+|"
    r"[ \t]++(?:is|was|are|to|as|be|from|equals?|reads?|stays?)(?:[ \t]*+[:：][ \t]*+|"
    r"[ \t]++)|[ \t]*+\n[ \t]*+)"
)
_GAP = (
    r"(?:[ \t]+(?:for|of|on|at|to|in)[ \t]+[^\n,.;:=!?，。；：！？]{1,40}?"
    r"(?P<far>[ \t]*+[:：=][ \t]*+|[ \t]+(?:is|was|are|to)(?:[ \t]*+[:：][ \t]*+|[ \t]++)|"
    r"[ \t]*(?:是|为)[ \t]*+))"
)
_TAIL = rf"(?:{_GAP}|(?P<middle>(?:{_MIDDLE_ZH}|{_MIDDLE_EN})*){_LINK}?[ \t]*+){_VALUE}"

PASSWORD_WORDS = (
    "密码",
    "密碼",
    "口令",
    "暗号",
    "解锁码",
    "门禁码",
    "门锁码",
    "开门码",
    "pass",
    "pwd",
    "pswd",
    " code",
)
PASSWORD = re.compile(
    r"(?i)(?P<cue>密码|密碼|口令|暗号|解锁码|门禁码|门锁码|开门码|(?<![a-z])(?:door|gate|"
    r"garage|alarm|entry|safe|locker|keypad) code(?![a-z])|(?<!1)(?:pass(?:words?|wd|"
    r"codes?|phrases?)|(?<![a-z])(?:pass[ ]phrase|pswd|pwd))(?![a-z])|"
    r"(?<=[_-])pass(?![a-z])|(?<![a-z])pass(?=[ \t]*[:：=]))(?!学|管理|策略|规则|规范|长度|"
    r"强度|要求|提示|[:：=]{2})" + _TAIL
)
# What must stand right before a plain word, for it to be the password and not talk about one.
NAMES_VALUE = re.compile(
    r"(?i)(?:[:：=是为成到]|->|→|(?<![a-z])(?:is|was|are|to|be|as|now|equals?))\\?[ \t“‘「\"'`]*$"
)
NEXT_PASSWORD = re.compile(
    r"(?i)[\"'”」]?[ \t]*(?:改成了?|改为|换成了?|变成了?|(?<![a-z])to(?![a-z])|->|"
    r"→)[ \t]*[\"'“「]?(?P<value>[!-~]{4,64})"
)
PASSPHRASE = re.compile(
    r"(?i)pass[ ]?phrases?[ \t]*(?:is|was|"
    r"[:：=是为])[ \t]*(?P<value>[a-z]{2,12}(?:[ -][a-z]{2,12}){2,9})(?![a-z])"
)
# Words whose clause speaks of a password: in it a value that looks like nothing else is taken for one.
CLAUSE = re.compile(r"[^\n。；;]{0,60}")
STRONG_VALUE = re.compile(r"(?<![!-~])[!-~]{6,64}")

TOKEN_WORDS = (
    "token",
    "key",
    "secret",
    "credential",
    "令牌",
    "密钥",
    "秘钥",
    "密匙",
    "密鑰",
    "授权码",
    "凭证",
    "凭据",
    "signature",
    "auth",
)
TOKEN = re.compile(
    r"(?i)(?P<cue>令牌|密钥|秘钥|密匙|密鑰|授权码|凭证|凭据|"
    r"(?<![a-z])(?:[a-z]{2,20}(?:token|secret|key))(?![a-z])|"
    r"(?<![a-z])(?:token|secret|credential|auth)s?(?![a-z])|"
    r"(?<![a-z])key(?![a-z]))(?P<part>[_-](?:id|prod|dev|test|live|base|"
    r"[0-9]{1,2})(?![a-z]))?" + _TAIL
)
KEY_NAME_BEFORE = re.compile(
    r"(?i)(?:api|access|secret|private|auth|encryption|signing|service|account|master|"
    r"client|app|license|ssh|storage|shared|"
    r"subscription|deploy|webhook|接口|访问|应用|加密|签名)[ _.-]?$"
)
BEARER_WORDS = ("bearer", "authorization", "basic ")
BEARER = re.compile(
    r"(?i)(?<![a-z])(?:bearer|basic|"
    r"authorization[\"']?[ \t]*[:=：][ \t]*[\"']?(?:(?:bearer|basic|token|"
    r"digest)[ \t]+)?)[ \t]*(?P<value>[A-Za-z0-9._~+/=-]{12,})"
)
OPTION_WORDS = (
    "--pass",
    "--token",
    "--secret",
    "--api-key",
    "sshpass",
    "mysql",
    "curl",
    "sig=",
    "amz-signature=",
    "access_token=",
)
OPTION = re.compile(
    r"(?i)(?:--(?:pass(?:word|wd)?|token|secret|api-key)[ =][\"']?|sshpass[ ]+-p[ ]*[\"']?|"
    r"mysql[^\n]{0,80}?[ ]-p[\"']?|"
    r"curl[^\n]{0,120}?[ ](?:-u|--user)[ ]+[\"']?[\w.@-]{1,64}:|[?&](?:sig|x-amz-signature|"
    r"access_token)=)(?P<value>[^\s\"'&]{4,256})"
)
LOGIN_WORDS = ("login", "credential", "creds", "account", "账号", "帐号", "用户名", "user")
LOGIN = re.compile(
    r"(?i)(?:login|credentials?|creds|account|user(?:name)?|账号|帐号|"
    r"用户名)(?:密码)?[ \t]*(?:[:：=]|is|are|分别是|是)?[ \t]*(?<![a-z])[\w.@+-]{1,64}"
    r"[ \t]*(?:/|\||:|,|，|、|和)[ \t]*(?P<value>[!-~]{6,64})"
)

# -- one-time and recovery codes -----------------------------------------------------------------------------------------
_UNIT = (
    r"(?![ \t]?(?:[年月日号点个次位遍页行条人元块%字]|分(?!钟内)|秒|characters?|chars|"
    r"digits?|letters?|words?|days?|times|lines?|minutes?|users?|people|dollars?|percent))"
)
_DIGITS = rf"(?<![\d.])(?P<digits>\d(?:[ -]?\d){{3,7}})(?![\d-]|[.:/]\d){_UNIT}"
_CODE_ZH = (
    r"(?:验证码|驗證碼|校验码|动态码|动态口令|动态密码|短信码|登录码|认证码|一次性(?:密码|"
    r"口令|代码|码))"
)
_CODE_EN = (
    r"(?:(?:verification|security|one[- ]time|log-?in|sign-?in|auth(?:entication|"
    r"orization)?|access|2fa|mfa|two[- ]factor|sms)"
    r"[ _-](?:pass)?code|(?<![a-z])(?:otp|totp)(?![a-z])|one[- ]time (?:password|pin|"
    r"passcode)|passcode)"
)
CODE_WORDS = (
    "验证码",
    "驗證碼",
    "校验码",
    "动态",
    "短信码",
    "登录码",
    "认证码",
    "一次性",
    "code",
    "otp",
    "one-time",
    "one time",
    "pin",
    "cvv",
    "cvc",
    "安全码",
    "sign in",
    "log in",
    "verify",
)
_ENDS_CODE = r"[^\d\n。；;!！?？]"
CODE = (
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|"
        rf"{_CODE_EN})s?{_ENDS_CODE}{{0,24}}?(?P<six>(?<![\d.])\d(?:[ -]?\d){{5}}(?![\d-]|"
        rf"[.:/]\d){_UNIT})"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})s?(?:{_MIDDLE_ZH}|{_MIDDLE_EN})*[ \t]*(?:[:：=]|是|为|"
        rf"is|was|are)?[ \t\"“'「]*(?:[A-Z]-)?{_DIGITS}"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})[ \t]*(?:[:：=]|是|为|is[ \t]|"
        rf"was[ \t])[ \t\"“'「]*(?P<mixed>(?-i:(?=[A-Z]*\d)[A-Z0-9]{{4,8}})(?![\w-]))"
    ),
    re.compile(
        rf"(?:{_CODE_ZH})[ \t]*(?:[:：]|是|为)?[ \t“「]*(?P<han>[零〇一二三四五六七八九幺]{{4,8}})"
    ),
    re.compile(
        rf"(?i){_DIGITS}[ \t]*(?:是|为|is)?[ \t]*(?:(?:你|您|"
        rf"我)的?[\u4e00-\u9fffA-Za-z]{{0,8}}{_CODE_ZH}|(?:your|the|"
        rf"my)[ \t](?:[\w-]{{1,20}}[ \t]){{0,3}}(?:code|otp|passcode))"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:use|enter|type|输入)[ \t]*(?:the )?(?:code )?{_DIGITS}[ \t]*(?:to|"
        rf"as|来|即可)[ \t]*(?:log|sign|verif|confirm|authent|your|登录|验证)"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:the|your|my|this|that|sms|texted)[ \t]code[ \t]*(?:is|was|=|"
        rf":)[ \t]*{_DIGITS}"
    ),
)
PIN = re.compile(
    rf"(?:(?i:(?<![a-z])pin(?:[ ]?(?:code|number)|码)?[ \t]*(?:is|was|=|:|：|是|为|"
    rf"to)[ \t]*)|(?<![A-Z])PIN码?[ \t]*){_DIGITS}"
)
CARD_CODE = re.compile(
    r"(?i)(?:(?<![a-z])cv[vc]2?|卡背?安全码|背面三位(?:数)?)[ \t]*(?:码|code|"
    r"number)?[ \t]*(?:[:：=]|是|为|is)?[ \t]*(?P<digits>\d{3,4})(?!\d)"
)
RECOVERY_WORDS = (
    "recovery",
    "backup code",
    "scratch code",
    "恢复码",
    "备用码",
    "备份码",
    "助记词",
    "seed phrase",
    "mnemonic",
    "seed words",
)
RECOVERY = re.compile(
    r"(?i)(?:(?:recovery|backup|scratch)[ _-](?:codes?|keys?)|恢复码|备用码|备份码|"
    r"恢复密钥)[^\n:：=是A-Za-z0-9]{0,6}(?:for [\w ]{1,24}|of [\w ]{1,24})?"
    r"[ \t]*(?:[:：=]|是|为|are|is)?\s*"
    r"(?P<value>(?:(?>[A-Za-z0-9]{2,12}(?:-[A-Za-z0-9]{2,12})*+)(?<=[0-9A-Za-z])(?:[ \t]*[,，、;]?\s*(?=[A-Za-z0-9-]{0,40}\d))?){1,24})"
)
SEED_PHRASE = re.compile(
    r"(?i)(?:seed (?:phrase|words)|recovery phrase|mnemonic|"
    r"助记词)[^\n:：=是a-z]{0,6}[ \t]*(?:[:：=]|是|为|are|"
    r"is)?\s*(?P<value>[a-z]{3,8}(?:[ ,，、]+[a-z]{3,8}){11,23})"
)

# -- what looks like a value and is none ---------------------------------------------------------------------------------
PLACEHOLDER = re.compile(
    r"(?i)(?:[*•●xX.#_?-]{2,}|<[^>]{0,60}>?|\$\{.*|\$[A-Z_]+|%\w+%|\{.*|\[.*|your[\W_].*|"
    r"your(?:api|pass|token|secret|key).*|\w*passw(?:or)?d\d*|"
    r".*(?:placeholder|redacted|change[-_]?me|dummy|fill[-_]?in|goes[-_]?here|[-_]here$|"
    r"replace[-_]?(?:me|with)|example[-_]?(?:key|token|secret|pass)).*)"
)
NO_VALUE = re.compile(
    r"(?i)(?:https?://|www\.|[/~.]{1,2}/|\d{4}-\d{1,2}-\d{1,2}$|\d{4}/\d{1,2}|"
    r"v?\d+(?:\.\d+){1,3}$|[\w.+-]+@[\w-]+\.\w|[a-z_][\w.]*\(|"
    r"(?:os|process|env|config|settings|self|this|ctx|args|request|vault|secrets)[.\[]|"
    r"\d+[-~–]\d+$|[a-z_]\w*\[|[$€£¥]\d|read-host|get-|getpass|input)"
)
TALK = frozenset(
    ["a", "about", "above", "again", "all", "also", "always", "an", "and", "any", "are", "as", "ask", "asked", "at", "be", "because", "been", "before", "below", "between", "bool", "both", "but", "by", "can", "changed", "char", "check", "choose", "click", "complexity", "contain", "contains", "correct", "could", "default", "did", "do", "does", "each", "either", "empty", "enter", "expired", "expires", "expiry", "expiration", "false", "field", "fields", "fine", "for", "forgot", "from", "generator", "good", "hash", "hashed", "hashes", "hashing", "have", "here", "hint", "how", "i", "if", "in", "incorrect", "input", "int", "invalid", "is", "it", "just", "keep", "key", "length", "less", "let", "link", "lost", "manager", "managers", "masked", "may", "me", "min", "minimum", "missing", "more", "must", "my", "needed", "needs", "never", "new", "no", "none", "not", "null", "number", "of", "ok", "okay", "on", "once", "only", "optional", "or", "other", "our", "page", "plain", "please", "policies", "policy", "private", "prompt", "protected", "public", "recovery", "removed", "required", "requirement", "requirements", "reset", "rotation", "rule", "rules", "safe", "same", "saved", "secret", "secure", "see", "set", "shared", "should", "so", "somewhere", "stored", "str", "string", "strong", "text", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "token", "too", "true", "type", "undefined", "unique", "unknown", "unless", "until", "update", "use", "used", "user", "username", "using", "value", "varchar", "verification", "very", "was", "we", "weak", "what", "when", "where", "which", "who", "why", "will", "with", "without", "word", "would", "wrong", "yes", "yet", "you", "your", "password", "passwords", "passwd", "passphrase", "pass", "pwd", "passcode", "login", "admin", "root", "code", "codes", "one-time", "code-review"]
)
TALK_HAN = re.compile(
    "什么|多少|几|哪|谁|怎|为何|必须|不|没|对的|错|忘|安全|重要|保密|一样|相同|默认|随机|可以|应该|需要|可能|吗|呢|吧|要|用|自己|别人|公司|生日|名字|我|你|他|她|这|那|的"
)
UNIT_AFTER = re.compile(_UNIT[3:-1])
