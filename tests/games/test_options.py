"""Options: every value is refused by name or survives JSON, repr and hashing; settings are hostile text."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seis_lab.game import InvalidRules
from seis_lab.games import rules_from_json
from seis_lab.games.die import Die
from seis_lab.games.options import differences, encode, limits, with_settings
from seis_lab.games.seis import SeisRules
from seis_lab.games.six import SixRules
from seis_lab.games.wildcards import KINDS, TWO_OF_EACH, Wildcards

# The table of rules.md, section 1: option, default, some other values it names.
TABLE: dict[str, tuple[Any, list[Any]]] = {
    "players": (2, [1, 3, 4, 5, 6]),
    "mode": ("traditional", ["random", "mirror"]),
    "faces": (6, [2, 3, 20]),
    "row": (None, [(1,), (1, 1, 6), (2, 4, 6), (6,) * 20]),
    "die": (None, [Die(["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"]), Die(["p", "1 - p", 0, 0, 0, 0])]),
    "wildcards": (TWO_OF_EACH, [Wildcards({}), Wildcards({"DADO": 9}), (Wildcards({"NUMERAL": 1}), Wildcards({}))]),
    "numeral_wrap": (False, [True]),
    "numeral_per_roll": (1, [2]),
    "dado_per_turn": (1, [2, 9]),
    "tirador_window": ("after NUMERAL", ["before NUMERAL"]),
    "tirador_scope": ("whole turn", ["that roll"]),
    "max_wildcards_per_turn": (None, [1]),
    "same_kind_per_turn": (1, [None]),
    "voltear_chooser": ("affected player", ["attacker"]),
    "reversa_two_players": ("no effect", ["acts as SALTAR"]),
    "flip": ("compulsory", ["optional"]),
    "simultaneous_win": ("shared", ["roller wins"]),
    "mirror_roller": ("free match and exact card", ["one card only"]),
}
OTHERS = [(name, other) for name, (_, others) in TABLE.items() for other in others]
IDS = [f"{name}={other!r}"[:50] for name, other in OTHERS]


def survives(rules: SeisRules) -> None:
    """JSON and repr round trips, hash, and nothing but plain JSON in between."""
    text = json.dumps(rules.to_json())
    for again in (SeisRules.from_json(json.loads(text)), rules_from_json(json.loads(text)), eval(repr(rules))):
        assert again == rules
        assert hash(again) == hash(rules)
        assert repr(again) == repr(rules)


def test_the_table_of_the_rules_is_the_table_of_the_class() -> None:
    assert {name: getattr(SeisRules(), name) for name in TABLE} == {
        name: default for name, (default, _) in TABLE.items()
    }
    assert set(limits(SeisRules)) == set(TABLE)
    assert repr(SeisRules()) == "SeisRules()"
    assert differences(SeisRules()) == {}
    survives(SeisRules())


@pytest.mark.parametrize(("name", "other"), OTHERS, ids=IDS)
def test_other_values_survive(name: str, other: Any) -> None:
    rules = SeisRules(**{name: other})
    assert differences(rules) == {name: other}
    assert rules != SeisRules()
    survives(rules)


@pytest.mark.parametrize(
    ("name", "bad", "allowed"),
    [
        ("players", 0, "1 to 6"),
        ("players", 7, "1 to 6"),
        ("players", 2.0, "1 to 6"),
        ("players", True, "1 to 6"),
        ("players", "2", "1 to 6"),
        ("players", None, "1 to 6"),
        ("players", float("nan"), "1 to 6"),
        ("players", [10**5000], "1 to 6"),
        ("mode", "mirrored", "'traditional' or 'random' or 'mirror'"),
        ("mode", ["traditional"], "'traditional'"),
        ("faces", 0, "2 to 20"),
        ("faces", 1, "2 to 20"),
        ("faces", 21, "2 to 20"),
        ("row", (), "1 to 20 numbers from 1 to 6"),
        ("row", (0,), "1 to 20 numbers from 1 to 6"),
        ("row", (7,), "1 to 20 numbers from 1 to 6"),
        ("row", (1,) * 21, "1 to 20 numbers from 1 to 6"),
        ("row", (True,), "1 to 20 numbers from 1 to 6"),
        ("row", (1.0,), "1 to 20 numbers from 1 to 6"),
        ("row", "123", "1 to 20 numbers from 1 to 6"),
        ("row", {1: 2}, "1 to 20 numbers from 1 to 6"),
        ("row", 3, "1 to 20 numbers from 1 to 6"),
        ("die", ["1/2", "1/2"], "one probability for each of the 6 faces"),
        ("die", "fair", "6 probabilities"),
        ("die", {"1": "1/6"}, "6 probabilities"),
        ("die", 6, "6 probabilities"),
        ("die", ["1/6"] * 5, "must sum to 1"),
        ("die", [1 / 6] * 6, "fractions"),
        ("wildcards", 2, "counts by kind"),
        ("wildcards", "DADO", "counts by kind"),
        ("wildcards", ["DADO", "DADO"], "counts by kind"),
        ("wildcards", [{}], "one set, or one for each of 2 seats"),
        ("wildcards", [{}, {}, {}], "one set, or one for each of 2 seats"),
        ("wildcards", [{}, {"DADO": 10}], "0 to 9"),
        ("wildcards", {"ROJO": 1}, "DADO, SALTAR"),
        ("numeral_wrap", 1, "False or True"),
        ("numeral_per_roll", 3, "1 or 2"),
        ("numeral_per_roll", None, "1 or 2"),
        ("dado_per_turn", 0, "1 to 9"),
        ("tirador_window", "during", "'after NUMERAL' or 'before NUMERAL'"),
        ("tirador_scope", "", "'whole turn' or 'that roll'"),
        ("max_wildcards_per_turn", 2, "1 or None"),
        ("same_kind_per_turn", 0, "1 or None"),
        ("voltear_chooser", "nobody", "'affected player' or 'attacker'"),
        ("reversa_two_players", "skip", "'no effect' or 'acts as SALTAR'"),
        ("flip", "x" * 10_000, "'compulsory' or 'optional'"),
        ("simultaneous_win", True, "'shared' or 'roller wins'"),
        ("mirror_roller", "two cards", "'free match and exact card' or 'one card only'"),
    ],
)
def test_one_clear_error(name: str, bad: Any, allowed: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        SeisRules(**{name: bad})
    message = str(caught.value)
    assert message.startswith(name)
    assert allowed in message
    assert len(message) < 300


def test_an_enormous_integer_is_not_written_out() -> None:
    with pytest.raises(InvalidRules, match="players=an integer of 16610 bits is not allowed"):
        SeisRules(players=10**5000)


def test_equal_rules_in_canonical_form() -> None:
    assert SeisRules(row=[6, 1, 2, 5, 3, 4]) == SeisRules()
    assert SeisRules(row=[3, 1, 3]).row == (1, 3, 3)
    assert SeisRules(die=[Fraction(1, 6)] * 6) == SeisRules(die=Die.fair(6)) == SeisRules()
    assert SeisRules(wildcards=[{"DADO": 1}, {"DADO": 1, "SALTAR": 0}]) == SeisRules(wildcards={"DADO": 1})
    assert SeisRules(wildcards=dict.fromkeys(KINDS, 2)) == SeisRules()
    assert SeisRules(faces=3, row=[1, 2, 3]) == SeisRules(faces=3)


def test_handicaps_go_with_their_seat() -> None:
    rules = SeisRules(players=3, wildcards=[{}, {"DADO": 1}, {"TIRADOR": 9}])
    assert [rules.wildcards_of(seat) for seat in range(3)] == [{}, {"DADO": 1}, {"TIRADOR": 9}]
    assert [seat.wild for seat in rules.initial().seats] == [{}, {"DADO": 1}, {"TIRADOR": 9}]


# Any garbage gets InvalidRules or a value that survives.

plain = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 25), st.integers(), st.floats(), st.text(max_size=8), st.fractions()
)
names = st.sampled_from([kind.value for kind in KINDS])
garbage = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.one_of(names, st.text(max_size=5)), inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
    ),
    max_leaves=8,
)
likely: dict[str, st.SearchStrategy[Any]] = {
    "players": st.integers(0, 7),
    "faces": st.integers(1, 21),
    "row": st.lists(st.integers(0, 7), max_size=8),
    "die": st.lists(st.sampled_from(["1/3", "1/6", "1/2", "p", "1/3 - p", 0, "½", "١/٦"]), max_size=6),
    "wildcards": st.one_of(
        st.dictionaries(names, st.integers(-1, 10)), st.lists(st.dictionaries(names, st.integers(0, 9)), max_size=3)
    ),
}
options_given = st.fixed_dictionaries(
    {},
    optional={
        name: st.one_of(likely.get(name, st.nothing()), st.sampled_from([default, *others]), garbage)
        for name, (default, others) in TABLE.items()
    },
)


@given(options_given)
@settings(max_examples=300)
def test_any_garbage_is_refused_or_survives(given_options: dict[str, Any]) -> None:
    try:
        rules = SeisRules(**given_options)
    except InvalidRules as error:
        assert 0 < len(str(error)) < 400
        return
    survives(rules)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=6,
)


@given(
    st.one_of(
        json_values,
        st.dictionaries(st.one_of(st.sampled_from(["game", *TABLE]), st.text(max_size=5)), json_values, max_size=4),
    ),
    st.booleans(),
)
@settings(max_examples=300)
def test_hostile_json_is_refused_or_survives(data: Any, named: bool) -> None:
    if named and isinstance(data, dict):
        data = {**data, "game": "seis"}
    for read in (SeisRules.from_json, rules_from_json):
        try:
            rules = read(data)
        except InvalidRules as error:
            assert 0 < len(str(error)) < 400
        else:
            survives(rules)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "not a set of options"),
        (None, "not a set of options"),
        ({"game": "ludo"}, "game='ludo' is not allowed; allowed: 'seis'"),
        ({"jugadores": 2}, "unknown option 'jugadores' of seis; allowed: players"),
        ({1: 2}, "unknown option 1"),
    ],
)
def test_what_is_no_set_of_options(data: Any, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        SeisRules.from_json(data)


@pytest.mark.parametrize("data", [{}, {"game": "ludo"}, {"game": ["seis"]}, {"game": None}, [], 5, None])
def test_an_unknown_game_lists_the_known_ones(data: Any) -> None:
    with pytest.raises(InvalidRules, match=r"unknown game .*; allowed: seis"):
        rules_from_json(data)


# Settings: name=value texts, as a command line gives them.


@pytest.mark.parametrize(
    ("given_settings", "rules"),
    [
        ([], SeisRules()),
        (["players=3"], SeisRules(players=3)),
        (["players=3", "players=4"], SeisRules(players=4)),
        (["wildcards.NUMERAL=1"], SeisRules(wildcards={**TWO_OF_EACH, "NUMERAL": 1})),
        (["wildcards={}", "wildcards.NUMERAL=1", "wildcards.DADO=2"], SeisRules(wildcards={"NUMERAL": 1, "DADO": 2})),
        (['wildcards=[{"DADO": 1}, {}]'], SeisRules(wildcards=[{"DADO": 1}, {}])),
        (["faces=3", "row=[3, 1]"], SeisRules(faces=3, row=[1, 3])),
        (["faces=2", 'die=["1/3", "2/3"]'], SeisRules(faces=2, die=["1/3", "2/3"])),
        (["flip=optional"], SeisRules(flip="optional")),
        (["tirador_scope=that roll"], SeisRules(tirador_scope="that roll")),
        (['tirador_scope="that roll"'], SeisRules(tirador_scope="that roll")),
        (["same_kind_per_turn=null", "numeral_wrap=true"], SeisRules(same_kind_per_turn=None, numeral_wrap=True)),
        (["same_kind_per_turn=None", "numeral_wrap=True"], SeisRules(same_kind_per_turn=None, numeral_wrap=True)),
    ],
)
def test_settings(given_settings: list[str], rules: SeisRules) -> None:
    assert with_settings(SeisRules(), given_settings) == rules


def test_settings_with_several_names() -> None:
    for setting in ("figures=ring,line", 'figures=["line", "ring"]'):
        assert with_settings(SixRules(), [setting]) == SixRules(figures=["line", "ring"])
    assert with_settings(SixRules(), ["figures=ring", "opening_restriction=False"]) == SixRules(
        figures=["ring"], opening_restriction=False
    )
    with pytest.raises(InvalidRules, match=r"figures=.*square.* is not allowed; allowed: one or more of 'line'"):
        with_settings(SixRules(), ["figures=line,square"])


@pytest.mark.parametrize(
    "setting",
    [
        "",
        "=",
        "players",
        "players:3",
        "=3",
        "Players=3",
        "players =3",
        "name=ludo",
        "__class__=int",
        "wild=1",
        "players=",
        "players=two",
        "players=2.0",
        "players=٣",
        "players=３",
        "players=NaN",
        "players=Infinity",
        "players=1e400",
        "players=" + "9" * 5000,
        "players=" + "[" * 100_000,
        "players=" + "x" * 100_000,
        "players={}",
        "players.x=2",
        "row.1=2",
        "row=[[1]]",
        "row=[NaN]",
        "wildcards.=1",
        "wildcards.DADO.x=1",
        "wildcards.DADO=-1",
        "wildcards.DADO=1.0",
        "wildcards.DADO=" + "9" * 4000,
        "wildcards.dado=1",
        'wildcards={"DADO": {"DADO": 1}}',
        "die=fair",
        'die=["p", "q", 0, 0, 0, 0]',
        "mode=<img src=x onerror=alert(1)>",
        "\ud800=1",
        "mode=\ud800",
    ],
)
def test_hostile_settings(setting: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        with_settings(SeisRules(), [setting])
    assert 0 < len(str(caught.value)) < 400


some_settings = st.builds(
    "{}{}{}".format, st.sampled_from([*TABLE, "wildcards.DADO", ""]), st.sampled_from("=. "), st.text(max_size=8)
)


@given(st.lists(some_settings))
def test_any_settings_are_refused_or_survive(given_settings: list[str]) -> None:
    try:
        rules = with_settings(SeisRules(), given_settings)
    except InvalidRules as error:
        assert 0 < len(str(error)) < 400
        return
    survives(rules)


def test_encode_writes_plain_json() -> None:
    assert encode((Fraction(1, 3), {"a": (1, None)}, Die(["1/3 + p", "2/3 - p"]), True, "x")) == [
        "1/3",
        {"a": [1, None]},
        ["1/3 + p", "2/3 - p"],
        True,
        "x",
    ]
