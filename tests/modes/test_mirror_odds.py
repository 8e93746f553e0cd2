"""The odds of mirror mode: against the engine walked position by position, known values, symmetry and played games."""

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from seis_lab.bots import random_bot
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.linear import solve_by_knots
from seis_lab.exact.mirror_law import mirror, solve_mirror
from seis_lab.exact.mirror_table import mirror_deals
from seis_lab.exact.racing import race
from seis_lab.game import Chance, Decision, InvalidRules, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, SeisMove, SeisState, parse_position
from seis_lab.sim import win_estimate

MIRROR = SeisRules(mode="mirror", wildcards={})


class Walk:
    """The positions that the engine can reach from a start, as rows of chances and of decisions."""

    def __init__(self, rules: SeisRules, start: SeisState) -> None:
        self.rules, self.start = rules, start
        self.chance: dict[SeisState, dict[SeisState, Fraction]] = {}
        self.decision: dict[SeisState, tuple[int, dict[SeisMove, SeisState]]] = {}
        self.end: dict[SeisState, tuple[Fraction, ...]] = {}
        waiting, seen = [start], {start}
        while waiting:
            state = waiting.pop()
            match rules.turn(state):
                case Terminal(outcome):
                    self.end[state] = outcome.payoffs
                    continue
                case Chance(outcomes):
                    total = sum(weight for _, weight in outcomes)
                    row: dict[SeisState, Fraction] = {}
                    for move, weight in outcomes:
                        after = rules.apply(state, move)
                        row[after] = row.get(after, Fraction(0)) + Fraction(weight, total)
                    self.chance[state] = row
                    reached = list(row)
                case Decision(seat, moves):
                    self.decision[state] = seat, {move: rules.apply(state, move) for move in moves}
                    reached = list(self.decision[state][1].values())
            waiting += [after for after in reached if after not in seen]
            seen.update(reached)

    def values(self, policy: dict[SeisState, dict[SeisState, Fraction]], gain: dict[SeisState, Fraction]) -> Any:
        """The expected gain from every position: what is gained there and in all that follow."""
        rows = self.chance | policy | {state: {} for state in self.end}
        return solve_by_knots(rows, gain)

    def at_random(self) -> dict[SeisState, dict[SeisState, Fraction]]:
        return {
            state: {after: Fraction(1, len(moves)) for after in moves.values()}
            for state, (_, moves) in self.decision.items()
        }

    def best(self) -> dict[SeisState, dict[SeisState, Fraction]]:
        """Everybody improves every choice until nobody can gain: each improvement is strict, first moves first."""
        chosen = {state: next(iter(moves.values())) for state, (_, moves) in self.decision.items()}
        while True:
            policy = {state: {after: Fraction(1)} for state, after in chosen.items()}
            shares = [self.shares(policy, seat) for seat in range(self.rules.players)]
            better = {
                state: max(moves.values(), key=shares[seat].__getitem__)
                for state, (seat, moves) in self.decision.items()
                if max(shares[seat][after] for after in moves.values()) > shares[seat][chosen[state]]
            }
            if not better:
                return policy
            # Only the choices with the fewest cards left: what follows them is settled, so none is taken back.
            least = min(sum(len(seat.up) for seat in state.seats) for state in better)
            chosen |= {s: after for s, after in better.items() if sum(len(seat.up) for seat in s.seats) == least}

    def shares(self, policy: dict[SeisState, dict[SeisState, Fraction]], seat: int) -> Any:
        return self.values(policy, {state: payoffs[seat] for state, payoffs in self.end.items()})

    def law(self, policy: dict[SeisState, dict[SeisState, Fraction]]) -> list[Fraction]:
        """Shares of the win, joint win, another's win, rolls."""
        done = {state: [i for i, seat in enumerate(state.seats) if not seat.up] for state in self.end}
        gains = [
            *({s: payoffs[seat] for s, payoffs in self.end.items()} for seat in range(self.rules.players)),
            {state: Fraction(int(len(who) > 1)) for state, who in done.items()},
            {state: Fraction(int(state.roller not in who)) for state, who in done.items()},
            {state: Fraction(1) for state in self.chance if state.phase is Phase.ROLL},
        ]
        return [self.values(policy, gain)[self.start] for gain in gains]


