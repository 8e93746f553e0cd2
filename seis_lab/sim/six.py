"""Is starting an advantage in Six? Games by the thousand at random, by the hundred between players who search.

"kernel" plays on the fast board, at random or with a search so many turns deep; "engine" plays by the rules of record
with any policies, or with the levels of `seis_lab.bots.six`. Who always plays the same in the same position would play
one game only: the first `opening` placements are therefore drawn at random. Red starts; a draw counts half for each.

    >>> sample = first_player(SixRules(tiles=3, figures=["line"], line=3), games=2_000, seed=6)
    >>> print(sample.first)
    0.5330 (estimate, 95 % interval 0.5111 to 0.5548, 2000 games, seed 6)
"""

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from seis_lab.bots.random_play import random_bot
from seis_lab.bots.six import SIX_LEVELS
from seis_lab.exact.answers import Estimate
from seis_lab.exact.sample_mean import checked_confidence
from seis_lab.game import Distribution, InvalidRules, Policy, Terminal, quote, unfold
from seis_lab.games.six import BOTH_TOO_FEW, QUIET, REPETITION, TOO_FEW, SixRules
from seis_lab.games.six_notation import Phase, SixMove, SixView
from seis_lab.sim.blocks import Progress, Stop, blocks, run_blocks, whole
from seis_lab.sim.engine import generator
from seis_lab.sim.samples import wilson

if TYPE_CHECKING:
    from seis_lab.kernels.six_alphabeta import Memory

BLOCK = {"kernel": 500, "search": 5, "engine": 2}
"""Games of a block."""

OPENING = 4
"""Placements that are drawn at random before a level plays."""

REMEMBERED = 1 << 12
"""Positions that a search keeps."""

QUIET_TURNS = 100
"""Turns without a capture that make a draw."""

ROOM = 1 << 13
"""The most that the turns of one tile and a list of tiles take."""

LONGEST, LONGEST_SEARCHED = 100_000, 1_000
"""A game that is not over after so many turns is called endless; one in which both sides search, earlier."""

Level: TypeAlias = int | str | Callable[[SixRules], Policy[SixView, SixMove]]
"""How both sides play: so many turns of search, a level of `bots.six`, or a function from the rules to a policy."""

DEEPEST = 6
"""Turns of search at most: deeper, a game takes minutes."""

End: TypeAlias = tuple[int | None, str]
"""Who won (0 red, 1 black, None: a draw) and why."""


@dataclass(frozen=True, repr=False)
class SixSample:
    """How the simulated games ended: `ends` counts them by winner and reason, `turns` adds up their turns."""

    rules: SixRules
    ends: Mapping[End, int]
    turns: int
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.ends.values())

    @property
    def first(self) -> Estimate:
        """What the side that starts gets of a game on average: 1 for a win, 1/2 for a draw."""
        return self._share(Fraction(2 * self.won(0) + self.won(None), 2), "share of the side that starts")

    @property
    def red(self) -> Estimate:
        """The probability that red wins."""
        return self._share(self.won(0), "red wins")

    @property
    def black(self) -> Estimate:
        """The probability that black wins."""
        return self._share(self.won(1), "black wins")

    @property
    def draws(self) -> Estimate:
        """The probability of a draw."""
        return self._share(self.won(None), "draw")

    @property
    def mean_turns(self) -> float:
        """The mean number of turns of these games, both sides counted."""
        return self.turns / self.games

    def reason(self, reason: str) -> Estimate:
        """The probability that a game ends for this reason, whoever wins."""
        return self._share(sum(count for (_, why), count in self.ends.items() if why == reason), reason)

    def won(self, colour: int | None) -> int:
        """How many games this colour won; None: how many were drawn."""
        return sum(count for (who, _), count in self.ends.items() if who == colour)

    def _share(self, hits: Fraction | int, question: str) -> Estimate:
        low, high = wilson(hits, self.games, self.confidence)
        value = float(Fraction(hits) / self.games)
        return Estimate(value, low, high, self.confidence, self.games, self.seed, "", question, self.rules)

    def __str__(self) -> str:
        """The share of the side that starts, and what it rests on."""
        return str(self.first)

    def __repr__(self) -> str:
        """The results in short."""
        won = f"{self.won(0)} to {self.won(1)}, {self.won(None)} draws"
        return f"<SixSample: {self.games} games, {won}, seed {self.seed}, {self.method}>"

    def _repr_html_(self) -> str:
        return str(self.first._repr_html_())


