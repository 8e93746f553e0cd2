"""The kernel beside the engine, move by move, and simulated rounds and matches on trial against exact laws.

Every statistical test has a fixed seed and convicts a right program once in a thousand.
"""

import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.galician import round_law
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.game import Decision
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_policies import POLICIES, policy
from seis_lab.sim.galician import check_rounds, kernel_input, owners, simulate_match, simulate_rounds
from seis_lab.sim.verdict import chi_squared
from tests.galician.kernels import PLAYS

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 3, "opening_rank": 2}
OPTIONS: list[dict[str, Any]] = [
    {**SMALL, "chips": 2},
    {**SMALL, "chips": 3, "ante": 1, "pass_cost": 2},
    {**SMALL, "chips": 1, "match_end": "the moment somebody has none"},
    {**SMALL, "chips": 1, "ante": 1, "match_end": "the moment somebody has none"},
    {**SMALL, "chips": 2, "ante": 1, "broke_player": "round and match end at once"},
    {**SMALL, "chips": 1, "match_tie": "one more round"},
    {**SMALL, "rounds": 3},
    {"players": 4, "suits": 2, "ranks": 3, "opening_rank": 2, "chips": 1},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


@pytest.mark.parametrize("kernel", PLAYS.values(), ids=list(PLAYS))
@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize(
    "options", [{}, {"players": 7, "opening_rank": 4, "pass_cost": 3, "chips": 5, "ante": 1}], ids=str
)
def test_the_kernel_offers_what_the_engine_allows_at_every_turn(
    options: dict[str, Any], name: str, kernel: ModuleType
) -> None:
    """One round: the same cards on both tables, the same choice for the policy, the same chips."""
    rules, rng = GalicianRules(**options), random.Random(6)
    chosen = policy(rules, name)
    for _ in range(3):
        hands = rules.random_deal(rng)
        owner = owners(rules, hands)
        given = kernel_input(rules, [name] * rules.players)
        state = rules.dealt(hands)
        table = np.zeros(rules.suits, np.int64)
        chips, paid = np.full(rules.players, rules.chips), np.zeros(rules.players, np.int64)
        for seat in range(rules.players):
            kernel.put(chips, paid, seat, rules.ante)
        suits, ways = np.empty(64, np.int64), np.empty(64, np.int64)
        turn = 0
        while state.winner is None:
            for card in state.history[turn:]:  # what has happened since the last choice
                seat = (rules.leader(hands) + turn) % rules.players
                found = kernel.choices(table, owner, seat, given.rank, given.freed, given.taste, suits, ways)
                if card is None:
                    assert found == 0
                    kernel.put(chips, paid, seat, rules.pass_cost)
                elif turn == 0:
                    table[0] = given.to[0, 0]
                else:
                    column = table[card.suit]
                    way = list(given.rank[column]).index(card.rank - 1)
                    assert (card.suit, way) in set(zip(suits[:found].tolist(), ways[:found].tolist(), strict=True))
                    table[card.suit] = given.to[column, way]
                turn += 1
            assert [rules.columns.shapes()[shape] for shape in table] == list(rules.table(state))
            assert (tuple(chips), tuple(paid)) == (state.chips, state.paid)
            offered = rules.turn(state)
            assert isinstance(offered, Decision)
            found = kernel.choices(table, owner, offered.seat, given.rank, given.freed, given.taste, suits, ways)
            wanted = chosen(rules.view(state, offered.seat), offered.moves)
            cards = {
                (int(suit), int(given.rank[table[suit], way]) + 1)
                for suit, way in zip(suits[:found], ways[:found], strict=True)
            }
            assert cards == {(move.card.suit, move.card.rank) for move in wanted.weights}
            state = rules.apply(state, wanted.sample(rng))


@every_option
def test_the_end_of_a_match_is_that_of_the_engine(options: dict[str, Any]) -> None:
    """All chips that three seats can have after a round that was paid out."""
    from seis_lab.game import Terminal
    from seis_lab.games.galician_notation import GalicianState

    rules = GalicianRules(**options)
    given, nothing = kernel_input(rules, ["uniform"] * rules.players), ((),) * rules.players
    for chips in np.ndindex(*[4] * rules.players):
        for rounds in (1, 3):
            state = GalicianState(chips, (0,) * rules.players, nothing, 0, rounds, leader=0, winner=0)
            over = isinstance(rules.turn(state), Terminal)
            for kernel in PLAYS.values():
                at_zero = rules.match_end != "after the pot is paid" and min(chips) == 0
                assert (kernel.match_over(np.array(chips), rounds, given.options) or at_zero) == over


def test_the_plain_twin_plays_the_same_games() -> None:
    rules = GalicianRules(**OPTIONS[1])
    given = kernel_input(rules, ["greedy"] * 3)
    played = [
        kernel.play_rounds(40, np.random.default_rng(6), np.full(3, 3), *given, False, owners(rules, None))
        for kernel in PLAYS.values()
    ]
    assert all((one == other).all() for one, other in zip(*played, strict=True))
    matches = [
        kernel.play_matches(10, 100, np.random.default_rng(6), np.full(3, 3), *given, owners(rules, None))
        for kernel in PLAYS.values()
    ]
    assert all((one == other).all() for one, other in zip(*matches, strict=True))


@every_option
@pytest.mark.parametrize("name", list(POLICIES))
def test_rounds_agree_with_the_exact_law(options: dict[str, Any], name: str) -> None:
    rules = GalicianRules(**options)
    if len(rules.cards) % rules.players:
        law = all_deals(rules, name).law
    else:
        deal = rules.random_deal(random.Random(4))
        law = round_law(rules, deal, name)
        assert check_rounds(law, simulate_rounds(rules, 20_000, 6, deal=deal, policies=name)).agrees
        law = all_deals(rules, name).law
    assert check_rounds(law, simulate_rounds(rules, 20_000, 6, policies=name)).agrees


@pytest.mark.parametrize("options", [OPTIONS[1], OPTIONS[2], OPTIONS[7]], ids=str)
def test_rounds_of_the_engine_agree_with_the_exact_law(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    assert check_rounds(all_deals(rules).law, simulate_rounds(rules, 1_000, 6, method="engine")).agrees


def test_a_wrong_law_is_convicted() -> None:
    rules = GalicianRules(**SMALL)
    sample = simulate_rounds(rules, 20_000, 6)
    assert not check_rounds(all_deals(rules, "keep-suits").law, sample).agrees


@every_option
def test_matches_agree_with_the_exact_law(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    law = match_law(rules)
    for method, games in (("kernel", 20_000), ("engine", 200)):
        sample = simulate_match(rules, games, 6, method=method, confidence=0.999)
        cells = [
            (float(p), sum(n for (_, chips), n in sample.ends.items() if chips == end)) for end, p in law.finals.items()
        ]
        assert chi_squared(sorted(cells), games)[1] > 0.001
        assert sum(count for _, count in cells) == games
        assert sample.mean_rounds.low <= law.mean_rounds <= sample.mean_rounds.high
        for seat in range(rules.players):
            assert sample.wins[seat].low - 1e-9 <= law.wins[seat] <= sample.wins[seat].high + 1e-9
            assert sample.out[seat].low - 1e-9 <= law.out[seat] <= sample.out[seat].high + 1e-9
        assert sum(estimate.value for estimate in sample.final_chips(0).values()) == pytest.approx(1)


def test_two_million_rounds_of_the_known_values() -> None:
    """known_values: mean pot 4.851, standard error 0.002; the holder of the six wins 35.5 %. Here a tenth of them."""
    sample = simulate_rounds(GalicianRules(), 200_000, 7, confidence=0.999)
    assert abs(sample.mean_pot.value - 4.851) < sample.mean_pot.high - sample.mean_pot.value + 3.3 * 0.002
    assert abs(sample.wins[0].value - 0.355) < sample.wins[0].high - sample.wins[0].value + 0.0005


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 1}, "games=1 is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed"),
        ({"method": "fast"}, "method='fast' is not allowed"),
        ({"confidence": 1}, "confidence=1 is not allowed"),
        ({"policies": "clever"}, "policy 'clever'"),
        ({"stacks": (1, 2, -2)}, "-2 is not allowed"),
        ({"stacks": (1, 2, 3)}, "not allowed without a deal"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        simulate_rounds(GalicianRules(**SMALL), **{"games": 10, "seed": 1, **arguments})
    assert message in str(caught.value)


def test_an_endless_match_is_told_and_a_run_can_be_cancelled() -> None:
    endless = GalicianRules(players=2, suits=1, ranks=2, opening_rank=1, pass_cost=0)
    with pytest.raises(RuntimeError, match="no end after 1000000 rounds"):
        simulate_match(endless, 2, 1)
    with pytest.raises(Cancelled):
        simulate_match(GalicianRules(), 10, 1, cancelled=lambda: True)


def test_a_run_of_matches_is_cancelled_after_few_of_them() -> None:
    done: list[tuple[int, int]] = []
    with pytest.raises(Cancelled):
        simulate_match(
            GalicianRules(**SMALL),
            1_000,
            1,
            progress=lambda at, total: done.append((at, total)),
            cancelled=lambda: bool(done),
        )
    assert done == [(50, 1_000)]