def started(rules: SeisRules, deal: str) -> SeisState:
    return rules.apply(rules.dealt(deal), rules.parse("first A"))


DEALS = ["1a,2a | 1b,2b", "1b,2b | 1a,2a", "1a,1b | 2a,2b", "1a,2b | 1b,2a"]
CASES: list[tuple[dict[str, Any], str]] = [
    *(({"faces": 2} | options, deal) for deal in DEALS for options in (
        {}, {"mirror_roller": "one card only"}, {"simultaneous_win": "roller wins"}, {"die": ["1/3", "2/3"]})),
    *(({"faces": 3} | options, deal) for deal in ("1a,1b,2a | 2b,3a,3b", "1a,1b,2b | 2a,3a,3b") for options in (
        {}, {"mirror_roller": "one card only"}, {"mirror_roller": "one card only", "die": ["1/2", "1/3", "1/6"]})),
    *(({"faces": 2, "players": 3} | options, deal) for deal in ("1a,1b | 1c,2a | 2b,2c", "1b,2c | 1c,2b | 1a,2a")
      for options in ({}, {"mirror_roller": "one card only"}, {"simultaneous_win": "roller wins"})),
    ({"faces": 4, "row": [2, 4]}, "2a,4b | 2b,4a"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "deal"), CASES, ids=str)
@pytest.mark.parametrize("choice", ["random", "best"])
def test_a_deal_against_the_engine(options: dict[str, Any], deal: str, choice: str) -> None:
    rules = SeisRules(mode="mirror", wildcards={}, **options)
    walk = Walk(rules, started(rules, deal))
    law = mirror(rules, deal, choice=choice)
    expected = walk.law(walk.at_random() if choice == "random" else walk.best())
    assert [*law.wins, law.joint, law.another, law.rolls] == expected
    assert sum(law.wins) == 1


def test_three_players_choose_and_the_choice_matters() -> None:
    """A has three 1s: the exact one turns anyway, and which of the others does changes what the others' rolls do."""
    rules = SeisRules(mode="mirror", players=3, faces=3, wildcards={}, die=["1/2", "1/4", "1/4"])
    deal = "1a,1b,1c | 2a,2b,3a | 2c,3b,3c"
    walk = Walk(rules, started(rules, deal))
    assert walk.decision
    laws = {}
    for choice, policy in (("random", walk.at_random()), ("best", walk.best())):
        law = laws[choice] = mirror(rules, deal, choice=choice)
        assert [*law.wins, law.joint, law.another, law.rolls] == walk.law(policy)
    assert laws["best"].wins[0] > laws["random"].wins[0]


def test_every_position_on_the_way_has_its_value() -> None:
    rules = SeisRules(mode="mirror", faces=3, wildcards={}, mirror_roller="one card only")
    start = rules.dealt("1a,1b,2b | 2a,3a,3b")
    walk = Walk(rules, start)
    shares = [walk.shares(walk.best(), seat) for seat in (0, 1)]
    solution = solve_mirror(rules)
    for state in [start, *walk.chance, *walk.decision, *walk.end]:
        *numerators, below = solution.value(state)
        assert [Fraction(n, below) for n in numerators[:2]] == [shares[0][state], shares[1][state]], str(state)


def test_own_colours_only_is_the_traditional_race() -> None:
    """Who holds just the own colour never touches another's row. Known value, computed outside: 0.528320."""
    law = mirror(MIRROR, "1a,2a,3a,4a,5a,6a | 1b,2b,3b,4b,5b,6b")
    assert law.wins[0] == Fraction(6688879, 12660648)
    assert list(law.wins) == list(race(SeisRules(wildcards={})))
    assert law.joint == law.another == 0


