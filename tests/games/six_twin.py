"""A second Six, written on its own from the page of rules, to compare answers with.

It shares nothing with the package: cells are cube coordinates x + y + z = 0, the table is one dict from cell to colour,
figures are looked for by counting (runs, rows that grow, neighbours round a cell), groups are found by merging, and a
game is a generator that asks (seat, kind, the possible cells as "q,r") and is sent the answer.
"""

from collections import Counter
from collections.abc import Generator
from fractions import Fraction
from itertools import combinations
from typing import Any

Cube = tuple[int, int, int]
Table = dict[Cube, str]
Question = tuple[int, str, list[str]]
End = tuple[list[Fraction], str]

AXES = [(1, -1, 0), (0, 1, -1), (-1, 0, 1)]
WAYS = AXES + [(-x, -y, -z) for x, y, z in AXES]


def step(cell: Cube, way: Cube, times: int = 1) -> Cube:
    return (cell[0] + times * way[0], cell[1] + times * way[1], cell[2] + times * way[2])


def text(cell: Cube) -> str:
    return f"{cell[0]},{cell[2]}"


def cube(written: str) -> Cube:
    q, r = map(int, written.split(","))
    return (q, -q - r, r)


def distance(one: Cube, two: Cube) -> int:
    return max(abs(a - b) for a, b in zip(one, two, strict=True))


def pieces(table: Table) -> list[set[Cube]]:
    """Groups by merging: every tile begins alone, and groups with tiles at distance 1 become one."""
    found: list[set[Cube]] = []
    for cell in table:
        near = [group for group in found if any(distance(cell, other) == 1 for other in group)]
        found = [group for group in found if group not in near] + [{cell}.union(*near)]
    return found


def edge(table: Table) -> set[Cube]:
    return {step(cell, way) for cell in table for way in WAYS if step(cell, way) not in table}


def has_line(mine: set[Cube], length: int) -> bool:
    for cell in mine:
        for way in AXES:
            run = 0
            while step(cell, way, run) in mine:
                run += 1
            if run >= length:
                return True
    return False


def has_triangle(mine: set[Cube], side: int) -> bool:
    """From a corner, two neighbouring ways span rows of 1, 2, 3 ... tiles."""
    for corner in mine:
        for one, two in combinations(WAYS, 2):
            if distance(one, two) == 1:
                rows = [[step(step(corner, one, row - k), two, k) for k in range(row + 1)] for row in range(side)]
                if all(cell in mine for row in rows for cell in row):
                    return True
    return False


def has_ring(mine: set[Cube]) -> bool:
    middles = {step(cell, way) for cell in mine for way in WAYS}
    return any(sum(step(middle, way) in mine for way in WAYS) == 6 for middle in middles)


def figure(table: Table, colour: str, rules: dict[str, Any]) -> str:
    """The first kind of figure that a colour has, or nothing."""
    mine = {cell for cell, owner in table.items() if owner == colour}
    found = {
        "line": lambda: has_line(mine, rules["line"]),
        "triangle": lambda: has_triangle(mine, rules["triangle"]),
        "ring": lambda: has_ring(mine),
    }
    return next((name for name, test in found.items() if name in rules["figures"] and test()), "")


