"""A hand of Seises cabrón in arrays: laws in floating point with a proved bound, and counts of any size.

*The law.* A probability is a sum of products of factors 1/k. On its way a product is rounded once for every division,
and once for every addition: a state has at most one predecessor for each card that could have been the last, and
its turn may have been passed on from every seat; the sums over all states are carried in blocks. With n roundings of
relative size u = 2**-53 the relative error is at most g = n u / (1 - n u), and the truth lies within g / (1 - g) of the
result, relatively (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). The least probability,
44**-48, is far from underflow.

*Counts.* Three seats have more than 10^20 hands, beyond any machine word. So they are counted modulo the pairwise
coprime numbers 2**62, 2**62 - 1 and 2**62 - 3 (they differ by 1, 2 and 3, and none of the first and the last is
divisible by 3), and put together by the Chinese remainder theorem. Their product, more than 10^55, exceeds any number
of hands: a hand is a way to lay the cards without regard to who holds them, and of those a deck of 48 has fewer.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from math import lcm, prod
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from seis_lab.exact.cabron_law import HandLaw
from seis_lab.exact.cabron_spans import Counts, Spans, Table
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.laws import Basis
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_policies import POLICIES

Array = Any
"""A numpy array: numpy is not imported before a law in floating point is asked for."""

Node: TypeAlias = tuple[Table, int, Counts]
"""The table, whose turn it is, and where points are the aim what each seat has placed."""

UNIT = Fraction(1, 2**53)
MODULI = (2**62, 2**62 - 1, 2**62 - 3)


class KernelSpans(NamedTuple):
    """The graph as the kernel takes it: see `seis_lab.kernels.cabron_law`."""

    radix: Array
    to: Array
    card: Array
    mover: Array
    score: Array
    outside: Array
    early: bool


def kernel_spans(spans: Spans, policies: Sequence[str] | None = None) -> KernelSpans:
    """The look-ups of a graph; without policies no card is worth more than another."""
    try:
        import numpy as np
    except ImportError as error:
        raise ValueError(
            "a hand of so many states needs numpy, which is not installed; allowed: a small deck or a late position"
        ) from error
    rules = spans.rules
    radix = [len(of_suit) for of_suit in spans.spans]
    ways = max(len(grown) for by_span in spans.grows for grown in by_span) or 1
    shape = (rules.suits, max(radix), ways)
    to, card, mover, score = (np.full(shape, fill, np.int64) for fill in (0, 0, -1, 0))
    outside = np.zeros((*shape[:2], rules.players), np.int64)
    number = {each: at for at, each in enumerate(rules.cards)}
    for suit, by_span in enumerate(spans.next_cards):
        for at, by_seat in enumerate(by_span):
            outside[suit, at] = spans.outside[suit][at]
            table = tuple(at if other == suit else 0 for other in range(rules.suits))
            fitting = sorted((each, seat, after) for seat, held in enumerate(by_seat) for each, after in held)
            for way, (each, seat, after) in enumerate(fitting):
                to[suit, at, way], card[suit, at, way], mover[suit, at, way] = after, number[each], seat
                if policies is not None:
                    score[suit, at, way] = spans.worth(table, each, POLICIES[policies[seat]])
    return KernelSpans(np.array(radix), to, card, mover, score, outside, not rules.jumping)


def law_in_doubles(spans: Spans, policies: Sequence[str], kernel: ModuleType | None = None) -> HandLaw:
    """The certified law of a hand; `kernel` stands in for the compiled module: the tests give its plain twin."""
    given, rules = kernel_spans(spans, policies), spans.rules
    loop = kernel or kernels("cabron_law")
    placed, passes, total, states = loop.push_hand(spans.seat, *given, rules.deck)
    tables, depth = prod(map(len, spans.spans)), rules.deck - len(spans.down) - len(spans.killed)
    blocks = loop.FLUSH + tables // loop.FLUSH + 2
    roundings = depth * (rules.deck + rules.players + 1) + blocks * rules.players
    error = bound(roundings)
    check_total(rules, Fraction(total), error)
    lying = {card: Fraction(card in spans.down) + Fraction(p) for card, p in zip(rules.cards, placed, strict=True)}
    basis = Basis(rules, int(states), "a bound on every rounding", error)
    return HandLaw(spans.hands, lying, tuple(map(Fraction, passes)), basis)


def bound(roundings: int) -> Fraction:
    """How far the truth is from a positive sum of products at most, relatively, after so many roundings."""
    relative = roundings * UNIT / (1 - roundings * UNIT)
    return relative / (1 - relative)


def check_total(rules: CabronRules, total: Fraction, error: Fraction) -> None:
    """Raise CheckFailed where a total probability is further from 1 than its bound allows."""
    if abs(total - 1) > error * total:
        raise CheckFailed(f"the hand of {rules!r} has a total probability of {float(total)}")


def count_in_residues(spans: Spans, kernel: ModuleType | None = None) -> int:
    """How many complete hands there are, put together from three residues."""
    radix, to, _, mover, score, outside, early = kernel_spans(spans)
    loop = kernel or kernels("cabron_law")
    residues = [loop.count_residue(spans.seat, radix, to, mover, score, outside, early, m) for m in MODULI]
    return chinese_remainder(residues, MODULI)


def kernel_options(rules: CabronRules) -> Array:
    """The options as `seis_lab.kernels.cabron_play` takes them."""
    import numpy as np

    options = [
        rules.opening_rank,
        rules.jumping,
        rules.target,
        rules.tie_bonus == "rounded down",
        rules.dead_bonus == "the others' only",
        rules.all_placed_bonus,
        rules.hands or 0,
        lcm(*range(1, rules.players + 1)),
    ]
    return np.array(options, np.int64)


def best_in_arrays(spans: Spans, kernel: ModuleType | None = None) -> Callable[[Node], Counts]:
    """How many more cards every seat places from a node, when each places as many of its own as it can."""
    radix, to, _, mover, score, outside, early = kernel_spans(spans)
    bits, seats = spans.rules.size.bit_length(), range(spans.rules.players)
    worth = (kernel or kernels("cabron_law")).best_placed(radix, to, mover, score, outside, early, bits)
    unit = [prod(map(int, radix[:suit])) for suit in range(len(radix))]

    def more(node: Node) -> Counts:
        table, seat, _ = node
        packed = int(worth[sum(at * step for at, step in zip(table, unit, strict=True)), seat])
        return tuple(packed >> bits * other & (1 << bits) - 1 for other in seats)

    return more


def chinese_remainder(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """The least number from 0 up with these residues modulo pairwise coprime numbers.

    >>> chinese_remainder([2, 3, 2], [3, 5, 7])
    23
    """
    product = prod(moduli)
    terms = (int(r) * (product // m) * pow(product // m, -1, m) for r, m in zip(residues, moduli, strict=True))
    return sum(terms) % product


def kernels(name: str) -> ModuleType:
    """The kernels of that name."""
    return import_module(f"seis_lab.kernels.{name}")