def test_crossed_colours_only_always_end_together() -> None:
    """Whoever rolls a number turns a card of both, so both rows are always equal: a coupon collector of six."""
    law = mirror(MIRROR, "1b,2b,3b,4b,5b,6b | 1a,2a,3a,4a,5a,6a")
    assert list(law.wins) == [Fraction(1, 2)] * 2
    assert law.joint == 1
    assert law.rolls == Fraction(147, 10)
    assert mirror(MIRROR, "1a,2b,3b,4b,5b,6b | 1b,2a,3a,4a,5a,6a").joint < 1


def test_alone_it_is_the_coupon_collector() -> None:
    law = mirror(SeisRules(mode="mirror", players=1, wildcards={}), "1a,2a,3a,4a,5a,6a")
    assert law.rolls == Fraction(147, 10)
    assert list(law.wins) == [1]


def test_all_924_deals_one_by_one() -> None:
    table = mirror_deals(MIRROR)
    solution = solve_mirror(MIRROR)
    cards = [f"{n}{colour}" for n in range(1, 7) for colour in "ab"]
    total, deals = Fraction(0), 0
    for mine in combinations(cards, 6):
        *numerators, below = solution.value(started(MIRROR, f"{','.join(mine)} | {','.join(set(cards) - set(mine))}"))
        total += Fraction(numerators[0], below)
        deals += 1
    assert deals == 924 == sum(line.deals for line in table.lines)
    assert table.average.wins[0] == total / deals
    assert len(table.lines) == 16
    assert table.fairest.law.wins[0] == Fraction(1, 2)


@pytest.mark.parametrize("options", [{}, {"mirror_roller": "one card only"}, {"die": ["1/3", "2/3"]}], ids=str)
def test_all_deals_against_the_engine_from_the_first_card_on(options: dict[str, Any]) -> None:
    """From the first card dealt on, random choice; the deal knows no seats, so A begins in half of the games."""
    rules = SeisRules(mode="mirror", faces=2, wildcards={}, **options)
    walk = Walk(rules, rules.initial())
    law = walk.law(walk.at_random())
    average = mirror_deals(rules, choice="random").average
    assert law[0] == law[1] == Fraction(1, 2)  # by symmetry
    assert [average.joint, average.another, average.rolls] == law[2:]


def test_exact_and_played_games_agree() -> None:
    """2000 games by the engine, seed fixed: seven intervals of 99.9 % all hold the value in 99.3 % of seeds."""
    cases = [
        (MIRROR, "1a,1b,3a,4a,5a,2b | 2a,6a,3b,4b,5b,6b"),
        (SeisRules(mode="mirror", players=3, faces=4, wildcards={}), "1a,2a,3a,4b | 1b,2b,3b,4c | 1c,2c,3c,4a"),
        (
            SeisRules(mode="mirror", wildcards={}, mirror_roller="one card only"),
            "1a,1b,3a,4a,5a,2b | 2a,6a,3b,4b,5b,6b",
        ),
    ]
    for rules, deal in cases:
        law = mirror(rules, deal, choice="random")
        found = win_estimate(
            rules, started(rules, deal), [random_bot] * rules.players, games=2000, seed=6, confidence=0.999
        )
        for exact, estimate in zip(law.wins, found, strict=True):
            assert estimate.low < float(exact) < estimate.high


def test_a_direction_reversed_by_a_card_that_is_gone() -> None:
    rules = SeisRules(mode="mirror", players=3, faces=2, wildcards={"REVERSA": 1})
    forth = parse_position("1a,1b/-:- | 1c,2a/-:- | 2b,2c/-:- ; A ROLL")
    back = parse_position("1a,1b/-:- | 1c,2a/-:- | 2b,2c/-:- ; A ROLL direction=-1")
    walk = Walk(rules, back)
    law = mirror(rules, back, choice="random")
    assert [*law.wins, law.joint, law.another, law.rolls] == walk.law(walk.at_random())
    assert law.wins != mirror(rules, forth, choice="random").wins