def first_player(
    rules: SixRules,
    games: int,
    seed: int,
    *,
    level: Level = "random",
    opening: int = OPENING,
    method: str | None = None,
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> SixSample:
    """Play so many games between equals, both sides at the same `level`, and count how they end.

    A level is "random", a number of turns to search (1 to 6), another level of `bots.six`, or a function from the rules
    to a policy. `method` is "kernel" for the first two, "engine" for all but numbers. The first `opening` placements
    are random, whatever the level. `executor`, `progress` and `cancelled` as in `simulate_turns`. ValueError names what
    cannot be, RuntimeError a game without an end.
    """
    if not isinstance(rules, SixRules):
        raise InvalidRules(f"{quote(rules)} is not a set of rules of six; allowed: SixRules")
    whole("games", games, 1)
    whole("seed", seed, 0)
    confidence = checked_confidence(confidence)
    whole("opening", opening, 0)
    methods = _methods(level)
    method = methods[0] if method is None else method
    if method not in methods:
        raise ValueError(
            f"method={quote(method)} is not allowed for level {quote(level)}; allowed: {', '.join(methods)}"
        )
    play = _kernel_games if method == "kernel" else _engine_games
    given, size = (rules, level, opening), BLOCK["search" if isinstance(level, int) else method]
    total, turns = Counter[End](), 0
    for ends, length in run_blocks(play, given, blocks(games, size, seed), executor, progress, cancelled):
        total.update(ends)
        turns += length
    return SixSample(rules, dict(total), turns, seed, method, confidence)


@dataclass(frozen=True)
class RestrictionEffect:
    """The share of the side that starts with the opening restriction and without it, and what the restriction takes.

    `repaired` is how much of the advantage (share less 1/2) goes: 1 all of it, above 1 more than all, an estimate
    without an interval, and None where there is no advantage to repair.
    """

    on: SixSample
    off: SixSample

    @property
    def change(self) -> Estimate:
        """What the restriction takes from the side that starts, in shares of a game.

        The interval is Newcombe's for the difference of two independent proportions (1998, method 10).
        """
        on, off = self.on.first, self.off.first
        value = off.value - on.value
        low = value - sqrt((off.value - off.low) ** 2 + (on.high - on.value) ** 2)
        high = value + sqrt((off.high - off.value) ** 2 + (on.value - on.low) ** 2)
        question, games = "what the opening restriction takes", self.on.games + self.off.games
        return Estimate(value, low, high, on.confidence, games, on.seed, "", question, self.on.rules)

    @property
    def repaired(self) -> float | None:
        """The part of the advantage that the restriction takes away, where there is one beyond doubt."""
        off = self.off.first
        return self.change.value / (off.value - 0.5) if off.low > 0.5 else None

    def __str__(self) -> str:
        """The three estimates, one in each line."""
        return f"without: {self.off.first}\nwith:    {self.on.first}\ntakes:   {self.change}"


def restriction_effect(rules: SixRules, games: int, seed: int, **options: Any) -> RestrictionEffect:
    """Play `games` games with the opening restriction and as many without it; options as in `first_player`."""
    on, off = (replace(rules, opening_restriction=restricted) for restricted in (True, False))
    # Two seeds, so that the two estimates are independent.
    return RestrictionEffect(first_player(on, games, seed, **options), first_player(off, games, seed + 1, **options))


def _methods(level: object) -> tuple[str, ...]:
    """By which methods this level can play; ValueError where it is none."""
    if isinstance(level, int) and not isinstance(level, bool) and 1 <= level <= DEEPEST:
        return ("kernel",)
    if level == "random":
        return "kernel", "engine"
    if callable(level) or (isinstance(level, str) and level in SIX_LEVELS):
        return ("engine",)
    allowed = f"a whole number from 1 to {DEEPEST}, {', '.join(SIX_LEVELS)}, or a function from the rules to a policy"
    raise ValueError(f"level={quote(level)} is not allowed; allowed: {allowed}")


def _engine_games(
    rules: SixRules, level: Level, opening: int, games: int, seed: np.random.SeedSequence
) -> tuple[Counter[End], int]:
    """So many games by the rules of record: how they ended, and their turns."""
    rng, ends, turns = generator(seed), Counter[End](), 0
    policies = [opened(rules, level, opening) for _ in range(rules.seats)]
    for _ in range(games):
        state = rules.initial()
        for _, after in unfold(rules, policies, rng, state, LONGEST):
            state = after
            turns += state.phase in (Phase.PLACE, Phase.LIFT)
        turn = rules.turn(state)
        assert isinstance(turn, Terminal)  # or unfold would have gone on
        red, black = turn.outcome.payoffs[:2]
        ends[None if red == black else int(black > red), turn.outcome.reason] += 1
    return ends, turns


def opened(rules: SixRules, level: Level, opening: int) -> Policy[SixView, SixMove]:
    """A policy that places at random while fewer than `opening` tiles have been placed, and then plays at the level."""
    policy = level(rules) if callable(level) else SIX_LEVELS[str(level)](rules)
    tiles = sum(rules.initial().hands)

    def play(view: SixView, moves: tuple[SixMove, ...]) -> Distribution[SixMove]:
        placed = tiles - sum(view.hands)
        return (random_bot if placed < opening else policy)(view, moves)

    return play


def _kernel_games(
    rules: SixRules, level: Level, opening: int, games: int, seed: np.random.SeedSequence
) -> tuple[Counter[End], int]:
    """So many games on the fast board: how they ended, and their turns."""
    from seis_lab.kernels.six_games import play_games
    from seis_lab.kernels.six_tables import empty_board, zeros

    depth = level if isinstance(level, int) else 0
    counts, room = zeros(3 * games), (zeros(ROOM), zeros(LONGEST_SEARCHED if depth else LONGEST))
    hands, rng = sum(rules.initial().hands), np.random.default_rng(seed)
    given = rules.opening_restriction, hands, opening, depth
    play_games(empty_board(rules), memory(depth), rng, *given, *room, counts)
    rows = [tuple(map(int, counts[at : at + 3])) for at in range(0, 3 * games, 3)]
    return Counter(_end(rules, *row) for row in rows), sum(turns for _, _, turns in rows)


def memory(depth: int) -> "Memory":
    """Room for searches so many turns deep."""
    from seis_lab.kernels.six import SIZE
    from seis_lab.kernels.six_alphabeta import PLIES, ROOM, Memory
    from seis_lab.kernels.six_tables import zeros

    lists = (depth + 2) * ROOM
    return Memory(
        keys=zeros(REMEMBERED),
        values=zeros(REMEMBERED),
        depths=zeros(REMEMBERED),
        best=zeros(REMEMBERED),
        moves=zeros(lists),
        scores=zeros(lists),
        looks=zeros(SIZE),
        path=zeros(QUIET_TURNS + PLIES + 4),
    )


def _end(rules: SixRules, who: int, why: int, turns: int) -> End:
    from seis_lab.kernels import six_games

    names = {
        six_games.TOO_FEW: TOO_FEW,
        six_games.BOTH_TOO_FEW: BOTH_TOO_FEW,
        six_games.REPETITION: REPETITION,
        six_games.LONG: QUIET,
    }
    if why == six_games.ENDLESS:
        raise RuntimeError(f"no end after {turns} turns: with {rules!r} the game may never finish")
    return (None if who == six_games.NONE else who), names.get(why) or rules.shapes[why].name
