"""The duel beside the engine: values one turn apart, whole games of the best play, and what players ask."""

import random
from fractions import Fraction

import pytest

from seis_lab.exact.duels import Duel, duel
from seis_lab.exact.seis import solve
from seis_lab.game import Chance, Decision, Distribution, InvalidRules, Terminal
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import First, Phase, SeisMove, SeisState, parse_position
from seis_lab.sim import win_estimate

EACH = {"DADO": 1, "SALTAR": 1, "NUMERAL": 1, "REVERSA": 1, "VOLTEAR": 1, "TIRADOR": 1}


def through_one_turn(solved: Duel, state: SeisState, known: dict[SeisState, float], top: bool = True) -> float:
    """Seat A's chance, from the engine's moves and chances up to the next start of a turn."""
    if state in known:
        return known[state]
    turn = solved.rules.turn(state)
    fresh = state.phase in (Phase.BEFORE, Phase.ROLL) and not state.played and not state.more_rolls
    has_dado = state.seats[state.roller].wild["DADO"] > 0
    match turn:
        case Terminal(outcome):
            value = float(outcome.payoffs[0])
        case _ if fresh and not top and (state.phase is Phase.BEFORE or not has_dado):
            value = float(solved.value(state))
        case Chance(outcomes):
            total = sum(weight for _, weight in outcomes)
            after = [through_one_turn(solved, solved.rules.apply(state, move), known, False) for move, _ in outcomes]
            value = sum(w * v for v, (_, w) in zip(after, outcomes, strict=True)) / total
        case Decision(seat, moves):
            after = [through_one_turn(solved, solved.rules.apply(state, move), known, False) for move in moves]
            value = max(after) if seat == 0 else min(after)
    if not top:
        known[state] = value
    return value


def test_sampled_positions_of_the_full_row_satisfy_the_engine() -> None:
    """One of each kind, six cards: the start of a turn, put back through the moves of the engine alone."""
    solved = duel(SeisRules(wildcards=EACH))
    rng = random.Random(20)
    for _ in range(12):
        sides = []
        for _ in range(2):
            up = sorted(rng.sample(range(1, 7), rng.randint(1, 6)))
            down = [card for card in range(1, 7) if card not in up]
            held = "".join(f"{kind[0]}1" for kind in EACH if kind != "REVERSA" and rng.random() < 0.6) or "-"
            sides.append(f"{','.join(map(str, up))}/{','.join(map(str, down)) or '-'}:{held}")
        roller = rng.randrange(2)
        phase = "BEFORE" if "D1" in sides[roller] else "ROLL"
        state = parse_position(f"{sides[0]} | {sides[1]} ; {'AB'[roller]} {phase}")
        assert through_one_turn(solved, state, {}) == pytest.approx(float(solved.value(state)), abs=1e-12), str(state)


