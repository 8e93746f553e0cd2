"""Distribution against its naive twin: a dictionary of fractions that sum to 1."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seis_lab.game import Distribution

pairs = st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 12))).filter(lambda p: any(w for _, w in p))


def twin(weights: list[tuple[int, int]]) -> dict[int, Fraction]:
    """Add up, divide by the total, leave zeros out."""
    total = sum(weight for _, weight in weights)
    chances: dict[int, Fraction] = {}
    for value, weight in weights:
        chances[value] = chances.get(value, Fraction(0)) + Fraction(weight, total)
    return {value: chance for value, chance in chances.items() if chance}


@given(pairs)
def test_the_same_as_the_twin(weights: list[tuple[int, int]]) -> None:
    naive, distribution = twin(weights), Distribution(weights)
    assert dict(distribution.items()) == naive
    assert all(distribution.probability(value) == naive.get(value, 0) for value in range(-4, 5))
    assert distribution.mean() == sum(value * chance for value, chance in naive.items())
    assert distribution.mean(lambda x: x * x) == sum(value**2 * chance for value, chance in naive.items())
    assert distribution.total == sum(distribution.weights.values())
    assert Distribution.of(naive) == distribution
    assert eval(repr(distribution)) == distribution


@given(pairs)
def test_map_adds_up_what_falls_together(weights: list[tuple[int, int]]) -> None:
    assert Distribution(weights).map(abs) == Distribution([(abs(value), weight) for value, weight in weights])


@given(pairs, st.integers(1, 9), st.randoms())
def test_equal_whatever_the_order_and_the_scale(weights: list[tuple[int, int]], scale: int, rng: random.Random) -> None:
    other = [(value, weight * scale) for value, weight in weights]
    rng.shuffle(other)
    assert Distribution(other) == Distribution(weights)
    assert hash(Distribution(other)) == hash(Distribution(weights))


@given(st.lists(st.integers(0, 4), min_size=1))
def test_uniform_counts_what_is_given_twice(values: list[int]) -> None:
    assert Distribution.uniform(values) == Distribution(Counter(values))


def test_sample_uses_every_ticket_once() -> None:
    """The generator's `randrange(total)` is a ticket; each value owns as many tickets as its weight."""

    class Tickets(random.Random):
        def __init__(self, ticket: int) -> None:
            self.ticket = ticket

        def randrange(self, stop: int) -> int:  # type: ignore[override]
            assert stop == 6
            return self.ticket

    distribution = Distribution({"a": 1, "b": 3, "c": 2})
    assert Counter(distribution.sample(Tickets(ticket)) for ticket in range(6)) == {"a": 1, "b": 3, "c": 2}


def test_certain() -> None:
    assert dict(Distribution.certain("six").items()) == {"six": 1}


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ({}, "at least one value"),
        ({"a": 0}, "at least one value"),
        ({"a": -1, "b": 2}, "weight -1 of 'a'"),
        ({"a": 0.5, "b": 0.5}, "weight 0.5 of 'a'"),
        ({"a": Fraction(1, 2)}, "weight Fraction"),
        ({"a": "1"}, "weight '1' of 'a'"),
    ],
)
def test_weights_that_are_none(weights: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Distribution(weights)


@pytest.mark.parametrize(
    ("chances", "why"),
    [
        ({}, "sum to 0"),
        ({"a": Fraction(1, 2)}, "sum to 1/2"),
        ({"a": Fraction(3, 2), "b": Fraction(-1, 2)}, "of 'a': a Fraction from 0 to 1"),
        ({"a": 0.5, "b": 0.5}, "probability 0.5 of 'a'"),
    ],
)
def test_probabilities_that_are_none(chances: dict[str, Fraction], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Distribution.of(chances)
