"""A password given to a command is found, ports, files and prompts are not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mysql -h 10.0.0.8 -uroot -pRoot1234 erp", "Root1234"),
        ("mysqldump -u root -p'dump it 9' erp", "dump it 9"),
        ("docker login -u ci -p Q8fRt2Lx registry.example.org", "Q8fRt2Lx"),
        ("redis-cli -h cache -a redisPa55 ping", "redisPa55"),
        ("curl -s -u deploy:hunter2x https://example.org", "hunter2x"),
        ("zip -P zipzap77 out.zip a.csv", "zipzap77"),
        ("7z x a.7z -popenSesame", "openSesame"),
        ("sshpass -p 'ch@ngeIt9' ssh ops@10.0.0.4", "ch@ngeIt9"),
        ("htpasswd -b .htpasswd lin grapefruit", "grapefruit"),
        ("htpasswd -nb lin grapefruit", "grapefruit"),
        ("openssl pkcs12 -in cert.p12 -passin pass:certsecret1", "certsecret1"),
        ("net user lin Lin#2024x /add", "Lin#2024x"),
        ("echo 'Pa55-w0rd' | sudo -S apt update", "Pa55-w0rd"),
        ("echo lin:Pa55-w0rd | chpasswd", "Pa55-w0rd"),
        ("sqlplus erp/tiger99@prod", "tiger99"),
        ("nmcli dev wifi connect Home password homesweet12", "homesweet12"),
        ("wpa_passphrase Home homesweet12", "homesweet12"),
        ("keytool -storepass changeit22 -keystore app.jks", "changeit22"),
        ("wget --user=lin --password=dragonfruit5 https://example.org", "dragonfruit5"),
        ("smbclient //nas/share -U lin%nasPass1", "nasPass1"),
        ("在服务器上跑 vault login Q8fRt2LxZ7mV", "Q8fRt2LxZ7mV"),
    ],
)
def test_a_password_given_to_a_command_is_found(text: str, value: str) -> None:
    """Each program has its own option; the long ones say what they are."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "mysql -u root -p",
        "ssh -p 2222 ops@10.0.0.4",
        "docker run -p 8080:80 nginx",
        "mkdir -p src/main",
        'curl -u "$USER:$PASS" https://example.org',
        "the --password option is deprecated",
        "pass --token $TOKEN to it",
        "rsync --password-file /etc/rsync.pass src dst",
        "docker build --secret id=npmrc .",
        "unzip -P",
        "npm login --auth-type=web",
    ],
)
def test_ports_prompts_and_variables_stay(text: str) -> None:
    """A port, a prompt, a variable and talk about an option hold no password."""
    assert _values(text) == []
