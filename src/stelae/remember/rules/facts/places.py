"""Is what somebody moved to, or lives in, a place? `moved to decaf` and `live in fear` are none, nor is `搬到云上`.

Whoever moves is believed only with a place's noun or a proper name, since people also move to diets, shifts and databases.
What only tells how somebody lives or works (`in a small flat`, `三楼`, `在前端组`) is true beside any town or employer and
no value of these; an address is known apart from the town.
"""

import re

from stelae.remember.rules.facts.tables import Fits
from stelae.remember.rules.reading.caseless import Caseless

_MOVED = Caseless(r"\b(?:moved|relocated)\b")
_ELSEWHERE_EN = Caseless(
    r"\b(?:village|town|city|suburbs?|countryside|country|coast|sea|seaside|beach|mountains?|hills?|island|outskirts|north"
    r"|south|east|west|state|province|abroad|overseas|county|region|valley|forest|woods|ranch|farm|farmhouse)\b"
)
"""Whoever moves there has left the town they lived in."""
_DWELLING_EN = Caseless(
    r"\b(?:house|home|hometown|flat|apartment|place|rooms?|studio|condo|cottage|district|area"
    r"|neighbou?rhood|street|road|avenue"
    r"|lane|building|tower|block|floor|storey|campus|dorms?|dormitory|hostel|downtown|uptown"
    r"|capital|harbou?r|quarter|cabin|boat"
    r"|houseboat|caravan|camper|trailer|bungalow|villa|mansion|loft|basement|attic|complex"
    r"|estate|lake|river|park|hotel|shelter"
    r"|monastery|convent|commune|barracks|duplex|penthouse|annexe?|terrace|barn|housing"
    r"|accommodation|halls|station|school|centre"
    r"|center|shops?|market|university|college|(?:parents|mother|father|mum|mom|dad|sister"
    r"|brother|partner|girlfriend|boyfriend"
    r"|aunt|uncle|grandparents|friend)'?s?'?)\b"
)
"""How somebody lives, or beside what: it says nothing of the town, so it replaces none."""
_ADDRESS_EN = Caseless(
    r"^\d+[a-z]?,? (?:[\w'.-]+ ){1,3}[\w'.-]+|^(?:number )?\d+[a-z]? \w+$"
    r"|\b(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|square|crescent|terrace)$"
)
_NO_NAME = frozenset({"I", "I'm", "I've"})
_COMMON_EN = Caseless(
    r"^(?:an?|the|my|our|your|his|her|their|this|that|some|one|two|three|four|another|many|various)\b"
)
"""What follows is a common noun, unless a proper name stands in it."""
_CHILDHOOD_EN = Caseless(
    r"\b(?:when|while|until|before) (?:i|we) (?:was|were|turned)\b|\bas (?:an? )?(?:kids?"
    r"|child|children|baby|toddler|teen\w*|boy"
    r"|girl)\b|\bgrowing up\b|\bback then\b"
)
_NO_PLACE_EN = Caseless(
    r"\b(?:teams?|departments?|division|roles?|jobs?|positions?|company|bank|plan|tier|diet"
    r"|desk|schedule|shifts?|hours|weeks?|work"
    r"|management|engineering|sales|marketing|design|finance|tech|coffee|decaf|tea|milk"
    r"|releases?|sprints?|branch|version|provider"
    r"|carrier|editor|keyboard|laptop|phone|app|tool|language|framework|database)$"
)
_FIGURE_EN = Caseless(
    r"(?:(?:constant |total |pure |perpetual )?(?:fear|denial|hope|chaos|peace|poverty|harmony|silence|luxury|sin|terror"
    r"|pain|misery|debt|hell|limbo|exile)|the (?:moment|past|present|future|now|clouds|shadows?|fast lane|dark)"
    r"(?: of [\w' ]+)?|(?:sweatpants|jeans|pyjamas|pajamas|leggings|hoodies|flip-flops|sneakers|t-shirts)"
    r"|(?:my|our) (?:own )?(?:little )?(?:head|world|bubble|dreams?|inbox|calendar|terminal|ide|imagination|memories)"
    r"|an? (?:\w+ )?(?:bubble|dream|fantasy|simulation|nightmare|lie))"
)
_TOOL = re.compile(
    r"(?:linux|windows|mac ?os|mac|macs|ubuntu|debian|fedora|arch|nixos|android|ios|iphone|notion|obsidian|evernote|slack"
    r"|teams|zoom|discord|signal|telegram|whatsapp|wechat|postgres(?:ql)?|mysql|mariadb|sqlite"
    r"|mongodb|redis|kafka|python|rust|go|golang|java"
    r"|kotlin|swift|scala|ruby|php|javascript|typescript|node|deno|bun|react|vue|svelte"
    r"|angular|django|flask|fastapi|rails|spring"
    r"|(?:neo)?vim|emacs|vs ?code|zed|kubernetes|k8s|docker|podman|terraform|aws|azure|gcp|google cloud|vercel|heroku|github"
    r"|gitlab|bitbucket|jira|linear|trello|asana|figma|sketch|excel|google sheets|chrome|firefox|safari|brave|arc|spotify"
    r"|apple music|netflix|gmail|outlook|protonmail|mastodon|bluesky|uv|poetry|pnpm|vite)\b",
    re.IGNORECASE,
)
"""Products that people move to; they are written like towns."""
_KIND_OF_EMPLOYER_EN = Caseless(
    r"\b(?:hospital|school|university|college|bank|church|government|charity|startup|start-up|agency|firm|factory|hotel"
    r"|restaurant|shop|store|company|corporation|council|lab|clinic|sea|retail|peanuts)$"
)
_NO_EMPLOYER_EN = Caseless(
    r"\b(?:offices?|branch|site|campus|building|tower|floor|desk|teams?|departments?|dept|division|home|shifts?|nights?|pace"
    r"|weekends?|myself|scale|height|speed|least|most|once|first|lunch|dawn|minimum wage|commission|free|money|fun|tips)$"
)
_ENTERED_EN = Caseless(r"\bjoined $")
"""People also join gyms, calls and book clubs: only a proper name is an employer then."""
_MERELY_CHANGED_EN = Caseless(r"\b(?:switched to|transferred to) $")
"""People also switch to milks and carriers, and transfer to shifts and universities: no word says that it is a job."""
_JOINED_EN = Caseless(
    r"(?:reddit|tinder|bumble|hinge|linkedin|twitter|facebook|instagram|tiktok|threads|strava|duolingo|goodreads|letterboxd"
    r"|twitch|youtube|patreon|peloton|costco|mensa|prime|onlyfans|substack)$"
    r"|\b(?:gym|club|society|association|union|league|choir|orchestra|band|team|church|party|army|navy|air force|marines"
    r"|fitness|crossfit|group|forum|class|course|program(?:me)?|challenge|server|subreddit|waitlist|newsletter|call|meeting"
    r"|scouts|guild|clan|network)s?$"
)
"""What one is a member of; most of it is written like a company."""
_NO_PLACE_ZH = re.compile(
    r"^[跟和与同]|(?:咖啡|茶|奶|饮食|组|部门?|团队|公司|单位|办公室|工位|云上?|云端|服务器"
    r"|平台|线上|数据库|系统|群|班|岗位?|频道)$"
    r"|^(?:回忆|过去|梦|童话|恐惧|阴影|幻想|自己的世界|你?心)(?:里面?|中|之中)?$"
    r"|^(?:[得不惯腻久够着]|满(?!洲)|[起下](?:[来去]|$))|^院$|^(?:这|那|哪)[里儿边]?$|^(?:[我你您他她它]们?|咱们?|自己)家?$"
)
"""No place at all; what follows `住` may also say how, how long or that (`住得不远`, `住不惯`, `住院`)."""
_DETAIL_ZH = re.compile(
    r"(?:第?[一二三四五六七八九十两几顶底\d]+[楼层]|楼上|楼下|隔壁|附近|旁边|对面|边上|跟前"
    r"|周边|沿线|宿舍|集体宿舍|家里|家中|外面)$|^[校读]$"
    r"|^(?:新|老|旧|大|小|别的|另一?).{0,2}(?:房子?|家|公寓|住处|地方)$|^(?:[我他她])?(?:爸|妈|哥|姐|弟|妹|姨|姑|舅|叔)家$"
    r"|^第?[一二三四五六七八九十两几顶底\d]+[楼层]"
    r"|^(?:.{0,4}(?:学校|公司|单位)|公寓|小区|房子|出租屋|地下室|酒店|宾馆|旅馆|民宿|平房|别墅"
    r"|楼房|电梯房|自己(?:的)?家|单间|合租房|老房子"
    r"|(?:爸妈|父母|亲戚|朋友|同学|公婆|婆婆|丈母娘|岳父母|奶奶|爷爷|外婆|姥姥|姐姐|哥哥|妹妹"
    r"|弟弟|娘|婆)家|.?[室房]厅?|[一二三四两\d]+[室房].*"
    r"|市区|郊区|城里|市中心|乡下|农村|镇上|村里|县城|城东|城西|城南|城北|海边|山上|河边|湖边|江边)$"
)
"""How or beside what somebody lives: it says nothing of the town."""
_ADDRESS_ZH = re.compile(
    r"(?:小区|家园|花园|公寓|苑|大厦|路|街|街道|巷|弄|胡同|大道|号|号院|栋|幢|单元|\d+室|号楼)$|\d+号|\d+[栋幢弄]"
)
_MOVED_ZH = re.compile(r"搬|移居|迁居")
_CHILDHOOD_ZH = re.compile(
    r"小时候|童年|[岁]的?(?:时候?|那年)|(?:小学|初中|高中|大学|上学|读书)的?(?:时候?|那年|期间)|那时候?|当时"
)
_NO_ORIGIN_EN = Caseless(
    r"\b(?:work|school|home|college|university|uni|church|bed|support|sales|marketing|accounting|accounts|finance|hr|it"
    r"|legal|design|engineering|management|security|reception|logistics|procurement|operations|ops|research|production"
    r"|maintenance|payroll|admin|qa|devops|tech|online|space|mars|here|there|nowhere|everywhere|abroad|overseas|money"
    r"|nothing|scratch|wealth|poverty|what|where|before|then|now|today|yesterday|tomorrow|group|class|office|reddit"
    r"|discord|twitter|facebook|instagram|linkedin|tinder|tiktok|hospital|jail|prison)$"
)
"""`i'm from work`, `i'm from accounting`: for whom somebody writes, not where they were born."""
_CITY_ZH = re.compile(
    r"^(?:中国)?(?:北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|合肥"
    r"|福州|厦门|济南|青岛|大连|沈阳|长春|哈尔滨|石家庄"
    r"|太原|南昌|南宁|昆明|贵阳|海口|三亚|兰州|银川|西宁|乌鲁木齐|拉萨|呼和浩特|宁波|无锡|常州"
    r"|温州|绍兴|嘉兴|金华|台州|湖州|南通|扬州|徐州"
    r"|东莞|佛山|珠海|中山|惠州|汕头|泉州|漳州|洛阳|烟台|潍坊|威海|唐山|保定|廊坊|义乌|昆山"
    r"|桂林|香港|澳门|台北|台湾|河北|山西|辽宁|吉林"
    r"|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃"
    r"|青海|内蒙古?|广西|西藏|宁夏|新疆|美国|英国"
    r"|日本|韩国|德国|法国|加拿大|澳大利亚|澳洲|新西兰|新加坡|马来西亚|泰国|越南|东京|大阪"
    r"|首尔|伦敦|巴黎|柏林|纽约|硅谷|西雅图|旧金山|悉尼"
    r"|墨尔本|多伦多|温哥华|欧洲|非洲|北美|国外|国内|海外|外地|本地|老家|家乡|当地|外国)(?:市|省|市区|郊区|城里|当地|周边)?$"
    r"|[\u4e00-\u9fff](?:市|县|区|镇|乡|村|省|州|岛)$"
)
"""Where the work is done, not for whom (`我在杭州做前端`)."""
_NO_EMPLOYER_ZH = re.compile(
    r"(?:[^，。]小?组|(?:市场|技术|销售|研发|产品|财务|人事|行政|运营|客服|法务|采购|设计|后勤"
    r"|质量|质检|生产|项目|公关|编辑|内容|商务|工程|信息"
    r"|数据|策划|宣传|业务|事业|开发|测试|增长|安全)部|部门|团队|小队|中台|办公室|工位|园区"
    r"|(?:产业|科技|软件|工业|创意)园|附近|旁边|对面|现场"
    r"|工地|远程|线上|网上|一线|后台|前台|岗位?|班|车间|流水线|市区|郊区|城里|乡下|农村|镇上|村里|县城|码头|海边|船上|路边"
    r"|[路街座栋幢层]|(?:[\d一二三四五六七八九十几]|号|教学|办公|写字|大|主)楼)$"
    r"|^(?:[这那][里儿边]?|(?:自己|老|娘|婆|朋友|亲戚|客户|甲方)?家里?|[一那这某几两][家个所间].*"
    r"|.{0,5}(?:大厂|国企|央企|外企|私企|民企|体制内?|事业单位|互联网|小公司|大公司|创业公司|初创公司|上市公司)"
    r"|医院|学校|小学|中学|高中|大学|幼儿园|银行|工厂|厂里?|餐厅|饭店|超市|公司|机构|政府|机关"
    r"|律所|事务所|药店|书店|商场|酒店|工作室|店里?|单位"
    r"|研究所|研究院|实验室|图书馆|培训班|机场|车站|夜市|菜市场)$"
)
"""A part of an employer, a place, or a kind of employer: none of them is a name."""


