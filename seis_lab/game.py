"""What a game is: positions, moves, chance, ends, and how one is played and written down.

A game is a frozen rules value that answers four questions: where it starts (`initial`), whose turn it is and what may
happen (`turn`), what a move leads to (`apply`) and what a seat may know (`view`). There is no base class and no engine:
any object with these methods satisfies `Game`, and every game can be played by hand without this module's functions.

Rules never roll dice and never shuffle. A `Chance` turn lists its outcomes with integer weights, and the outcome that
happens is a move like any other. So a record is a list of moves, and replaying it needs no generator.

States, moves and every value of this module are immutable and hashable.

    >>> from seis_lab.games.seis import SeisRules
    >>> rules = SeisRules(players=1, faces=2, wildcards={})
    >>> state = rules.initial()
    >>> print(state)
    1,2/-:- ; A ROLL
    >>> rules.turn(state)
    Chance(outcomes=((Roll(face=1), 1), (Roll(face=2), 1)), seat=0)
    >>> for text in ("roll 2", "roll 1"):
    ...     state = rules.apply(state, rules.parse(text))
    >>> rules.turn(state)
    Terminal(outcome=Outcome(payoffs=(Fraction(1, 1),), reason='all cards face down'))
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class InvalidRules(ValueError):
    """An option, or a combination of options, that cannot be played or that a question cannot handle."""


class InvalidNotation(ValueError):
    """A text that is not a move or a position."""


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


class InvalidRecord(ValueError):
    """A saved game that is damaged, or whose moves the rules do not allow."""


def quote(value: object, longest: int = 80) -> str:
    """A value as an error message quotes it: its repr, cut to `longest` characters, whatever the value is.

    >>> quote("x" * 100) == "'" + "x" * 78 + "…"
    True
    >>> quote(10**5000)
    'an integer of 16610 bits'
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python writes neither enormous integers nor endless nesting
        size = f" of {value.bit_length()} bits" if isinstance(value, int) else " that cannot be written down"
        return f"{'an integer' if isinstance(value, int) else type(value).__name__}{size}"
    return text if len(text) <= longest else text[: longest - 1] + "…"


@dataclass(frozen=True)
class Outcome:
    """How a game ended: one payoff per seat, as fractions, and the reason in words."""

    payoffs: tuple[Fraction, ...]
    reason: str


@dataclass(frozen=True)
class Chance(Generic[M]):
    """A turn of chance: moves with positive integer weights; `seat` is whose hand rolls or deals, if any."""

    outcomes: tuple[tuple[M, int], ...]
    seat: int | None = None

    @property
    def moves(self) -> tuple[M, ...]:
        """The possible outcomes."""
        return tuple(move for move, _ in self.outcomes)


@dataclass(frozen=True)
class Decision(Generic[M]):
    """A turn of a player: the seat that decides and its legal moves (at least one)."""

    seat: int
    moves: tuple[M, ...]


@dataclass(frozen=True)
class Terminal:
    """The end of a game: nothing can be played."""

    outcome: Outcome

    @property
    def moves(self) -> tuple[()]:
        """No moves."""
        return ()


Turn: TypeAlias = Chance[M] | Decision[M] | Terminal


class Game(Protocol[S, M, V_co]):
    """The four questions that every rules value answers, and the text notation of its moves."""

    @property
    def seats(self) -> int:
        """How many seats the table has."""

    def initial(self) -> S:
        """The position before the first move."""

    def turn(self, state: S) -> Turn[M]:
        """Whose turn it is and what may happen: legality is written here and nowhere else."""

    def apply(self, state: S, move: M) -> S:
        """The position after a move; IllegalMove when it is not in `turn(state).moves`."""

    def view(self, state: S, seat: int) -> V_co:
        """What a seat may know of the position."""

    def parse(self, text: str) -> M:
        """The move whose `str` is `text`; InvalidNotation when there is none."""

    def to_json(self) -> dict[str, Any]:
        """The options as plain JSON values, with the game's name under "game"."""


