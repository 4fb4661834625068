"""What the keys of vendors look like: their beginnings, and the few forms that only show as a whole.

Data only, after what the vendors publish; `stelae.text.vendor_keys` applies it. Beginnings of public identifiers
(`AC…` of Twilio, `wx…` of WeChat, publishable keys of analytics) are left out: they open nothing alone.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyShape:
    """A vendor key that shows by its prefix.

    Attributes:
        type: The finding's type.
        prefixes: Literal beginnings.
        body: Character class of the rest.
        shortest: Fewest characters after the prefix.
        full: The exact length where the vendor fixes one: what a line break cut off is then known.
    """

    type: str
    prefixes: tuple[str, ...]
    body: str
    shortest: int
    full: int = 0


_WORD, _HEX, _ALNUM = "A-Za-z0-9_-", "a-f0-9", "A-Za-z0-9"

KEY_SHAPES = (
    KeyShape(
        "stripe_key",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_"),
        _ALNUM,
        10,
    ),
    KeyShape("openai_key", ("sk-",), _WORD, 16),
    KeyShape("aws_access_key", ("AKIA", "ASIA", "ABIA", "ACCA"), "A-Z0-9", 12, 16),
    KeyShape("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), _ALNUM, 16, 36),
    KeyShape("github_token", ("github_pat_",), "A-Za-z0-9_", 20, 82),
    KeyShape(
        "gitlab_token",
        (
            "glpat-",
            "glptt-",
            "gldt-",
            "glrt-",
            "glcbt-",
            "glsoat-",
            "glft-",
            "glagent-",
            "GR1348941",
        ),
        _WORD,
        16,
    ),
    KeyShape(
        "slack_token",
        (
            "xoxb-",
            "xoxp-",
            "xoxa-",
            "xoxe-",
            "xoxe.xoxp-",
            "xoxs-",
            "xoxr-",
            "xoxo-",
            "xoxc-",
            "xoxd-",
            "xapp-",
        ),
        "A-Za-z0-9%-",
        10,
    ),
    KeyShape("google_key", ("AIza",), _WORD, 28, 35),
    KeyShape("google_key", ("ya29.", "GOCSPX-"), "A-Za-z0-9._-", 20),
    KeyShape("google_key", ("1//0",), _WORD, 24),
    KeyShape("jwt", ("eyJ",), "A-Za-z0-9._=-", 24),
    # Models and their hosts.
    KeyShape(
        "service_key",
        (
            *(
                "hf_",
                "api_org_",
                "gsk_",
                "tvly-",
                "nvapi-",
                "r8_",
                "xai-",
                "pplx-",
                "csk-",
                "tgp_v1_",
                "jina_",
            ),
            *(
                "pcsk_",
                "lsv2_pt_",
                "lsv2_sk_",
                "ctx7sk-",
                "e2b_",
                "fw_",
                "bce-v3/ALTAK-",
                "ALTAK-",
                "wandb_v1_",
            ),
        ),
        "A-Za-z0-9_/-",
        18,
    ),
    KeyShape("service_key", ("app-", "dataset-"), _ALNUM, 24, 24),
    KeyShape("service_key", ("pat_",), _ALNUM, 40),
    KeyShape("service_key", ("pa-",), _WORD, 40, 43),
    # Clouds, registries and code.
    KeyShape(
        "service_key",
        (
            *(
                "npm_",
                "pypi-",
                "dop_v1_",
                "doo_v1_",
                "dor_v1_",
                "dckr_pat_",
                "dckr_oat_",
                "rubygems_",
                "pul-",
                "tskey-",
            ),
            *(
                "ATATT3",
                "ATCTT3",
                "ATBB",
                "sbp_",
                "sb_secret_",
                "pscale_tkn_",
                "pscale_pw_",
                "pscale_oauth_",
            ),
            *(
                "rnd_",
                "fm1_",
                "fm2_",
                "fo1_",
                "nfp_",
                "vcp_",
                "AKCp",
                "sgp_",
                "pnu_",
                "ops_eyJ",
                "nebius_",
            ),
        ),
        "A-Za-z0-9_=-",
        18,
    ),
    KeyShape("service_key", ("hvs.", "hvb.", "hvr."), _WORD, 20),
    KeyShape(
        "service_key", ("dp.st.", "dp.pt.", "dp.ct.", "dp.sa.", "dp.scim."), "A-Za-z0-9._-", 20
    ),
    KeyShape("service_key", ("dt0c01.", "dt0s01.", "dt0s02."), "A-Za-z0-9.", 24),
    KeyShape("service_key", ("dapi",), _HEX, 32, 32),
    KeyShape("service_key", ("LTAI", "AKID", "AKLT"), _ALNUM, 12),
    KeyShape("service_key", ("AGE-SECRET-KEY-1",), "A-Z0-9", 40, 58),
    # Offices, money, mail and messages.
    KeyShape(
        "service_key",
        (
            *(
                "figd_",
                "figo_",
                "lin_api_",
                "lin_oauth_",
                "secret_",
                "ntn_",
                "glsa_",
                "glc_",
                "sntrys_",
                "sntryu_",
            ),
            *(
                "phx_",
                "NRAK-",
                "NRRA-",
                "PMAK-",
                "CFPAT-",
                "xkeysib-",
                "xsmtpsib-",
                "aio_",
                "rdme_",
                "shippo_live_",
            ),
            *(
                "rzp_live_",
                "rzp_test_",
                "sq0atp-",
                "sq0csp-",
                "shpat_",
                "shpca_",
                "shppa_",
                "shpss_",
                "pat-na1-",
            ),
            *("pat-eu1-", "duffel_live_", "duffel_test_", "EZAK", "EZTK"),
        ),
        _WORD,
        24,
    ),
    KeyShape("service_key", ("EAAA",), _WORD, 40),
    KeyShape("service_key", ("re_",), "A-Za-z0-9_", 20),
    KeyShape("service_key", ("sk_", "live_", "test_"), _ALNUM, 28),
    KeyShape("service_key", ("key-",), _HEX, 32, 32),
    KeyShape("service_key", ("SG.", "sl.", "pat."), "A-Za-z0-9._-", 30),
)
"""Keys by their beginnings. The body has to be mixed as a random string besides."""

WHOLE_FORMS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    # Bots of Telegram.
    (
        ":aa",
        re.compile(r"(?:(?<=/bot)|(?<![\w-]))\d{8,10}:AA[\w-]{30,36}(?![\w-])", re.ASCII),
        "token",
    ),
    # Secrets of an application in Azure.
    ("q~", re.compile(r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])", re.ASCII), "token"),
    # Licence keys of New Relic.
    ("nral", re.compile(r"(?<![A-Za-z0-9])[a-f0-9]{32,36}NRAL(?![A-Za-z0-9])"), "service_key"),
    # Zhipu: an id and its secret.
    (".", re.compile(r"(?<![\w.])[a-f0-9]{32}\.[A-Za-z0-9]{16}(?![\w.])", re.ASCII), "service_key"),
    # Mailchimp.
    ("-us", re.compile(r"(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])"), "service_key"),
    # The secret key of a 1Password account.
    (
        "a3-",
        re.compile(r"(?<![\w-])A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}(?![\w-])"),
        "service_key",
    ),
    # Bots of Discord: the id of the bot, a time and a signature.
    (
        ".",
        re.compile(
            r"(?<![\w.-])[MNO][A-Za-z0-9]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", re.ASCII
        ),
        "token",
    ),
    # Terraform Cloud.
    (
        ".atlasv1.",
        re.compile(r"(?<![\w.])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}", re.ASCII),
        "service_key",
    ),
    # Twilio.
    ("sk", re.compile(r"(?<![A-Za-z0-9])SK[a-f0-9]{32}(?![A-Za-z0-9])"), "service_key"),
    # What signs the calls of a DingTalk bot.
    ("sec", re.compile(r"(?<![A-Za-z0-9])SEC[a-f0-9]{64}(?![A-Za-z0-9])"), "service_key"),
    # A password as systems keep it, hashed with its salt: to be guessed at leisure.
    (
        "$",
        re.compile(
            r"(?<![\w$])\$(?:2[abxy]|[1567]|y|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,16})\$[^\s:\"',;]{16,256}"
        ),
        "password",
    ),
    # ServerChan.
    (
        "sct",
        re.compile(r"(?<![A-Za-z0-9])SCT\d{3,8}T[A-Za-z0-9]{20,40}(?![A-Za-z0-9])"),
        "service_key",
    ),
)
"""Keys that show only as a whole: a lower-case piece that every such text holds, the form, the finding's type."""

SHORTEST_FORM = 30
"""Characters without a space that the shortest of the whole forms has."""