_JOINED_ZH = re.compile(
    r"^(?:[一这那某几两][个家支只]|[个这那])|(?:(?<!基金)(?<!委员)会|俱乐部|健身房|(?<!集)团|[球车战舰乐校]队|党|群|班|营|会员|社团"
    r"|[诗棋茶剧书影学]社|[计企]划|项目|行列|频道|论坛|社区|讨论|战斗|购物车|收藏|组织|国籍|课程|课堂)$"
)
"""What one is a member of, or takes part in."""


def beside(_before: str, _name: str, _said: str) -> str | None:
    """Return that what is said is true beside any value, such as a birthday of which only the month is told."""
    return ""


def named_en(attribute: str) -> Fits:
    """Return what asks for a place by name: nobody's hometown is `the marketing team`."""

    def fits(_before: str, name: str, _said: str) -> str | None:
        if not _proper(name) and _NO_ORIGIN_EN.search(name):
            return None
        return attribute if _named_en(name) else None

    return fits


def home_en(before: str, name: str, said: str) -> str | None:
    """Tell what `name` after these words is: `home`, `address`, empty for how or beside what somebody lives, or no place.

    Args:
        before: the clause up to the name, with its verb.
        name: what the verb leads to.
        said: the sentence as it was written; whoever writes no capital at all writes towns without one.
    """
    if not _MOVED.search(before):
        if _FIGURE_EN.fullmatch(name) or _TOOL.fullmatch(name):
            return None
        return _dwelt_in(name) if _named_en(name) else ""
    if _NO_PLACE_EN.search(name) or _TOOL.match(name):
        return None
    if _CHILDHOOD_EN.search(said):
        return ""
    if _proper(name) or _ELSEWHERE_EN.search(name):
        return _dwelt_in(name)
    if _DWELLING_EN.search(name):
        return ""
    return _dwelt_in(name) if said == said.lower() and _named_en(name) else None


