"""What bots and coach do with dealt rows and with the mirror."""

from fractions import Fraction

import pytest

from seis_lab.bots import solver_bot, steady_bot
from seis_lab.bots.seis_solver import win_chance
from seis_lab.exact.mirror_law import mirror
from seis_lab.exact.racing import race
from seis_lab.exact.seis import turns
from seis_lab.game import Decision, InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position
from seis_lab.widgets.coach import exact_advice
from seis_lab.widgets.moment import Offer


def choice(rules: SeisRules, position: str, bot: object = solver_bot) -> str:
    state = parse_position(position)
    turn = rules.turn(state)
    assert isinstance(turn, Decision)
    (move,) = bot(rules)(rules.view(state, turn.seat), turn.moves).weights  # type: ignore[operator]
    return str(move)


def basis(rules: SeisRules, position: str) -> tuple[str, str]:
    state = parse_position(position)
    return solver_bot(rules).basis(rules.view(state, getattr(rules.turn(state), "seat", 0)))


def test_the_solver_plays_the_row_it_was_dealt() -> None:
    """One 2 and two 5 missing: a 4 becomes a 5 only if that saves turns with this row."""
    rules = SeisRules(mode="random", players=1, wildcards={"NUMERAL": 1})
    last = "5/1,1,2,3,3:N1 ; A NUMERAL number=4"
    assert choice(rules, last) == "NUMERAL 5"
    assert basis(rules, last) == ("exact", "fewest expected turns alone")
    assert choice(rules, "2,5,5/1,3,3:N1 ; A NUMERAL number=4") == "pass"


def test_the_solver_races_two_dealt_rows() -> None:
    rules = SeisRules(mode="random")
    position = "1,1,2,3,4,5/-:N1 | 1,2,3,4,5,6/-:- ; A NUMERAL number=5"
    assert basis(rules, position)[0] == "exact"
    after = rules.apply(parse_position(position), rules.parse(choice(rules, position)))
    assert race(rules, after)[0] == max(
        race(rules, rules.apply(parse_position(position), move))[0]
        for move in rules.turn(parse_position(position)).moves
    )


ONE = SeisRules(mode="mirror", mirror_roller="one card only")
CHOICE = "1a,1b,2a/-:- | 2b,3a,3b/-:- ; A FLIP number=1"


def test_the_solver_keeps_the_card_that_others_turn_too() -> None:
    assert basis(ONE, CHOICE) == ("exact", "best chance to win if everybody then chooses as well as possible")
    assert choice(ONE, CHOICE) == "flip 1a"
    state = parse_position(CHOICE)
    values = {str(move): win_chance(ONE, ONE.apply(state, move), 0) for move in ONE.turn(state).moves}
    assert values["flip 1a"] > values["flip 1b"]
    assert win_chance(ONE, state, 0) == values["flip 1a"] == mirror(ONE, state).wins[0]


def test_with_wildcards_the_mirror_is_played_by_thumb_and_says_so() -> None:
    position = CHOICE.replace("2a/-:-", "2a/-:T1")
    kind, why = basis(ONE, position)
    assert kind == "estimate" and why.startswith("rules of thumb: ") and "wildcards" in why
    assert choice(ONE, position) == choice(ONE, position, steady_bot) == "flip 1a"
    with pytest.raises(InvalidRules):
        win_chance(ONE, parse_position(position), 0)


MIRROR = SeisRules(mode="mirror")


@pytest.mark.parametrize(
    ("position", "chosen"),
    [
        # A's roll makes B win: A shoots its own roll.
        ("1b,2b/-:T1 | 2a/1a:- ; A TIRADOR number=2 asked=A", "TIRADOR"),
        # ... and lets it stand where both finish together.
        ("2b/1a:T1 | 2a/1b:- ; A TIRADOR number=2 asked=A", "pass"),
        # B is asked about a roll by which A wins, and about one by which B wins.
        ("2b/1a:- | 3a/1b,2a,3b:T1 ; A TIRADOR number=2 asked=B", "TIRADOR"),
        ("1b,2b/1a:- | 2a/1b:T1 ; A TIRADOR number=2 asked=B", "pass"),
        # One card would be left to A: only with one to spare, and not where the roll helps B too.
        ("1b,2b/1a:- | 3a,3b/2a:T1 ; A TIRADOR number=2 asked=B", "pass"),
        ("1b,2b/1a:- | 3a,3b/2a:T2 ; A TIRADOR number=2 asked=B", "TIRADOR"),
        ("1b,2b/1a:- | 2a,3a,3b/-:T2 ; A TIRADOR number=2 asked=B", "pass"),
    ],
)
def test_steady_shots_in_the_mirror(position: str, chosen: str) -> None:
    assert choice(MIRROR, position, steady_bot) == chosen


def test_the_coach_knows_dealt_rows_and_mirrors() -> None:
    alone = SeisRules(mode="random", players=1, wildcards={})
    advice = exact_advice(alone, alone.dealt("1,1,2,3,4,5"), (Offer(None, roll=True),), 0)
    assert advice is not None and advice.unit == "turns"
    assert advice.worths[0].value == turns(alone, row=[1, 1, 2, 3, 4, 5]).mean == Fraction(411, 25)
    state = parse_position(CHOICE)
    offers = tuple(Offer(move) for move in ONE.turn(state).moves)
    advice = exact_advice(ONE, state, offers, 0)
    assert advice is not None and advice.unit == "wins"
    assert [advice.is_best(index) for index in range(2)] == [True, False]
    held = parse_position(CHOICE.replace("2a/-:-", "2a/-:T1"))
    assert exact_advice(ONE, held, offers, 0) is None