@pytest.mark.parametrize(
    ("rules", "deal", "said"),
    [
        (SeisRules(mode="mirror"), "1a,2a,3a,4a,5a,6a | 1b,2b,3b,4b,5b,6b", "wildcards: seat A holds DADO"),
        (SeisRules(), "1,2,3,4,5,6 | 1,2,3,4,5,6", "mode='traditional' has no mirror"),
        (SeisRules(mode="random"), "1,2,3,4,5,6 | 1,2,3,4,5,6", "mode='random' has no mirror"),
        (SeisRules(mode="mirror", flip="optional", wildcards={}), "", "flip='optional'"),
        (SeisRules(mode="mirror", faces=2, die=[1, 0], wildcards={}), "1a,2a | 1b,2b", "never comes"),
        (SeisRules(mode="mirror", faces=2, die=["p", "1 - p"], wildcards={}), "1a,2a | 1b,2b", "symbol"),
        (SeisRules(mode="mirror", faces=2, wildcards={}), "1a,2a | 1b,1b", "has the card 1b 2 times"),
    ],
)
def test_what_it_cannot_handle_is_refused_by_name(rules: SeisRules, deal: str, said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        mirror(rules, deal)


def test_more_refusals() -> None:
    with pytest.raises(InvalidRules, match="choice='worst' is not allowed; allowed: 'best' or 'random'"):
        mirror(MIRROR, "", choice="worst")
    with pytest.raises(InvalidRules, match="players=3"):
        mirror_deals(SeisRules(mode="mirror", players=3, wildcards={}))
    with pytest.raises(InvalidRules, match="seat B holds TIRADOR"):
        mirror_deals(SeisRules(mode="mirror", wildcards=[{}, {"TIRADOR": 1}]))
    with pytest.raises(InvalidRules, match="too many"):
        mirror_deals(SeisRules(mode="mirror", faces=10, wildcards={}))
    six = SeisRules(mode="mirror", players=6, wildcards={})
    deal = " | ".join(",".join(f"{n}{colour}" for n in range(1, 7)) for colour in "abcdef")
    with pytest.raises(InvalidRules, match=r"players=6: .* over the budget of 300000"):
        mirror(six, deal)
    with pytest.raises(InvalidRules, match="wildcards in play"):
        solve_mirror(MIRROR).value(parse_position("1a/-:N1 | 1b/-:- ; A ROLL"))


def test_progress_and_cancel() -> None:
    rules = SeisRules(mode="mirror", faces=5, wildcards={}, voltear_chooser="attacker")
    deal, seen = "1a,2a,3a,4a,5b | 1b,2b,3b,4b,5a", list[tuple[int, int]]()
    with pytest.raises(Cancelled, match="cancelled after 3 of at most"):
        mirror(rules, deal, cancelled=lambda: len(seen) == 2, progress=lambda *at: seen.append(at))
    assert mirror(rules, deal, progress=lambda *at: seen.append(at)).joint > 0  # a stale wish to stop is forgotten
    assert all(done <= most for done, most in seen)


def test_best_play_beats_chance_for_one_who_may_choose() -> None:
    """Under "one card only" A keeps the cards that B's rolls turn too: over many deals that never does harm."""
    rules = SeisRules(mode="mirror", faces=3, wildcards={}, mirror_roller="one card only")
    rng = random.Random(4)
    cards = [f"{n}{c}" for n in (1, 2, 3) for c in "ab"]
    for _ in range(10):
        rng.shuffle(cards)
        start = started(rules, f"{','.join(cards[:3])} | {','.join(cards[3:])}")
        walk = Walk(rules, start)
        both, chance = walk.best(), walk.at_random()
        mine = {state: row for state, row in both.items() if walk.decision[state][0] == 0}
        assert walk.shares(chance | mine, 0)[start] >= walk.shares(chance, 0)[start] - Fraction(1, 50)
        assert walk.shares(both, 0)[start] >= walk.shares(both | {s: chance[s] for s in mine}, 0)[start]
