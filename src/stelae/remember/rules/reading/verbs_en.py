"""English verbs by what their present tense tells: a habit, a thought of now, or work that only `every` makes a habit.

The simple present of a verb that does something is habitual (`I commute by ferry`): so the classes that are not are
listed, and every other verb is free.
"""

import re

_MENTAL_WORDS = (
    "think guess hope want need know see mean wonder agree disagree appreciate understand feel bet wish"
    " suppose remember recall forget promise swear suggest thank apologise apologize reckon believe imagine"
    " assume expect doubt notice realise realize regret say ask tell request recommend propose look seem miss"
    " intend plan consider assure beg insist admit confess concede suspect worry care mind like love hate"
    " enjoy prefer fear dread hear figure trust dare hold find try let owe deserve require confirm accept"
    " acknowledge decline approve choose pick select note attach paste quote repeat disagree object apologize"
    " concur gather presume sense smell taste sound appear happen cannot scroll skim click swipe wanna gotta"
    " gonna dunno kinda just even almost nearly"
)
MENTAL = frozenset(_MENTAL_WORDS.split())
"""Thoughts, wishes and acts of speech: of the moment when they are said."""
_OCCASIONAL_WORDS = (
    "get go come run open close start stop finish make take do put call check read write watch listen show"
    " bring buy order meet visit walk stay spend help play turn eat drink keep give send use wait leave pay"
    " move pass set lose win design build create develop implement analyse analyze add update change modify"
    " click install configure deploy test fix debug export import load define declare return print compute"
    " calculate compare generate filter submit share present discuss try follow apply search type press push"
    " pull merge commit edit remove delete prepare begin end continue hit reach receive face focus work add"
    " include provide offer represent describe explain create explore study learn improve increase reduce"
    " ensure handle support allow enter handle hear break fall hurt struggle"
)
OCCASIONAL = frozenset(_OCCASIONAL_WORDS.split())
"""What somebody does now or always; only a sign of regularity tells."""
_ROLE_WORDS = (
    "manage run lead head own chair coach teach oversee supervise handle direct captain edit host keep rent"
    " share cover"
)
ROLE = frozenset(_ROLE_WORDS.split())
"""Verbs of a position: their object is known (`I run the food bank`)."""
BE = frozenset({"am", "is", "are", "'m", "'s", "'re", "was", "were"})
HAVE = frozenset({"have", "has", "'ve", "had"})
_MODAL_WORDS = (
    "can could will would should might may must shall 'll 'd do does did won't wouldn't shouldn't couldn't"
    " can't cannot mustn't don't doesn't didn't ought needn't ain't"
)
MODAL = frozenset(_MODAL_WORDS.split())
_ADVERBS_WORDS = (
    "also always usually mostly still now just only actually currently both all generally basically often"
    " sometimes regularly mainly typically really even recently already rarely hardly ever seldom never"
    " normally lately finally then kinda sorta probably definitely honestly literally mainly too so very"
    " pretty quite rather super well gladly once twice more less kind sort of not"
)
ADVERBS = frozenset(_ADVERBS_WORDS.split())
_LY = re.compile(
    r"(?!(?:family|fly|rely|apply|supply|reply|only|july|italy|ally|belly|jelly|bully|early|daily)$)\w{3,}ly"
)
_IRREGULAR_WORDS = (
    "went got had did made took came saw found left told said felt became began bought brought built caught"
    " chose drove ate fell flew forgot gave grew heard held kept knew lost met paid ran rode sat sold sent"
    " slept spoke spent stood swam taught thought threw understood won wrote broke drank dreamt fed fought led"
    " lent lay rang sang shook shot stole struck tore woke wore withdrew quit"
)
_IRREGULAR = frozenset(_IRREGULAR_WORDS.split())
_PARTICIPLES_WORDS = (
    "been gone done taken given grown known seen worn driven eaten fallen flown chosen broken written spoken"
    " begun become come run sung swum ridden drunk forgotten gotten"
)
_PARTICIPLES = frozenset(_PARTICIPLES_WORDS.split())
_NO_PAST_WORDS = "need feed speed breed bleed seed weed embed exceed proceed succeed"
_NO_PAST = frozenset(_NO_PAST_WORDS.split())


def is_adverb(word: str) -> bool:
    """Does the word only colour the verb behind it?"""
    return word in ADVERBS or _LY.fullmatch(word) is not None


def is_past(word: str) -> bool:
    """Is it a past tense or a participle that looks like one?"""
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST)


def is_participle(word: str) -> bool:
    """May it follow `have`?"""
    return word in _PARTICIPLES or is_past(word)
