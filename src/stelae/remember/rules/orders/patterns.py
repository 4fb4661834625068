"""The patterns of standing instructions: what marks them, what they are about, and which are not this person's to give."""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.cue import Cue
from stelae.remember.rules.reading.subjects import KIN_ZH, PET_ZH

STANDING_ZH = re.compile(
    r"(?:从今以后|从此以后|从现在开始|从现在起|从今天起|从今天开始|从此|今后|往后|以后|日后|每次"
    r"|每回|每当|总是要|统一|一律|永远|默认|任何时候|无论什么时候|凡是|(?:回复|回答)我(?:的时候"
    r"|时)?|[跟和](?:我|咱)(?:说话|聊天|沟通|交流|讲话)|给我(?:写|发|回|做)[^，,。]{0,8}(?:的时候"
    r"|时)|所有(?:的)?(?:回答|回复|报告|文档|代码|邮件|输出)|都用|都要|都换算|都按|都请|都给我"
    r"|统一用|一直用)"
)
STANDING_EN = Caseless(
    r"\b(?:from now on|from here on(?: out)?|going forward|moving forward|in (?:the )?future"
    r"|henceforth|hereafter|by default|every time|each time|whenever|any ?time|at"
    r" all times|as a "
    r"(?:general )?rule|for all (?:future|my)|in all (?:future|my)|all (?:my|future) \w+ should"
    r"|from today(?: on)?|as of now|starting (?:now|today)|when(?:ever)? you"
    r" (?:write|reply|answer"
    r"|respond|give|send|draft|show|summari[sz]e|generate))\b|^(?:please )?(?:always|never)\b|^"
    r"(?:under no circumstances|never ever|don't ever|do not ever)\b|\b(?:in|for) (?:any|every"
    r"|all) (?:\w+ ){1,3}(?:you|I ask|for me)\b|\b(?:you should|please|and) (?:always|never)\b"
    r"|\balways (?:use|reply|answer|respond|write|give|show|format|include|address"
    r"|call|start|keep"
    r"|put|sign|cc|convert|round|quote|cite|ask)\b"
)
IMPERATIVE_ZH = re.compile(
    r"用|写|回复|回答|说|叫|称呼|给|发|别|不要|请|要|提醒|抄送|保留|加|附|列|用不着|改|放|换算"
    r"|显示|输出|简|详细|先|带|标|署名|说明|记得|禁止|必须|控制在|按"
)
HABIT_ZH = re.compile(r"^(?:我|我们|他|她)(?!希望|想让|要求|需要|更希望)")
PERSON_EN = re.compile(
    r"^(?:and |but |so )?(?:I|we|he|she|they|my \w+|(?!Please)(?-i:[A-Z][a-z]+)(?= (?:always|never"
    r"|usually|will|has|is|was)\b))\b(?! (?:want|need|would like|expect|'d like|like|prefer) "
    r"(?:you|all|every|my|the|reports|answers|replies|code|it|to (?:get|receive|see|have|be))"
    r"|'d like you)"
)
PROCEDURAL = Cue(
    (
        r"(?:预先|自动)(?:批准|授权|通过)|免审批|(?:跳过|绕过|绕开|免去|省去|略过|取消"
        r"|关掉|关闭|禁用"
        r"|停用|无需|不需要|不用再?|不必再?|免)(?:再)?.{0,8}(?:审批|审核|确认|复核|评审"
        r"|检查|校验|验证"
        r"|鉴权|权限|测试|签字|备份|防火墙|安全|告警|审计|限制|征求|请示|问我)"
    ),
    (
        r"(?:以后|今后|从现在起|从今以后|默认|一律|都)[^，。]{0,12}(?:直接|自动)(?:合并"
        r"|部署|发布|上线"
        r"|删除|转账|付款|支付|发送|提交|执行|批准|通过|推送|下单|覆盖|重启|运行|登录|同意|授权)|"
        r"(?:授权|允许|准许|批准|有权)(?:你|所有人|任何人|他们|机器人|大家|实习生|外包|代理|客服)|"
        r"(?:你|大家|所有人|任何人|全员|每个人|团队|同事们|实习生)[^，。]{0,6}(?:可以|有权|有权限)"
        r"(?:直接|随意|随便|自行)?(?:访问|修改|删除|读取|查看|执行|部署|合并|发布|使用"
        r"|转账|审批|批准"
        r"|登录)"
    ),
    (
        r"(?:所有人|大家|全员|每个人|任何人|团队成员|开发人员|新人|员工|各位)(?:以后|都|一律|今后"
        r"|从现在起)*(?:必须|应该|要|不得|不许|禁止|不准|得)|(?:给"
        r"|把)[^，。]{1,12}(?:管理员|root|sudo"
        r"|超级|最高|全部|读写|写入)(?:权限|权)|(?:审批|审核|确认|评审|校验|安全检查"
        r"|测试)[^，。]{0,8}"
        r"(?:跳过|免了|省了|取消|不用|不需要|不必|略过|关掉)"
    ),
    (
        r"(?:把|将)?(?:所有|全部|一切)?(?:的)?(?:记忆|数据|记录|信息|文件|资料)[^，。]{0,8}(?:公开"
        r"|共享给所有|对所有人|设为公开|发给|导出|上传|泄露|转发)|(?:忽略|无视|忘掉|忘记"
        r"|不要遵守|覆盖"
        r"|推翻)[^，。]{0,10}(?:规则|指令|限制|设定|提示|要求|约束|政策|说明)|(?:改用|换成|切换到"
        r"|停用)[^，。]{1,14}(?:工具|插件|接口|搜索引擎|数据库|MCP|api)|不用(?:再)?(?:问|经过|征得)"
        r"(?:我|任何人)|(?:部署|发布|合并|转账|付款|删除|上线|提交)[^，。]{0,8}(?:不用|不需要|无需"
        r"|不必)"
    ),
    r"\b(?:pre-?approved|no approval (?:is )?(?:needed|required)|always approved)\b",
    (
        r"\b(?:skip|bypass|ignore|disable|disregard|override|turn off|forgo|omit|don't"
        r" (?:bother with"
        r"|require|wait for|need|ask for)|no need (?:for|to (?:ask|get|wait|confirm|run|check))"
        r"|without (?:any |asking|waiting|my |further |the )?(?:for )?)\s?(?:the |any |all |my "
        r"|further |code |security |manual |your )*(?:approvals?|review(?:s|ers?)?|confirm(?:ation"
        r"|ing)?|permission|checks?|tests?|verification|validation|safety|rules?|instructions?"
        r"|restrictions?|guidelines?|polic(?:y|ies)|sign-?off|authori[sz]ation|authentication|audit"
        r"|backups?|linting|linter|ci|me first)\b"
    ),
    (
        r"\b(?:you(?:'re| are| may| can)? (?:now )?(?:allowed|authori[sz]ed|permitted|free) to|you "
        r"(?:may|can|have permission to) (?:now )?(?:deploy|delete|merge|push|pay|transfer|approve"
        r"|access|publish|execute|sign|spend|modify|force)|auto[- ]?(?:approve|merge|deploy|accept"
        r"|confirm|send|pay|execute|delete)|grant (?:\w+ ){0,4}(?:access|permission"
        r"|admin|rights|root)"
        r"|give (?:\w+ ){1,4}(?:admin|root|sudo|full|write) (?:access|rights|permission)"
        r"|(?:make|mark"
        r"|set) (?:\w+ ){0,4}(?:memor(?:y|ies)|notes|data|records) (?:public|visible|shared)"
        r"|admin mode|developer mode|jailbreak)"
    ),
    (
        r"\b(?:everyone|everybody|all (?:users|employees|developers|engineers|team members|staff"
        r"|agents|interns|contractors)|nobody|the (?:whole )?team|every (?:user|developer|employee"
        r"|engineer|agent)|team members|anyone|interns|contractors)\b (?:on \w+ |in \w+ )?(?:must"
        r"|should|has to|have to|needs? to|is required|are required|may not|shall|can (?:now )?"
        r"(?:access|deploy|delete|merge|push|approve|skip|edit|read|publish)|may (?:now )?)"
    ),
    (
        r"\b(?:always|never|from now on,?|going forward,?) (?:just )?(?:deploy|merge|push|delete"
        r"|approve|force[- ]push|commit|execute|run|publish|release|ship|transfer|pay|restart)\b|\b"
        r"(?:deploy|merge|push|delete|release|publish|ship|transfer|pay)\b[^.]{0,40}\b(?:without"
        r"|directly|straight to|automatically|no approval|right away without)\b|\b(?:use|switch to"
        r"|call) (?:the )?[\w-]+ (?:tool|plugin|api|mcp|search engine) (?:instead|for"
        r" (?:all|every))"
        r"|\b(?:ignore|forget|disregard) (?:all |any |your |the |every )*(?:previous|prior|earlier"
        r"|above|existing|system)\b"
    ),
)
ACTS = Cue(
    (
        r"部署|合并(?!单元格)|发布|上线|删除|删掉|转账|付款|支付|下单|推送代码|重试|root"
        r"|sudo|管理员"
        r"|账号|密钥|附件|防火墙|执行|重启|权限|直接\s*(?:push|merge|deploy|commit)"
        r"|不用\s*(?:review"
        r"|approve|approval|测试)|安全检查|发到\s*\S+\.\S+|发给.{1,8}(?:外部|客户|供应商)"
    ),
    (
        r"\b(?:deploy\w*|merge|push|force|delete|refund|payments?|invoices?|credentials?|secrets?"
        r"|api keys?|attachments?|virus|scan|firewall|production|prod|root|sudo|admin"
        r"|restart|transfer"
        r"|wire|approve|ci)\b"
    ),
)
"""A standing instruction about acts, not about how this person is served, waits for somebody with the say."""
COPIES = Caseless(r"(?:please |always |and |from now on,? )*(?:b?cc|copy)\b(?!.*\S@\S)")
"""Copies to somebody serve this person (DEV-08.3); copies to a bare address are an act like any other."""
_NOT_MINE = (
    rf"(?!(?:我|的|家的?|们的?)*(?:[大小二三])?(?:{KIN_ZH}|{PET_ZH})(?!好了|即可|行了|大人)[^，,。!就吧的]{{2,}})"
    r"(?!(?:爸|妈|老爸|老妈|爸爸|妈妈|父亲|母亲|爷爷|奶奶|儿子|女儿|闺女|孩子|老婆|老公|妻子|丈夫|太太|媳妇|爱人|对象|女朋友|男朋友|女友|男友)"
    r"(?:$|[，,。!就吧]))"
)
"""`叫我儿子小林`: the name is another's, a relative's or a pet's; `叫我哥` is what the speaker goes by."""
LANGUAGES = (
    "中文|英文|英语|汉语|日文|日语|法语|法文|德语|德文|韩语|韩文|西班牙语|粤语|俄语|普通话|繁体"
    "(?:中文|字)?|简体(?:中文|字)?|双语|葡萄牙语|意大利语"
)
LANGUAGES_EN = (
    "english|chinese|mandarin|french|german|spanish|italian|japanese|korean|portuguese|russian"
    "|dutch|swedish|cantonese|arabic|polish|turkish|british english|american english|us english"
    "|uk english"
)
ASPECTS: tuple[tuple[str, Caseless], ...] = (
    (
        "form-of-address",
        Caseless(
            rf"(?:叫我|称呼我(?:为|叫)?|喊我){_NOT_MINE}"
            r"(?P<o>[^，,。!的吧就]{1,12})|\b(?:call me"
            r"|address me as"
            r"|refer to me as)\s+(?P<o2>[\w'. -]{1,30}?)(?=$|[,;]| (?:from|instead|please"
            r"|going|not"
            r"|rather))"
        ),
    ),
    (
        "report-language",
        Caseless(
            rf"(?:报告|周报|日报|月报|简报|文档|总结).{{0,8}}(?P<o>{LANGUAGES})|\b(?:reports?"
            rf"|summar(?:y"
            rf"|ies)|documents?|docs)\b.{{0,30}}\bin (?P<o2>{LANGUAGES_EN})\b|\b"
            rf"(?P<o3>{LANGUAGES_EN}) for (?:all |my |the )*(?:reports?|summaries|docs)"
        ),
    ),
    (
        "reply-language",
        Caseless(
            rf"(?:用|说|讲|以|使用)(?P<o>{LANGUAGES})|\b(?:in|use|speak|to me in)\s"
            rf"(?P<o2>{LANGUAGES_EN})\b(?! (?:mustard|class))"
        ),
    ),
    (
        "units",
        Caseless(
            r"(?P<o>公里|千米|公制|英里|英制|摄氏度?|华氏度?|公斤|千克|磅|厘米|英尺|升|米)"
            r"|\b(?P<o2>metric"
            r"|imperial|kilomet(?:er|re)s?|km|miles|celsius|fahrenheit|kilograms?|kg|pounds"
            r"|lit(?:er|re)s"
            r"|cent(?:imeter|imetre)s|cm|feet|inches)\b"
        ),
    ),
    (
        "currency",
        Caseless(
            r"(?:用|按|换算成|以)(?P<o>人民币|美元|欧元|日元|港币|英镑)|\bin (?P<o2>euros?"
            r"|dollars|usd|eur"
            r"|gbp|pounds sterling|rmb|yuan|cny|yen|chf)\b"
        ),
    ),
    (
        "date-format",
        Caseless(
            r"日期.{0,8}(?:格式|写成|用)(?P<o>[^，。]{2,20})|\b(?:dates?)\b.{0,24}?\b(?:as"
            r"|in|format)\s"
            r"(?P<o2>[\w/.-]{4,20}(?: format)?)|(?P<o3>24 ?小时制|12 ?小时制|\b(?:24|12)[-"
            r" ]hour (?:clock"
            r"|time|format))"
        ),
    ),
    (
        "indentation",
        Caseless(
            r"(?:缩进.{0,6}?|用)(?P<o>(?:\d|两|四|二)\s*个?空格|tab|制表符)|\b(?P<o2>tabs(?:"
            r" (?:instead of"
            r"|over|not) spaces)?|(?:\d|two|four|eight)[ -]spaces?(?: indent(?:ation)?)?"
            r"|spaces(?: "
            r"(?:instead of|over|not) tabs)?)\b"
        ),
    ),
    (
        "theme",
        Caseless(
            r"(?P<o>深色|浅色|暗色|夜间|黑暗)(?:模式|主题)|\b(?P<o2>(?:dark|light) (?:mode"
            r"|theme))\b"
        ),
    ),
    (
        "code-style",
        Caseless(
            r"(?:代码|变量|函数|注释|类型注解|命名).{0,20}?(?:用|写|加|遵循"
            r"|采用)(?P<o>[^，。]{1,20})|"
            r"(?P<o3>type hints|snake_case|camelCase|pep ?8|single quotes|double quotes"
            r"|semicolons?"
            r"|f-strings?|async/await|functional style|docstrings?|typescript|类型注解|驼峰"
            r"|下划线命名"
            r"|单引号|双引号)|\b(?:code|variables?|functions?|comments|python|examples)"
            r" .{0,20}?(?:in|with"
            r"|using|follow(?:ing)?|use)\s(?P<o2>[\w +#.-]{2,24})"
        ),
    ),
    (
        "copies",
        Caseless(
            r"抄送(?:给)?(?P<o>[^，。]{1,16})|\b(?:cc|copy|bcc)(?:ing)?"
            r" (?P<o2>(?!paste)[\w@. -]{2,30}?)"
            r"(?=$|[,;]| (?:on|in|when|for))"
        ),
    ),
    (
        "reply-length",
        Caseless(
            r"(?P<o>简短|简洁|简明|精简|言简意赅|别太长|不要太长|短一点|简单点|详细|长一点"
            r"|一句话"
            r"|[一两三四五\d]+(?:句话|百字|字)(?:以内|之内)?)|\b(?P<o2>short|brief|concise"
            r"|terse|succinct"
            r"|to the point|detailed|in-depth|long|verbose|one[- ]sentence|(?:under|at most"
            r"|max(?:imum)?"
            r"|no more than|within) \w+ (?:words|sentences|lines|paragraphs))\b"
        ),
    ),
    (
        "reply-format",
        Caseless(
            r"(?P<o>markdown|表格|列表|要点|纯文本|json|分点|编号|项目符号)"
            r"|\b(?P<o2>bullet(?:ed)?"
            r"(?:[ -]?points?| lists?)?|markdown|tables?|plain text|json|numbered lists?"
            r"|emojis?|headings?"
            r"|code blocks?)\b"
        ),
    ),
    (
        "tone",
        Caseless(
            r"(?P<o>正式|幽默|轻松|严肃|客气|直接|温柔|礼貌|口语化?|亲切|敬语|您)(?:一点|些"
            r"|点|的语气"
            r"|称呼)?|\b(?P<o2>formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|friendly"
            r"|polite(?:ly)?|humorous"
            r"|blunt(?:ly)?|direct(?:ly)?|professional(?:ly)?|playful)\b"
        ),
    ),
    (
        "reminders",
        Caseless(
            r"提醒(?:我)?(?P<o>[^，。]{1,24})|\bremind(?:ers?)?\b(?: me)?(?: (?:about|of|to))? "
            r"(?P<o2>[\w' -]{2,50})"
        ),
    ),
)
PLAIN_STYLE = Caseless(
    r"^.{0,12}用.{1,6}(?:做|作)单位$|^.{0,12}保留.{1,4}位小数.{0,10}$|^(?:我)?(?:更)?"
    r"(?:喜欢|希望|习惯|偏好)(?:你)?(?:的)?(?:回答|回复|答案|说话|代码|报告|文档).{0,20}$|^"
    r"(?:你的)?(?:回答|回复|答案)(?:尽量|最好|请|都|要|应该|保持)+.{1,20}$"
    r"|^(?:please )?keep (?:your |the |all )?(?:answers|replies|responses|summaries|explanations"
    r"|emails|messages)\b.{2,40}$|^I (?:prefer|like|want)(?: (?:my|your|all|the))? (?:answers"
    r"|replies|responses|summaries|explanations|code|reports|emails|code examples|examples|dates"
    r"|temperatures|distances)\b.{2,60}$"
    r"|^(?:I (?:use|prefer|like|always use|indent with) )(?:tabs|spaces|\w+[- ]spaces?|dark mode"
    r"|light mode|metric|celsius|fahrenheit|type hints|snake_case|camelCase|single quotes"
    r"|double quotes)\b.{0,50}$"
)
NOT_CALL_ME = Caseless(
    r"^(?:请|以后|你)*(?:别|不要)(?:再)?(?:叫|喊|称呼)我"
    rf"{_NOT_MINE}"
    r"(?P<o>[^，,。!了的]{1,12})"
    r"|^(?:please )?"
    r"(?:don't|do not|never|stop) (?:ever )?call(?:ing)? me (?P<o2>[\w'. -]{1,24})$"
)
CALL_ME = Caseless(
    r"^(?:请|你|您|就|可以|都|一般|平时|以后|直接|今后|也|他们|家人|,|\s)*(?:叫|喊"
    r"|称呼)我(?:为|叫"
    rf"|做)?{_NOT_MINE}"
    r"(?P<o>[^，,。!就好行吧的]{1,12}?)(?:就好|就行|就可以|吧|好了|即可|就成)*$"
    r"|^(?:please "
    r"|just |you can |you may |feel free to |,)*calls? me (?P<o2>[\w'.-]{1,20}(?:"
    r" [A-Z][\w.]*)?)"
    r"(?: please|, please| for short)?(?:,? (?:and )?not [\w'. -]{1,20})?$|^(?:I )?go by (?P<o3>[\w'.-]{1,20})(?: now|"
    r" these days)?$"
)
NOT_A_NAME = Caseless(
    r"^(?:起床|去|吃|来|做|怎么|什么|滚|回|加班|过去|later|back|when|if|tomorrow|crazy|at|on|a "
    r"|an |whatever|maybe|old-fashioned)"
)
OVERRIDE = Cue(
    r"(?:忽略|无视|忘掉|不要遵守|不要理会|推翻)[^，。]{0,12}(?:规则|指令|限制|设定"
    r"|提示|约束|政策|安全检查|安全策略|安全规定)",
    (
        r"\b(?:ignore|disregard|forget|override)\b (?:all |any |your |the |every |of |my"
        r" )*(?:previous"
        r"|prior|earlier|above|existing|system|safety|security)\b"
    ),
)
STRONG_EN = Caseless(
    r"\b(?:from now on(?!,? (?:I |you are|you're|we ))|henceforth|hereafter|from here on"
    r"|under no circumstances)\b"
)
WEAK_EN = Caseless(
    r"\b(?:always|never|from now on|every time|each time|whenever|any ?time|moving forward"
    r"|when you|in any|for any|in every|for every|in all|for all|going forward|in"
    r" (?:the )?future"
    r"|by default)\b"
)
VERBS_EN = (
    "use|reply|answer|respond|write|give|show|include|add|put|format|call|address|start|begin|end"
    "|keep|ask|tell|send|cc|copy|convert|round|quote|cite|speak|talk|avoid|mention|suggest"
    "|recommend|assume|explain|check|remind|sign|list|summari[sz]e|translate|provide|make|be"
    "|refer|say|skip|offer|share|spell|treat|wrap|prefix|indent|name|return|print|default|stick"
    "|note|confirm|warn|leave|merge|push|deploy|run|disable|enable|retry|approve|delete|order"
    "|book|schedule|plan|describe|break|apologi[sz]e|measure|express|set"
)
ORDER_EN = Caseless(
    rf"(?:^|[,:;] |\bplease |\bthen |\byou (?:should|must|can) |^(?:from now on|going"
    rf" forward|in (?:the )?future|henceforth|by default) )(?:and |please |just |then"
    rf" )*"
    rf"(?:don't |do not |always |never |always please )?(?:{VERBS_EN})\b|\b(?:should"
    rf"|must) (?:be"
    rf"|use|have|come|include|always|never)\b"
)
ROLE_EN = Caseless(r"\bfrom now on,? (?:I|we|you are|you're|you will|you'll)\b")
"""The beginning of a role-play or of the speaker's own plan."""
POLITE_ALWAYS = Caseless(
    r"(?:can|could|would|will) you (?:please )?(?:always|never|from now on)\b|(?:你)?(?:能不能"
    r"|可不可以|能否|可以)(?:以后|每次)"
)
ALL_THIS_WAY = re.compile(r"以后(?:都|就)(?:这样|这么|如此|按这个)|都这样$|一直这样")
