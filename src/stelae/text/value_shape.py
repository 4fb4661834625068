"""What a value looks like: mixed as a random string, or a placeholder, code or plain talk and no value at all."""

import re

_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")
_CASE_TURN = re.compile(r"[a-z](?=[A-Z])|[A-Z](?=[a-z])")

_TALK = """
a about above admin again all also always an and any are as ask asked at be because been before
below between bool both but by can changed char check choose click code code-review codes
complexity contain contains correct could default did do does each either empty enter expiration
expired expires expiry false field fields fine for forgot from generator good hash hashed hashes
hashing have here hint how i if in incorrect input int invalid is it just keep key length less
let link login lost manager managers masked may me min minimum missing more must my needed needs
never new no none not null number of ok okay on once one-time only optional or other our page
pass passcode passphrase passwd password passwords plain please policies policy private prompt
protected public pwd recovery removed required requirement requirements reset root rotation rule
rules safe same saved secret secure see set shared should so somewhere stored str string strong
text than that the their them then there these they this to token too true type undefined unique
unknown unless until update use used user username using value varchar verification very was we
weak what when where which who why will with without word would wrong yes yet you your
"""
TALK = frozenset(_TALK.split())
"""Words after "password is" that talk about passwords."""
_OPINIONS = """
absolutely actually age alphanumeric ancient annoying awful back bad broken case clear common
completely complex complicated crap day days different dumb easy eleven enough everything
everywhere extremely far full garbage gone great hard hassle hers hidden his horrible insecure
issue joke kept kind kinda knowledge lame last like literally locked long mess mine month much
mystery nonsense nothing old ours outdated pain part particularly perfect permanent pretty
probably problem quite random ready really riddle ridiculous sensitive shit short silly simple
simply solid sometimes sort standard still strength stuck stupid super sure temporary ten
terrible theirs totally tough trivial trouble twelve ugly unchanged unclear unusable useless
visible week weird well working worse worst worth written year years yours
"""
OPINIONS = TALK | frozenset(_OPINIONS.split())
"""What people say of a password in plain words (`is really old`): no word of it is one."""
_PLACEHOLDER = re.compile(
    r"(?i)(?:[*•●xX.#_?-]{2,}|<[^>]{0,60}>?|\$\{.*|\$[A-Z_]+|%\w+%|\{(?:.*\}|\D*)|\[(?:.*\]|\D*)|your[\W_].*|"
    r"your(?:api|pass|token|secret|key).*|\w*passw(?:or)?d\d*)"
)
_FILL_IN = re.compile(
    r"(?i)placeholder|redacted|change[-_]?me|dummy|fill[-_]?in|goes[-_]?here|[-_]here$|"
    r"replace[-_]?(?:me|with)|example[-_]?(?:key|token|secret|pass)"
)
_KIND_TURN = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_METHOD = re.compile(
    r"(?i)(?:md5|sha-?(?:[123]|224|256|384|512)|aes-?(?:128|192|256)(?:-\w+)?|rsa-?\d{4}|"
    r"[hrep]s(?:256|384|512)|wpa[23](?:-\w+)?|utf-?(?:8|16)|base(?:32|64)|argon2\w*|"
    r"pbkdf2\w*|bcrypt\d?|ed25519|ipv[46]|oauth2?|sm[234]|802\.11\w*)"
)
"""How a password is hashed, encrypted or sent: never one itself."""
_NO_VALUE = re.compile(
    r"(?i)(?:https?://|www\.|[/~.]{1,2}/|\d{4}-\d{1,2}-\d{1,2}$|\d{4}/\d{1,2}|"
    r"v?\d+(?:\.\d+){1,3}$|[\w.+-]+@[\w-]+\.\w|[a-z_][\w.]*\(|"
    r"(?:os|process|env|config|settings|self|this|ctx|args|request|vault|secrets)[.\[]|"
    r"\d+[-~–]\d+$|[a-z_]\w*\[|[$€£¥]\d|read-host|get-|getpass|input)"
)
TALK_HAN = re.compile(
    "什么|多少|几|哪|老样|老的|原来|机密|正确|通用|统一|永久|临时|唯一|有效|无效|过期|谁|怎|为何|必须|不|没|"
    "对的|错|忘|安全|重要|保密|一样|相同|默认|随机|可以|应该|需要|可能|吗|呢|吧|要|用|自己|别人|公司|生日|名字|"
    "我|你|他|她|这|那|的"
)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for one to be filled in: `****`, `<password>`, `YOUR_API_KEY`."""
    if _PLACEHOLDER.fullmatch(value):
        return True
    rest, words = _FILL_IN.subn("", value)
    return words > 0 and not _at_random(rest)


def _at_random(rest: str) -> bool:
    """Whether what stands beside a word to be filled in is a key all the same (`wJalrXUtn…EXAMPLEKEY`)."""
    return len(rest) >= 12 and (random_case(rest) or len(_KIND_TURN.findall(rest)) >= 4)


def is_no_value(value: str) -> bool:
    """Whether what follows an announcing word is a placeholder, code, an address, a date or a word of talk."""
    if is_placeholder(value) or value.lower() in TALK:
        return True
    return bool(_NO_VALUE.match(value) or _METHOD.fullmatch(value))


def has_digit(value: str) -> bool:
    """Whether a value holds a digit."""
    return bool(_DIGIT.search(value))


def mixed(value: str) -> bool:
    """Whether letters and digits are mixed as in a random string."""
    digits = len(_DIGIT.findall(value))
    if digits and _LETTER.search(value):
        return digits >= 2 or len(value) < 12 or random_case(value)
    return len(value) >= 12 and random_case(value)


def random_case(value: str) -> bool:
    """Whether upper and lower case alternate more often than in words."""
    return len(_CASE_TURN.findall(value)) >= max(3, len(value) // 6)


def letters_and_digits(value: str) -> bool:
    """Whether a value holds both."""
    return bool(_DIGIT.search(value) and _LETTER.search(value))
