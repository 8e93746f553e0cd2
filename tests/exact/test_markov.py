"""Markov chains, decision processes and closed forms, against naive twins."""

import re
from fractions import Fraction
from math import inf

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seis_lab.exact.answers import Endless
from seis_lab.exact.cfinite import PowerSum
from seis_lab.exact.graph import knots, reachable
from seis_lab.exact.markov import MarkovChain
from seis_lab.exact.mdp import MDP
from seis_lab.game import Distribution

Rows = dict[int, dict[int, int]]


@st.composite
def chains(draw: st.DrawFn, size: int = 5) -> Rows:
    """Integer weights between up to `size` states, the last of which is absorbing."""
    count = draw(st.integers(2, size))
    return {
        state: draw(st.dictionaries(st.integers(0, count - 1), st.integers(1, 3), min_size=1, max_size=3))
        for state in range(count - 1)
    } | {count - 1: {count - 1: 1}}


def naive_pmf(rows: Rows, steps: int) -> list[Fraction]:
    """P(T = n) from state 0 to the last one, by moving the whole distribution."""
    end = max(rows)
    now = {0: Fraction(1)}
    found = [now.get(end, Fraction(0))]
    for _ in range(steps):
        then: dict[int, Fraction] = {}
        for state, mass in now.items():
            for to, weight in rows[state].items():
                if state != end:
                    then[to] = then.get(to, Fraction(0)) + mass * Fraction(weight, sum(rows[state].values()))
        now = then
        found.append(now.get(end, Fraction(0)))
    return found


@given(chains())
def test_the_law_of_a_hitting_time(rows: Rows) -> None:
    end = max(rows)
    time = MarkovChain(rows).hitting_time(0, {end})
    assert [time.pmf(n) for n in range(9)] == naive_pmf(rows, 8)
    assert time.cdf(8) == sum(naive_pmf(rows, 8)) == 1 - time.survival(8)
    trapped = any(end not in reachable(rows, [state]) for state in reachable(rows, [0]))
    assert (time.never > 0) == trapped
    if trapped:
        with pytest.raises(Endless):
            _ = time.mean


@settings(max_examples=40)
@given(chains(4))
def test_generating_functions_and_moments(rows: Rows) -> None:
    time = MarkovChain(rows).hitting_time(0, {max(rows)})
    z = sp.Symbol("z")
    pgf = time.pgf()
    assert sp.Rational(str(1 - time.never)) == sp.limit(pgf, z, 1)
    above, below = (sp.Poly(part, z).all_coeffs()[::-1] for part in sp.fraction(sp.together(pgf)))
    for k in range(12):  # the power series times the denominator is the numerator
        product = sum(below[j] * sp.Rational(str(time.pmf(k - j))) for j in range(min(k + 1, len(below))))
        assert product == (above[k] if k < len(above) else 0)
    if not time.never:
        mean, second = (sp.diff(pgf, z, order).subs(z, 1) for order in (1, 2))
        assert sp.Rational(str(time.mean)) == mean
        assert sp.Rational(str(time.variance)) == second + mean - mean**2


@given(chains())
def test_the_closed_form_where_there_is_one(rows: Rows) -> None:
    time = MarkovChain(rows).hitting_time(0, {max(rows)})
    try:
        form = time.closed_form()
    except ValueError as error:
        assert "irrational" in str(error)
        return
    n = sp.Symbol("n")
    for k in range(1, 12):
        assert form.subs(n, k) == sp.Rational(str(time.pmf(k)))


@given(chains())
def test_the_fundamental_matrix_is_the_inverse(rows: Rows) -> None:
    chain = MarkovChain(rows)
    matrix = chain.fundamental_matrix()
    for start in chain.transient:
        for end in chain.transient:
            into = sum(
                (matrix[start][state] * chain.rows[state].get(end, Fraction(0)) for state in chain.transient),
                Fraction(0),
            )
            assert matrix[start][end] == into + (start == end)


@given(chains())
def test_absorption_and_never_ending_sum_to_one(rows: Rows) -> None:
    chain = MarkovChain(rows)
    for start in chain.states:
        assert sum(chain.absorption(start).values()) + chain.hitting_time(start).never == 1


@given(chains(6))
def test_knots_are_the_mutually_reachable_states_in_order(rows: Rows) -> None:
    found = knots(rows)
    seen: set[int] = set()
    for knot in found:
        for state in knot:
            mutual = {other for other in reachable(rows, [state]) if state in reachable(rows, [other])}
            assert mutual == set(knot)
            assert reachable(rows, [state]) <= seen | set(knot)
        seen |= set(knot)
    assert seen == set(rows)


def test_quantiles() -> None:
    time = MarkovChain({"a": {"a": Fraction(5, 6), "b": Fraction(1, 6)}}).hitting_time("a")
    assert (time.median, time.quantile(0.9), time.quantile("9/10")) == (4, 13, 13)
    with pytest.raises(ValueError, match="quantile 1"):
        time.quantile(1)
    with pytest.raises(ValueError, match="n=-1"):
        time.pmf(-1)
    maybe = MarkovChain({"a": {"end": 1, "trap": 1}, "trap": {"trap": 1}, "end": {"end": 1}}).hitting_time("a", {"end"})
    assert (maybe.never, maybe.median) == (Fraction(1, 2), 1)
    with pytest.raises(Endless, match="1/2"):
        maybe.quantile(0.6)


