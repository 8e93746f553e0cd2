"""The lab's words: the same keys and places in three languages, every key in use, none missing."""

import json
import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import seis_lab
from seis_lab.locale import LANGS


def lab_words(lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((files("seis_lab.locale") / lang / "lab.json").read_text(encoding="utf-8"))
    return found


def places(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_the_same_keys_and_places(lang: str) -> None:
    english, other = lab_words("en"), lab_words(lang)
    assert list(other) == list(english)
    for key, pattern in english.items():
        assert places(other[key]) == places(pattern), key


def test_nothing_in_the_words_is_html_and_nothing_is_left_untranslated() -> None:
    same = []
    for key, english in lab_words("en").items():
        spanish, galician = lab_words("es")[key], lab_words("gl")[key]
        assert not any(sign in words for words in (english, spanish, galician) for sign in "<>&"), key
        if english == spanish and len(re.sub(r"\{\w+\}", "", english)) > 12:
            same.append(key)
    assert same == ["lab.placeholder.row", "lab.placeholder.die"]


def test_every_key_is_used_by_the_code() -> None:
    package = Path(str(seis_lab.__file__)).parent
    code = "".join(
        path.read_text(encoding="utf-8") for path in [*package.glob("widgets/*.py"), *package.glob("plots*.py")]
    )
    made = ("lab.option.", "lab.help.", "lab.choice.", "lab.unit.", "lab.error.", "lab.export.", "lab.placeholder.")
    made += (
        "lab.question.",
        "lab.headline.",
        "lab.chart.",
        "lab.verdict.",
        "lab.check.",
        "lab.keep",
        "lab.reset",
        "plot.play.",
    )
    unused = [
        key
        for key in lab_words("en")
        if not re.search(f"[\"']{re.escape(key)}[\"']", code) and not key.startswith(made)
    ]
    assert unused == []
