"""The solver: the best move by exact values, and an honest word about where they end."""

import random
from fractions import Fraction

import pytest

from seis_lab.bots import solver_bot, steady_bot
from seis_lab.exact.racing import race
from seis_lab.game import Decision, play
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position

NEW = "1,2,3,4,5,6/-"


def choice(rules: SeisRules, position: str) -> str:
    state = parse_position(position)
    turn = rules.turn(state)
    assert isinstance(turn, Decision)
    (move,) = solver_bot(rules)(rules.view(state, turn.seat), turn.moves).weights
    return str(move)


def basis(rules: SeisRules, position: str) -> tuple[str, str]:
    state = parse_position(position)
    turn = rules.turn(state)
    return solver_bot(rules).basis(rules.view(state, getattr(turn, "seat", 0)))


@pytest.mark.parametrize(
    ("position", "chosen"),
    [
        # One card missing, one NUMERAL: a miss costs another turn, so it is used.
        ("5/1,2,3,4,6:N1 ; A NUMERAL number=4", "NUMERAL 5"),
        # 2 and 5 missing, one NUMERAL. Used now, the last card takes 6 more turns. Kept, a 2 or 5 takes 3 turns, and
        # the last card then comes with 3 of the 6 numbers: 2 turns more. 3 + 2 < 6.
        ("2,5/1,3,4,6:N1 ; A NUMERAL number=4", "pass"),
        # ... with two NUMERAL one is for each of them: used, it leaves 2 turns; kept, at least one more turn to flip
        # the first card and then at least one for the second.
        ("2,5/1,3,4,6:N2 ; A NUMERAL number=4", "NUMERAL 5"),
        # 1 and 2 missing, 1 rolled, two NUMERAL: flip the 1, then 1, 2 and 3 all serve (2 turns). Changed to 2, only
        # 1 and 2 serve for the 1 (3 turns).
        ("1,2/3,4,5,6:N2 ; A NUMERAL number=1", "pass"),
        # Useless: 3 is two away from 1 and there is no second change. It keeps the card.
        ("1/2,3,4,5,6:N1 ; A NUMERAL number=3", "pass"),
    ],
)
def test_alone_by_hand(position: str, chosen: str) -> None:
    rules = SeisRules(players=1)
    assert choice(rules, position) == chosen
    assert basis(rules, position) == ("exact", "fewest expected turns alone")


def test_the_last_card_wants_every_roll() -> None:
    """Two rolls hit one card with 11/36, one with 1/6: DADO is played, whoever races."""
    assert choice(SeisRules(players=1), "5/1,2,3,4,6:D1 ; A BEFORE") == "DADO"
    assert choice(SeisRules(), "5/1,2,3,4,6:D1 | 5/1,2,3,4,6:- ; A BEFORE") == "DADO"


def test_in_a_race_the_chance_to_win_decides() -> None:
    """B wins in its next turn for sure: with 2 missing of 1, 2, 3 NUMERAL makes a 2 of every roll.

    A has 1 and 3 missing, has rolled a 2 and has a second roll. With NUMERAL now, the second roll wins with 1/3;
    without, it turns one card at most. Alone both take 3 turns: 1 + 2/3 * 3 with NUMERAL. Without, a second roll of 1
    or 3 (2/3) leaves a card that 2 of 3 numbers turn, so 3/2 turns; a second 2 leaves 3, with or without NUMERAL:
    1 + 2/3 * 3/2 + 1/3 * 3. Of equal moves the solver takes the one that keeps the card.
    """
    mine = "1,3/2:N1"
    assert choice(SeisRules(players=1, faces=3), f"{mine} ; A NUMERAL number=2 more_rolls=1 played=DADO") == "pass"
    rules, position = SeisRules(faces=3), f"{mine} | 2/1,3:N1 ; A NUMERAL number=2 more_rolls=1 played=DADO"
    assert choice(rules, position) in ("NUMERAL 1", "NUMERAL 3")
    assert basis(rules, position)[0] == "exact"
    after = rules.apply(parse_position(position), rules.parse("NUMERAL 1"))
    assert race(rules, after)[0] == Fraction(1, 3)


@pytest.mark.parametrize(
    ("players", "cards", "kind", "reason"),
    [
        (1, "D2S2N2R2V2T2", "exact", "alone"),
        (2, "D2N2", "exact", "best chance to win"),
        (3, "D2N2", "exact", "best chance to win"),
        (4, "D2N2", "estimate", "only for up to 3 players"),
        (2, "D2S1", "estimate", "while somebody holds SALTAR"),
        (2, "D2V1T1", "estimate", "while somebody holds VOLTEAR, TIRADOR"),
    ],
)
def test_the_basis_is_honest(players: int, cards: str, kind: str, reason: str) -> None:
    position = " | ".join([f"{NEW}:{cards}"] * players) + " ; A BEFORE"
    said, why = basis(SeisRules(players=players), position)
    assert said == kind
    assert reason in why


def test_beyond_the_solver_it_says_so_and_plays_by_thumb() -> None:
    rules = SeisRules(players=1, faces=20, wildcards={"NUMERAL": 9, "DADO": 9})
    position = f"{','.join(map(str, range(1, 21)))}/-:D9N9 ; A BEFORE"
    kind, reason = basis(rules, position)
    assert kind == "estimate" and "budget" in reason
    assert choice(rules, position) == "DADO"


def test_while_another_may_shoot_it_plays_by_thumb() -> None:
    rules = SeisRules()
    solver, steady = solver_bot(rules), steady_bot(rules)
    state = parse_position(f"4,5,6/1,2,3:N2 | {NEW}:T1 ; A NUMERAL number=3")
    view, moves = rules.view(state, 0), rules.turn(state).moves
    assert solver(view, moves) == steady(view, moves)  # keeps NUMERAL: 3 cards are missing
    safe = parse_position(f"4,5,6/1,2,3:N2T1 | {NEW}:S1 ; A NUMERAL number=3")
    assert str(solver(rules.view(safe, 0), moves)) == "Distribution({Numeral(number=4): 1})"


def test_it_ends_a_game_whose_row_may_be_impossible() -> None:
    """A die that never shows 3: only NUMERAL can turn the last card, and wasting it would be the end."""
    rules = SeisRules(players=1, faces=3, die=["1/2", "1/2", 0], wildcards={"NUMERAL": 1})
    for seed in range(10):
        outcome = play(rules, [solver_bot(rules)], random.Random(seed)).outcome()
        assert outcome is not None


def test_a_race_too_large_for_one_move_is_no_exact_basis_and_still_played() -> None:
    die = [f"{2**face}/63" for face in range(6)]  # every set of faces has its own probability: 62 powers a seat
    rules = SeisRules(players=3, die=die, wildcards={"NUMERAL": 1})
    position = f"{NEW}:N1 | {NEW}:- | {NEW}:- ; A NUMERAL number=3"
    kind, reason = basis(rules, position)
    assert kind == "estimate" and reason.startswith("best play alone: ") and "more than 500 powers" in reason
    assert choice(rules, position) in ("NUMERAL 2", "NUMERAL 4", "pass")
    alone = SeisRules(players=1, die=die, wildcards={"NUMERAL": 1})
    assert choice(rules, position) == choice(alone, f"{NEW}:N1 ; A NUMERAL number=3")
