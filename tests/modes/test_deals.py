"""The odds of random mode: by counting, by an integral over time, by the engine walked position by position."""

import random
from collections import Counter
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

import pytest

from seis_lab.exact.answers import Endless
from seis_lab.exact.card_worth import worth
from seis_lab.exact.deal_fairness import fairness
from seis_lab.exact.deals import DealtTurns
from seis_lab.exact.linear import solve_by_knots
from seis_lab.exact.mdp import MDP
from seis_lab.exact.questions import odds
from seis_lab.exact.racing import race
from seis_lab.exact.rows import copies, given_row, part_count, pattern, rows
from seis_lab.exact.seis import solve, turns
from seis_lab.game import Chance, Decision, InvalidRules, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, SeisMove, SeisState

ALONE = SeisRules(players=1, mode="random", wildcards={})


def by_poisson(row: tuple[int, ...], faces: int = 6) -> Fraction:
    """The mean by a route without states: let rolls come at the times of a Poisson process of rate 1.

    Then the numbers come independently, each at rate 1/faces, and the mean number of rolls equals the mean time:
    the integral over t of 1 - product over numbers of P(at least k rolls of it by t), term by term.
    """
    integrand = {(0, 0): Fraction(-1)}  # (power of t, multiple of t/faces in the exponent) -> coefficient
    for need in Counter(row).values():
        factor = {(0, 0): Fraction(1)} | {(j, 1): Fraction(-1, factorial(j) * faces**j) for j in range(need)}
        product: dict[tuple[int, int], Fraction] = {}
        for (m, s), a in integrand.items():
            for (j, r), b in factor.items():
                product[m + j, s + r] = product.get((m + j, s + r), Fraction(0)) + a * b
        integrand = product
    assert integrand.pop((0, 0)) == -1  # it cancels against the 1
    return sum((c * factorial(m) * Fraction(faces, s) ** (m + 1) for (m, s), c in integrand.items()), Fraction(0))


