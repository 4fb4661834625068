"""The words that announce a secret, in Chinese and English, and where its value stands after them.

Only regular expressions; `stelae.text.secrets` applies them. Every one is anchored on a literal word and has bounded
gaps, so that its cost grows linearly with the text.
"""

import re

UNIT = (
    r"(?![ \t]?(?:[年月日号点个次位遍页行条人元块%字]|分(?!钟内)|秒|characters?|chars|"
    r"digits?|letters?|words?|days?|times|lines?|minutes?|users?|people|dollars?|percent|"
    r"(?:hours?|seconds?|weeks?|months?|years?|points?|pages?|miles?|feet|ft|met(?:re|er)s?|[kmg]?bps|[kmgt]b|[kcm]?m|kg|"
    r"wide|tall|long|high|deep|bucks|euros?|yuan|rupees|pounds|pictures|photos|posts|edition|vintage|model)(?![a-z])))"
)
"""What follows a number that counts or measures something."""
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
    r"reset|updated|currently|again|actually|simply|always|everywhere|unchanged|went|"
    r"as[ \t]+before|(?:hasn['’]t|has[ \t]+not)[ \t]+changed|didn['’]t[ \t]+change)(?![\w-])|"
    r",?[ \t]+(?:it['’]?s|still)(?![\w-])|,[ \t]*(?:by the way|btw|fyi),?)"
)
OTHER_PIN = re.compile(
    r"(?i)(?:lapel|name|hair|safety|bowling|drawing|rolling|tie|hat|cotter|gpio|board|chip|digital|analog|output|input|"
    r"data|power|ground|reset|push|bobby|enamel|firing|king|map)[ \t]+$"
)
"""What stands before a pin that opens nothing."""
_LINK = (
    r"(?P<link>[ \t]*+(?:\\?[\"'`”」]?[ \t]*+(?::=|=>|->|→|:|：|=)|是不是|是|为|成了?|"
    r"到)[ \t]*+(?:是|为)?[ \t]*+|"
    r"[ \t]++(?:is|was|are|to|as|be|from|equals?|reads?|stays?|remains?)(?:[ \t]*+[:：][ \t]*+|"
    r"[ \t]++)|['’]s[ \t]++(?:(?:still|now|just|actually|simply)[ \t]++)?|[ \t]*+\n[ \t]*+|"
    r"[ \t]*+（[ \t]*+|[吗嘛呢啊吧]?[ \t]*+[?？][ \t]*+(?:(?:it|that)(?:['’]s|[ \t]+(?:is|was))[ \t]++|"
    r"is[ \t]++|[就还]?是[ \t]*+)?|[吗嘛呢啊吧][ \t]*+[,，][ \t]*+)"
)
"""What stands between the word and its value; also a question that is answered at once (`the password? it's …`)."""
_GAP = (
    r"(?:[ \t]+(?:for|of|on|at|to|in|by|via|that|which|you|we|I|he|she|they|everyone)[ \t]+"
    r"[^\n,.;:=!?，。；：！？]{1,40}?(?P<far>[ \t]*+[:：=][ \t]*+|[ \t]*+[?？][ \t]++|"
    r"(?:['’]s(?![ \t]+(?:is|was|are)[ \t])|[ \t]+(?:is|was|are|to))(?:[ \t]+(?:still|now|just|actually|simply))?"
    r"(?:[ \t]*+[:：][ \t]*+|[ \t]++)|[ \t]*(?:是|为)[ \t]*+))"
)
_TAIL = rf"(?:{_GAP}|(?P<middle>(?:{MIDDLE_ZH}|{MIDDLE_EN})*){_LINK}?[ \t]*+){_VALUE}"

