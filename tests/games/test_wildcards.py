"""The wildcards a player starts with: a mapping in which every kind has a count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seis_lab.game import InvalidRules
from seis_lab.games.wildcards import KINDS, TWO_OF_EACH, Wild, Wildcards

counts = st.dictionaries(st.sampled_from([kind.value for kind in KINDS]), st.integers(0, 9))


def test_the_set_of_the_source_text() -> None:
    """«Cada jugador recibe 12 cartas comodín: 2 de cada tipo.»"""
    assert sum(TWO_OF_EACH.values()) == 12
    assert dict(TWO_OF_EACH) == {"DADO": 2, "SALTAR": 2, "NUMERAL": 2, "REVERSA": 2, "VOLTEAR": 2, "TIRADOR": 2}


@given(counts)
def test_a_mapping_of_six_kinds(given_counts: dict[str, int]) -> None:
    cards = Wildcards(given_counts)
    assert list(cards) == [kind.value for kind in KINDS]
    assert all(cards[kind] == given_counts.get(kind, 0) for kind in KINDS)
    assert cards == given_counts and cards == Wildcards({k: n for k, n in given_counts.items() if n})
    assert hash(cards) == hash(Wildcards({k: n for k, n in given_counts.items() if n}))
    assert Wildcards(eval(repr(cards))) == cards
    assert cards != {**given_counts, "NUMERAL": given_counts.get("NUMERAL", 0) + 1}


@given(counts.filter(lambda c: any(c.values())), st.data())
def test_without_takes_one_card(given_counts: dict[str, int], data: st.DataObject) -> None:
    kind = Wild(data.draw(st.sampled_from([k for k, n in given_counts.items() if n])))
    before = Wildcards(given_counts)
    after = before.without(kind)
    assert after == {**given_counts, kind.value: given_counts[kind] - 1}
    assert before == given_counts


def test_without_a_card_that_is_not_there() -> None:
    with pytest.raises(InvalidRules, match="DADO=-1"):
        Wildcards({}).without(Wild.DADO)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"COMODIN": 1}, "unknown kind 'COMODIN'.*DADO, SALTAR, NUMERAL, REVERSA, VOLTEAR, TIRADOR"),
        ({"dado": 1}, "unknown kind 'dado'"),
        ({1: 1}, "unknown kind 1"),
        ({"DADO": 10}, "DADO=10 .*0 to 9"),
        ({"DADO": -1}, "DADO=-1"),
        ({"DADO": 1.0}, "DADO=1.0"),
        ({"DADO": True}, "DADO=True"),
        ({"DADO": "2"}, "DADO='2'"),
        ({"DADO": None}, "DADO=None"),
        ({"DADO": float("nan")}, "DADO=nan"),
        ({"DADO": 10**5000}, "an integer of 16610 bits"),
        ({"x" * 10_000: 1}, "unknown kind 'x"),
    ],
)
def test_one_clear_error(bad: dict[str, int], why: str) -> None:
    with pytest.raises(InvalidRules, match=why) as caught:
        Wildcards(bad)
    assert len(str(caught.value)) < 200


def test_what_is_no_kind_is_a_key_that_is_not_there() -> None:
    hand = Wildcards({"NUMERAL": 1})
    assert "ORACLE" not in hand and 5 not in hand and hand.get("ORACLE", 0) == 0
    with pytest.raises(KeyError):
        hand["ORACLE"]
