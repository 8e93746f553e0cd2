"""The rows that random mode deals: how likely each is, by counting, and the question about one of them.

A player is dealt as many cards as one colour has out of those of all six colours. Of k(i) cards with the number i out
of c(i), a row has the probability

    product of binomial(c(i), k(i)) / binomial(all cards, cards of a row):

the multivariate hypergeometric law. It is the same for every seat. The *pattern* of a row says how often its numbers
occur, whatever they are: 2-1-1-1-1 is a pair and four single cards.

>>> chances = rows(SeisRules(mode="random"))
>>> chances.probability((1, 2, 3, 4, 5, 6)), len(chances.weights)
(Fraction(972, 40579), 462)
>>> sorted(chances.map(pattern).weights)[:3]
[(1, 1, 1, 1, 1, 1), (2, 1, 1, 1, 1), (2, 2, 1, 1)]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import TypeAlias

from seis_lab.game import Distribution, InvalidRules, quote
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_deal import COLOURS
from seis_lab.games.seis_notation import SeisState

Row: TypeAlias = tuple[int, ...]
"""The numbers of a row, sorted."""

MOST_ROWS = 20_000


def copies(rules: SeisRules) -> dict[int, int]:
    """How many cards of each number are in the box."""
    return {number: COLOURS * count for number, count in sorted(Counter(rules.numbers).items())}


def row_count(rules: SeisRules) -> int:
    """How many different rows can be dealt, or more where the box runs out of a number."""
    kinds, size = len(set(rules.numbers)), len(rules.numbers)
    return comb(kinds + size - 1, size)


def part_count(rules: SeisRules) -> int:
    """How many different sets of face-up cards a dealt row can come down to, the empty one left out.

    >>> part_count(SeisRules(mode="random", faces=2))  # 1, 2, 1-1, 1-2, 2-2
    5
    """
    ways = [1] + [0] * len(rules.numbers)
    for count in copies(rules).values():
        ways = [sum(ways[max(0, size - count) : size + 1]) for size in range(len(ways))]
    return sum(ways) - 1


def rows(rules: SeisRules) -> Distribution[Row]:
    """The probability of every row that a seat can be dealt; InvalidRules for another mode, or too many rows."""
    require_random(rules)
    if row_count(rules) > MOST_ROWS:
        raise InvalidRules(
            f"row={list(rules.numbers)!r} can be dealt in up to {row_count(rules)} ways; allowed: {MOST_ROWS}, or one "
            "row at a time: turns(rules, row=[...])"
        )
    return Distribution(dict(_dealt(list(copies(rules).items()), len(rules.numbers), (), 1)))


def _dealt(left: Sequence[tuple[int, int]], size: int, row: Row, weight: int) -> Iterator[tuple[Row, int]]:
    """Every way to complete a row from the numbers left, with its weight."""
    if not size:
        yield row, weight
    elif left:
        (number, count), *others = left
        for taken in range(min(size, count) + 1):
            yield from _dealt(others, size - taken, row + (number,) * taken, weight * comb(count, taken))


def pattern(row: Sequence[int]) -> tuple[int, ...]:
    """How often the numbers of a row occur, the most frequent first.

    >>> pattern((2, 2, 3, 5, 6, 6))
    (2, 2, 1, 1)
    """
    return tuple(sorted(Counter(row).values(), reverse=True))


def given_row(rules: SeisRules, row: Sequence[int]) -> SeisRules:
    """The traditional rules in which this row lies before everybody: every question alone can be asked of them.

    In random mode the row must be one that can be dealt; InvalidRules says why not.

    >>> given_row(SeisRules(players=1, mode="random", wildcards={}), [6, 1, 1, 2, 3, 4])
    SeisRules(players=1, row=(1, 1, 2, 3, 4, 6), wildcards={})
    """
    given = replace(rules, mode="traditional", row=row)  # type: ignore[arg-type]  # any sequence
    if rules.mode == "traditional":
        return given
    require_random(rules)
    box = copies(rules)
    if len(given.numbers) != len(rules.numbers) or any(n > box.get(i, 0) for i, n in Counter(given.numbers).items()):
        raise InvalidRules(
            f"row={quote(row)} cannot be dealt; allowed: {len(rules.numbers)} cards of a box with "
            + ", ".join(f"{count} of {number}" for number, count in box.items())
        )
    return given


def own_rules(rules: SeisRules, state: SeisState, seat: int) -> SeisRules:
    """The rules of a seat that plays alone from a position: in random mode with the row that it was dealt."""
    if rules.mode != "random":
        return rules
    held = state.seats[seat]
    return replace(rules, mode="traditional", row=tuple(card.number for card in (*held.up, *held.down)))


def require_rules(rules: object) -> None:
    """InvalidRules unless these are rules of SEIS.

    >>> require_rules({"players": 1})
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: rules={'players': 1} is not allowed; allowed: rules such as SeisRules(players=1)
    """
    if not isinstance(rules, SeisRules):
        raise InvalidRules(f"rules={quote(rules)} is not allowed; allowed: rules such as SeisRules(players=1)")


def require_random(rules: SeisRules) -> None:
    """InvalidRules unless the rows are dealt from all colours."""
    if rules.mode != "random":
        raise InvalidRules(f"mode={rules.mode!r} deals no rows from all colours; allowed: 'random'")
