"""Six, a game by Steffen Mühlhäuser: hexagonal tiles, three figures, captures.

One tile of each colour starts on an endless grid. In turn everybody places an own tile next to those on the table. Six
tiles of one colour in a line, in a solid triangle or in a ring win at once. When all tiles are placed, each turn moves
an own tile: it is lifted, whatever falls off the largest group leaves the game, and the tile lands on another cell next
to the rest. A side with fewer than six tiles has lost.

Every rule is in this module once, in the order of a turn: captures, landing, figure, counts, repetition. A lift and a
landing are always moves of their own; a survivor is picked only where groups are equally large.

Where the text and the page of rules are silent:

- Seat 0 has red and begins; with four players seats 0 and 2 have red, 1 and 3 black.
- *Captures after the landing*: the lifted tile lands on another cell next to any tile that is left, then the groups
  are compared, the landed tile among them. So it may join groups again, make one the largest, or be captured itself.
- *Splits forbidden*: when groups are compared, the tiles must be one group. At the lift: no lift may split the rest.
  After the landing: no landing may leave two groups, and a tile without such a landing may not be lifted. Whoever then
  has no tile to lift passes. Both cannot be stuck: every group has two tiles whose lift leaves the rest whole.
- In miniatures "fewer than six" means fewer tiles than the smallest figure has.
- Only the mover can complete a figure: captures take tiles away, so nobody else has more than before.
- The hundred turns without a capture are counted from the first turn of the moving phase. A position occurs when a
  turn begins; it is the same when it is moved along the grid and the same colour is to move.

    >>> rules = SixRules()
    >>> state = rules.initial()
    >>> print(state)
    0,0 | 1,0 ; 20,20 ; A PLACE
    >>> [str(move) for move in rules.turn(state).moves]
    ['place 1,1', 'place 2,-1', 'place 2,0']
    >>> print(rules.apply(state, rules.parse("place 2,0")))
    0,0 2,0 | 1,0 ; 19,20 ; B PLACE
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from seis_lab.game import Decision, Outcome, Terminal, Turn, quote, require_legal
from seis_lab.games import options
from seis_lab.games.options import option
from seis_lab.games.six_figures import NAMES, Shape, figures, find
from seis_lab.games.six_groups import Group, capture, groups
from seis_lab.games.six_hexes import Cell, Tiles, neighbours, read_cell, touching
from seis_lab.games.six_notation import (
    COLOURS,
    Hop,
    InvalidPosition,
    Keep,
    Land,
    Lift,
    Phase,
    Place,
    SixMove,
    SixState,
    SixView,
    parse_move,
)
from seis_lab.games.six_repetition import occurrences

TOO_FEW = "too few tiles"
BOTH_TOO_FEW = "both sides have too few tiles"
REPETITION = "the same position for the third time"
QUIET = "100 turns without a capture"
REASONS = (*NAMES, TOO_FEW, BOTH_TOO_FEW, REPETITION, QUIET)
"""Every reason for which a game can end."""


@dataclass(frozen=True, repr=False)
class SixRules:
    """The rules of Six with every option; InvalidRules names an impossible one.

    `tiles` counts those of one colour, the one on the table at the start included; `line` is how many tiles make a
    line and `triangle` how many are on a side of a triangle. A ring is always six tiles around a cell.

    >>> SixRules(figures=["triangle", "line"], line=4, tiles=5)
    SixRules(tiles=5, figures=('line', 'triangle'), line=4)
    >>> SixRules(tiles=5)
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: tiles=5 is not allowed; allowed: a whole number from 6, the smallest figure, to 30
    """

    name: ClassVar[str] = "six"

    players: int = option(2, choices=(2, 4))
    tiles: int = option(21, low=2, high=30)
    figures: tuple[str, ...] = option(NAMES)
    line: int = option(6, low=2, high=12)
    triangle: int = option(3, low=2, high=5)
    opening_restriction: bool = option(True, choices=(True, False))
    capture_timing: str = option("at the lift", choices=("at the lift", "after landing"))
    split: str = option("allowed", choices=("allowed", "forbidden"))
    both_below_six: str = option("draw", choices=("draw", "more tiles wins"))
    repetition: str = option("draw", choices=("draw", "off"))

    def __post_init__(self) -> None:
        """Bring the figures into order, then check every option and that they fit together."""
        given = self.figures
        known = isinstance(given, tuple | list | set | frozenset) and all(name in NAMES for name in given)
        if not known or not given or len(set(given)) < len(given):
            raise options.refuse("figures", given, f"one or more of {', '.join(map(repr, NAMES))}")
        object.__setattr__(self, "figures", tuple(name for name in NAMES if name in given))
        options.check(self)
        if self.tiles < self.needed:
            allowed = f"a whole number from {self.needed}, the smallest figure, to 30"
            raise options.refuse("tiles", self.tiles, allowed)
        if self.players == 4 and self.tiles % 2 == 0:
            raise options.refuse("tiles", self.tiles, "an odd number with four players, who place equally many")

    def __repr__(self) -> str:
        """The constructor call with the differences from the defaults."""
        return options.show(self)

    def to_json(self) -> dict[str, Any]:
        """Every option as plain JSON values."""
        return options.to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The rules that `to_json` wrote."""
        return options.from_json(cls, data)

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return self.players

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """Every figure that wins, with its least cell at 0,0."""
        return figures(self.figures, self.line, self.triangle)

    @cached_property
    def needed(self) -> int:
        """How many tiles the smallest figure has: a side with fewer cannot win any more."""
        return min(len(shape.cells) for shape in self.shapes)

    # Where a game starts.

    def initial(self) -> SixState:
        """A tile of each colour side by side; seat 0, red, begins."""
        each = (self.tiles - 1) * 2 // self.players
        return SixState(((Cell(0, 0),), (Cell(1, 0),)), (each,) * self.players)

    def position(
        self,
        red: str | Iterable[Cell],
        black: str | Iterable[Cell],
        actor: int = 0,
        hands: Sequence[int] | None = None,
    ) -> SixState:
        """A position at the start of a turn, for puzzles and questions; InvalidPosition names what is wrong.

        The cells may be a text like "0,0 2,-1". `hands` are the tiles still to place, by default none.

        >>> print(SixRules().position("0,0 1,-1 2,-2", "1,0", hands=(18, 19), actor=1))
        0,0 1,-1 2,-2 | 1,0 ; 18,19 ; B PLACE
        >>> SixRules().position("0,0", "2,0")
        Traceback (most recent call last):
        seis_lab.games.six_notation.InvalidPosition: the tiles lie in 2 groups; allowed: one group
        """
        if not isinstance(actor, int) or isinstance(actor, bool) or actor not in range(self.players):
            raise InvalidPosition(f"actor={quote(actor)} is not allowed; allowed: a seat from 0 to {self.players - 1}")
        held = _checked_hands(self, (0,) * self.players if hands is None else hands, actor)
        tiles = _read_tiles(red), _read_tiles(black)
        _check_tiles(self, tiles, held)
        phase = Phase.PLACE if any(held) else Phase.LIFT
        return self._pass_if_stuck(SixState(tiles, held, actor, phase))

    def parse(self, text: str) -> SixMove:
        """The move written so."""
        return parse_move(text)

    def view(self, state: SixState, seat: int) -> SixView:
        """What the seat knows: everything lies open."""
        return state

    def figure_of(self, state: SixState) -> Shape | None:
        """The figure on the table that has won the game, or None; its cells are all of one colour."""
        for tiles in (state.tiles[1 - state.colour], state.tiles[state.colour]):  # who has just moved comes first
            if figure := find(tiles, self.shapes):
                return figure
        return None

    # The game.

    def turn(self, state: SixState) -> Turn[SixMove]:
        """Whose turn it is and where a tile may be placed, which may be lifted, what may survive, where it may land."""
        if outcome := self._end(state):
            return Terminal(outcome)
        moves: tuple[SixMove, ...]
        match state.phase:
            case Phase.PLACE:
                moves = tuple(map(Place, self._placings(state)))
            case Phase.LIFT:
                own = state.tiles[state.colour]
                moves = tuple(Lift(cell) for cell in own if self._may_lift(state.tiles, cell))
            case Phase.KEEP:
                moves = tuple(Keep(group[0]) for group in capture(state.tiles).largest)
            case Phase.LAND:
                moves = tuple(map(Land, self._landings(state.tiles, state.lifted)))
        return Decision(state.actor, moves)

    def apply(self, state: SixState, move: SixMove) -> SixState:
        """The position after a legal move."""
        match require_legal(self.turn(state), move, state):
            case Place(cell):
                hands = tuple(hand - (seat == state.actor) for seat, hand in enumerate(state.hands))
                return self._next(replace(state, tiles=_with(state, cell), hands=hands))
            case Lift(cell):
                lifted = replace(state, tiles=_without(state.tiles, (cell,)), phase=Phase.LAND, lifted=cell)
                return self._compare(lifted) if self.capture_timing == "at the lift" else lifted
            case Keep(cell):
                kept = self._keep(state, capture(state.tiles).survivor(cell))
                return kept if self.capture_timing == "at the lift" else self._next(kept)
            case Land(cell):
                landed = replace(state, tiles=_with(state, cell), trail=self._longer(state, cell))
                if self.capture_timing == "after landing":
                    landed = self._compare(landed)
                return landed if landed.phase is Phase.KEEP else self._next(landed)
        raise AssertionError(f"unreachable: {move!r} is legal and unknown")

    # What may be done.

    def _placings(self, state: SixState) -> list[Cell]:
        """The cells for a tile from the hand; the very first tile may not touch that of its own colour."""
        cells = touching(state.tiles[0] + state.tiles[1])
        if self.opening_restriction and sum(map(len, state.tiles)) == 2:
            (own,) = state.tiles[state.colour]
            return [cell for cell in cells if cell not in neighbours(own)]
        return cells

    def _may_lift(self, tiles: Tiles, cell: Cell) -> bool:
        """Whether an own tile may be lifted: always, unless splits are forbidden."""
        if self.split == "allowed":
            return True
        if self.capture_timing == "at the lift":
            return len(capture(tiles, cell).groups) == 1
        return bool(self._landings(_without(tiles, (cell,)), cell))

    def _landings(self, tiles: Tiles, lifted: Cell | None) -> list[Cell]:
        """The cells for a lifted tile: not back where it was, and joining all groups where splits are forbidden."""
        cells = [cell for cell in touching(tiles[0] + tiles[1]) if cell != lifted]
        if self.split == "allowed":
            return cells
        parts = [set(group) for group in capture(tiles).groups]
        return [cell for cell in cells if all(not part.isdisjoint(neighbours(cell)) for part in parts)]

    # What a turn does, in order.

    def _compare(self, state: SixState) -> SixState:
        """The largest group survives; among equally large ones the mover has to pick."""
        after = capture(state.tiles)
        return replace(state, phase=Phase.KEEP) if len(after.largest) > 1 else self._keep(state, after.groups[0])

    def _keep(self, state: SixState, survivor: Group) -> SixState:
        """All other groups leave the game, and what was before cannot come again."""
        lost = capture(state.tiles).lost(survivor)
        if not lost:
            return state
        tiles = _without(state.tiles, lost)
        return replace(state, tiles=tiles, phase=Phase.LAND, captured=len(lost), trail=())

    def _longer(self, state: SixState, cell: Cell) -> tuple[Hop | None, ...]:
        """The turns since the last capture, with this landing, as far as they count."""
        if self.repetition == "off" or state.captured or state.lifted is None:
            return state.trail
        return (*state.trail, Hop(state.lifted, cell))

    def _next(self, state: SixState) -> SixState:
        """The turn is over."""
        seat = (state.actor + 1) % self.players
        phase = Phase.PLACE if any(state.hands) else Phase.LIFT
        return self._pass_if_stuck(replace(state, actor=seat, phase=phase, lifted=None, captured=0))

    def _pass_if_stuck(self, state: SixState) -> SixState:
        """Where splits are forbidden, whoever has no tile to lift passes."""
        if self.split == "allowed" or state.phase is Phase.PLACE or self._end(state):
            return state
        if any(self._may_lift(state.tiles, cell) for cell in state.tiles[state.colour]):
            return state
        trail = (*state.trail, None) if self.repetition == "draw" else ()
        return replace(state, actor=(state.actor + 1) % self.players, trail=trail)

    # How a game ends.

    def _end(self, state: SixState) -> Outcome | None:
        """Who has won at the start of a turn and why, or None while the game goes on."""
        if state.phase in (Phase.KEEP, Phase.LAND):
            return None
        if figure := self.figure_of(state):
            return self._won(0 if figure.cells[0] in state.tiles[0] else 1, figure.name)
        if state.phase is Phase.PLACE:
            return None
        counts = tuple(map(len, state.tiles))
        few = [count < self.needed for count in counts]
        if all(few):
            if self.both_below_six == "draw" or counts[0] == counts[1]:
                return self._drawn(BOTH_TOO_FEW)
            return self._won(counts.index(max(counts)), BOTH_TOO_FEW)
        if any(few):
            return self._won(few.index(False), TOO_FEW)
        if self.repetition == "draw" and occurrences(state.tiles, state.trail) >= 3:
            return self._drawn(REPETITION)
        return self._drawn(QUIET) if self.repetition == "draw" and state.quiet >= 100 else None

    def _won(self, colour: int, reason: str) -> Outcome:
        """The seats of this colour share the win."""
        share = Fraction(2, self.players)
        return Outcome(tuple(share * (seat % 2 == colour) for seat in range(self.players)), reason)

    def _drawn(self, reason: str) -> Outcome:
        return Outcome((Fraction(1, self.players),) * self.players, reason)