class Distribution(Generic[T]):
    """A finite probability distribution: positive integer weights over one total, reduced to lowest terms.

    Two distributions are equal when every value has the same probability, in whatever order they were given.

    >>> die = Distribution.uniform(range(1, 7))
    >>> die.probability(6), die.mean()
    (Fraction(1, 6), Fraction(7, 2))
    >>> die.map(lambda face: face % 2 == 0)
    Distribution({False: 1, True: 1})
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        """Take weights per value; equal values are added up, zero weights left out."""
        merged: dict[T, int] = {}
        for value, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if not isinstance(weight, int) or weight < 0:
                raise ValueError(f"weight {quote(weight)} of {quote(value)}: an integer of 0 or more is allowed")
            if weight:
                merged[value] = merged.get(value, 0) + weight
        if not merged:
            raise ValueError("a distribution needs at least one value with a positive weight")
        divisor = gcd(*merged.values())
        self.weights: dict[T, int] = {value: weight // divisor for value, weight in merged.items()}
        self.total: int = sum(self.weights.values())

    @classmethod
    def uniform(cls, values: Iterable[T]) -> Self:
        """Every value equally likely (a value given twice is twice as likely)."""
        return cls([(value, 1) for value in values])

    @classmethod
    def certain(cls, value: T) -> Self:
        """One value with probability 1."""
        return cls([(value, 1)])

    @classmethod
    def of(cls, probabilities: Mapping[T, Fraction]) -> Self:
        """From exact probabilities, which must sum to 1."""
        for value, p in probabilities.items():
            if not isinstance(p, int | Fraction) or not 0 <= p <= 1:
                raise ValueError(f"probability {quote(p)} of {quote(value)}: a Fraction from 0 to 1 is allowed")
        total = sum(probabilities.values(), Fraction(0))
        if total != 1:
            raise ValueError(f"the probabilities sum to {total}; they must sum to 1")
        common = reduce(lambda a, b: a * b // gcd(a, b), (p.denominator for p in probabilities.values()), 1)
        return cls([(value, int(p * common)) for value, p in probabilities.items()])

    def probability(self, value: T) -> Fraction:
        """The exact probability of a value, 0 when it cannot happen."""
        return Fraction(self.weights.get(value, 0), self.total)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Every value with its exact probability."""
        return ((value, Fraction(weight, self.total)) for value, weight in self.weights.items())

    def mean(self, of: Callable[[T], Any] = lambda value: value) -> Fraction:
        """The exact mean of `of(value)`."""
        return sum((p * of(value) for value, p in self.items()), Fraction(0))

    def map(self, of: "Callable[[T], U]") -> "Distribution[U]":
        """The distribution of `of(value)`."""
        return Distribution([(of(value), weight) for value, weight in self.weights.items()])

    def sample(self, rng: random.Random) -> T:
        """One value, drawn with the given generator."""
        left = rng.randrange(self.total)
        for value, weight in self.weights.items():
            left -= weight
            if left < 0:
                return value
        raise AssertionError("unreachable: the weights sum to the total")

    def __eq__(self, other: object) -> bool:
        """Equal probabilities for every value."""
        return isinstance(other, Distribution) and self.weights == other.weights

    def __hash__(self) -> int:
        """A hash that does not depend on the order of the values."""
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        """The constructor call that rebuilds it."""
        return f"Distribution({self.weights!r})"


Policy: TypeAlias = Callable[[V_contra, tuple[M, ...]], Distribution[M]]
"""What a bot is: from the view of the seat that decides and its legal moves to a distribution over them."""


def require_legal(turn: Turn[M], move: M, state: object) -> M:
    """The turn's own move that equals this one; IllegalMove says what is allowed where there is none."""
    for legal in turn.moves:
        if legal == move:
            return legal
    allowed = ", ".join(str(legal) for legal in turn.moves) or "none, the game is over"
    raise IllegalMove(f"illegal move {quote(str(move))} in position {str(state)!r}; legal: {allowed}")


