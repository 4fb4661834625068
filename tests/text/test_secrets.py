"""Secrets are found in both languages, look-alikes are not, and only the value is taken."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


def _types(text: str) -> list[str]:
    return [one.type for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("测试库在 db3 上，账号 reader，密码 Maple!Kite-204，别外传", "Maple!Kite-204"),
        ("密码：Ａｂｃ１２３４", "Ａｂｃ１２３４"),
        ("密码是 Abc\u200b1234x", "Abc\u200b1234x"),
        ("口令是“芝麻开门”", "芝麻开门"),
        ("口令是芝麻开门", "芝麻开门"),
        ("WiFi 密码改成了 tulip2024", "tulip2024"),
        ("取款密码是 834201", "834201"),
        ("密码我已经换成 Rain#7788 了", "Rain#7788"),
        ("密码用的还是 Maple!Kite-204", "Maple!Kite-204"),
        ("門禁密碼是 4471#", "4471#"),
        ("the password for the staging wifi is Tulip-77.", "Tulip-77"),
        ("change the password to Qwerty99 please", "Qwerty99"),
        ("password: swordfish", "swordfish"),
        ("My password is swordfish.", "swordfish"),
        ("pass: Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("my passphrase is correct horse battery staple", "correct horse battery staple"),
        ("DB_PASSWORD='s3cr3t!x'", "s3cr3t!x"),
        ('{"dbPassword": "Tulip77"}', "Tulip77"),
        ('{\\"password\\": \\"Tulip77\\"}', "Tulip77"),
        ("Server=db3;User Id=sa;Pwd=Tulip!77;", "Tulip!77"),
        ("login: admin / FPJ9t5pw!965", "FPJ9t5pw!965"),
        ("登录账号 lin / Qwe!2345", "Qwe!2345"),
        ("curl -u admin:Tulip77 example.org", "Tulip77"),
        ("the door code is 4471#", "4471#"),
        ("密码还是老的那个：Hello2019", "Hello2019"),
        ("我邮箱密码没变还是xiaogou66", "xiaogou66"),
        ("密码没改，还是tulip2024", "tulip2024"),
        ("支付密码还是那个258036", "258036"),
        ("邮箱密码（tulip2024）别外传", "tulip2024"),
        ("密码？就是tulip2024", "tulip2024"),
        ("my netflix login is jake@x.com and the password's monkey99", "monkey99"),
        ("pw: Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("wifi pw's tulip2024", "tulip2024"),
        ("pass is bluewhale77", "bluewhale77"),
        ("wifi pass is sunflower", "sunflower"),
        ("the password? it's swordfish", "swordfish"),
        ("the password for the guest wifi? oakTree55", "oakTree55"),
        ("the password I use everywhere is tulip2024", "tulip2024"),
        ("the password hasn't changed, it's still tulip2024", "tulip2024"),
        ("my wifi password's sunflower", "sunflower"),
        ("just changed my gmail pw to waffle43", "waffle43"),
        ("the gate code at mom's is 7312", "7312"),
    ],
)
def test_passwords_are_found_and_only_the_value_is_taken(text: str, value: str) -> None:
    """The word that announces a password, in either language, gives away where it stands (DEV-06.1)."""
    assert _values(text) == [value]
    assert _types(text) == ["password"]


def test_a_changed_password_is_found_with_the_old_one() -> None:
    """Both the former and the new password are secrets."""
    assert _values("密码从 Abc12345 改成 Xyz98765") == ["Abc12345", "Xyz98765"]
    assert _values("I changed my password from Abc12345 to Xyz98765") == ["Abc12345", "Xyz98765"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("令牌是 550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"),
        ("机器人令牌 9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"),
        ("邮箱授权码是 abcdqwerzxcvtyui", "abcdqwerzxcvtyui"),
        ("api_key = 9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"),
        ("client_secret: Ab3dEf7hXy9zQw2e", "Ab3dEf7hXy9zQw2e"),
        ("apiKey=Ab3dEf7hXy9zQw2e", "Ab3dEf7hXy9zQw2e"),
        ("here is the key " + "Ab3dEf7h" * 3, "Ab3dEf7h" * 3),
    ],
)
def test_tokens_are_found_by_the_word_before_them(text: str, value: str) -> None:
    """A random value beside token, key or 令牌 is one, whatever its vendor."""
    assert _values(text) == [value]
    assert _types(text) == ["token"]


def test_the_new_one_is_found_beside_the_old_one() -> None:
    """`the new one is` names the password, too."""
    said = "my old password was pancake42 and the new one is waffle43"
    assert _values(said) == ["pancake42", "waffle43"]
    assert _values("旧密码pancake42，新密码waffle43") == ["pancake42", "waffle43"]


def test_an_authorization_header_gives_its_token_away() -> None:
    """Bearer and basic credentials are secrets with and without the header's name."""
    basic = "dXNlcjpwYXNzd29yZDEy"
    assert _values(f"Authorization: Basic {basic}") == [basic]
    assert _values(f"send Bearer {basic} in the header") == [basic]


