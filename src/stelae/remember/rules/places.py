"""Is what somebody moved to, or lives in, a place? `moved to decaf` and `live in fear` are none, nor is `搬到云上`.

Whoever moves is believed only with a place's noun or a proper name, since people also move to diets, shifts and databases.
Whoever lives somewhere is believed unless it is a well-worn figure of speech.
"""

import re

from stelae.remember.rules.caseless import Caseless

_MOVED = Caseless(r"\b(?:moved|relocated)\b")
_PLACE_EN = Caseless(
    r"\b(?:house|home|hometown|flat|apartment|place|rooms?|studio|condo|cottage|farm|farmhouse|ranch|village|town|city|suburbs?"
    r"|countryside|country|coast|sea|seaside|beach|mountains?|hills?|island|district|area|neighbou?rhood|street|road|avenue|lane"
    r"|building|tower|block|floor|storey|campus|dorms?|dormitory|hostel|downtown|uptown|outskirts|north|south|east|west|state"
    r"|province|capital|abroad|overseas|harbou?r|quarter|cabin|boat|houseboat|caravan|camper|trailer|bungalow|villa|mansion|loft"
    r"|basement|attic|complex|estate|county|region|valley|forest|woods|lake|river|park|hotel|shelter|monastery|convent|commune"
    r"|barracks|duplex|penthouse|annexe?|terrace|barn|(?:parents|mother|father|mum|mom|dad|sister|brother|partner|girlfriend"
    r"|boyfriend|aunt|uncle|grandparents|friend)'?s?'?)\b"
)
_NO_PLACE_EN = Caseless(
    r"\b(?:teams?|departments?|division|roles?|jobs?|positions?|company|bank|plan|tier|diet|desk|schedule|shifts?|hours|weeks?|work"
    r"|management|engineering|sales|marketing|design|finance|tech|coffee|decaf|tea|milk|releases?|sprints?|branch|version|provider"
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
    r"|teams|zoom|discord|signal|telegram|whatsapp|wechat|postgres(?:ql)?|mysql|mariadb|sqlite|mongodb|redis|kafka|python|rust|go|golang|java"
    r"|kotlin|swift|scala|ruby|php|javascript|typescript|node|deno|bun|react|vue|svelte|angular|django|flask|fastapi|rails|spring"
    r"|(?:neo)?vim|emacs|vs ?code|zed|kubernetes|k8s|docker|podman|terraform|aws|azure|gcp|google cloud|vercel|heroku|github"
    r"|gitlab|bitbucket|jira|linear|trello|asana|figma|sketch|excel|google sheets|chrome|firefox|safari|brave|arc|spotify"
    r"|apple music|netflix|gmail|outlook|protonmail|mastodon|bluesky|uv|poetry|pnpm|vite)\b",
    re.IGNORECASE,
)
"""Products that people move to; they are written like towns."""
_NO_PLACE_ZH = re.compile(
    r"^[跟和与同]|(?:咖啡|茶|奶|饮食|组|部门?|团队|公司|单位|办公室|工位|云上?|云端|服务器|平台|线上|数据库|系统|群|班|岗位?|频道)$"
    r"|^(?:回忆|过去|梦|童话|恐惧|阴影|幻想|自己的世界|你?心)(?:里面?|中|之中)?$"
)


def is_home_en(before: str, name: str, said: str) -> bool:
    """Tell whether `name` after these words is a place to live in.

    Args:
        before: the clause up to the name, with its verb.
        name: what the verb leads to.
        said: the sentence as it was written; whoever writes no capital at all writes towns without one.
    """
    if not _MOVED.search(before):
        return _FIGURE_EN.fullmatch(name) is None and _TOOL.fullmatch(name) is None
    if _NO_PLACE_EN.search(name) or _TOOL.match(name):
        return False
    proper = any(word[:1].isupper() for word in name.split())
    return proper or said == said.lower() or _PLACE_EN.search(name) is not None


def is_home_zh(_before: str, name: str, _said: str) -> bool:
    """As `is_home_en`, for Chinese: a move is to a place unless the noun says otherwise."""
    return _NO_PLACE_ZH.search(name) is None and _TOOL.match(name) is None


def is_employer(before: str, name: str, _said: str) -> bool:
    """Tell whether `name` can be an employer: a product that somebody switched to is none (`switched to Linux`)."""
    return not before.rstrip().endswith("switched to") or _TOOL.match(name) is None
