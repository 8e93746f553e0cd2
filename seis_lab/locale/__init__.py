"""The words of the interface in Galician, Spanish and English.

One JSON file per language and part (`table.json`, `lab.json` and so on, named in `PARTS`), with the same keys and the
same places to fill in every language. Names that players type are values, never part of a text's pattern, and nothing
here is HTML.

>>> text("gl", "do.roll")
'Tirar o dado'
>>> text("es", "log.roll", name="{n} <b>", n=4)
'{n} <b> saca 4'
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

LANGS = ("gl", "es", "en")
PARTS = ("table", "lab", "cards", "columns", "cabron", "galician", "report", "six")


@cache
def words(lang: str) -> Mapping[str, str]:
    """Every text of a language by key; ValueError quotes an unknown language."""
    if lang not in LANGS:
        raise ValueError(f"lang={lang!r} is not allowed; allowed: {', '.join(LANGS)}")
    found: dict[str, str] = {}
    for part in PARTS:
        file = files(__package__) / lang / f"{part}.json"
        if file.is_file():
            found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def text(lang: str, key: str, **values: object) -> str:
    """A text with its places filled in; KeyError names a key that the language does not have."""
    return words(lang)[key].format(**values)


def own_text(lang: str, game: str, key: str, **values: object) -> str:
    """What a game calls it, where it has a text of its own for the key, else what all games call it.

    >>> own_text("en", "seis", "lab.option.players"), own_text("en", "cabron", "lab.option.deck")
    ('Players', 'Cards in the deck')
    """
    own = f"{game}.{key}"
    return text(lang, own if own in words(lang) else key, **values)


def decimal(lang: str, value: Fraction | float, places: int) -> str:
    """A number rounded exactly (half to even) to so many places, with the decimal sign of the language.

    >>> decimal("es", Fraction(65633, 9000), 2), decimal("en", Fraction(-1, 8), 2)
    ('7,29', '−0.12')
    """
    scaled = round(Fraction(value) * 10**places)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    point = "." if lang == "en" else ","
    return ("−" if scaled < 0 else "") + whole + (point + part if part else "")


def mixed(value: Fraction) -> str:
    r"""A fraction from 0 up as people write it, whole part first, held together by a space that does not break.

    >>> [mixed(Fraction(n, 3)).replace("\xa0", " ") for n in (47, 2, 6)]
    ['15 2/3', '2/3', '2']
    """
    whole, rest = divmod(value.numerator, value.denominator)
    parts = [str(whole)] if whole or not rest else []
    return "\xa0".join([*parts, f"{rest}/{value.denominator}"] if rest else parts)


def percent(lang: str, value: Fraction | float, places: int = 1) -> str:
    """A probability as a percentage, with the sign as the language writes it.

    >>> percent("gl", Fraction(2, 3)), percent("en", Fraction(2, 3))
    ('66,7 %', '66.7%')
    """
    return text(lang, "number.percent", n=decimal(lang, 100 * Fraction(value), places))