def test_starts_and_targets() -> None:
    chain = MarkovChain({"a": Distribution({"a": 1, "b": 1}), "b": {"c": 1}})
    assert chain.hitting_time(Distribution({"a": 1, "b": 1})).mean == 2
    assert chain.hitting_time("a", {"b"}).mean == 2
    assert chain.hitting_time("c").mean == 0
    with pytest.raises(ValueError, match="'x' is not a state"):
        chain.hitting_time("x")


@pytest.mark.parametrize("row", [{"a": Fraction(1, 2)}, {"a": 0}, {"a": -1, "b": 2}, {"a": 0.5, "b": 0.5}])
def test_rows_that_are_no_distribution_are_refused(row: dict[str, Fraction]) -> None:
    with pytest.raises(ValueError, match="row of 'a'"):
        MarkovChain({"a": row})


sequences = st.builds(
    lambda first, terms: PowerSum(tuple(first), {base: tuple(poly) for base, poly in terms.items()}),
    st.lists(st.fractions(-2, 2, max_denominator=4), max_size=3),
    st.dictionaries(
        st.sampled_from([Fraction(1, 2), Fraction(2, 3), Fraction(-1, 3)]),
        st.lists(st.fractions(-2, 2, max_denominator=4), min_size=1, max_size=3),
        max_size=2,
    ),
)


@given(sequences, sequences, st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3, 4)]))
def test_power_sums_calculate_like_sequences(a: PowerSum, b: PowerSum, ratio: Fraction) -> None:
    solved = a.recur(ratio, Fraction(5))
    for n in range(8):
        assert (a + b)(n) == a(n) + b(n)
        assert (a - b)(n) == a(n) - b(n)
        assert (a * b)(n) == a(n) * b(n)
        assert a.later(Fraction(7))(n) == (a(n - 1) if n else 7)
        assert solved(n + 1) == ratio * solved(n) + a(n)
    assert solved(0) == 5
    assert (a + b) - b == a


@given(sequences)
def test_totals_are_limits(a: PowerSum) -> None:
    partial = sum((a(n) for n in range(120)), Fraction(0))
    assert abs(a.total() - partial) < Fraction(1, 10**12)


def test_a_series_that_does_not_converge_is_refused() -> None:
    with pytest.raises(ValueError, match="does not converge"):
        PowerSum((), {Fraction(1): (Fraction(1),)}).total()


@st.composite
def processes(draw: st.DrawFn) -> dict[int, dict[str, tuple[int, dict[int, int]]]]:
    """Up to four states with up to two actions each; state 9 is the end."""
    count = draw(st.integers(1, 3))
    ends = st.dictionaries(st.sampled_from([*range(count), 9]), st.integers(1, 2), min_size=1, max_size=2)
    return {
        state: {action: (draw(st.integers(1, 3)), draw(ends)) for action in "xy"[: draw(st.integers(1, 2))]}
        for state in range(count)
    }


@given(processes())
def test_policy_iteration_finds_the_best_of_all_policies(
    actions: dict[int, dict[str, tuple[int, dict[int, int]]]],
) -> None:
    process = MDP(actions)
    values = process.solve().values
    best = dict.fromkeys(actions, inf)
    policies: list[dict[int, str]] = [{}]
    for state, choices in actions.items():
        policies = [policy | {state: action} for policy in policies for action in choices]
    for policy in policies:
        rows = {state: actions[state][action][1] for state, action in policy.items()}
        for state in actions:
            if all(9 in reachable(rows, [other]) for other in reachable(rows, [state]) if other != 9):
                on_the_way = {other: policy[other] for other in reachable(rows, [state]) if other != 9}
                best[state] = min(best[state], process.evaluate(on_the_way)[state])  # type: ignore[type-var]
    assert {state: values[state] for state in actions} == best
    finite = {state: value for state, value in values.items() if value != inf}
    assume(len(finite) == len(values))
    assert process.bellman(values) == values
    assert process.evaluate(process.greedy(values)).keys() == actions.keys()


def test_negative_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="cost -1 of 'x' in 0"):
        MDP({0: {"x": (-1, {9: 1})}})


@pytest.mark.parametrize("q", ["1/0", "half", None, float("nan"), 0, 1, [1]])
def test_a_quantile_is_asked_for_with_a_number_between_0_and_1(q: object) -> None:
    time = MarkovChain({0: {0: 1, 1: 1}}).hitting_time(0)
    with pytest.raises(ValueError, match=re.escape(f"quantile {q!r}: a number above 0 and below 1")):
        time.quantile(q)  # type: ignore[arg-type]


def test_nothing_shows_where_it_lies_in_memory() -> None:
    chain = MarkovChain({0: {0: 1, 1: 1}})
    assert repr(chain.hitting_time(0)) == "<HittingTime over 1 states, 1 targets>"
    assert repr(MDP({"here": {"go": (1, {"end": 1})}})) == "<MDP of 2 states, 1 actions>"
