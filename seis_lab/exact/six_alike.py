"""Which positions of Six are alike, fast: `symmetric` of the rules of record as a pair of whole numbers.

The red and the black tiles are the bits of two numbers, with the bit of a cell so chosen that moving along the grid is
a shift. Shifted until the lowest bit is 0, the twelve images of a position are compared; the least stands for all.

    >>> from seis_lab.games.six_notation import parse_position
    >>> one = parse_position("0,0 2,0 | 1,0 ; 19,20 ; B PLACE").tiles
    >>> two = parse_position("5,4 5,6 | 5,5 ; 19,20 ; B PLACE").tiles
    >>> alike(one) == alike(two), orbit(one)
    (True, 3)
"""

from functools import cache
from typing import TypeAlias

from seis_lab.games.six_hexes import SYMMETRIES, Cell, Tiles

Alike: TypeAlias = tuple[int, int]
"""What all positions that are alike have in common."""


def alike(tiles: Tiles) -> Alike:
    """The same for two positions exactly when one is the other moved along, turned or mirrored."""
    return min(_images(tiles))


def orbit(tiles: Tiles) -> int:
    """How many different positions are alike to this one, if moving along makes no difference: 12 or a part of it."""
    return len(set(_images(tiles)))


def _images(tiles: Tiles) -> list[Alike]:
    reach = len(tiles[0]) + len(tiles[1])  # no tile of a group is farther away than that from another
    q, r = tiles[0][0] if tiles[0] else tiles[1][0]
    red, black = ([_bits(reach, a - q, b - r) for a, b in side] for side in tiles)
    found = []
    for image in range(len(SYMMETRIES)):
        one, two = sum(bits[image] for bits in red), sum(bits[image] for bits in black)
        held = one | two
        shift = (held & -held).bit_length() - 1
        found.append((one >> shift, two >> shift))
    return found


@cache
def _bits(reach: int, q: int, r: int) -> tuple[int, ...]:
    """The bit of a cell in each of the twelve images."""
    images = (image(Cell(q, r)) for image in SYMMETRIES)
    return tuple(1 << (a + reach) * (4 * reach) + b + reach for a, b in images)
