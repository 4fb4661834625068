"""Random strings, placeholders and talk are told apart."""

import pytest

from stelae.text.value_shape import is_no_value, is_placeholder, mixed, random_case


@pytest.mark.parametrize("value", ["Ab3dEf7hXy9zQw2e", "9f8e7d6c5b4a39281706", "QMoVzTqLsKpWnRxY"])
def test_random_strings_look_mixed(value: str) -> None:
    """Letters with digits, or upper and lower case in turn."""
    assert mixed(value)


@pytest.mark.parametrize("value", ["something", "management-of-change", "Sunflower", "128000"])
def test_words_and_plain_numbers_do_not_look_mixed(value: str) -> None:
    """One capital at the beginning is how words are written."""
    assert not mixed(value)


def test_case_that_changes_all_the_time_is_random() -> None:
    """Words hold a capital now and then; keys do not care."""
    assert not random_case("Management-of-the-Portfolio")
    assert random_case("QMoVzTqLsKpWnRxY")


@pytest.mark.parametrize(
    "value", ["****", "<password>", "YOUR_API_KEY", "${DB_PASS}", "your-key-here"]
)
def test_what_is_to_be_filled_in_is_a_placeholder(value: str) -> None:
    """Documentation does not lose its examples."""
    assert is_placeholder(value)


def test_a_key_that_holds_the_word_example_is_one_all_the_same() -> None:
    """Only what is little more than the word is to be filled in."""
    assert not is_placeholder("wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY")
    assert is_placeholder("my-example-key")
    assert is_placeholder("MyAppExampleKey")


@pytest.mark.parametrize("value", ["SHA256", "bcrypt2", "WPA3-Enterprise", "argon2id"])
def test_a_method_is_no_value(value: str) -> None:
    """How a password is kept or sent opens nothing."""
    assert is_no_value(value)


@pytest.mark.parametrize(
    "value", ["required", "https://example.org", "2024-05-01", "v1.2.3", "get_password()"]
)
def test_talk_addresses_dates_and_calls_are_no_values(value: str) -> None:
    """They follow "password is" without being one."""
    assert is_no_value(value)


def test_a_password_is_a_value() -> None:
    """Nothing in a real one looks like talk."""
    assert not is_no_value("Maple!Kite-204")