def home_zh(before: str, name: str, said: str) -> str | None:
    """As `home_en`, for Chinese: a move is to a place unless the noun says otherwise."""
    if _NO_PLACE_ZH.search(name) or _TOOL.match(name):
        return None
    if _DETAIL_ZH.search(name) or (_MOVED_ZH.search(before) and _CHILDHOOD_ZH.search(said)):
        return ""
    return "address" if _ADDRESS_ZH.search(name) else "home"


def employer_en(before: str, name: str, _said: str) -> str | None:
    """Tell whether `name` is an employer: a product that somebody switched to is none, nor is `a hospital`."""
    if before.rstrip().endswith(" switched to") and _TOOL.match(name):
        return None
    if _NO_EMPLOYER_EN.search(name) or (_ENTERED_EN.search(before) and not _joins_company(name)):
        return ""
    if _MERELY_CHANGED_EN.search(before):
        return ""
    kind = _KIND_OF_EMPLOYER_EN.search(name) is not None and not _proper(name)
    return "employer" if _named_en(name) and not kind else ""


def field_en(_before: str, name: str, _said: str) -> str | None:
    """Tell whether work is done in a field (`in marketing`): a town or `a hospital` is where it is done."""
    return "" if _proper(name) or _COMMON_EN.match(name) else "job"


def employer_zh(before: str, name: str, _said: str) -> str | None:
    """As `employer_en`, for Chinese."""
    if before.endswith(("加入", "加入了")) and _JOINED_ZH.search(name):
        return ""
    return "" if _CITY_ZH.search(name) or _NO_EMPLOYER_ZH.search(name) else "employer"


def formerly(fits: Fits) -> Fits:
    """Return what asks the same of what was once so."""

    def fitted(before: str, name: str, said: str) -> str | None:
        now = fits(before, name, said)
        return f"former-{now}" if now else now

    return fitted


def _joins_company(name: str) -> bool:
    return _proper(name) and _JOINED_EN.search(name) is None


def _dwelt_in(name: str) -> str:
    return "address" if _ADDRESS_EN.search(name) else "home"


def _named_en(name: str) -> bool:
    """Is it a proper name? Many people write those in lower case, but with no article then."""
    common = (_COMMON_EN.match, _ELSEWHERE_EN.search, _DWELLING_EN.search)
    return _proper(name) or not any(is_common(name) for is_common in common)


def _proper(name: str) -> bool:
    return any(word[:1].isupper() and word not in _NO_NAME for word in name.split())