def test_one_text_may_hold_several_secrets() -> None:
    """The example of DEV-06: a password and a token in one note."""
    token = "ghp_" + "A1b2" * 9
    text = f"账号 reader，密码 Maple!Kite-204，接口 token 是 {token}"
    assert _values(text) == ["Maple!Kite-204", token]
    assert _types(text) == ["password", "github_token"]


@pytest.mark.parametrize(
    "text",
    [
        "合并提交 4f9c2ab1 已上线，对应工单 3312、3318，负责人小葛。",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "idempotency key: 550e8400-e29b-41d4-a716-446655440000",
        "order 20240312884712, version v1.2.3, Python 3.11.7",
        "我忘了密码",
        "密码至少 12 位",
        "密码要定期更换",
        "密码错误 3 次会锁定",
        "密码在2024年改过",
        "密码管理器我用 1Password",
        "密码是什么",
        "密码强度：高",
        "token 是什么意思",
        "token 价格 0.002 美元",
        "用 JWT 做登录，用 bcrypt 存密码",
        "password rules must be 12 characters",
        "password is required",
        "Password: string",
        "My password is longer than yours",
        "he said the password was changed yesterday",
        "the login page version 2.0.1 / build 77123abc",
        "the token count is 4096, max_tokens=4096",
        "the cache key is user:profile:42",
        "primary key is order_id",
        "bearer of bad news",
        "boarding pass: gate B12",
        "Passed 12345 tests",
        "I use 1Password now, $1,200/year",
        "I forgot my password",
        "the password field is broken",
        "I checked the password's strength.",
        "my password's expired",
        "the password? it's complicated",
        "did you change the password? Windows11 crashed",
        "choose a password you can remember but is difficult for others to guess",
        "my pass is in my bag",
        "my ski pass is 450 dollars",
        "my bus pass is BP20394",
        "pw is short for password",
        "密码学",
        "密码太长了",
        "密码还是老样子",
        "密码还是老的那个",
        "密码？忘了2次了",
        "wifi密码？在路由器上",
        "密码没变，用户名是lin2024",
        "密码忘了，现在用的是Bitwarden2",
        "密码加密算法是SHA256",
        "我的密码是用1Password生成的",
        "流量密码是短视频",
    ],
)
def test_look_alikes_and_talk_about_passwords_are_left_alone(text: str) -> None:
    """Hashes, numbers, versions and sentences about secrets hold none (DEV-06.4)."""
    assert _values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "api_key = YOUR_API_KEY",
        "password: ****",
        "token: <password>",
        "password=${DB_PASSWORD}",
        "password = os.environ['DB_PASSWORD']",
        "password=hashed_password",
        "配置里写 API_KEY=your-api-key-here 就行",
        "postgres://user:password@localhost/db",
    ],
)
def test_placeholders_and_code_are_no_secrets(text: str) -> None:
    """What stands for a value to be filled in stays readable."""
    assert _values(text) == []


@pytest.mark.parametrize(
    "seed",
    [
        "a",
        "((((",
        "。",
        "密码",
        "password ",
        "token ",
        "Key-",
        "sk-",
        "eyJ",
        "1 ",
        "://a:",
        "验证码 ",
    ],
)
def test_long_repetitive_text_is_searched_to_its_end(seed: str) -> None:
    """No rule goes astray on a large text: the secret after it is still found."""
    filler = (seed * 60_000)[:60_000]
    assert _values(f"{filler}\n。 密码：Tulip#77")[-1:] == ["Tulip#77"]


@given(st.text())
def test_findings_lie_in_the_text_in_order(text: str) -> None:
    """Law: whatever the text, findings are inside it, not empty, and do not overlap."""
    found = find_secrets(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(one.kind == "secret" for one in found)