LOCKS = (
    r"(?:door|gate|garage|alarm|entry|safe|lockers?|keypad|lock|lock ?box|key ?box|padlock|lobby|suitcase|"
    r"vault|shed|cellar|basement)"
)
"""What a code opens."""
PASSWORD_WORDS = (
    *("密码", "密碼", "口令", "暗号", "解锁码", "门禁码", "门锁码", "开门码", "开机码", "锁屏码"),
    *("pass", "pw", "pswd"),
)
PASSWORD = re.compile(
    r"(?i)(?P<cue>(?<!流量)(?<!财富)(?<!生命)(?<!达芬奇)(?:密码|密碼)|口令|暗号|解锁码|门禁码|门锁码|开门码|"
    r"开机码|锁屏码|"
    r"(?<!1)(?:pass(?:words?|wd|"
    r"codes?|phrases?)|(?<![a-z])(?:pass[ ]phrase|pswd|pwd))(?![a-z])|"
    r"(?<=[_-])pass(?![a-z])|(?<![a-z])pass(?=[ \t]*[:：=])|"
    r"(?<![a-z])pw(?![a-z0-9]))"
    r"(?!学|管理|策略|规则|规范|长度|强度|要求|提示|箱|锁|本|[:：=]{2})" + _TAIL
)
LOCK_CUES = (" code", "combo", "combination", "keypad")
LOCK = re.compile(
    rf"(?i)(?P<cue>(?<![a-z]){LOCKS}(?:(?:['’]s)? (?:code|combo|combination)|(?<!k) keypad)(?![a-z]))"
    + _TAIL
)
PASS = re.compile(
    r"(?i)(?P<before>(?<![a-z])[a-z-]{2,16}[ \t]+)?(?<![a-z])(?P<cue>pass)(?=['’]s[ \t]|[ \t]+(?:is|was)[ \t])"
    + _TAIL
)
"""`pass` for short: also what one shows at a gate, so its value has to look like a password."""
OTHER_PASS = re.compile(
    r"(?i)(?:ski|bus|train|rail|boarding|day|season|monthly|weekly|annual|year|hall|gym|museum|park|parking|"
    r"press|stage|transit|metro|visitor|mountain|festival|library|lift|railway|city|travel|guest|event)[ \t]+$"
)
ACCOUNT_BEFORE = re.compile(
    r"(?i)(?:wi-?fi|e?mail|login|admin|root|router|account|netflix|server|db|database)[ \t]+$"
)
# What must stand right before a plain word, for it to be the password and not talk about one.
NAMES_VALUE = re.compile(
    r"(?i)(?:[:：=是为成到]|->|→|['’]s|(?<![a-z])(?:is|was|are|to|be|as|now|equals?|remains))"
    r"(?:[ \t]+(?:still|now|just|actually|simply))?\\?[ \t“‘「\"'`]*$"
)
SUBJECT_BEFORE = re.compile(
    r"(?i)(?:^|[,.;:!?\n]|(?<![a-z])(?:and|but|so|that))[ ]*"
    r"(?:(?:my|our|the|his|her|their|your|this)[ ](?:[a-z'’-]{1,16}[ ]){0,3})?$"
)
"""Where `the password's` can only mean `the password is`, not something of the password."""
UNANSWERED = re.compile(r"[?？,，][ \t]*$")
BOTH = re.compile(r"(?i)[ \t](?:but|and|so|or|because|if|when|it)[ \t]")
"""A gap with one of these goes on to say something else."""
SINCE = re.compile(r"(?i)(?:is|was|are|'s)[ \t]+from[ \t]+$")
"""A year it is from, not a value it was changed from."""
NEXT_PASSWORD = re.compile(
    r"(?i)[\"'”」]?[ \t]*(?:改成了?|改为|换成了?|变成了?|(?<![a-z])to(?![a-z])|->|"
    r"→|[ ,，]*(?:and|then)?[ ]*(?:the|my)[ ](?:new|old|other|second|current)[ ](?:one|password)[ ](?:is|was)(?![a-z])|"
    r"[，,]?(?:现在|新的?|旧的?|老的?|以前)(?:的|密码)?(?:是|：|:))[ \t]*[\"'“「]?(?P<value>[!-~]{4,64})"
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
TOLD_ZH = re.compile(
    r"(?:(?!算法|哈希|加密|策略|规则|管理|错误|日志|邮件|重置|文件|账号|帐号|用户名|地址|服务器|域名|网址|版本|型号|端口|"
    r"忘|生成|学)[\u4e00-\u9fff]){0,12}?(?:[,，][ \t]*(?=还|就|仍|依然|现在|应该|是|改|换|好像|一直)"
    r"[\u4e00-\u9fff]{0,8}?)?"
    r"(?P<link>是|为|一样|成了?|到|回|用|叫|[:：=]|（)[ \t]*(?:是|了)?(?:(?:那|原来|以前|之前|从前)?(?:的|那个|"
    r"老的?)*[:：]?)?[ \t]*"
    r"(?P<value>[!-~]{4,64})"
)
"""A password some words after its name (`密码没变还是 …`); after another noun it is another thing's value."""
TOOL_AFTER = re.compile(
    r"[ \t]*(?:里|中|上|生成|管理|保存|存|加密|帮|来|软件|插件|填|收|那|这|格式|开头|以上|以后|之前)"
)
LOGIN_WORDS = ("login", "credential", "creds", "account", "账号", "帐号", "用户名", "user")
LOGIN = re.compile(
    r"(?i)(?:login|credentials?|creds|account|user(?:name)?|账号|帐号|"
    r"用户名)(?:密码)?[ \t]*(?:[:：=]|is|are|分别是|是)?[ \t]*(?<![a-z])[\w.@+-]{1,64}"
    r"[ \t]*(?:/|\||:|,|，|、|和)[ \t]*(?P<value>[!-~]{6,64})"
)
NETWORK_WORDS = ("wifi", "wi-fi", "wlan", "hotspot", "ssid", "无线", "热点", "网")
NETWORK = re.compile(
    r"(?i)(?:(?<![a-z])(?:wi-?fi|wlan|hotspot|ssid)|无线网?络?|热点|(?:家里|家庭|宿舍|公司)的?网络?)(?:名(?:字|"
    r"称)?|[ ]name)?"
    r"[ \t]*(?:[:：=]|叫|是|is(?![a-z])|['’]s)[ \t]*"
    r"[^\s/|,，、:：][^/|,，、:：\n]{0,31}?[ \t]*[/|,，、][ \t]*(?P<value>[!-~]{6,64})"
)
"""A network, and what opens it behind a slash or comma."""
MAILED = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,24}){1,4}(?:[ \t]*[/|]|[ \t]+-)[ \t]*(?P<value>[!-~]{6,64})"
)
ACCOUNT_NAME = re.compile(
    r"(?i)(?<![\w@.])(?!e?-?mails?(?![a-z])|contact|reach|me(?![a-z])|"
    r"at(?![a-z]))(?:[a-z][\w+ -]{1,24}?|[\u4e00-\u9fff]{1,8}(?<!邮箱)(?<!联系))"
    r"[ \t]*(?:[:：=-]|is(?![a-z])|是)?[ \t]*$"
)
"""What stands before an address that is a login: the name of an account."""
SAID_BEFORE = re.compile(
    r"(?i)(?<![!-~])(?P<value>[!-~]{4,64}?)[,，]?[ \t]*(?:(?:(?:that|which|it)(?:['’]s|[ \t]+is)|is|was|as|(?<=,))[ \t]+"
    r"(?:my|the|our|his|her|their|a)[ \t]+(?:(?!best|worst|most|default|only)[a-z'’-]{2,16}[ \t]+){0,3}?"
    r"(?P<cue>password|passcode|passphrase|pin(?: code| number)?|pw)(?![\w-]|[ \t]+(?:manager|app|generator|"
    r"hash|policy|reset|"
    r"tool|vault|storage|hint|field|screen|rule|is|was|has|for[ \t]+(?:example|instance)))|"
    r"[就都]?(?:是|当|做|作为?|为)(?:我|你|他|她|咱|家)?们?家?的?(?:[a-z]{2,8}|[\u4e00-\u9fff]){0,6}?(?P<zh>密码|口令)"
    r"(?!学|管理|策略|规则|锁|箱|本|哈希|算法|生成|框|重置|的))"
)
"""The value first: `tulip2024 is my wifi password`."""
UNIT_AFTER = re.compile(UNIT[3:-1])
"""What follows a number that counts something."""
