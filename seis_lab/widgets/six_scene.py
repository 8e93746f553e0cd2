"""What a table of Six shows: who sits there with how many tiles, the board cell by cell, and what can be done.

The board is the list: every cell that can be chosen carries its action, and only what no cell can say, or what the
coach puts first, is listed beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from seis_lab.exact.six_board import Board
from seis_lab.game import Terminal
from seis_lab.games.options import differences
from seis_lab.games.six import SixRules
from seis_lab.games.six_figures import Shape, through
from seis_lab.games.six_groups import Group, capture
from seis_lab.games.six_hexes import Cell, Tiles
from seis_lab.games.six_notation import Keep, Land, Lift, Phase, Place, SixMove, SixState
from seis_lab.locale import text
from seis_lab.widgets import six_coach
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.players import seated
from seis_lab.widgets.six_story import shown_state, shown_story, shown_turn
from seis_lab.widgets.six_words import SIDES, count_words, piece_id, side_name, tiles_of, tiles_of_side, winners

SHAPES = ("circle", "square")
"""Whose tiles bear a ring and whose a square."""
LAST = 99
"""The place in the list of what the coach says nothing of."""


def subtitle(moment: Moment) -> str:
    """How many play, which part of the game it is, and whether the rules were changed."""
    rules, lang, state = moment.rules, moment.lang, shown_state(moment)
    part = "placing" if state.phase is Phase.PLACE else "moving"
    parts = [text(lang, "seats", n=rules.players), text(lang, f"six.{part}")]
    if set(differences(rules)) - {"players"}:
        parts.append(text(lang, "changed_rules"))
    return " · ".join(parts)


def players(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody at the table; of a team both have the colour and the shape of their tiles."""
    lang, state, turn = moment.lang, shown_state(moment), shown_turn(moment)
    over = isinstance(turn, Terminal) and moment.replay is None
    won = winners(turn.outcome.payoffs) if isinstance(turn, Terminal) and over else []
    return [
        {
            **seated(player, seat, called[seat]),
            "shape": SHAPES[seat % 2],
            "turn": not isinstance(turn, Terminal) and seat == state.actor,
            "you": moment.replay is None and seat == moment.viewer,
            "note": count_words(lang, state.hands[seat], len(state.tiles[seat % 2])),
            "won": seat in won,
        }
        for seat, player in enumerate(moment.players)
    ]