def _with(state: SixState, cell: Cell) -> Tiles:
    """The tiles with one more of the mover's colour."""
    more = tuple(sorted((*state.tiles[state.colour], cell)))
    return (more, state.tiles[1]) if state.colour == 0 else (state.tiles[0], more)


def _without(tiles: Tiles, cells: Iterable[Cell]) -> Tiles:
    gone = frozenset(cells)
    return tuple(cell for cell in tiles[0] if cell not in gone), tuple(cell for cell in tiles[1] if cell not in gone)


def _read_tiles(cells: str | Iterable[Cell]) -> tuple[Cell, ...]:
    given = cells.split() if isinstance(cells, str) else cells
    if not isinstance(given, Iterable):
        raise InvalidPosition(f"{quote(cells)} is not allowed for tiles; allowed: a text like '0,0 2,-1', or cells")
    return tuple(sorted(read_cell(str(cell) if isinstance(cell, Cell) else cell) for cell in given))


def _checked_hands(rules: SixRules, hands: Sequence[int], actor: int) -> tuple[int, ...]:
    """Whoever comes later has placed as many tiles as who is next, or one more."""
    most = rules.initial().hands[0]
    if isinstance(hands, tuple | list) and len(hands) == rules.players:
        whole = all(isinstance(hand, int) and not isinstance(hand, bool) and 0 <= hand <= most for hand in hands)
        placed = [hands[actor] - hand for hand in (*hands[actor:], *hands[:actor])] if whole else [2]
        if placed == sorted(placed) and placed[-1] <= 1:
            return tuple(hands)
    allowed = f"from 0 to {most} for each of {rules.players} seats, the one to move first having as many as any other"
    raise InvalidPosition(f"hands={quote(hands)} is not allowed; allowed: {allowed}")


def _check_tiles(rules: SixRules, tiles: Tiles, hands: tuple[int, ...]) -> None:
    """The tiles are one group, each on its own cell, not more than there are, and at most one side has a figure."""
    for colour, side in enumerate(tiles):
        most = rules.tiles - sum(hands[colour::2])
        if not 1 <= len(side) <= most:
            raise InvalidPosition(f"{len(side)} {COLOURS[colour]} tiles are on the table; allowed: from 1 to {most}")
    every = tiles[0] + tiles[1]
    for cell in every:
        if every.count(cell) > 1:
            raise InvalidPosition(f"the cell {cell} has two tiles; allowed: one")
    if (parts := len(groups(every))) != 1:
        raise InvalidPosition(f"the tiles lie in {parts} groups; allowed: one group")
    if all(find(side, rules.shapes) for side in tiles):
        raise InvalidPosition("both sides have a figure; allowed: one of them at most, for the first ends the game")
