"""Mirror mode without wildcards: who wins a deal, who wins together, how often a roll wins for somebody else.

One roll can turn cards of several players, so nobody races alone: the table is solved as a whole. For every number, a
*column* says who still has which colour of it face up. A roll either turns something, and leads to a position with
fewer cards face up, or nothing, and the die goes on. So the positions can be solved from the end backwards, and a
position closes in one round of the table: with c(r) what a roll of seat r comes to where it turns something, and s(r)
the probability that it turns nothing,

    x(r) = c(r) + s(r) * x(next seat).

Where a roller has several cards to choose from (with three or more players, or under "one card only"), `choice` says
how: "random" takes each with the same probability; under "best" everybody takes, whenever a choice arises, the card
after which its own expected share of the win is greatest, knowing that all others do the same from there on; among
equally good cards the first by colour. As every choice leads to positions with fewer cards, this is one well-defined
play: the equilibrium found by backward induction, which with two players is the optimal play of a zero-sum game.

Positions that differ only in the order of equally likely numbers are solved once.

>>> print(mirror(SeisRules(mode="mirror", wildcards={}), "1a,2a,3a,4b,5b,6b | 1b,2b,3b,4a,5a,6a"))
seat A wins: 428321/816816 = 0.5244 (exact, checked by back-substitution)
seat B wins: 388495/816816 = 0.4756 (exact, checked by back-substitution)
joint win: 37159/340340 = 0.1092 (exact, checked by back-substitution)
somebody wins at another's roll: 35019/272272 = 0.1286 (exact, checked by back-substitution)
rolls: 53393/3080 = 17.3354 rolls (exact, checked by back-substitution)
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from math import comb, gcd, lcm, prod
from operator import mul
from typing import Any, TypeAlias

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.check import CheckFailed
from seis_lab.game import InvalidRules, Terminal, quote
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_flips import mirror_matches, turned
from seis_lab.games.seis_notation import SEATS, Card, Phase, Seat, SeisState
from seis_lab.games.wildcards import KINDS, Wildcards

CHOICES = ("best", "random")

DOWN = -1
Column: TypeAlias = tuple[int, ...]
"""Of one number, by colour: the seat that has the card face up, or DOWN."""

Position: TypeAlias = tuple[Column, ...]
"""The columns of all numbers."""

Vector: TypeAlias = tuple[int, ...]
"""Shares of the win by seat, probability of a joint win and of another's win, rolls: numerators, then what is below."""

BUDGET = 300_000
CHECK = "back-substitution"
HEADINGS = ("joint win", "somebody wins at another's roll", "rolls")