def test_the_rows_of_the_box_by_counting_ordered_hands() -> None:
    """Of 36 * ... * 31 hands in order, multiplicities k occur 6!/product(k!) * product(6!/(6 - k)!) times."""
    chances = rows(ALONE)
    hands = prod(range(31, 37))
    for row, p in chances.items():
        counts = Counter(row).values()
        orders = factorial(6) // prod(map(factorial, counts))
        assert p == Fraction(orders * prod(factorial(6) // factorial(6 - k) for k in counts), hands)
    assert len(chances.weights) == comb(11, 5) == 462
    assert len(chances.map(pattern).weights) == 11  # the partitions of 6


def test_the_means_of_all_patterns_and_two_that_are_known() -> None:
    law = turns(ALONE)
    assert isinstance(law, DealtTurns)
    assert len(law.patterns) == 11
    for line in law.patterns:
        example = tuple(n for n, k in enumerate(line.pattern, start=1) for _ in range(k))
        assert line.mean == by_poisson(example)
        assert line.least is not None and line.most is not None
        assert line.least[1] == line.most[1] == line.mean  # without NUMERAL only the pattern counts
    known = {line.pattern: line.mean for line in law.patterns}
    # Independently computed for this project, under the default rules.
    assert known[2, 1, 1, 1, 1] == Fraction(411, 25)
    assert known[6,] == 36
    assert law.mean == sum(
        (line.probability * by_poisson(line.least[0]) for line in law.patterns if line.least), Fraction()
    )
    assert sum(line.probability for line in law.patterns) == 1
    assert sum(line.count for line in law.patterns) == 462


def test_a_dado_is_worth_one_turn_over_all_deals_too() -> None:
    with_two = turns(SeisRules(players=1, mode="random", wildcards={"DADO": 2}))
    assert turns(ALONE).mean - with_two.mean == 2


def walk(rules: SeisRules, start: SeisState) -> MDP[SeisState, SeisMove | str]:
    """The decision process of a game alone without DADO: every roll costs one turn, the deal costs nothing."""
    actions: dict[SeisState, dict[SeisMove | str, tuple[int, dict[SeisState, Fraction]]]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in actions:
            continue
        actions[state] = {}
        match rules.turn(state):
            case Terminal():
                continue
            case Chance(outcomes):
                total = sum(weight for _, weight in outcomes)
                row: dict[SeisState, Fraction] = {}
                for move, weight in outcomes:
                    after = rules.apply(state, move)
                    row[after] = row.get(after, Fraction(0)) + Fraction(weight, total)
                actions[state] = {"chance": (int(state.phase is Phase.ROLL), row)}
            case Decision(_, moves):
                actions[state] = {move: (0, {rules.apply(state, move): Fraction(1)}) for move in moves}
        waiting += [after for _, row in actions[state].values() for after in row]
    return MDP(actions)


@pytest.mark.parametrize(
    "options",
    [
        {"faces": 2},
        {"faces": 3},
        {"faces": 3, "wildcards": {"NUMERAL": 1}},
        {"faces": 3, "wildcards": {"NUMERAL": 2}, "numeral_wrap": True, "numeral_per_roll": 2},
        {"faces": 3, "row": [1, 1, 3]},
        {"faces": 3, "die": ["1/2", "1/3", "1/6"], "wildcards": {"NUMERAL": 1}, "flip": "optional"},
    ],
    ids=str,
)
def test_the_mean_over_all_deals_against_the_engine_from_the_first_card_on(options: dict[str, Any]) -> None:
    rules = SeisRules(players=1, mode="random", **({"wildcards": {}} | options))
    assert walk(rules, rules.initial()).solve().values[rules.initial()] == turns(rules).mean


def test_the_law_over_all_deals_against_the_engine_step_by_step() -> None:
    rules = SeisRules(players=1, mode="random", faces=2, wildcards={})
    now, seen = {(rules.initial(), 0): Fraction(1)}, dict.fromkeys(range(8), Fraction(0))
    while now:
        (state, rolls), p = now.popitem()
        turn = rules.turn(state)
        if isinstance(turn, Terminal):
            seen[rolls] += p
        elif rolls < 7:
            assert isinstance(turn, Chance)
            total = sum(weight for _, weight in turn.outcomes)
            for move, weight in turn.outcomes:
                key = rules.apply(state, move), rolls + (state.phase is Phase.ROLL)
                now[key] = now.get(key, Fraction(0)) + p * Fraction(weight, total)
    law = turns(rules)
    assert [law.pmf(n) for n in range(7)] == [seen[n] for n in range(7)]
    assert law.cdf(6) == sum(seen[n] for n in range(7))


def test_the_law_sums_up_to_its_mean() -> None:
    law = turns(SeisRules(players=1, mode="random", wildcards={"NUMERAL": 1}))
    assert law.never == 0
    assert law.quantile(Fraction(9, 10)) > law.median
    assert "over all deals" in str(law)
    assert "2-1-1-1-1" in law._repr_html_()


def test_a_face_that_never_comes_makes_some_rows_endless() -> None:
    rules = SeisRules(players=1, mode="random", faces=2, die=[1, 0], wildcards={})
    law = turns(rules)
    # All but the row 1,1, which is dealt with probability 6/12 * 5/11.
    assert law.never == 1 - Fraction(5, 22)
    with pytest.raises(Endless, match="dealt with probability 17/22"):
        _ = law.mean
    assert isinstance(law, DealtTurns)
    assert [(line.pattern, line.mean) for line in law.patterns] == [((1, 1), None), ((2,), None)]
    assert "finished with probability 5/22" in str(law)


def test_one_given_row() -> None:
    random_mode = SeisRules(mode="random", wildcards={"NUMERAL": 1})
    row = (1, 1, 2, 3, 4, 6)
    assert turns(random_mode, row=row).mean == turns(SeisRules(row=row, wildcards={"NUMERAL": 1})).mean
    assert turns(SeisRules(), row=[6]).rules.row == (6,)
    assert given_row(random_mode, [2, 1, 4, 3, 6, 5]).row is None
    with pytest.raises(InvalidRules, match=r"row=\[1, 1\] cannot be dealt; allowed: 6 cards of a box with 6 of 1"):
        turns(random_mode, row=[1, 1])
    with pytest.raises(InvalidRules, match="cannot be dealt"):
        turns(SeisRules(mode="random", faces=3, row=[1, 2]), row=[3, 3])
    with pytest.raises(InvalidRules, match="row="):
        turns(random_mode, row=[1, 2, 3, 4, 5, 7])


def test_what_needs_a_row_refuses_the_mode_by_name() -> None:
    for ask in (solve, worth, race):
        with pytest.raises(InvalidRules, match="mode='random'"):
            ask(SeisRules(mode="random", wildcards={}))
    for ask in (solve, worth, turns, race):
        with pytest.raises(InvalidRules, match="mode='mirror'"):
            ask(SeisRules(mode="mirror", wildcards={}))
    with pytest.raises(InvalidRules, match="mode='random'"):
        _ = turns(ALONE).policy
    with pytest.raises(InvalidRules, match="mode='traditional'"):
        rows(SeisRules())
    with pytest.raises(InvalidRules, match="can be dealt in up to"):
        turns(SeisRules(players=1, mode="random", faces=20, wildcards={}))


def test_odds_by_name() -> None:
    assert odds("seis", "turns", ALONE) == turns(ALONE).mean


def test_parts_of_rows_counted_one_by_one() -> None:
    for rules in (ALONE, SeisRules(mode="random", faces=3, row=[1, 1, 3])):
        met = {part for row in rows(rules).weights for size in range(1, len(row) + 1) for part in parts(row, size)}
        assert len(met) == part_count(rules)


def parts(row: tuple[int, ...], size: int) -> set[tuple[int, ...]]:
    from itertools import combinations

    return set(combinations(row, size))


# Two players.


def engine_win(rules: SeisRules, start: SeisState, seat: int) -> Fraction:
    """The probability that a seat wins without cards, by one linear system over the engine's positions."""
    transitions: dict[SeisState, dict[SeisState, Fraction]] = {}
    wins: dict[SeisState, Fraction] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in transitions:
            continue
        turn, row = rules.turn(state), transitions.setdefault(state, {})
        if isinstance(turn, Terminal):
            wins[state] = turn.outcome.payoffs[seat]
            continue
        assert isinstance(turn, Chance)
        total = sum(weight for _, weight in turn.outcomes)
        for move, weight in turn.outcomes:
            after = rules.apply(state, move)
            row[after] = row.get(after, Fraction(0)) + Fraction(weight, total)
        waiting += row
    return solve_by_knots(transitions, wins)[start]


@pytest.mark.parametrize("deal", ["1,1 | 1,2", "2,2 | 1,1", "1,2 | 2,2"])
def test_the_race_of_two_given_rows_against_the_engine(deal: str) -> None:
    rules = SeisRules(mode="random", faces=2, wildcards={})
    start = rules.dealt(deal)
    for state in (start, rules.apply(start, rules.parse("first B"))):
        assert list(race(rules, state)) == [engine_win(rules, state, seat) for seat in (0, 1)]


def test_fairness_against_the_engine_from_the_first_card_on() -> None:
    """Who begins is drawn after the deal, so the starter's average is that of seat A where A begins."""
    rules = SeisRules(mode="random", faces=2, wildcards={})
    table = fairness(rules)
    expected, total = Fraction(0), Fraction(0)
    box = copies(rules)
    for first in rows(rules).weights:
        left = {n: count - first.count(n) for n, count in box.items()}
        for second in rows(rules).weights:
            weight = prod(comb(box[n], first.count(n)) * comb(left[n], second.count(n)) for n in box)
            state = rules.apply(rules.dealt([first, second]), rules.parse("first A"))
            expected += weight * engine_win(rules, state, 0)
            total += weight
    assert table.average == expected / total
    assert sum(line.probability for line in table.lines) == 1
    gaps = [abs(line.win - Fraction(1, 2)) for line in table.lines]
    assert gaps == sorted(gaps) and table.fairest is table.lines[0] and table.unfairest is table.lines[-1]


def test_the_fairest_deal_of_two_is_not_that_of_equal_rows() -> None:
    """A slightly worse row makes up for beginning; the kinds of deals are 11 * 11 without 1-1-1-1-1-1 against 6."""
    table = fairness(SeisRules(mode="random", wildcards={}))
    assert len(table.lines) == 11 * 11 - 2
    assert pattern(table.fairest.first) != pattern(table.fairest.second)
    assert pattern(table.unfairest.second) == (6,)
    assert Fraction(1, 2) < table.average < Fraction(53, 100)


def test_fairness_refuses_what_it_cannot_compare() -> None:
    with pytest.raises(InvalidRules, match="players=3"):
        fairness(SeisRules(mode="random", players=3, wildcards={}))
    with pytest.raises(InvalidRules, match="mode='mirror'"):
        fairness(SeisRules(mode="mirror", wildcards={}))
    with pytest.raises(InvalidRules, match="NUMERAL"):
        fairness(SeisRules(mode="random", wildcards={"NUMERAL": 1}))
    with pytest.raises(InvalidRules, match="holds TIRADOR"):
        fairness(SeisRules(mode="random", faces=2, wildcards={"TIRADOR": 1}))


def test_the_average_by_playing_the_engine() -> None:
    """3000 dealt games alone, seed fixed; a correct mean lies within 4 standard errors in 99.99 % of the seeds."""
    rng, rolls = random.Random(36), []
    for _ in range(3000):
        state, count = ALONE.initial(), 0
        while not isinstance(turn := ALONE.turn(state), Terminal):
            assert isinstance(turn, Chance)
            moves, weights = zip(*turn.outcomes, strict=True)
            count += state.phase is Phase.ROLL
            state = ALONE.apply(state, rng.choices(moves, weights)[0])
        rolls.append(count)
    law = turns(ALONE)
    mean = sum(rolls) / len(rolls)
    assert abs(mean - law.mean) < 4 * float(law.variance / len(rolls)) ** 0.5
