"""The words that announce a secret, in Chinese and English, and where its value stands after them.

Only regular expressions; `stelae.text.secrets` applies them. Every one is anchored on a literal word and has bounded
gaps, so that its cost grows linearly with the text.
"""

import re

UNIT = (
    r"(?![ \t]?(?:[年月日号点个次位遍页行条人元块%字]|分(?!钟内)|秒|characters?|chars|"
    r"digits?|letters?|words?|days?|times|lines?|minutes?|users?|people|dollars?|percent))"
)
_QUOTED = r"(?P<open>\\?[\"'`“‘「『])(?P<quoted>[^\"'`”’」』\n]{1,128}?)\\?[\"'`”’」』]"
_BARE = r"(?P<bare>[!-~](?:[!-~]|[！？…](?=[!-~])){0,255}+)"
_HAN = r"(?P<han>[\u4e00-\u9fff]{2,10}(?![\u4e00-\u9fff]))"
_VALUE = rf"(?:{_QUOTED}|{_BARE}|{_HAN})"
MIDDLE_ZH = (
    r"(?:我们|我|你|他|她|已经|已|刚刚|刚|今天|昨天|现在|目前|还|就|都|也|又|给|帮|把|它|"
    r"分别|一直|仍然|统一|默认|暂时|临时|"
    r"新的?|旧的?|原来|以前|之前|后来|应该|可能|好像|大概|换|改|设置?|重置|更新|调整|变|记|"
    r"写|填|用|叫|的|发来|收到|从|了)"
)
MIDDLE_EN = (
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
_TAIL = rf"(?:{_GAP}|(?P<middle>(?:{MIDDLE_ZH}|{MIDDLE_EN})*){_LINK}?[ \t]*+){_VALUE}"

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
UNIT_AFTER = re.compile(UNIT[3:-1])
"""What follows a number that counts something."""
