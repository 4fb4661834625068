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
_PLACEHOLDER = re.compile(
    r"(?i)(?:[*•●xX.#_?-]{2,}|<[^>]{0,60}>?|\$\{.*|\$[A-Z_]+|%\w+%|\{(?:.*\}|\D*)|\[(?:.*\]|\D*)|your[\W_].*|"
    r"your(?:api|pass|token|secret|key).*|\w*passw(?:or)?d\d*|"
    r".*(?:placeholder|redacted|change[-_]?me|dummy|fill[-_]?in|goes[-_]?here|[-_]here$|"
    r"replace[-_]?(?:me|with)|example[-_]?(?:key|token|secret|pass)).*)"
)
_NO_VALUE = re.compile(
    r"(?i)(?:https?://|www\.|[/~.]{1,2}/|\d{4}-\d{1,2}-\d{1,2}$|\d{4}/\d{1,2}|"
    r"v?\d+(?:\.\d+){1,3}$|[\w.+-]+@[\w-]+\.\w|[a-z_][\w.]*\(|"
    r"(?:os|process|env|config|settings|self|this|ctx|args|request|vault|secrets)[.\[]|"
    r"\d+[-~–]\d+$|[a-z_]\w*\[|[$€£¥]\d|read-host|get-|getpass|input)"
)
TALK_HAN = re.compile(
    "什么|多少|几|哪|谁|怎|为何|必须|不|没|对的|错|忘|安全|重要|保密|一样|相同|默认|随机|可以|应该|需要|可能|吗|呢|吧|要|用|自己|别人|公司|生日|名字|我|你|他|她|这|那|的"
)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for one to be filled in: `****`, `<password>`, `YOUR_API_KEY`."""
    return bool(_PLACEHOLDER.fullmatch(value))


def is_no_value(value: str) -> bool:
    """Whether what follows an announcing word is a placeholder, code, an address, a date or a word of talk."""
    return is_placeholder(value) or bool(_NO_VALUE.match(value)) or value.lower() in TALK


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
