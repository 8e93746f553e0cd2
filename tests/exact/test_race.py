"""The race against an absorbing chain over the positions of the engine, in which every seat plays the solo policy."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.linear import solve_by_knots
from seis_lab.exact.racing import race
from seis_lab.exact.seis import solve, turns
from seis_lab.game import Chance, Decision, InvalidRules, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisState, parse_position
from seis_lab.games.wildcards import Wildcards


def engine_chances(rules: SeisRules, seat: int) -> dict[SeisState, Fraction]:
    """The probability that a seat wins, from every position that occurs, by one linear system over all of them."""
    policy = solve(rules).policy
    rows: dict[SeisState, dict[SeisState, Fraction]] = {}
    wins: dict[SeisState, Fraction] = {}
    waiting = [rules.initial()]
    while waiting:
        state = waiting.pop()
        if state in rows:
            continue
        match rules.turn(state):
            case Terminal(outcome):
                rows[state], wins[state] = {}, outcome.payoffs[seat]
                continue
            case Chance(outcomes):
                total = sum(weight for _, weight in outcomes)
                moves = [(move, Fraction(weight, total)) for move, weight in outcomes]
            case Decision():
                moves = [(policy.best(state), Fraction(1))]
        row = rows.setdefault(state, {})
        for move, p in moves:
            after = rules.apply(state, move)
            row[after] = row.get(after, Fraction(0)) + p
            waiting.append(after)
    return solve_by_knots(rows, wins)


@st.composite
def races(draw: st.DrawFn) -> SeisRules:
    """Two or three seats with two cards each and a set of NUMERAL and DADO of their own."""
    players = draw(st.sampled_from([2, 2, 3]))
    weights = draw(st.lists(st.integers(1, 3), min_size=2, max_size=2))
    sets = st.builds(lambda n, d: Wildcards({"NUMERAL": n, "DADO": d}), st.integers(0, 1), st.integers(0, 1))
    return SeisRules(
        players=players,
        faces=2,
        row=draw(st.sampled_from([(1, 2), (1, 1), (2,)])),
        die=[Fraction(weight, sum(weights)) for weight in weights],  # type: ignore[arg-type]
        wildcards=tuple(draw(sets) for _ in range(players)),
        flip=draw(st.sampled_from(["compulsory", "optional"])),
        max_wildcards_per_turn=draw(st.sampled_from([None, 1])),
    )


@settings(max_examples=25)
@given(races())
def test_every_position_of_a_race(rules: SeisRules) -> None:
    chances = [engine_chances(rules, seat) for seat in range(rules.players)]
    for state in chances[0]:
        law = race(rules, state)
        assert list(law) == [by_seat[state] for by_seat in chances], str(state)
        assert law.nobody == 0


def test_the_start_counts_from_the_seat_that_begins() -> None:
    rules = SeisRules(players=3, faces=2, wildcards={})
    begun = rules.apply(rules.initial(), rules.parse("first B"))
    a, b, c = race(rules, begun)
    assert [b, c, a] == list(race(rules))
    assert list(race(rules, rules.initial())) == [Fraction(1, 3)] * 3


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_series_of_the_first_terms_is_below_and_close(players: int) -> None:
    rules = SeisRules(players=players, wildcards={"NUMERAL": 1})
    law = turns(rules)
    later = [1 - law.cdf(n) for n in range(80)]
    partial = [
        sum(law.pmf(n) * later[n] ** seat * later[n - 1] ** (players - 1 - seat) for n in range(1, 80))
        for seat in range(players)
    ]
    for found, below in zip(race(rules), partial, strict=True):
        assert 0 <= found - below < Fraction(1, 10**6)
    assert sum(race(rules)) == 1


def test_rows_that_are_never_finished() -> None:
    rules = SeisRules(players=2, faces=2, die=["0", "1"], wildcards=({"NUMERAL": 1}, {}))  # type: ignore[arg-type]
    law = race(rules)
    assert (list(law), law.nobody) == ([1, 0], 0)
    nobody = race(SeisRules(players=2, faces=2, die=["0", "1"], wildcards={}))  # type: ignore[arg-type]
    assert (list(nobody), nobody.nobody) == ([0, 0], 1)
    assert "nobody: 1 = 1.0000" in str(nobody)


def test_cards_that_act_on_others_are_refused_by_name() -> None:
    with pytest.raises(InvalidRules, match="seat A holds SALTAR"):
        race(SeisRules())
    with pytest.raises(InvalidRules, match="seat B holds TIRADOR"):
        race(SeisRules(wildcards=({"DADO": 1}, {"TIRADOR": 1})))
    raising = parse_position("1,2/3:- | 1/2,3:- ; A RAISE hit=B played=VOLTEAR")
    with pytest.raises(InvalidRules, match="VOLTEAR is being answered"):
        race(SeisRules(faces=3, wildcards={"VOLTEAR": 1}), raising)


def test_what_it_says() -> None:
    law = race(SeisRules(players=2, faces=2, wildcards={}))
    assert repr(law) == "race(SeisRules(faces=2, wildcards={}))"
    assert law.to_json()["wins"][0]["fraction"] == "2/3"
    assert (len(law), law[1], law[-1]) == (2, Fraction(1, 3), Fraction(1, 3))
    assert "<th>who begins</th>" in law._repr_html_()


DOUBLING = [f"{2**face}/63" for face in range(6)]  # every set of faces has its own probability


def test_a_race_whose_closed_form_is_too_large_is_refused_and_not_begun() -> None:
    with pytest.raises(InvalidRules, match=r"players=4: .* more than 25000 powers; allowed: .*powers="):
        race(SeisRules(players=4, die=DOUBLING, wildcards={}))
    rules = SeisRules(players=2, die=DOUBLING, wildcards={})
    with pytest.raises(InvalidRules, match="more than 1000 powers"):
        race(rules, powers=1000)
    assert sum(race(rules, powers=2000)) == 1


def test_a_race_can_be_cancelled_when_its_rows_are_solved_already() -> None:
    rules = SeisRules(players=3, faces=3, die=["1/7", "2/7", "4/7"], wildcards={})
    assert sum(race(rules)) == 1
    asked: list[bool] = []

    def later() -> bool:
        asked.append(True)
        return len(asked) > 5

    with pytest.raises(Cancelled):
        race(rules, cancelled=later)