def table(moment: Moment, called: Sequence[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The tiles of everybody, then the board."""
    lang, state = moment.lang, shown_state(moment)
    zones: list[dict[str, Any]] = []
    pieces: list[dict[str, Any]] = []
    for seat, name in enumerate(called):
        count = state.hands[seat] if any(state.hands) else len(state.tiles[seat % 2])
        label = text(lang, "six.stock", name=name, tiles=tiles_of_side(lang, seat % 2, count))
        stock = {"id": f"stock-{seat}", "kind": "stock", "count": count, "side": seat % 2}
        pieces.append({**stock, "seat": seat, "label": label, "action": None})
        zones.append({"id": f"stock-{seat}", "kind": "stock", "seat": seat, "label": label, "pieces": [stock["id"]]})
    cells = board(moment)
    red, black = (tiles_of_side(lang, side, len(state.tiles[side])) for side in (0, 1))
    label = text(lang, "six.board", red=red, black=black)
    ids = [cell["id"] for cell in cells]
    basis = six_coach.basis(moment) or six_coach.thought(moment)
    zones.append({"id": "board", "kind": "hex", "seat": None, "label": label, "pieces": ids, "text": basis})
    return zones, [*pieces, *cells]


# The board.


def board(moment: Moment) -> list[dict[str, Any]]:
    """Every cell that is shown, row by row: tiles, what is in the air or captured, and the free cells that matter."""
    rules, state = moment.rules, shown_state(moment)
    figure = rules.figure_of(state) if isinstance(shown_turn(moment), Terminal) else None
    offered = by_cell(moment)
    ready = threats(moment, state)
    told = shown_story(moment)
    last = next((one.cell for one in reversed(told) if one.whole), None)
    found: dict[Cell, dict[str, Any]] = {}
    for side in (0, 1):
        for cell in state.tiles[side]:
            found[cell] = _cell(moment, cell, "tile", side)
    if state.phase in (Phase.LAND, Phase.KEEP) and told:
        for side, lost in enumerate(told[-1].lost):
            found |= {cell: _cell(moment, cell, "captured", side) for cell in lost}
        if state.lifted is not None and state.lifted not in found:
            found[state.lifted] = _cell(moment, state.lifted, "lifted", state.colour)
    for cell in (*offered, *ready):
        if cell not in found:
            found[cell] = _cell(moment, cell, "free", state.colour if cell in offered else None)
    for cell, piece in found.items():
        piece["threats"] = sorted(ready.get(cell, {})) if piece["state"] == "free" else []
        piece["marks"] += ["last"] * (cell == last) + ["figure"] * (figure is not None and cell in figure.cells)
        if cell in offered:
            _offer(moment, state, piece, *offered[cell])
        piece["label"] = " ".join([piece["label"], *_more(moment, cell, ready.get(cell, {}), piece, figure)])
    _number(moment, state, found)
    return sorted(found.values(), key=lambda piece: (2 * piece["r"] + piece["q"], piece["q"]))


def _cell(moment: Moment, cell: Cell, state: str, side: int | None) -> dict[str, Any]:
    """A cell of which nothing is said but what it is."""
    key = state if state in ("free", "lifted") else f"{state}_{SIDES[side or 0]}"
    name = str(cell) if "coordinates" in moment.switches else ""
    return {
        "id": piece_id(cell),
        "kind": "cell",
        "q": cell.q,
        "r": cell.r,
        "side": side,
        "state": state,
        "threats": [],
        "takes": [],
        "marks": [],
        "text": name,
        "seat": None,
        "label": text(moment.lang, f"six.cell.{key}", cell=cell),
        "action": None,
    }


def by_cell(moment: Moment) -> dict[Cell, tuple[int, Offer]]:
    """The offer that a click on each cell stands for, with its number; the way back lies where the tile was."""
    found: dict[Cell, tuple[int, Offer]] = {}
    for index, offer in enumerate(moment.offers):
        match offer.move:
            case Place(cell) | Lift(cell) | Land(cell):
                found.setdefault(cell, (index, offer))
            case Keep(cell):
                for tile in capture(moment.state.tiles).survivor(cell):
                    found[tile] = (index, offer)
            case _:
                if moment.state.lifted is not None:
                    found.setdefault(moment.state.lifted, (index, offer))
    return found


def _offer(moment: Moment, state: SixState, piece: dict[str, Any], index: int, offer: Offer) -> None:
    """What a click on this cell does, what it captures, and what the coach says of it."""
    lang, move = moment.lang, offer.move
    piece["action"] = f"m{index}"
    if move is None:
        piece["label"] += " " + text(lang, "six.cell.back")
        return
    before = state if offer.back is None else moment.states[offer.back]
    lost, is_split = taken(moment.rules, before, move)
    if not isinstance(move, Keep):
        piece["label"] += " " + text(lang, f"six.cell.{type(move).__name__.lower()}")
    if any(lost):
        piece["takes"] = [piece_id(cell) for cells in lost for cell in cells]
        if not isinstance(move, Keep):
            piece["label"] += " " + text(lang, "six.cell.takes", lost=tiles_of(lang, lost))
    elif is_split:
        piece["label"] += " " + text(lang, "six.cell.splits")
    said = six_coach.short(moment, move)
    if said:
        piece["text"] = said
        piece["label"] += " " + (six_coach.words(moment, move) or "") + "."
    if six_coach.is_best(moment, move):
        piece["marks"].append("best")


def taken(rules: SixRules, before: SixState, move: SixMove) -> tuple[Tiles, bool]:
    """The tiles that leave the game with a move, by side, and whether a survivor has to be picked first."""
    if isinstance(move, Place) or (isinstance(move, Land) and rules.capture_timing == "at the lift"):
        return ((), ()), False
    there = [set(side) for side in before.tiles]
    if isinstance(move, Keep):
        left = set(capture(before.tiles).survivor(move.cell))
    else:
        after = rules.apply(before, move)
        if after.phase is Phase.KEEP:
            return ((), ()), True
        left = {cell for side in after.tiles for cell in side}
        if isinstance(move, Lift):
            there[before.colour].remove(move.cell)
        else:
            there[before.colour].add(move.cell)
    red, black = (tuple(sorted(side - left)) for side in there)
    return (red, black), False


def threats(moment: Moment, state: SixState) -> dict[Cell, dict[int, str]]:
    """The free cells on which a tile of a side makes a figure, and which; for the sides whose threats are wished."""
    own = state.colour
    sides = [own] * ("own_threats" in moment.switches) + [1 - own] * ("other_threats" in moment.switches)
    if not sides or isinstance(shown_turn(moment), Terminal):
        return {}
    counted = Board(moment.rules.shapes)
    counted.show(state.tiles)
    found: dict[Cell, dict[int, str]] = {}
    for side in sides:
        for cell in map(counted.cell, counted.completing(side)):
            held = {*state.tiles[side], cell}
            name = next(shape.name for shape in through(cell, moment.rules.shapes) if held.issuperset(shape.cells))
            found.setdefault(cell, {})[side] = name
    return found


def _more(
    moment: Moment, cell: Cell, ready: Mapping[int, str], piece: Mapping[str, Any], figure: Shape | None
) -> list[str]:
    """What else the label of a cell says: figures that it would make or is part of, and what came last."""
    lang = moment.lang
    said = []
    if piece["state"] == "free":
        for side, name in sorted(ready.items()):
            said.append(text(lang, f"six.cell.makes.{name}", side=side_name(lang, side)))
    if "last" in piece["marks"]:
        said.append(text(lang, "six.cell.last"))
    if figure is not None and cell in figure.cells:
        said.append(text(lang, f"six.cell.part.{figure.name}"))
    return said


def _number(moment: Moment, state: SixState, found: Mapping[Cell, dict[str, Any]]) -> None:
    """Where a survivor is to be picked, every tile bears the number of its group."""
    if state.phase is not Phase.KEEP:
        return
    for number, group in enumerate(survivors(state), start=1):
        for cell in group:
            found[cell]["text"] = str(number)
            found[cell]["label"] += " " + text(moment.lang, "six.cell.group", n=number, count=len(group))


def survivors(state: SixState) -> tuple[Group, ...]:
    """The equally large groups of which one survives, in the order in which they are offered."""
    return capture(state.tiles).largest


# What can be done.


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Every offer in words; `listed` is its place in the list, if no cell can say it or coach or hint put it first."""
    lang, found = moment.lang, []
    places = {index: place for place, index in enumerate(six_coach.first(moment))}
    for index, offer in enumerate(moment.offers):
        move, hinted = offer.move, moment.hint is not None and moment.hint.offer == index
        place = places.get(index, LAST if hinted or isinstance(move, Keep) or move is None else None)
        said: dict[str, Any] = {"id": f"m{index}", "detail": None, "loss": None, "best": False, "kind": "move"}
        said |= {"icon": None, "piece": None, "listed": place}
        if move is None:
            back = {"label": text(lang, "six.do.back"), "icon": "back", "piece": piece_id(moment.state.lifted)}
            found.append({**said, **back})
            continue
        said["label"] = move_words(moment, move, instead=offer.back is not None)
        if isinstance(move, Keep):
            group = capture(moment.state.tiles).survivor(move.cell)
            said["detail"] = tiles_of(lang, _by_side(group, moment.state))
        said["piece"] = piece_id(move.cell)
        said["detail"] = six_coach.words(moment, move) or said["detail"]
        said["best"] = six_coach.is_best(moment, move)
        found.append(said)
    return found


def move_words(moment: Moment, move: SixMove, instead: bool = False) -> str:
    """What a move does, in a few words."""
    lang = moment.lang
    match move:
        case Keep(cell):
            number = [group[0] for group in survivors(moment.state)].index(cell) + 1
            return text(lang, "six.do.keep", n=number)
        case _:
            key = type(move).__name__.lower() + ("_instead" if instead else "")
            return text(lang, f"six.do.{key}", cell=move.cell)


def _by_side(group: Group, state: SixState) -> Tiles:
    red, black = (tuple(cell for cell in group if cell in side) for side in state.tiles)
    return red, black
