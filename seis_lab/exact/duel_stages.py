"""The stages of a turn of the duel, each valued as the roller's probability of winning.

Everything follows from the values of the starts of turns: `start(seat, mine, other)` is the probability that the seat
which begins a turn with the hand `mine` against the hand `other` wins. Backwards through a turn:

- *over*: the turn passes on, 1 - start(other player);
- *end*: the best of over, SALTAR (start of the same player) and VOLTEAR. VOLTEAR before SALTAR is never worse than
  after it: whoever raises the card must then choose without knowing who will move;
- *settled*: after a roll, the next roll of the turn or its end;
- *numbers*: once a number shows; TIRADOR makes it the least (the other's) or the greatest (the roller's) of what it
  was and the shot, NUMERAL the greatest of the neighbours, in the order of the option;
- *roll*: the mean of the numbers.

The numbers are Fractions or floats: whatever `start` returns. `limited` says that the turn's only wildcard is played
already; where any number may be played, that the roller's own TIRADOR of the turn is.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from seis_lab.exact.duel_hands import (
    DADO,
    FINISHED,
    NO_CARD,
    NUMERAL,
    SALTAR,
    TIRADOR,
    VOLTEAR,
    Places,
)

N = TypeVar("N", Fraction, float)


class Stages(Generic[N]):
    """The value of every stage of a turn, computed when asked for; `start` must know what is asked."""

    def __init__(
        self, places: Places, start: Callable[[int, int, int], N], weights: Sequence[N], one: N, keep: int = 100_000
    ) -> None:
        """Take the values of the starts of turns, the probability of each face, and 1 as such a number."""
        self.model = places.model
        self.hands = places.hands
        self.other = (0, 0) if places.even else (1, 0)  # one table: every roller is seat 0
        self.start: Callable[[int, int, int], N] = start
        self.faces: tuple[tuple[int, N], ...] = tuple((face, p) for face, p in enumerate(weights) if p)
        self.one: N = one
        self.keep = keep
        self._rolls: dict[tuple[int, int, int, int, bool], N] = {}
        self._ends: dict[tuple[int, int, int, bool], N | None] = {}

    def begin(self, s: int, x: int, y: int) -> N:
        """The start of a turn, computed from what follows: the best number of DADO."""
        return max([self.roll(s, x, y, 0, False)] + self.with_dado(s, x, y))  # noqa: RUF005

    def with_dado(self, s: int, x: int, y: int) -> list[N]:
        """What 1, 2 ... DADO before the roll are worth."""
        values, spend = [], self.hands[s].spend[DADO]
        held = self.hands[s].configs[self.hands[s].config[x]][DADO]
        for more in range(1, self.model.most_dados(held) + 1):
            x = spend[x]
            values.append(self.roll(s, x, y, more, self.model.one_wildcard_per_turn))
        return values

    def roll(self, s: int, x: int, y: int, more: int, limited: bool) -> N:
        """Before a roll after which `more` rolls follow in this turn."""
        key = (s, x, y, more, limited)
        found = self._rolls.get(key)
        if found is None:
            if len(self._rolls) > self.keep:
                self._rolls, self._ends = {}, {}
            (values,) = self.numbers(s, x, y, more, limited, self.settled(s, x, y, more, limited))
            found = self._rolls[key] = self.mean(values)
        return found

    def mean(self, values: Sequence[N]) -> N:
        """The expected value over the faces."""
        return sum((p * values[face] for face, p in self.faces), 0 * self.one)

    def numbers(self, s: int, x: int, y: int, more: int, limited: bool, *stays: N) -> list[list[N]]:
        """What each number on the die is worth, for each value `stays` of the roll coming to nothing."""
        changed = self._changed(s, x, y, more, limited, 1)
        values = []
        for stay in stays:
            shown = self._shown(s, x, y, more, limited, 0, stay)
            if changed is not None:
                shown = [max(value, other) for value, other in zip(shown, changed, strict=True)]
            if self.model.shot_before_numeral:
                shown = self._shot_at(s, x, y, more, limited, shown)
            values.append(shown)
        return values

    def _changed(self, s: int, x: int, y: int, more: int, limited: bool, changes: int) -> list[N] | None:
        """The best that the NUMERAL of that count, from 1 on, makes of each number; None where it may not be played."""
        model, spent = self.model, self._less_numerals(s, x, changes)
        if spent < 0 or changes > model.numeral_per_roll or (model.one_wildcard_per_turn and (limited or changes > 1)):
            return None
        capped = limited or model.one_wildcard_per_turn
        shown = self._shown(s, x, y, more, capped, changes, self.settled(s, spent, y, more, capped))
        again = self._changed(s, x, y, more, limited, changes + 1)
        if again is not None:
            shown = [max(value, other) for value, other in zip(shown, again, strict=True)]
        return [max(shown[other] for other in near) for near in model.near]

    def _shown(self, s: int, x: int, y: int, more: int, limited: bool, changes: int, stay: N) -> list[N]:
        """What each number is worth that NUMERAL does not change any more, after so many changes.

        The card is turned in the row of the hand x, whose numbers are those of the die; only then the NUMERAL are
        spent, for the last one may change which row represents the cards.
        """
        shown = []
        for to in self.hands[s].flip[x]:
            if to == FINISHED:
                shown.append(self.one)
            elif to == NO_CARD:
                shown.append(stay)
            else:
                value = self.settled(s, self._less_numerals(s, to, changes), y, more, limited)
                shown.append(max(value, stay) if self.model.flip_optional else value)
        if self.model.shot_before_numeral:
            return shown
        return self._shot_at(s, self._less_numerals(s, x, changes), y, more, limited, shown)

    def _less_numerals(self, s: int, x: int, changes: int) -> int:
        """The hand after so many NUMERAL, or -1 where there are fewer."""
        for _ in range(changes):
            if x >= 0:
                x = self.hands[s].spend[NUMERAL][x]
        return x

    def _shot_at(self, s: int, x: int, y: int, more: int, limited: bool, values: list[N]) -> list[N]:
        """The values once TIRADOR has been asked for: the other first, then the roller."""
        values = self._own_shot(s, x, y, more, limited, values)
        others = self.hands[1 - s].spend[TIRADOR][y]
        if others >= 0:
            shot = self._shot(s, x, others, more, limited)
            values = [min(value, shot) for value in values]
        return values

    def _own_shot(self, s: int, x: int, y: int, more: int, limited: bool, values: list[N]) -> list[N]:
        own = self.hands[s].spend[TIRADOR][x]
        if own >= 0 and not limited:
            used = self.model.one_wildcard_per_turn or self.model.one_of_a_kind_per_turn
            shot = self._shot(s, own, y, more, used)
            values = [max(value, shot) for value in values]
        return values

    def _shot(self, s: int, x: int, y: int, more: int, limited: bool) -> N:
        return self.over(s, x, y) if self.model.shot_ends_turn else self.settled(s, x, y, more, limited)

    def asked(self, s: int, x: int, y: int) -> tuple[N, list[N]]:
        """The other's TIRADOR at a first and last roll: its worth, and for each card it would save that of no shot."""
        showing = [face for face, to in enumerate(self.hands[s].flip[x]) if to != NO_CARD]
        tos = [self.hands[s].flip[x][face] for face in showing]
        values = [self.one if to == FINISHED else self.settled(s, to, y, 0, False) for to in tos]
        changed = self._changed(s, x, y, 0, False, 1) if self.model.shot_before_numeral else None
        if changed is not None:
            values = [max(value, changed[face]) for face, value in zip(showing, values, strict=True)]
        shot = self._shot(s, x, self.hands[1 - s].spend[TIRADOR][y], 0, False)
        return shot, self._own_shot(s, x, y, 0, False, values)

    def settled(self, s: int, x: int, y: int, more: int, limited: bool) -> N:
        """After a roll that did not end the game."""
        return self.roll(s, x, y, more - 1, limited) if more else self.end(s, x, y, limited)

    def over(self, s: int, x: int, y: int) -> N:
        """The turn passes on."""
        return self.one - self.start(self.other[s], y, x)

    def end(self, s: int, x: int, y: int, limited: bool) -> N:
        """The end of a turn, before SALTAR and VOLTEAR."""
        over, cards = self.over(s, x, y), self.end_cards(s, x, y, limited)
        return over if cards is None else max(over, cards)

    def end_cards(self, s: int, x: int, y: int, limited: bool) -> N | None:
        """The best that SALTAR or VOLTEAR can do, or None where neither may be played."""
        key, known = (s, x, y, limited), self._ends
        if key in known:
            return known[key]
        capped = self.model.one_wildcard_per_turn and limited
        values = [] if capped else self._saltar(s, x, y) + self._voltear(s, x, y)
        found = known[key] = max(values) if values else None
        return found

    def _saltar(self, s: int, x: int, y: int) -> list[N]:
        spent = self.hands[s].spend[SALTAR][x]
        return [self.start(s, spent, y)] if spent >= 0 else []

    def _voltear(self, s: int, x: int, y: int) -> list[N]:
        spent, raises = self.hands[s].spend[VOLTEAR][x], self.hands[1 - s].raises[y]
        if spent < 0 or not raises:
            return []
        values = [self._after_voltear(s, spent, up) for up in raises]
        return [max(values) if self.model.attacker_raises else min(values)]

    def _after_voltear(self, s: int, x: int, y: int) -> N:
        if self.model.one_wildcard_per_turn:
            return self.over(s, x, y)
        if self.model.one_of_a_kind_per_turn:
            return max([self.over(s, x, y)] + self._saltar(s, x, y))  # noqa: RUF005
        return self.end(s, x, y, False)