class Mirror:
    """The value of every position of mirror mode without wildcards, for every roller. Made by `solve_mirror`.

    `choice` is "best" or "random"; `direction` is that of play, 1 or -1.
    """

    def __init__(self, rules: SeisRules, choice: str, direction: int = 1) -> None:
        """Take the rules; nothing is solved yet."""
        self.rules, self.choice, self.direction = rules, choice, direction
        self.seats = range(rules.players)
        weight = {roll.face: weight for roll, weight in rules.rolls}  # type: ignore[union-attr]
        self.total = sum(weight.values())
        self.weights = tuple(weight[number] for number in rules.numbers)
        self._places = [[at for at, w in enumerate(self.weights) if w == value] for value in sorted(set(self.weights))]
        self._known: dict[Position, tuple[Vector, ...]] = {}
        self._turned: dict[tuple[Column, int], tuple[Column, ...]] = {}
        self._over: dict[tuple[tuple[int, ...], int], Vector] = {}
        self._watch: Callable[[int], None] = lambda solved: None

    def watched(self, watch: Callable[[int], None]) -> "Mirror":
        """The same solution, sharing all that is known; `watch` is called with the number of positions solved."""
        other = copy(self)
        other._watch = watch
        return other

    def fold(self, position: Position) -> Position:
        """The representative of all positions that differ by the order of equally likely numbers only."""
        if len(self._places) == 1:
            return tuple(sorted(position))
        folded = list(position)
        for places in self._places:
            for at, column in zip(places, sorted(position[at] for at in places), strict=True):
                folded[at] = column
        return tuple(folded)

    def most(self, position: Position) -> int:
        """A bound for the positions that can arise from this one: every subset of the cards face up."""
        bound = 1
        for places in self._places:
            columns = [position[at] for at in places]
            for column in set(columns):
                subsets, alike = 2 ** (len(column) - column.count(DOWN)), columns.count(column)
                bound *= comb(subsets + alike - 1, alike)
        return bound

    def values(self, position: Position) -> tuple[Vector, ...]:
        """What comes of a position in which nobody has finished, by who is to roll."""
        position = self.fold(position)
        found = self._known.get(position)
        if found is None:
            found = self._known[position] = self._solve(position)
            self._watch(len(self._known))
        return found

    def _solve(self, position: Position) -> tuple[Vector, ...]:
        """Close the round of the table: x(r) = c(r) + s(r) * x(next), and put the solution back into it."""
        comes, stays = zip(*(self._turning(position, roller) for roller in self.seats), strict=True)
        size, total = len(self.seats), self.total
        found = []
        for roller in self.seats:
            order = [(roller + step * self.direction) % size for step in self.seats]
            parts = [
                (prod(stays[seat] for seat in order[:at]) * total ** (size - at), comes[order[at]]) for at in self.seats
            ]
            found.append(mixture(parts, total**size - prod(stays)))
        for roller, value in enumerate(found):
            after = found[(roller + self.direction) % size]
            again = mixture([(total, comes[roller]), (stays[roller], after)], total)
            if again != value or sum(value[:size]) != value[-1]:
                raise CheckFailed(f"the values of position {position} do not satisfy their equations")
        return tuple(found)

    def _turning(self, position: Position, roller: int) -> tuple[Vector, int]:
        """What a roll comes to where it turns something, counting it; and the weight of the faces that turn nothing."""
        parts, stays = [], self.total
        for places in self._places:
            for column in dict.fromkeys(position[at] for at in places):
                ends = self._ends(position, places, column, roller)
                if ends:
                    weight = self.weights[places[0]] * sum(position[at] == column for at in places)
                    parts.append((weight, self.chosen(ends, roller)))
                    stays -= weight
        *others, rolls, below = mixture(parts, self.total) if parts else (0,) * (len(self.seats) + 3) + (1,)
        return (*others, rolls + below, below), stays

    def chosen(self, ends: Sequence[Vector], roller: int) -> Vector:
        """What the roller's choice among these comes to."""
        if len(ends) == 1:
            return ends[0]
        if self.choice == "best":
            return max(ends, key=lambda end: Fraction(end[roller], end[-1]))
        return mixture([(1, end) for end in ends], len(ends))

    def _ends(self, position: Position, places: Sequence[int], column: Column, roller: int) -> list[Vector]:
        """What every choice comes to when the roller rolls the number of this column; none where nothing turns."""
        at = next(place for place in places if position[place] == column)
        return [self.after((*position[:at], left, *position[at + 1 :]), roller) for left in self.turned(column, roller)]

    def after(self, position: Position, roller: int) -> Vector:
        """What comes of a position once the cards of a roll are turned."""
        held = {seat for column in position for seat in column}
        done = tuple(seat for seat in self.seats if seat not in held)
        if done:
            return self._ended(done, roller)
        return self.values(position)[(roller + self.direction) % len(self.seats)]

    def turned(self, column: Column, roller: int) -> tuple[Column, ...]:
        """What a roll of this number makes of its column, one for every choice; the rules themselves are asked."""
        key = column, roller
        if key not in self._turned:
            cards = [tuple(Card(1, colour) for colour, at in enumerate(column) if at == seat) for seat in self.seats]
            seats = [Seat(up, (), Wildcards({})) for up in cards]
            one = self.rules.mirror_roller == "one card only"
            found = mirror_matches(seats, roller, 1, optional=False, one_card_only=one)
            ends = []
            for card in found.free or ((None,) if found.exact else ()):
                left = {
                    card.colour: at for at, seat in enumerate(turned(seats, roller, found, card)) for card in seat.up
                }
                ends.append(tuple(left.get(colour, DOWN) for colour in range(len(column))))
            self._turned[key] = tuple(ends)
        return self._turned[key]

    def _ended(self, done: tuple[int, ...], roller: int) -> Vector:
        """The end of a game in which these seats finish at a roll of this roller."""
        if (done, roller) not in self._over:
            seats = [Seat(() if seat in done else (Card(1, seat),), (), Wildcards({})) for seat in self.seats]
            turn = self.rules.turn(SeisState(tuple(seats), roller, Phase.END))
            assert isinstance(turn, Terminal)
            shares = [int(len(done) * share) for share in turn.outcome.payoffs]
            joint, another = len(done) * (len(done) > 1), len(done) * (roller not in done)
            self._over[done, roller] = reduced((*shares, joint, another, 0, len(done)))
        return self._over[done, roller]

    def value(self, state: SeisState) -> Vector:
        """What comes of any position of the engine without wildcards: shares of the win, joint, another's, rolls."""
        turn = self.rules.turn(state)
        if isinstance(turn, Terminal):
            done = tuple(index for index, seat in enumerate(state.seats) if not seat.up)
            return self._ended(done, state.roller)
        if any(seat.wild[kind] for seat in state.seats for kind in KINDS) or state.more_rolls:
            raise InvalidRules(
                f"position {str(state)!r} has wildcards in play; the odds of mirror mode allow none: wildcards={{}}"
            )
        match state.phase:
            case Phase.ROLL:
                return self.values(columns(self.rules, state.seats))[state.roller]
            case Phase.FLIP:
                return self.chosen([self.value(self.rules.apply(state, move)) for move in turn.moves], state.roller)
            case Phase.FIRST:
                ends = [self.value(self.rules.apply(state, move)) for move in turn.moves]
                return mixture([(1, end) for end in ends], len(ends))
        raise InvalidRules(f"position {str(state)!r} is not one of a deal without wildcards")


