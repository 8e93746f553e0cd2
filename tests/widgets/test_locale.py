"""The three languages say the same things, with the same places to fill in."""

import json
import re
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest

import seis_lab
from seis_lab.locale import LANGS, PARTS, decimal, percent, text, words

ROOT = Path(seis_lab.__file__).parent


def part(name, lang):
    path = ROOT / "locale" / lang / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def places(pattern):
    return sorted({field for _, field, _, _ in Formatter().parse(pattern) if field is not None})


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_the_same_keys(lang):
    assert sorted(words(lang)) == sorted(words("en"))


@pytest.mark.parametrize("lang", LANGS)
def test_every_text_has_the_same_places_in_every_language(lang):
    assert {key: places(pattern) for key, pattern in words(lang).items()} == {
        key: places(pattern) for key, pattern in words("en").items()
    }


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_holds_markup(lang):
    assert not {key: said for key, said in words(lang).items() if re.search("[<>]|&[a-z#0-9]+;", said)}


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_of_the_table_is_empty(lang):
    assert not [key for key in part("table", lang) if not words(lang)[key].strip()]


def test_the_parts_do_not_share_keys():
    found = [key for name in PARTS for key in part(name, "en")]
    assert len(found) == len(set(found))


def test_every_text_of_the_table_is_used():
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "widgets").rglob("*.py"))
    source += "".join(path.read_text(encoding="utf-8") for path in (ROOT / "widgets").rglob("*.js"))
    endings = (key.rpartition(".")[2] for key in part("table", "en"))
    # Keys that are put together where they are used.
    built = re.compile("_(flip|nothing|colour|turns|wins|none|en|es|gl|auto|light|dark|exact|certified|estimate)$")
    unused = [word for word in endings if word not in source and built.sub("", word) not in source]
    assert not unused


def test_an_unknown_language_or_key_is_an_error():
    with pytest.raises(ValueError, match="lang='fr' is not allowed; allowed: gl, es, en"):
        text("fr", "do.roll")
    with pytest.raises(KeyError):
        text("en", "no such key")


@pytest.mark.parametrize(
    ("value", "digits", "english", "spanish"),
    [
        (Fraction(65633, 9000), 2, "7.29", "7,29"),
        (Fraction(1, 200), 2, "0.00", "0,00"),  # halves go to the even digit
        (Fraction(3, 200), 2, "0.02", "0,02"),
        (Fraction(-54, 10), 1, "−5.4", "−5,4"),
        (Fraction(7), 0, "7", "7"),
        (Fraction(1, 3), 0, "0", "0"),
    ],
)
def test_numbers_are_rounded_exactly_and_written_as_the_language_does(value, digits, english, spanish):
    assert decimal("en", value, digits) == english
    assert decimal("es", value, digits) == decimal("gl", value, digits) == spanish


def test_percentages_have_a_space_where_the_language_has_one():
    assert [percent(lang, Fraction(618, 1000)) for lang in LANGS] == ["61,8 %", "61,8 %", "61.8%"]
