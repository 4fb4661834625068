"""What a person says of their own life in plain declaratives: the subject is `I`, `we` or `my X`, the verb is a durable one.

The topic need not be known. Structure decides: habitual verbs, copula with a noun, possession, how long, since when,
denials. A verb that is also used of the work at hand (`run`, `use`, `write`) needs a sign of regularity beside it.
The person's own sentence is the memory; there is no key beyond it.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_ADV_EN = (
    r"(?: (?:also|always|usually|normally|mostly|still|now|just|only|actually"
    r"|currently|both|all|generally|basically"
    r"|often|sometimes|regularly|mainly|typically|kind of|pretty much|really|happily"
    r"|even|recently|already|mainly|rarely|hardly ever))*"
)
_DURABLE = (
    "own|co-own|rent|rents|sublet|breed|grow (?!up|tired|out)|teach|coach|mentor"
    "|tutor|collect|restore|sing|knit|sew|brew|commute"
    "|volunteer|speak|wear|carry (?:an?|my)|hail|share (?:an?|my|the (?:flat|house"
    "|office|car))|split (?:the|our)|pay \\$?£?€?\\d[\\w.,]*"
    "|subscribe to|belong to|bank with|meditate|babysit|vape|smoke|donate"
    "|homeschool|foster|farm|garden|manage (?:an?|the|two|three|our)|head (?:up"
    " )?(?:the|a)"
    "|raise|keep (?:bees|chickens|goats|horses|rabbits|pigeons|hens|sheep|fish"
    "|\\w+s in)|repair|do (?:\\w+ )?(?:for (?:an?|the) |shifts|yoga|pilates|the (?:books|accounts|cooking"
    "|shopping|laundry|night shift|school run)|payroll"
    "|night)"
    "|support (?:two|three|my|our|(?-i:[A-Z]))|sleep (?:in|on|with|six|five|seven"
    "|eight|late|badly|best|about)|co-parent|play (?!with|around|it)|live|lodge"
    "|board|study|major in|minor in|hold (?:two|three|dual|both|an? [\\w-]+ (?:passport|licen[cs]e|degree|visa))"
    "|cycle|bike|swim|jog|hike|row|surf|ski|climb|dance|sail|camp|paint|draw|sculpt"
    "|bake|cook (?:for|most)|forage|busk|juggle"
    "|attend|worship|serve (?:in|as|on)|sit on the|represent|freelance|moonlight"
    "|intern|translate for|edit for|report to|answer to"
    "|drive (?:an?|my|to|for|the)|ride (?:an?|my|to)|fly (?:for|out of)|walk to"
    "|take (?:the (?:bus|tram|train|metro|subway|tube|ferry|stairs)|\\w+ for my"
    "|insulin|medication|\\w+ (?:pills|tablets)|my (?:coffee|tea))"
    "|drink my|eat (?:mostly|only|meat|fish|late|early|out)|cook|get up|wake up|go"
    " to bed|start work|finish work|work (?:at|for|in an?|in the|the|as|nights|from"
    "|remotely|part|full|shifts|weekends|mornings|with (?!you|it|this|that|the))"
    "|follow (?:a|the) \\w+ diet|use (?:a|an) (?:wheelchair|cane|walker|hearing"
    "|inhaler|cpap|prosthe\\w+|screen reader|guide dog|standing desk)"
    "|have (?:(?:two|three|four|five|six) (?!\\w+ (?:left|more|options|questions))"
    "|(?:joint|shared|sole|full) custody|dual (?:citizenship|nationality)|perfect"
    " pitch"
    "|(?:poor|bad|low|weak) (?:eye\\w*|vision|hearing|knees|lungs|sleep"
    "|circulation)|an? (?:[\\w-]+ ){0,2}(?:degree|licen[cs]e|diploma|mortgage"
    "|garden|balcony|allotment|pool|stammer|stutter"
    "|lisp|limp|tattoo|accent|twin|membership|cabin|cottage|boat|passport|visa|scar"
    "|prosthe\\w+|sweet tooth|background in|shed|workshop|studio|motorbike|piano"
    "|sauna|fireplace|greenhouse))"
)
_AMBIGUOUS = (
    "run|sell|read|write|watch|listen to|use|make|build|design|do|go|go to|train"
    "|practi[sc]e|shop|travel|host|tend to|check|plan|work"
    "|eat|drink|take|buy|order|meet|visit|call|clean|walk|drive|ride|fly|stay|spend"
    "|help|play|sleep|study|start|finish"
)
_OFTEN_EN = (
    r"\b(?:every|each|daily|weekly|monthly|on (?:\w+ )?(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)days|on weekends|weekends|weekdays|at weekends|at night|nights"
    r"|in the (?:morning|evening|afternoon)s?|in (?:winter|summer|spring|autumn)"
    r"|once|twice|times an? (?:day|week|month|year)|for a living|for work|to work"
    r"|for fun|online|on etsy|at (?:the|a) market|as a hobby|on the side|my own|at home|all year|year-round|by hand"
    r"|from home|part[- ]time|full[- ]time|most (?:days|nights|mornings|weekends"
    r"|evenings)"
    r"|a lot of|before (?:bed|work|breakfast)|after (?:work|dinner)|since (?:i|my|\d)|for years)\b"
)
_LENGTH_EN = (
    r"(?:for|since) (?:about |almost |over |nearly |more than |the (?:last|past)"
    r" )?(?:\d|an?\b|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen"
    r"|twenty|thirty|forty|years|decades|ages|most of|my|i\b|as long|(?:19|20)\d\d"
    r"|college|school|childhood|birth|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)|all my life|my (?:whole|entire)"
    r" life"
)
_BE_EN = r"(?:'m|'re| am| are)"
_NOUN_PHRASE = (
    r"an? (?!bit|little|lot|few|couple|fan\b|idiot|mess|bad|good|terrible|horrible"
    r"|wreck|huge|step|week|day|total|moron|fool|burden"
    r"|great|passionate|hard|highly|strong|fast|quick|big (?:fan|believer)|loss"
    r"|hurry|rush|position|meeting|call|situation|mood|pickle|bind|similar|different"
    r"|new user)(?:[\w'-]+ ){0,5}?[\w'-]+"
)
_ME_EN = (
    Caseless(rf"^{_ADV_EN} (?:{_DURABLE})\b.*$"),
    Caseless(rf"^{_ADV_EN} (?:{_AMBIGUOUS})\b.*{_OFTEN_EN}.*$"),
    re.compile(
        rf"^{_BE_EN}{_ADV_EN} (?:{_NOUN_PHRASE}(?:, .{{2,60}})?|(?:always|usually|never"
        rf"|rarely|normally) (?:[\w']+ ){{0,4}}(?:early|late|up|awake|home|on time|first"
        rf"|last|cold|hungry|out|online|in bed|at \w+)|the (?:\w+ )?(?:eldest|oldest"
        rf"|youngest|only|first|breadwinner|owner|founder|head|chair|captain|treasurer"
        rf"|secretary|lead|manager|carer|one who)\b.*"
        r"|with (?:the|a) [\w' -]{3,40}|one of (?:\w+) (?:children|siblings|kids"
        r"|brothers|sisters).*|self-taught\b.*|self-employed\b.*|(?:up|awake|in bed"
        r"|asleep|at (?:my|the) desk) (?:by|before|at|until) \w+.*"
        r"|in my (?:first|second|third|fourth|final|last|junior|senior) year\b.*"
        r"|in my (?:early |mid |late |mid-|)?(?:\w+ties|teens)|(?:in|on) (?:recovery"
        r"|remission|disability|sabbatical|parental leave|maternity leave|paternity"
        r" leave|therapy|probation)\b.*"
        r"|(?:near|short|far)-?sighted|(?:left|right)-footed|(?:half|part|originally|ethnically|born) [\w-]+"
        r"|(?:bilingual|trilingual)(?:,.*)?"
        r"|(?:a )?(?:practi[sc]ing )?(?:Muslim|Jewish|Hindu|Sikh|Christian|Catholic|Buddhist|Mormon)\b.*"
        r"|ambidextrous|childless|child-free|teetotal|sober\b.*"
        r"|fluent in .*|used to (?!be so|think|have fun).*"
        r"|(?-i:[A-Z])[a-z]+(?:ish|ese|ian|an|ch|ic)(?:[ -][\w-]+)*|(?:an? )?\w+ by"
        r" (?:trade|training|birth|faith|profession)\b.*|(?:trained|qualified|certified"
        r"|licensed|ordained|registered|enrolled)\b.*"
        r"|(?:raising|saving (?:up )?(?:for|to)|retraining|training|studying|majoring"
        r"|doing (?:an?|my (?:phd|master|degree|residency|apprenticeship|training"
        r"|military))|writing (?:a|my) (?:thesis|dissertation|novel|book|memoir)"
        r"|learning|bringing up|looking after|caring for|renting|sharing"
        r"|living|working (?!on (?:it|this|that|the))|freelancing|paying off|rehearsing"
        r" for|restoring|rebuilding|running for|running (?:a|my|an)|homeschooling"
        r"|co-parenting|fostering|applying (?:for|to)) .*)$",
        re.IGNORECASE,
    ),
    Caseless(
        rf"^(?:'ve| have){_ADV_EN} (?:(?:been|lived|worked|played|had|known|owned|studied"
        rf"|taught|used|driven|run|kept|belonged|served|rented|taken|done|sung|smoked"
        rf"|worn)\b.*\b(?:{_LENGTH_EN})"
        r"|always (?!wanted|thought|wondered|felt|been (?:curious|told))\w+)\b.*$"
    ),
    re.compile(
        r"^(?:(?:'ve got| have got) (?:two|three|four|five|six) (?!\w+ (?:left|more"
        r"|options|questions))[\w' -]{3,40}|(?:'ve| have)?(?: (?:just|finally|recently"
        r"|now|completely|all))* (?:switched|moved on|moved over|moved(?= to .*\b(?:for good|permanently"
        r"|full[- ]time|entirely|completely)\b)|migrated|swapped"
        r"|ditched|dropped|converted|gone back|went back|moved away) (?:from|to|over"
        r"|back|my|our|all|(?-i:[A-Z]))(?! (?:it|this|that|the)\b).*|(?: (?:was|were))?"
        r" (?:grew up|was (?:born|raised|adopted|brought up|homeschooled)|trained as"
        r"|trained to|studied|majored|apprenticed|served|emigrated|immigrated|retired|moved (?:here|over) from|came"
        r" (?:here|over|to)|used to (?:be (?!so)|live|work|play|own|teach|run|have"
        r"|drive|study|sing|row|coach)"
        r"|spent (?:\w+ )?(?:years|months|my (?:childhood|twenties|thirties))|dropped"
        r" out|inherited|adopted (?:an?|two|three|our)|co-founded|once (?:lived|worked|played))\b.*)$",
        re.IGNORECASE,
    ),
)
_NOT_ME_EN = Caseless(
    rf"^(?:(?:{_BE_EN}) (?:not|no longer)(?: really| actually)? (?:on (?:social|any"
    rf"|\w+book|instagram|twitter|tiktok|whatsapp|medication)|in (?:the|a) (?:union"
    rf"|relationship|guild)|an? (?!fan|bit|big|problem|issue)[\w' -]+|from\b|married"
    rf"|religious|british|american|much of an?|vaccinated|able to (?:drive|swim|climb"
    rf"|stand|lift)|allowed to|with (?:the|my))\b.*"
    r"|(?:(?:'ve| have)(?: not|n't)|(?:'ve| have)n't| haven't)(?: really| ever)? (?:eaten|drunk|touched"
    r"|smoked|owned|driven|worn|used|watched|lived|worked|had (?:an?|any)) .*\b(?:since|in|for) .*"
    r"|(?:'ve| have) never (?:been (?:on|to|in|abroad|married|able)|had (?:an?|any"
    r"|chicken)|owned|smoked|learned|learnt|driven|flown|tried|ridden|lived|played"
    r"|worked|voted|broken|eaten|drunk|worn|seen snow|travelled|traveled)\b.*"
    r"|(?:'ve| have) (?:not got (?:any|an?)|got no) .*| haven't got .*| never (?:had"
    r"|owned|lived|learned|learnt|went to|got (?:a|my|round)|smoked|drank|married"
    r"|finished (?:school|college|university))\b.*"
    r"|(?: (?:don't|do not|never|no longer|rarely|hardly ever))(?: (?:really"
    r"|actually|ever|usually|generally|normally))? (?:watch|own|play|smoke|vape"
    r"|gamble|vote|wear|cook|drive|swim|celebrate|travel|fly|rent|work|speak|drink"
    r"|eat|read (?:fiction|news\w*|novels|books|ebooks)|use (?:social|cash|credit"
    r"|facebook|instagram|dairy|sugar|a )|do (?:mornings|small talk|social media"
    r"|drugs|cardio|crowds|heights|breakfast|video|weekends|overtime|meetings"
    r" (?:before|after|on))|go to (?:the gym|church|bed|parties|pubs)|follow|keep"
    r"|have (?:an? |any |much )?(?:\w+ )?(?:siblings|brothers?|sisters?|kids"
    r"|children|pets?|family|relatives|parents|car|tv|television|dishwasher"
    r"|microwave|oven|garden|balcony|lift|elevator|middle name|degree|passport"
    r"|licen[cs]e|smartphone|landline|bank account|credit card|religion|tattoos?"
    r"|air[- ]con\w*|internet|wi-?fi|printer|computer|allergies|phone|driveway|spare"
    r" room)|live|own|attend|belong|iron|garden|bake|believe in|pray|dance|ski|run"
    r" (?!it|this)|shop|buy (?!it|this))\b.*"
    r"|(?: (?:stopped|quit|gave up|no longer)) (?!it\b|this\b|that\b|trying"
    r"|working\b(?= (?:after|for|when|on)))\w+ing\b.*)$"
)
_OWNED = (
    "day job|side job|job title|title|landlord|landlady|rent|lease|mortgage|salary"
    "|car|van|bike|motorbike|house|flat|apartment|place|garden|kitchen|oven"
    "|street|village|town|neighbou?rhood|building|office|desk|shop|store|studio"
    "|farm|shifts?|hours|commute|school|university|degree|thesis"
    "|twins|family|parents|pronouns|blood type|hair|eyes|eyesight|hearing"
    "|handwriting|prescription|bank|insurer|insurance|passport|visa|nationality"
    "|religion|faith|church"
    "|parish|hobby|hobbies|instrument|piano|guitar|violin|cello|native language"
    "|time ?zone|locale|keyboard|monitor|editor|router|pension|star sign|middle"
    " name|maiden name|surname|last name"
    "|name|initials|bedtime|alarm|diet|stack|workplace|employer|union|club|team"
    " plays|band|choir|dialect|accent|cats?|dogs?|horse|hens|parrot"
)
_MY_EN = Caseless(
    rf"^(?:my|our) (?:[\w'-]+ )?(?:{_OWNED}|(?:partner|husband|wife|flatmate|roommate"
    rf"|brother|sister|girlfriend|boyfriend|fiance|mother|father|friend) and I)"
    r"(?: (?:is|are|was|were|has|have|takes?|runs? on|needs?|lives?|costs?|comes?"
    r" from|speaks?|starts?|ends?|faces|split|share|keep|rent|own|live|run|belongs?"
    r"|includes?|only|used to be))\b"
    r" (?!(?:so|very|really|too|quite|pretty|great|good|bad|nice|fine|not (?:working"
    r"|sure|great)|terrible|awful|broken|wrong|slow|killing|hurting|down|late"
    r"|delayed|tired|sick|dead|here|ready|done|over|gone|crashing|failing|running"
    r"|coming|acting|still|all|fully|completely|also|already|just|getting"
    r"|a (?:mess|bit|little|disaster)|to\b|that\b|how\b|what\b|being|been|going"
    r"|ruined|mostly))\S.*$"
)
_DEIXIS_EN = Caseless(
    r"\b(?:this(?! (?:address|house|town|city|country|street|flat|area|job|company"
    r"|building|village))|these|those|it|them|that|you|your|here|the (?:code|error"
    r"|file|script|test|tests|build|app|bug|following|above|same|function|model"
    r"|problem|question|issue|point|idea|data|results?|second|first|third|other"
    r"|others)"
    r"|bug|error|errors|exception|idea|ideas|questions?|problem|problems|trouble"
    r"|issue|issues|feeling|hunch|doubt|doubts|thought|concerns?|plan for|today"
    r"|tonight|tomorrow|right now|moment|so far|lately|clue|choice|hard time"
    r"|headache|meeting|deadline|few (?:minutes|things)|look at|sense|need of"
    r"|if|when I (?:try|do|run|call)|because of this|think|wonder|guess|suppose"
    r"|worried|afraid|sorry|hoping|wish|sad|upset|angry|excited|nervous|confused"
    r"|stuck|lost|late|hungry|crying|dying)\b"
)
_SHORTEST, _LONGEST = 3, 20

_ADV_ZH = (
    "(?:个人|自己|现在|目前|如今|已经|也|都|还|一直|就|其实|刚|从小|平时|主要|一般"
    "|基本上?|通常|经常|常年|长期|每[天周年月晚早]|周末|周[一二三四五六日]|工作日"
    "|晚上|早上|中午|白天|夜里|业余|偶尔|一个人|这几年|这些年|从来|向来|早就|大概"
    "|差不多|，|,|\\s)*"
)
_N_ZH = "[0-9一二三四五六七八九十两几半好]"
_ME_ZH = (
    Caseless(
        rf"^{_ADV_ZH}(?:人在|人住|退伍|退役(?:军人|运动员)|老家|祖籍|籍贯|出身|生在|生于|长在|收集|收藏|集邮|摆摊"
        rf"|合租|独居|租房|寄宿|走读|住校|坐轮椅|拄拐|戴(?!着?口罩)|佩戴|穿\d"
        rf"|骑[^，。]{{0,6}}(?:上下班|上班|通勤|上学|出门|代步)|坐[^，。]{{1,6}}(?:上下班"
        rf"|上班|通勤|上学|出行)|开[^，。]{{0,6}}(?:上下班|上班|通勤|出租|网约车|滴滴"
        rf"|货车|大车|公交|地铁|一?家|店|民宿|餐馆|诊所|工作室)|走路(?:上下班|上班|上学)"
        rf"|(?:跟|和|与)[^，。]{{1,8}}(?:合租|同住|一起住|住(?:在)?一起|分居|异地|同居|AA"
        rf"|合伙|搭档)|(?:带|教|管|负责)[^，。]{{0,8}}(?:班|学生|娃|孩子|团队|部门|组|人"
        rf"|项目|徒弟|课|语文|数学|英语)$"
        rf"|在(?!线|想|吗|等|看|忙|路|家呢|外面|这|那|下面|干|找|吃|睡|开会|说"
        rf"|于)[^，。]{{1,14}}?(?:摆摊|卖|做|当|干|教|带|开|帮忙|打零工|兼职|义工|志愿"
        rf"|驻场|值班|支教|读|学|练|修|种|养|跑|管|租|服役|当兵|进修|轮岗)(?!什么|啥|完"
        rf"|了一)"
        rf"|在(?:考|备考|读|学|练|攒钱|还|戒|写论文|写毕业论文|写小说|治疗|吃中药|康复"
        rf"|做(?:康复|透析|化疗|理疗|试管))(?!虑|验|着|我|的)[^，。]{{0,14}}$"
        rf"|(?:做|干|搞|从事|入|学|练|拉|弹|吹|画|跳|打|写|玩|开|当|养|戴|吃|住|跑|教|用"
        rf"|结婚|工作|失眠|戒烟|戒酒)[^，。]{{0,14}}(?:了|有|快|满|已经)*{_N_ZH}+(?:多|来"
        rf"|几)?个?(?:年|月)(?:多|半)?(?:了)?$"
        rf"|(?:是|属于)(?:个|一个|一名|那种|典型的?|天生|地道的?|标准的?)*(?!说|想|来|不"
        rf"|在|要|怕|去|被|从|用|指|认真|觉得|看|担心|为|问|真|这|那|你|他|她|因|有|好|刚"
        rf"|先)[^，。你我他]{{1,12}}(?:的|人|族|户|派|控|党|者|师|员|工|家|手|民|生|娘|爸"
        rf"|妈|奶|人员|体质|性格|血型|长大|独苗|毕业|专业|出身|迷|号|型)$"
        rf"|(?:{_N_ZH}+点半?|凌晨|很早|很晚)(?:就|才|准时|左右|多|以前|前|之前)*(?:睡|起"
        rf"|上床|起床|下班|上班|吃饭|睡觉|出门)[^，。]{{0,8}}$"
        rf"|(?:每[天周月年晚早]|周末|周[一二三四五六日]|工作日|晚上"
        rf"|早上)[^，。]{{0,6}}(?:都|会|要|去|在|基本|一般|固定|雷打不动)[^，。]{{2,16}}$"
        rf"|(?:左|右|两|双)(?:耳|眼|手|腿|膝盖?|脚|肩)[^，。]{{1,12}}$|(?:听力|视力|腰|胃"
        rf"|肠胃|膝盖|颈椎|嗓子|皮肤|记性|睡眠|血压|血糖|心脏|肺|腿脚|牙|方向感|酒量"
        rf"|饭量)[^，。]{{0,4}}(?:不(?:太|大|是很)?好|很?差|偏?[高低]|敏感|小|大|浅|弱"
        rf"|有问题)$"
        rf"|(?:有|只有|还有|一共有?)(?!点|些|个(?:问题|想法|疑问|朋友)|什么|没有|人|时"
        rf"|一[次天点个](?:问题|想法)?$|道理|意思|空|事|意见|可能|兴趣|感觉|压力)(?:"
        rf"{_N_ZH}+[个只台辆套间条位把亩份门家张]|[^，。]{{0,6}}(?:证|驾照|学位|户口|房贷"
        rf"|车贷|社保|医保|身份|习惯|洁癖|恐惧|纹身|经验|执照|资格|专利|兄妹|兄弟|姐妹"
        rf"|基础))[^，。]{{0,14}}$"
        rf"|(?:月薪|年薪|工资|房租|月供|房贷)[^，。]{{0,4}}\d[^，。]{{0,8}}$|(?:信|皈依"
        rf"|入)(?:佛|道|基督|天主|伊斯兰|教|党)[^，。]{{0,6}}$|(?:睡|住)(?:上铺|下铺|沙发"
        rf"|单人床)[^，。]{{0,4}}$|(?:当过|做过|学过|去过|住过|待过|开过|养过|得过|练过"
        rf"|干过|教过|考过|跑过)[^，。]{{1,14}}$"
        rf"|(?:最|比较)?(?:擅长|精通|熟悉|拿手)(?!的话)[^，。]{{1,14}}$|(?:不太"
        rf"|不怎么)(?:懂|会|擅长|熟悉)[^，。]{{2,12}}$)"
    ),
)
_NOT_ME_ZH = re.compile(
    rf"^{_ADV_ZH}(?:从来?|从没|压根|根本|早就|已经|再也|一次都?"
    rf"|一直)*(?:没(?:有)?(?:养|坐|出|去|学|用|吃|喝|开|结|谈|做|见|打|住|当|玩|抽|看"
    rf"|骑|穿|戴|考|得|生|上|交|碰)(?:过|上)[^，。]{{0,12}}"
    rf"|没(?:有)?(?:结婚|成家|毕业|退休|上班|读过|出过国|社保|医保|驾照|房|车|孩子"
    rf"|兄弟|姐妹|对象|信用卡|微信|电视|工作|固定|宗教|信仰|户口|编制|过敏)[^，。]{{0,10}}"
    rf"|不(?:再)?(?:玩|化妆|抽|戴|穿|开车|坐|骑|用(?!谢|了|担|客|说|管|想|急|麻烦|你"
    rf"|再|这|那)|看(?:电视|新闻|综艺|短视频|直播|恐怖|韩剧|国产)|做饭|打(?:游戏|麻将"
    rf"|牌|车|算结婚)|逛|住|追|信|混|炒股|买(?:彩票|基金|奢侈)|刷|染|烫|熬夜|午睡"
    rf"|加班|出差|应酬|追星|养|吃(?:早|夜|零食|外卖|甜|辣)|收(?:礼|快递)|过(?:生日"
    rf"|情人节|洋节|圣诞)|午休|游泳|会(?:骑|开|游|做|说|用|打|喝|抽|唱|跳))[^，。]{{0,12}}"
    rf"|不在[^，。]{{1,12}}(?:干|做|上班|工作|住|读|教|待)(?:了)?|不是(?!说|想|这|那"
    rf"|不|在|要|很|因|故意|什么|为|我|你|他|说|怪|只|有|真|已|让|第|一|所有|每|问题"
    rf"|问|同一|单|刚|来|给|用|没|必|这个意思)[^，。]{{1,10}}(?:人|的|生|师|员|家|籍"
    rf"|户口|者|族|工|迷|粉|型|教|党|身|专业|毕业)"
    rf"|不属(?!于这)[^，。]{{1,6}})(?:了|的)*$"
)
_OUR_ZH = re.compile(
    rf"^(?:(?:我们?|咱们?)(?:家|店|公司|组|团队|部门|学校|小区|村|宿舍|单位|班|楼"
    rf"|院子?|厂|寝室)(?:里|楼下|门口|附近|旁边|隔壁|这边|那边|对面)?)(?:现在|目前"
    rf"|一共|总共|都|也|就|一直|平时|只|还|{_N_ZH}代)*"
    rf"(?:(?:没有?|不让|不许|不准|不能|禁止|允许|可以养)[^，。]{{1,12}}|(?:是|有|在"
    rf"|离|住|开|做|属于|用|养)(?!什么|点|些|问题|想|这|那|吗|个问题|说|不)[^，。]{{2,18}}"
    rf"|(?:一共|总共|有|就)?{_N_ZH}+个?(?:人|口人|口|号人|名员工)[^，。]{{0,8}})$"
)
_CHANGED_ZH = re.compile(r"换|改|搬|辞|不再|以前|原来|之前|卖了|离开|毕业|退休|戒")
_NOW_ZH = re.compile(
    r"^(?:如今|现在)(?:改|换|就|都|只|主要|已经|是)*(?:开|用|骑|住|喝|吃|穿|看|学|做"
    r"|玩|养|跟|在|去|练|租|带|读|教|卖)(?![了过着])[^，。]{1,16}$"
)
"""What came in the place of something else, said in the clause after it."""
_GOES_ON_ZH = re.compile(r"^(?:在|也|还|平时|老家|毕业|养|会|是做|是个)")
_ALL_MINE_EN = Caseless(
    r"^(?:everything|all (?:of )?my [\w ]{2,20}) (?:now )?(?:lives?|is|are|runs?"
    r"|goes?|sits?|gets? (?:done|written)) (?:in|on|through|with) \S.{1,40}$"
)
_NOT_DURABLE_ZH = re.compile(
    r"这[个次段种些]|那[个次段种些]|你|今天|今晚|在办公室|在家里?|明天|刚才|刚刚"
    r"|一下|问题|想法|bug|BUG|报错|代码|觉得|感觉|可能|想要|想着|怎么|什么|为什么"
    r"|如果|时候|心情|难过|开心|高兴|伤心|压力|焦虑|担心|迷茫|办法|意见|建议|话题"
    r"|电影里|故事|的话|时$|概念|意思|听懂|明白|忘|带伞|带钥匙|正在|马上|待会|等会"
    r"|下面|上面|第[一二三四五\d]|说真|认真的|真的$|来的$|他|她|它"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the person's own sentence as a fact when it says something durable of them; at most one."""
    plain = view.clause.plain
    fits = _chinese(view, plain) if view.chinese else _english(view, plain)
    if fits:
        yield Draft("about-me", "fact", {"negated": fits == "denied"}, confidence=0.6, clauses=1)