def mixture(parts: Sequence[tuple[int, Vector]], total: int) -> Vector:
    """The sum of vectors with integer weights, over a total.

    >>> mixture([(1, (1, 0, 2)), (2, (0, 1, 3))], 3)  # a third of (1/2, 0) and two thirds of (0, 1/3)
    (3, 4, 18)
    """
    common = lcm(*(vector[-1] for _, vector in parts))
    factors = [weight * (common // vector[-1]) for weight, vector in parts]
    above = zip(*(vector[:-1] for _, vector in parts), strict=True)
    return reduced((*(sum(map(mul, factors, column)) for column in above), common * total))


def reduced(vector: Vector) -> Vector:
    """The vector in lowest terms."""
    divisor = gcd(*vector)
    return tuple(number // divisor for number in vector)


def columns(rules: SeisRules, seats: Sequence[Seat]) -> Position:
    """Who has which cards face up, number by number."""
    holder = {card: at for at, seat in enumerate(seats) for card in seat.up}
    colours = range(len(seats))
    return tuple(tuple(holder.get(Card(number, colour), DOWN) for colour in colours) for number in rules.numbers)


@dataclass(frozen=True)
class MirrorLaw:
    """The odds of mirror mode from one position, or over all deals. Made by `mirror` and `mirror_deals`.

    `wins` has the expected share of the win of every seat (a shared win counts its part), `joint` the probability that
    two finish together, `another` the probability that somebody wins by a roll with which the roller does not finish,
    `rolls` the expected number of rolls of all players together.
    """

    rules: SeisRules
    choice: str
    wins: tuple[Exact, ...]
    joint: Exact
    another: Exact
    rolls: Exact

    @classmethod
    def of(cls, rules: SeisRules, choice: str, vector: Vector, where: str) -> "MirrorLaw":
        """The law that a vector of values says."""
        question = f"mirror mode, {choice} choice, {where}"
        values = [Exact(Fraction(n, vector[-1]), question=question, rules=rules, check=CHECK) for n in vector[:-1]]
        *wins, joint, another, rolls = values
        rolls = Exact(rolls, unit="rolls", question=question, rules=rules, check=CHECK)
        return cls(rules, choice, tuple(wins), joint, another, rolls)

    def rows(self) -> list[tuple[str, Exact]]:
        """What each number is about, and the number."""
        names = [f"seat {SEATS[seat]} wins" for seat in range(len(self.wins))]
        return list(zip([*names, *HEADINGS], (*self.wins, self.joint, self.another, self.rolls), strict=True))

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        numbers = {name: number.to_json() for name, number in self.rows()}
        return {"kind": Exact.kind, "choice": self.choice, "rules": self.rules.to_json(), **numbers}

    def __str__(self) -> str:
        """One line per number."""
        return "\n".join(f"{name}: {number}" for name, number in self.rows())

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr><th>{escape(name)}</th><td>{one._repr_html_()}</td></tr>" for name, one in self.rows())
        return f'<table class="seis-mirror"><tbody>{lines}</tbody></table>'


@lru_cache(maxsize=16)
def _solution(rules: SeisRules, choice: str, direction: int) -> Mirror:
    return Mirror(rules, choice, direction)


def solve_mirror(rules: SeisRules, choice: str = "best", direction: int = 1) -> Mirror:
    """The values of the rules, kept for all questions about them; InvalidRules names what they cannot handle.

    They hold for rules whatever wildcards players start with, in positions in which nobody has any left.
    """
    if rules.mode != "mirror":
        raise InvalidRules(f"mode={rules.mode!r} has no mirror; allowed: 'mirror'")
    if choice not in CHOICES:
        raise InvalidRules(f"choice={quote(choice)} is not allowed; allowed: {' or '.join(map(repr, CHOICES))}")
    if rules.flip == "optional":
        raise InvalidRules("flip='optional' cannot be handled by the odds of mirror mode; allowed: 'compulsory'")
    come = {roll.face for roll, _ in rules.rolls}  # type: ignore[union-attr]
    if not come.issuperset(rules.numbers):
        raise InvalidRules(
            f"die={quote(rules.die)}: a number of the row never comes, so the game may never end; the odds of mirror "
            "mode allow dice that can show every number of the row"
        )
    return _solution(replace(rules, wildcards=Wildcards({})), choice, direction)


def mirror(
    rules: SeisRules,
    deal: str | Sequence[Sequence[int | str | Card]] | SeisState,
    *,
    choice: str = "best",
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> MirrorLaw:
    """The exact odds of a deal in mirror mode without wildcards; seat A begins. Or of any position without wildcards.

    `progress(solved, at_most)` is called along the way; Cancelled once `cancelled()` is true. InvalidRules names what
    cannot be handled: wildcards, flip="optional", a die without some number, more positions than `budget`.

    >>> law = mirror(SeisRules(mode="mirror", faces=2, wildcards={}), "1a,2a | 1b,2b")
    >>> str(law.wins[0].fraction), str(law.rolls)
    ('2/3', '4 = 4.0000 rolls (exact, checked by back-substitution)')
    """
    solution = solve_mirror(rules, choice, deal.direction if isinstance(deal, SeisState) else 1)
    if isinstance(deal, SeisState):
        state = deal
    else:
        held = [(seat, kind) for seat in range(rules.players) for kind in KINDS if rules.wildcards_of(seat)[kind]]
        if held:
            seat, kind = held[0]
            raise InvalidRules(
                f"wildcards: seat {SEATS[seat]} holds {kind}; the odds of mirror mode allow wildcards={{}}"
            )
        state = rules.dealt(deal)
        state = state if rules.players == 1 else rules.apply(state, rules.parse("first A"))
    most = solution.most(columns(rules, state.seats))
    if most > budget:
        raise InvalidRules(
            f"players={rules.players}: this deal has up to {most} positions, over the budget of {budget}; allowed: "
            "fewer players or cards, a larger budget=..., or an estimate by simulation: seis_lab.sim.win_estimate"
        )

    def watch(solved: int) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled(f"cancelled after {solved} of at most {most} positions")
        if progress is not None:
            progress(min(solved, most), most)

    vector = solution.watched(watch).value(state)
    return MirrorLaw.of(rules, choice, vector, f"from {state}")