def fewest(rules: dict[str, Any]) -> int:
    sizes = {"line": rules["line"], "triangle": rules["triangle"] * (rules["triangle"] + 1) // 2, "ring": 6}
    return min(sizes[name] for name in rules["figures"])


def picture(table: Table, colour: str) -> tuple[str, frozenset[tuple[int, int, str]]]:
    """The table without its place: seen from the corner of its box."""
    x, z = min(cell[0] for cell in table), min(cell[2] for cell in table)
    return colour, frozenset((cell[0] - x, cell[2] - z, owner) for cell, owner in table.items())


def liftable(table: Table, colour: str, rules: dict[str, Any]) -> list[Cube]:
    own = [cell for cell, owner in table.items() if owner == colour]
    return [cell for cell in own if rules["split"] == "allowed" or landings(table, cell, rules)]


def landings(table: Table, lifted: Cube, rules: dict[str, Any]) -> list[Cube]:
    """Where a lifted tile could land under the options about splits; nothing where it may not be lifted."""
    rest = {cell: owner for cell, owner in table.items() if cell != lifted}
    open_cells = sorted(edge(rest) - {lifted})
    if rules["split"] == "allowed":
        return open_cells
    if rules["capture_timing"] == "at the lift":
        return open_cells if len(pieces(rest)) == 1 else []
    return [cell for cell in open_cells if len(pieces({**rest, cell: "any"})) == 1]


def game(rules: dict[str, Any]) -> Generator[Question, str, End]:
    """A whole game; returns the payoffs and what ended it."""
    seats, needed = rules["players"], fewest(rules)
    table: Table = {(0, 0, 0): "red", (1, -1, 0): "black"}
    colours = ["red", "black"] * (seats // 2)

    def pay(winner: str) -> list[Fraction]:
        return [Fraction(2 * (colour == winner), seats) if winner else Fraction(1, seats) for colour in colours]

    for turn in range(2 * (rules["tiles"] - 1)):
        seat = turn % seats
        free = edge(table)
        if turn == 0 and rules["opening_restriction"]:
            free = {cell for cell in free if distance(cell, (0, 0, 0)) > 1}
        table[cube((yield seat, "place", [text(cell) for cell in free]))] = colours[seat]
        if name := figure(table, colours[seat], rules):
            return pay(colours[seat]), name

    seat, quiet, seen = 0, 0, Counter({picture(table, "red"): 1})
    while True:
        colour = colours[seat]
        lifts = liftable(table, colour, rules)
        quiet += 1
        if lifts:
            lost = yield from move(table, seat, colour, lifts, rules)
            if lost:
                quiet, seen = 0, Counter()
            if name := figure(table, colour, rules):
                return pay(colour), name
            count = {side: list(table.values()).count(side) for side in ("red", "black")}
            low = [side for side in count if count[side] < needed]
            if len(low) == 2:
                more = max(count, key=lambda side: count[side])
                uneven = count["red"] != count["black"] and rules["both_below_six"] == "more tiles wins"
                return pay(more if uneven else ""), "both sides have too few tiles"
            if low:
                return pay("black" if low == ["red"] else "red"), "too few tiles"
        seat = (seat + 1) % seats
        now = picture(table, colours[seat])
        seen[now] += 1
        if rules["repetition"] == "draw":
            if seen[now] == 3:
                return pay(""), "the same position for the third time"
            if quiet == 100:
                return pay(""), "100 turns without a capture"


def move(
    table: Table, seat: int, colour: str, lifts: list[Cube], rules: dict[str, Any]
) -> Generator[Question, str, int]:
    """One turn of the moving phase; returns how many tiles were captured."""
    lifted = cube((yield seat, "lift", [text(cell) for cell in lifts]))
    cells = landings(table, lifted, rules)
    del table[lifted]
    lost = 0
    if rules["capture_timing"] == "at the lift":
        lost = yield from capture(table, seat)
        cells = [cell for cell in edge(table) if cell != lifted]
    table[cube((yield seat, "land", [text(cell) for cell in cells]))] = colour
    if rules["capture_timing"] == "after landing":
        lost = yield from capture(table, seat)
    return lost


def capture(table: Table, seat: int) -> Generator[Question, str, int]:
    """Only the largest group stays; among equal ones the answer says which."""
    found = pieces(table)
    largest = [group for group in found if len(group) == max(map(len, found))]
    stays = largest[0]
    if len(largest) > 1:
        # A group is named by its least cell, by q and then by r.
        named = {text(min(group, key=lambda cell: (cell[0], cell[2]))): group for group in largest}
        stays = named[(yield seat, "keep", list(named))]
    lost = [cell for cell in table if cell not in stays]
    for cell in lost:
        del table[cell]
    return len(lost)