def test_who_decides_gets_the_best_of_the_moves() -> None:
    """Along games of random moves: a decision is worth its best move, and the two chances sum to 1."""
    rules = SeisRules(faces=4, wildcards={"DADO": 1, "NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1})
    solved, rng, decisions = duel(rules), random.Random(7), 0
    for _ in range(6):
        state = rules.initial()
        while not isinstance(turn := rules.turn(state), Terminal):
            assert solved.value(state, 0) + solved.value(state, 1) == pytest.approx(1, abs=1e-12)
            if isinstance(turn, Decision):
                decisions += 1
                values = solved.action_values(state)
                assert tuple(values) == turn.moves
                assert max(values.values()) == solved.value(state, turn.seat) == values[solved.best(state)]
            state = rules.apply(state, rng.choice(turn.moves))
    assert decisions > 50


def test_whole_games_of_the_best_play_win_as_often_as_computed() -> None:
    """A 99.9 % interval from a fixed seed: a right program would fail this for one seed in a thousand."""
    rules = SeisRules(faces=2, wildcards={"NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1})
    solved = duel(rules)
    chosen: dict[SeisState, Distribution[SeisMove]] = {}

    def best(view: SeisView, legal: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        if view.state not in chosen:
            chosen[view.state] = solved(view, legal)
        return chosen[view.state]

    def never(view: SeisView, legal: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        return Distribution.certain(legal[-1])

    start = rules.apply(rules.initial(), First(0))
    seen = win_estimate(rules, start, [best, best], 2000, 11, confidence=0.999)[0]
    assert seen.low <= float(solved.first) <= seen.high
    wasted = win_estimate(rules, start, [never, best], 2000, 11, confidence=0.999)[0]
    assert wasted.high < float(solved.first)  # who never plays a card is convicted


def test_unlike_alone_a_numeral_is_played_early_in_a_duel() -> None:
    """By hand: after NUMERAL 5 one card each is left and the other rolls, 1 - 6/11. Alone, it is worth keeping."""
    rules = SeisRules(wildcards={"NUMERAL": 1})
    state = parse_position("2,5/1,3,4,6:N1 | 1/2,3,4,5,6:- ; A NUMERAL number=4")
    assert str(duel(rules).best(state)) == "NUMERAL 5"
    assert duel(rules).value(state) == Fraction(5, 11)
    alone = solve(rules).action_values(state)
    assert str(min(alone, key=alone.__getitem__)) == "pass"


def test_a_position_of_other_rules_is_refused() -> None:
    solved = duel(SeisRules(wildcards={"NUMERAL": 1}))
    for text in (
        "1,2,3,4,5,6/-:N2 | 1,2,3,4,5,6/-:N1 ; A ROLL",  # more cards than the rules give
        "1,2,3/-:- | 1,2,3/-:- ; A ROLL",  # another row
        "1,1,2,3,4,5/6:- | 1,2,3,4,5,6/-:- ; A ROLL",
        "7/1,2,3,4,5:- | 1,2,3,4,5,6/-:- ; A ROLL",
    ):
        with pytest.raises(ValueError, match="cannot arise with SeisRules"):
            solved.value(parse_position(text))


def test_nobody_decides_at_a_roll() -> None:
    with pytest.raises(ValueError, match="nobody decides in position"):
        duel(SeisRules(wildcards={})).action_values(parse_position("1/2,3,4,5,6:- | 1/2,3,4,5,6:- ; A ROLL"))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (SeisRules(players=3), "players=3 is not a duel; allowed: 2"),
        (SeisRules(die=["1/6 + p", "1/6 - p", *["1/6"] * 4]), "holds the symbol 'p'"),
        (SeisRules(die=["0", "1/3", *["1/6"] * 4]), "never shows 1, but the row has a card 1"),
        (SeisRules(wildcards={"NUMERAL": 9, "DADO": 9, "TIRADOR": 9}), "positions, over the budget of 100000000"),
        (SeisRules(faces=20), "over the budget"),
    ],
)
def test_what_cannot_be_solved_is_refused_by_name(rules: SeisRules, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        duel(rules)


def test_a_face_without_a_card_may_be_impossible() -> None:
    certain = duel(SeisRules(faces=3, row=[1, 2], die=["1/2", "1/2", "0"], wildcards={}))
    coin = duel(SeisRules(faces=2, wildcards={}))
    assert certain.first == coin.first == Fraction(2, 3)  # the doctest of race


def test_method_is_quoted() -> None:
    with pytest.raises(InvalidRules, match="method='fast' is not known; allowed: exact, double"):
        duel(SeisRules(wildcards={}), method="fast")


@pytest.mark.parametrize("budget", [0, -5, 2.5, "many", None])
def test_a_budget_is_a_number_of_positions(budget: object) -> None:
    with pytest.raises(InvalidRules, match="is not a number of positions; allowed: a whole number from 1"):
        duel(SeisRules(wildcards={}), budget=budget)  # type: ignore[arg-type]
