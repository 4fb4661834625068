"""A life told in two languages, for requests to forget parts of it."""

from stelae.memory import Memory
from stelae.testing import FixedClock

TOLD: dict[str, str] = {
    "phone": "我的电话号码是13912345678",
    "address": "我的新地址是槐树巷 18 号",
    "birthday": "我生日是3月5日",
    "penicillin": "我对青霉素过敏",
    "mother": "我妈妈的电话是13800001111",
    "pet": "我养了一只叫阿福的乌龟",
    "former": "我的前任叫小周",
    "cello": "我最近在学大提琴",
    "ex": "My ex lives in Leeds and we broke up last year",
    "osaka-start": "The Osaka project starts on Monday",
    "osaka-db": "We decided to use Postgres for the Osaka project",
    "cluster": "The staging cluster is in Osaka",
    "name": "My name is Dana Reed",
    "job": "I work as a surveyor",
    "email": "My email is dana.reed@example.com",
    "cilantro": "I hate cilantro",
    "jazz": "I love jazz",
}
"""By message id."""


def live_it(memory: Memory, clock: FixedClock) -> None:
    """Say everything, a minute apart, each in a message of its own."""
    for id_, text in TOLD.items():
        clock.advance(minutes=1)
        memory.observe([{"role": "user", "content": text, "id": id_}])
    memory.flush()