def _english(view: View, plain: str) -> str:
    words = plain.split()
    about_now = "\n" in plain or _DEIXIS_EN.search(plain.partition(",")[0])
    if about_now or not _SHORTEST <= len(words) <= _LONGEST:
        return ""
    if _MY_EN.match(plain) or _ALL_MINE_EN.match(plain):
        return "said"
    if view.subject.who != "user" or not view.subject.at:
        return ""
    predicate = view.predicate
    if _NOT_ME_EN.match(predicate):
        return "denied"
    return "said" if any(p.match(predicate) for p in _ME_EN) else ""


def _chinese(view: View, plain: str) -> str:
    if len(plain) > 2 * _LONGEST or _NOT_DURABLE_ZH.search(plain):
        return ""
    if view.subject.who == "user" and (view.subject.at or _taken_up_zh(view)):
        if _NOT_ME_ZH.match(view.predicate):
            return "denied"
        if any(p.match(view.predicate) for p in _ME_ZH) or _OUR_ZH.match(plain):
            return "said"
        if _NOW_ZH.match(view.predicate):
            return "said"
    return ""


def _taken_up_zh(view: View) -> bool:
    """Does a clause without a subject go on about the speaker, or say what is now instead of what was?"""
    if view.index == 0:
        return False
    before = view.sentence.piece.plain[: view.clause.start - view.sentence.piece.start]
    if _NOW_ZH.match(view.clause.plain):
        return _CHANGED_ZH.search(before) is not None
    return _GOES_ON_ZH.match(view.clause.plain) is not None
