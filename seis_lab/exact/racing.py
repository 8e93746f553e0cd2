"""Who wins the race: the winning probability of every seat when nobody can touch another's row.

Without TIRADOR, SALTAR, REVERSA and VOLTEAR the rows do not act on each other: each seat has its own number of turns T,
and the first to finish wins. With the seats in turn order, seat j wins in its turn t when all before it need more than
t turns and all after it more than t - 1,

    P(j wins) = sum over t of P(T_j = t) * product over i < j of P(T_i > t) * product over i > j of P(T_i > t - 1).

Each factor is a sum of polynomials times powers, so the infinite sum has a closed form: nothing is cut off. Every seat
plays its cards as it would alone (for the least mean); who races may sometimes do better by taking more risk.

>>> print(race(SeisRules(players=2, wildcards={}))[0])
6688879/12660648 = 0.5283 (exact, 63 states, checked by back-substitution and a total of 1)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import prod
from typing import Any, overload

from seis_lab.exact.alone import Position
from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.cfinite import ONE, ZERO, PowerSum
from seis_lab.exact.check import METHOD, CheckFailed
from seis_lab.exact.rows import own_rules, require_rules
from seis_lab.exact.solo import BUDGET, Solo, held, solve
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SEATS, First, Phase, SeisState
from seis_lab.games.wildcards import Wild

POWERS = 25_000  # six seats with a die of 1 to 6 out of 21: ten seconds, and fractions of 19 000 digits
QUESTION = "probability of winning, everybody playing as if alone"
PLACES = ("who begins", "second", "third", "fourth", "fifth", "sixth")
INTERACTING = (Wild.SALTAR, Wild.REVERSA, Wild.VOLTEAR, Wild.TIRADOR)


@dataclass(frozen=True)
class RaceLaw(Sequence[Exact]):
    """The winning probability of every seat, and `nobody`, the probability that no row is ever finished.

    It is a sequence: `law[0]` is the seat that begins, or seat A where a position was given. Made by `race`.
    """

    rules: SeisRules
    wins: tuple[Exact, ...]
    nobody: Exact
    from_start: bool = True

    @overload
    def __getitem__(self, index: int) -> Exact: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Exact]: ...
    def __getitem__(self, index: int | slice) -> Exact | Sequence[Exact]:
        """The probability of one seat, or of several."""
        return self.wins[index]

    def __len__(self) -> int:
        """The number of seats."""
        return len(self.wins)

    def __iter__(self) -> Iterator[Exact]:
        return iter(self.wins)

    def rows(self) -> list[tuple[str, Exact]]:
        """Whom each probability is about, and the probability."""
        names = [f"seat {SEATS[index]}" for index in range(len(self.wins))]
        if self.from_start:
            names = [*PLACES[: len(self.wins)]]
        return [*zip(names, self.wins, strict=True), *([("nobody", self.nobody)] if self.nobody else [])]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        wins = {"wins": [one.to_json() for one in self.wins], "nobody": self.nobody.to_json()}
        return {"kind": Exact.kind, "question": QUESTION, "rules": self.rules.to_json(), **wins}

    def __str__(self) -> str:
        """One line per seat."""
        return "\n".join(f"{name}: {win}" for name, win in self.rows())

    def __repr__(self) -> str:
        return f"race({self.rules!r})" if self.from_start else f"<race from a position of {self.rules!r}>"

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr><th>{escape(name)}</th><td>{win._repr_html_()}</td></tr>" for name, win in self.rows())
        return f'<table class="seis-race"><tbody>{lines}</tbody></table>'


def race(
    rules: SeisRules,
    state: SeisState | None = None,
    *,
    budget: int = BUDGET,
    powers: int = POWERS,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RaceLaw:
    """The winning probability of each seat, counted from the seat that begins; seat 0 begins.

    With a `state`, of each seat from that position on, in seat order: in random mode a state is needed, for the rows
    are those of the deal, such as `rules.dealt("1,1,2 | 1,2,3")`. InvalidRules names what cannot be handled: a seat
    that holds a wildcard that acts on others, a symbol in the die, too many positions for the budget (see `solve`), or
    a race whose closed form may have more than so many `powers`: they multiply with every seat whose die has faces of
    different probabilities, and so do the digits of the answer. Cancelled is raised once `cancelled()` is true.

    >>> print(race(SeisRules(players=2, faces=2, wildcards={})))
    who begins: 2/3 = 0.6667 (exact, 3 states, checked by back-substitution and a total of 1)
    second: 1/3 = 0.3333 (exact, 3 states, checked by back-substitution and a total of 1)
    """
    require_rules(rules)
    if rules.mode == "random" and (state is None or state.phase is Phase.DEAL):
        raise InvalidRules(
            "mode='random' deals the rows: race(rules, state) needs a position after the deal, such as that of "
            "rules.dealt('1,1,2,3,4,6 | 2,2,3,5,5,6')"
        )
    begins = rules.initial() if state is None else state
    solos = [
        solve(own_rules(rules, begins, seat), seat, budget=budget, progress=progress, cancelled=cancelled)
        for seat in range(rules.players)
    ]
    if state is None and rules.players > 1:
        begins = rules.apply(begins, First(0))

    def stop() -> None:
        if cancelled is not None and cancelled():
            raise Cancelled("the race was cancelled")

    chances, nobody = _chances(rules, solos, begins, powers, stop)
    if sum(chances, nobody) != 1:
        raise CheckFailed(f"the race from {str(begins)!r} has a total probability of {sum(chances, nobody)}")
    states = sum({solo.start: solo.states for solo in solos}.values())
    check = f"{METHOD} and a total of 1"

    def exact(value: Fraction) -> Exact:
        return Exact(value, question=QUESTION, rules=rules, states=states, check=check)

    return RaceLaw(rules, tuple(map(exact, chances)), exact(nobody), state is None)


def _chances(
    rules: SeisRules, solos: Sequence[Solo], state: SeisState, powers: int, stop: Callable[[], None]
) -> tuple[list[Fraction], Fraction]:
    """The winning probability of each seat in seat order, and the probability that nobody ever wins."""
    turn = rules.turn(state)
    if isinstance(turn, Terminal):
        return list(turn.outcome.payoffs), ZERO
    for index, holder in enumerate(state.seats):
        for kind in INTERACTING:
            if holder.wild[kind] and rules.players > 1:
                raise InvalidRules(
                    f"wildcards: seat {SEATS[index]} holds {kind}, which acts on others; race allows only NUMERAL and "
                    "DADO, such as wildcards={'NUMERAL': 2, 'DADO': 2}"
                )
    if state.phase is Phase.FIRST:
        starts = [_chances(rules, solos, rules.apply(state, move), powers, stop) for move in turn.moves]
        each = [sum(column, ZERO) / len(starts) for column in zip(*(chances for chances, _ in starts), strict=True)]
        return each, sum((nobody for _, nobody in starts), ZERO) / len(starts)
    if state.phase is Phase.RAISE:
        raise InvalidRules(f"position {str(state)!r}: VOLTEAR is being answered; race allows only NUMERAL and DADO")
    order = [(state.roller + step * state.direction) % rules.players for step in range(rules.players)]
    solo, after = solos[state.roller], solos[state.roller].next_turn(state)
    others = [(solos[seat], held(state, seat)) for seat in order[1:]]
    _require_few([(solo, list(after)), *((other, [start]) for other, start in others)], powers, stop)
    survivals = [solo.play.survival_after(after), *(other.play.survival(start) for other, start in others)]
    chances = [ZERO] * rules.players
    for seat, chance in zip(order, _first_to_finish(survivals, stop), strict=True):
        chances[seat] = chance
    return chances, prod((survival.terms.get(ONE, (ZERO,))[0] for survival in survivals), start=ONE)


def _require_few(seats: Sequence[tuple[Solo, Sequence[Position]]], most: int, stop: Callable[[], None]) -> None:
    """InvalidRules when the product of all survivals may have more than `most` different powers.

    The powers of a seat are those of the probabilities with which a turn changes nothing, from where it may go on.
    """
    found = {ONE}
    for solo, starts in seats:
        rows = [(at, row) for start in starts for at, row in solo.play.chain(start).items()]
        own = {row.get(at, ZERO) for at, row in rows} - {ZERO}
        products: set[Fraction] = set()
        for base in own:
            stop()
            products |= {base * other for other in found}
            if len(products) > most:
                raise InvalidRules(
                    f"players={len(seats)}: the closed form of this race may have more than {most} powers; allowed: "
                    "fewer seats, a die with fewer different probabilities, or a larger powers=... (simulate_race of "
                    "seis_lab.sim estimates any race)"
                )
        found = products or found


def _first_to_finish(survivals: Sequence[PowerSum], stop: Callable[[], None]) -> list[Fraction]:
    """For each of several who take turns in this order, the probability of being the first to finish.

    `survivals` has for each the probability of needing more than n turns, as a sequence in n.
    """
    before: PowerSum = PowerSum((), {ONE: (ONE,)})  # all earlier seats need more than t turns
    after = [before]  # the seats from here on need more than t - 1 turns
    for survival in reversed(survivals[1:]):
        stop()
        after.append(survival.later(ONE) * after[-1])
    chances = []
    for survival in survivals:
        stop()
        finishes = survival.later(ONE) - survival  # at 0: 1 - 1
        chances.append((before * finishes * after.pop()).total())
        before = before * survival
    return chances