@dataclass(frozen=True)
class Record(Generic[S, M]):
    """A game as it was played: the rules and the moves, chance outcomes included.

    `to_json` and `from_json` round-trip; `from_json` replays every move and refuses what the rules do not allow.

    >>> from seis_lab.games.seis import SeisRules
    >>> rules = SeisRules(players=1, faces=2, wildcards={})
    >>> record = Record(rules, (rules.parse("roll 2"), rules.parse("roll 1")))
    >>> Record.from_json(record.to_json(), SeisRules.from_json) == record
    True
    """

    rules: Game[S, M, Any]
    moves: tuple[M, ...] = ()

    def states(self) -> Iterator[S]:
        """Every position, from the initial one to the last: one more than there are moves."""
        state = self.rules.initial()
        yield state
        for move in self.moves:
            state = self.rules.apply(state, move)
            yield state

    def final(self) -> S:
        """The position after the last move."""
        return reduce(self.rules.apply, self.moves, self.rules.initial())

    def outcome(self) -> Outcome | None:
        """Who won and why, or None while the game goes on."""
        turn = self.rules.turn(self.final())
        return turn.outcome if isinstance(turn, Terminal) else None

    def to_json(self) -> str:
        """The record as JSON text, with a version."""
        data = {"format": "seis_lab.record", "version": 1, "rules": self.rules.to_json()}
        return json.dumps({**data, "moves": [str(move) for move in self.moves]}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, read_rules: "Callable[[Mapping[str, Any]], Game[S, M, Any]]") -> "Record[S, M]":
        """Read and verify a record; `read_rules` turns its "rules" into a rules value. InvalidRecord when damaged."""
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidRecord(f"not JSON: {quote(text)} ({error})") from error
        if not isinstance(data, dict) or data.get("format") != "seis_lab.record" or data.get("version") != 1:
            raise InvalidRecord(f"not a record of version 1: {quote(text)}; allowed: what Record.to_json wrote")
        if not isinstance(data.get("rules"), dict) or not isinstance(data.get("moves"), list):
            raise InvalidRecord('a record needs "rules" (an object) and "moves" (a list)')
        try:
            rules = read_rules(data["rules"])
        except InvalidRules as error:
            raise InvalidRecord(f"the rules of the record: {error}") from error
        state, moves = rules.initial(), []
        for number, written in enumerate(data["moves"], start=1):
            try:
                move = rules.parse(written)
                state = rules.apply(state, move)
            except (InvalidNotation, IllegalMove, InvalidRules) as error:
                raise InvalidRecord(f"move {number} of the record: {error}") from error
            moves.append(move)
        return Record(rules, tuple(moves))


def play(
    rules: Game[S, M, V],
    policies: Sequence[Policy[V, M]],
    rng: random.Random,
    start: S | None = None,
    max_moves: int = 100_000,
) -> Record[S, M]:
    """Play one game to its end and return its record; `policies` has one policy per seat.

    With `start`, the record holds the moves from that position on. A game that passes `max_moves` raises RuntimeError:
    an edited rule can make a game endless.

    >>> from seis_lab.bots import random_bot
    >>> from seis_lab.games.seis import SeisRules
    >>> record = play(SeisRules(), [random_bot, random_bot], random.Random(6))
    >>> record.outcome().reason
    'all cards face down'
    """
    return Record(rules, tuple(move for move, _ in unfold(rules, policies, rng, start, max_moves)))


def unfold(
    rules: Game[S, M, V],
    policies: Sequence[Policy[V, M]],
    rng: random.Random,
    start: S | None = None,
    max_moves: int = 100_000,
) -> Iterator[tuple[M, S]]:
    """The game that `play` plays, move by move: every move with the position after it, until the game is over.

    >>> from seis_lab.games.seis import SeisRules
    >>> for move, state in unfold(SeisRules(players=1, faces=2, row=[1], wildcards={}), [None], random.Random(1)):
    ...     print(move, "->", state)
    roll 1 -> -/1:- ; A END
    """
    if len(policies) != rules.seats:
        raise ValueError(f"{len(policies)} policies for {rules.seats} seats; one per seat is needed")
    state = rules.initial() if start is None else start
    for _ in range(max_moves):
        turn = rules.turn(state)
        match turn:
            case Terminal():
                return
            case Chance():
                move = Distribution(turn.outcomes).sample(rng)
            case Decision():
                move = policies[turn.seat](rules.view(state, turn.seat), turn.moves).sample(rng)
        state = rules.apply(state, move)
        yield move, state
    if not isinstance(rules.turn(state), Terminal):
        raise RuntimeError(f"no end after {max_moves} moves: with {rules} the game may never finish")


def perft(rules: Game[S, M, Any], depth: int, state: S | None = None) -> int:
    """Count the sequences of exactly `depth` moves, chance outcomes included, from a position (or from the start).

    >>> from seis_lab.games.seis import SeisRules
    >>> [perft(SeisRules(players=1, faces=2, wildcards={}), depth) for depth in range(4)]
    [1, 2, 4, 4]
    """
    if not isinstance(depth, int) or depth < 0:
        raise ValueError(f"depth={quote(depth)} is not allowed; allowed: a whole number from 0 up")
    at = rules.initial() if state is None else state
    if depth == 0:
        return 1
    return sum(perft(rules, depth - 1, rules.apply(at, move)) for move in rules.turn(at).moves)
