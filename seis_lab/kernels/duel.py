"""The duel in doubles: every start of a turn of two-player SEIS, one pair of configurations after the other.

A second writing of `exact.duel_stages` and `exact.duel_exact`, which explain it; the tests compare all values. The
positions are those of `exact.duel_hands.Places`: a hand is a configuration c (the wildcards left) and a row r (the
cards face up), and the value of a turn that seat s begins with (c, r) against (d, q) is at

    block[s, c, d] + r * sizes[1 - s, d] + q.

Beside the values of the starts of turns there are tables for two kinds of stages, `ends` (the end of a turn) and
`rolls` (before a roll, one for each number of rolls still to come that DADO can leave, and each state of the turn's
limit), so that each is valued once and then looked up. Layers that do not depend on one another may be solved at the
same time: `solve_layers` holds no lock while it runs.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

DADO, SALTAR, NUMERAL, VOLTEAR, TIRADOR = range(5)
NO_CARD, FINISHED = -1, -2

# The options, in this order.
PER_ROLL, PER_TURN, SHOT_FIRST, SHOT_ENDS, ONE_CARD, ONE_OF_A_KIND, ATTACKER, OPTIONAL, EVEN = range(9)

CLOSE_ENOUGH = 2.0**-51  # a few roundings; what is left is measured, and certified
MOST_STEPS = 200


class Tables(NamedTuple):
    """What the rules come to. Shapes: seats s, configurations c, families of rows f, rows r, faces."""

    options: Ints
    chances: Floats  # of each face
    near: Ints  # [face, 2]: what NUMERAL makes of it, or -1
    flips: Ints  # [f, r, face]: the row after that card is turned, NO_CARD or FINISHED
    raises: Ints  # [f, r, face]: the rows after a card is raised, then -1
    lower: Ints  # [r]: of the rows with a NUMERAL, the row once it is spent
    family: Ints  # [s, c]
    sizes: Ints  # [s, c]: how many rows
    less: Ints  # [s, c, kind]: the configuration after one is spent, or -1
    block: Ints  # [s, c, d]
    plane: Ints  # [2 * rolls to come + limited]: the table in `rolls`


@compiled
def over(t: Tables, starts: Floats, s: int, c: int, r: int, d: int, q: int) -> float:
    """The turn passes on."""
    return float(1.0 - starts[t.block[1 - s, d, c] + q * t.sizes[s, c] + r])


@compiled
def settled(
    t: Tables,
    starts: Floats,
    ends: Floats,
    rolls: Floats,
    s: int,
    c: int,
    r: int,
    d: int,
    q: int,
    more: int,
    limited: int,
) -> float:
    """After a roll that did not end the game: the next roll of the turn, or its end."""
    if more > 0:
        value = rolls[t.plane[2 * (more - 1) + limited], t.block[s, c, d] + r * t.sizes[1 - s, d] + q]
    elif limited and t.options[ONE_CARD]:
        value = 1.0 - starts[t.block[1 - s, d, c] + q * t.sizes[s, c] + r]
    else:
        value = ends[t.block[s, c, d] + r * t.sizes[1 - s, d] + q]
    return float(value)


@compiled
def end_cards(t: Tables, starts: Floats, ends: Floats, s: int, c: int, r: int, d: int, q: int) -> float:
    """The best that SALTAR or VOLTEAR can do at the end of a turn, or -1 where neither may be played."""
    best = -1.0
    width = t.sizes[1 - s, d]
    spent = t.less[s, c, SALTAR]
    if spent >= 0:
        best = starts[t.block[s, spent, d] + r * width + q]
    spent = t.less[s, c, VOLTEAR]
    if spent >= 0 and t.raises[t.family[1 - s, d], q, 0] >= 0:
        both = t.less[s, spent, SALTAR] if not t.options[ONE_CARD] else -1
        chosen = -1.0 if t.options[ATTACKER] else 2.0
        for k in range(t.raises.shape[2]):
            up = t.raises[t.family[1 - s, d], q, k]
            if up < 0:
                break
            if t.options[ONE_CARD] or t.options[ONE_OF_A_KIND]:
                value = 1.0 - starts[t.block[1 - s, d, spent] + up * t.sizes[s, spent] + r]
                if both >= 0:
                    value = max(value, starts[t.block[s, both, d] + r * width + up])
            else:
                value = ends[t.block[s, spent, d] + r * width + up]
            chosen = max(chosen, value) if t.options[ATTACKER] else min(chosen, value)
        best = max(best, chosen)
    return float(best)


@compiled
def shots(
    t: Tables,
    starts: Floats,
    ends: Floats,
    rolls: Floats,
    s: int,
    c: int,
    r: int,
    d: int,
    q: int,
    more: int,
    limited: int,
) -> tuple[float, float]:
    """What the roller's own TIRADOR is worth and what the other's is: -1 and 2 where there is none."""
    own, others = -1.0, 2.0
    spent = t.less[s, c, TIRADOR]
    if spent >= 0 and not limited:
        if t.options[SHOT_ENDS]:
            own = over(t, starts, s, spent, r, d, q)
        else:
            used = 1 if t.options[ONE_CARD] or t.options[ONE_OF_A_KIND] else 0
            own = settled(t, starts, ends, rolls, s, spent, r, d, q, more, used)
    spent = t.less[1 - s, d, TIRADOR]
    if spent >= 0:
        if t.options[SHOT_ENDS]:
            others = over(t, starts, s, c, r, spent, q)
        else:
            others = settled(t, starts, ends, rolls, s, c, r, spent, q, more, limited)
    return own, others


@compiled
def numbers(
    t: Tables,
    starts: Floats,
    ends: Floats,
    rolls: Floats,
    s: int,
    c: int,
    r: int,
    d: int,
    q: int,
    more: int,
    limited: int,
    least: float,
    most: float,
    low: Floats,
    high: Floats,
    changed: Floats,
    again: Floats,
) -> None:
    """What each number on the die is worth, if a roll that comes to nothing is worth `least`, or `most`.

    The answers go to `low` and `high`; `changed` and `again` are work space. From the last NUMERAL that may be played
    on the roll back to none: a card is turned in the row r, whose numbers are those of the die, and the NUMERAL are
    spent after that, for the last one may change which row stands for the cards.
    """
    faces = t.chances.shape[0]
    family = t.family[s, c]
    deepest = 0
    now = t.less[s, c, NUMERAL]
    while now >= 0 and deepest < t.options[PER_ROLL] and not (t.options[ONE_CARD] and (limited or deepest)):
        deepest += 1
        now = t.less[s, now, NUMERAL]
    for changes in range(deepest, -1, -1):
        now = c
        for _ in range(changes):
            now = t.less[s, now, NUMERAL]
        lowered = t.family[s, now] != family
        row = t.lower[r] if lowered else r
        used = 1 if limited or (changes and t.options[ONE_CARD]) else 0
        own, others = shots(t, starts, ends, rolls, s, now, row, d, q, more, used)
        under, upper = least, most
        if changes:
            under = settled(t, starts, ends, rolls, s, now, row, d, q, more, used)
            upper = under
        for face in range(faces):
            to = t.flips[family, r, face]
            worst, best = under, upper
            if to == FINISHED:
                worst, best = 1.0, 1.0
            elif to != NO_CARD:
                if lowered:
                    to = t.lower[to]
                value = settled(t, starts, ends, rolls, s, now, to, d, q, more, used)
                worst = max(value, worst) if t.options[OPTIONAL] else value
                best = max(value, best) if t.options[OPTIONAL] else value
            if not t.options[SHOT_FIRST]:
                worst = min(max(worst, own), others)
                best = min(max(best, own), others)
            if changes < deepest:
                for side in range(2):
                    other = t.near[face, side]
                    if other >= 0:
                        worst = max(worst, changed[other])
                        best = max(best, changed[other])
            if changes:
                again[face] = worst
            else:
                if t.options[SHOT_FIRST]:
                    worst = min(max(worst, own), others)
                    best = min(max(best, own), others)
                low[face] = worst
                high[face] = best
        for face in range(faces):
            changed[face] = again[face]


@compiled
def mean(t: Tables, values: Floats) -> float:
    """The expected value over the faces."""
    value = 0.0
    for face in range(t.chances.shape[0]):
        value += t.chances[face] * values[face]
    return value


@compiled
def at(t: Tables, low: Floats, high: Floats, dado: float, stay: float) -> tuple[float, float, float]:
    """A turn without DADO, with it, and how fast it grows, if changing nothing is worth `stay`."""
    value = 0.0
    slope = 0.0
    for face in range(t.chances.shape[0]):
        chance = t.chances[face]
        if stay <= low[face]:
            value += chance * low[face]
        elif stay >= high[face]:
            value += chance * high[face]
        else:
            value += chance * stay
            slope += chance
    if dado >= value:
        return value, dado, 0.0
    return value, value, slope


@compiled
def solve_layers(
    layers: Ints, t: Tables, starts: Floats, ends: Floats, rolls: Floats, most_dados: Ints
) -> tuple[float, int]:
    """Close all pairs of the given pairs of configurations, which must not depend on one another.

    `starts`, `ends` and `rolls` are filled in. Returned are the greatest residual of an equation, and how many
    positions there are (with an optional flip) in which somebody would rather turn no card at all.
    """
    faces = t.chances.shape[0]
    low = np.empty((2, faces))
    high = np.empty((2, faces))
    changed = np.empty(faces)
    again = np.empty(faces)
    work_low = np.empty(faces)
    work_high = np.empty(faces)
    cards = np.empty(2)
    dados = np.empty(2)
    values = np.empty(2)
    plain = np.empty(2)
    greatest = 0.0
    stalls = 0
    even = t.options[EVEN] == 1
    one_card = t.options[ONE_CARD] == 1
    for layer in range(layers.shape[0]):
        for x in range(t.sizes[0, layers[layer, 0]]):
            for y in range(t.sizes[1, layers[layer, 1]]):
                if even and layers[layer, 0] == layers[layer, 1] and y > x:
                    break
                for s in range(2):
                    c, d = layers[layer, s], layers[layer, 1 - s]
                    r, q = (x, y) if s == 0 else (y, x)
                    cards[s] = end_cards(t, starts, ends, s, c, r, d, q)
                    numbers(
                        t, starts, ends, rolls, s, c, r, d, q, 0, 0, max(cards[s], 0.0), 1.0,
                        low[s], high[s], changed, again,
                    )  # fmt: skip
                    dados[s] = -1.0
                    spent = c
                    for more in range(1, most_dados[s, c] + 1):
                        spent = t.less[s, spent, DADO]
                        used = 1 if one_card else 0
                        nothing = settled(t, starts, ends, rolls, s, spent, r, d, q, more, used)
                        numbers(
                            t, starts, ends, rolls, s, spent, r, d, q, more, used, nothing, nothing,
                            work_low, work_high, changed, again,
                        )  # fmt: skip
                        dados[s] = max(dados[s], mean(t, work_low))
                # Newton steps inside a bracket
                under, upper = -1.0, 2.0
                a = 0.5
                steps = 0
                while True:
                    plain[1], values[1], down = at(t, low[1], high[1], dados[1], 1.0 - a)
                    plain[0], values[0], up = at(t, low[0], high[0], dados[0], 1.0 - values[1])
                    gap = values[0] - a
                    if abs(gap) <= CLOSE_ENOUGH or steps >= MOST_STEPS:
                        break
                    steps += 1
                    if gap > 0:
                        under = a
                    else:
                        upper = a
                    step = a + gap / (1.0 - up * down) if up * down < 1.0 else under
                    a = step if under < step < upper else 0.5 * (under + upper)
                greatest = max(greatest, abs(gap))
                values[0] = a
                c, d = layers[layer, 0], layers[layer, 1]
                starts[t.block[0, c, d] + x * t.sizes[1, d] + y] = values[0]
                starts[t.block[1, d, c] + y * t.sizes[0, c] + x] = values[1]
                if even and c == d and x == y:
                    greatest = max(greatest, abs(values[0] - values[1]) + abs(gap))
                for s in range(2):
                    c, d = layers[layer, s], layers[layer, 1 - s]
                    r, q = (x, y) if s == 0 else (y, x)
                    here = t.block[s, c, d] + r * t.sizes[1 - s, d] + q
                    ends[here] = max(over(t, starts, s, c, r, d, q), cards[s])
                    for more in range(t.plane.shape[0] // 2):
                        for used in range(2):
                            table = t.plane[2 * more + used]
                            if table < 0:
                                continue
                            if more == 0 and used == 0:
                                rolls[table, here] = plain[s]
                                continue
                            nothing = settled(t, starts, ends, rolls, s, c, r, d, q, more, used)
                            numbers(
                                t, starts, ends, rolls, s, c, r, d, q, more, used, nothing, nothing,
                                work_low, work_high, changed, again,
                            )  # fmt: skip
                            rolls[table, here] = mean(t, work_low)
                    if t.options[OPTIONAL]:
                        moves = False
                        for face in range(faces):
                            to = t.flips[t.family[s, c], r, face]
                            if to == FINISHED:
                                moves = True
                            elif to != NO_CARD:
                                moves = moves or ends[t.block[s, c, d] + to * t.sizes[1 - s, d] + q] >= ends[here]
                        stalls += 0 if moves else 1
    return greatest, stalls
