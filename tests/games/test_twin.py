"""The rules of SEIS written a second time, in another style, and compared with the engine on every position met.

The twin follows section 1 of the rules of record line by line: one generator over lists and dictionaries that asks for
every choice as it comes up. It knows nothing of phases, states or notation, cannot go back, and is replayed from the
start for every question. It reads the options from their plain JSON.
"""

import random
from collections import Counter
from collections.abc import Generator
from typing import Any, TypeAlias

import pytest

from seis_lab.game import Chance, Decision, Terminal, perft
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisState

Ask: TypeAlias = tuple[str, int | None, dict[str, int]]  # "chance" or "decision", whose, and the moves with weights
Game: TypeAlias = Generator[Ask, str, list[int]]
Turn: TypeAlias = Generator[Ask, str, int]

LETTERS = "ABCDEF"


class Table:
    """What lies on the table, changed in place."""

    def __init__(self, options: dict[str, Any]) -> None:
        n, row = options["players"], options["row"] or list(range(1, options["faces"] + 1))
        sets = options["wildcards"] if isinstance(options["wildcards"], list) else [options["wildcards"]] * n
        self.up = [[str(number) for number in row] for _ in range(n)]
        if options["mode"] != "traditional":  # to be dealt from the box
            colours = LETTERS.lower()[:n] if options["mode"] == "mirror" else "      "
            self.box = [f"{number}{colour}".strip() for number in row for colour in colours]
            self.up = [[] for _ in range(n)]
        self.size = len(row)
        self.down: list[list[str]] = [[] for _ in range(n)]
        self.cards = [dict(one) for one in sets]
        self.roller, self.clockwise = 0, True


def decide(seat: int, *moves: str) -> Ask:
    return "decision", seat, dict.fromkeys(moves, 1)


def choose(seat: int, moves: list[str]) -> Generator[Ask, str, str]:
    """Ask only where there is something to choose."""
    return (yield decide(seat, *moves)) if len(moves) > 1 else moves[0]


def seis(o: dict[str, Any], t: Table) -> Game:
    """Play a game on the table and return the seats that win."""
    n = o["players"]
    if o["mode"] != "traditional":
        for place in range(n * t.size):
            card = yield "chance", None, {f"deal {card}": count for card, count in Counter(t.box).items()}
            t.box.remove(card[len("deal ") :])
            t.up[place % n].append(card[len("deal ") :])
    if n > 1:
        first = yield "chance", None, {f"first {LETTERS[seat]}": 1 for seat in range(n)}
        t.roller = LETTERS.index(first[-1])
    while True:
        lost_turns = yield from one_turn(o, t)
        if won := [seat for seat in range(n) if not t.up[seat]]:
            return [t.roller] if t.roller in won and o["simultaneous_win"] == "roller wins" else won
        for _ in range(1 + lost_turns):
            t.roller = (t.roller + (1 if t.clockwise else -1)) % n


def one_turn(o: dict[str, Any], t: Table) -> Turn:
    """A turn; returns how many players lose theirs."""
    me, n, played = t.roller, o["players"], Counter[str]()

    def free(kind: str, limit: int | None) -> bool:
        """The roller holds the card, and neither the limit for its kind nor the one for the turn is reached."""
        if t.cards[me][kind] == 0 or (limit is not None and played[kind] >= limit):
            return False
        return o["max_wildcards_per_turn"] is None or played.total() < o["max_wildcards_per_turn"]

    def lay(kind: str) -> None:
        t.cards[me][kind] -= 1
        played[kind] += 1

    rolls = 1
    while free("DADO", o["dado_per_turn"]) and (yield decide(me, "DADO", "pass")) == "DADO":
        lay("DADO")
        rolls += 1
    for _ in range(rolls):
        number = int((yield "chance", me, dice(o))[len("roll ") :])
        shot = False
        for window in ("TIRADOR", "NUMERAL") if o["tirador_window"] == "before NUMERAL" else ("NUMERAL", "TIRADOR"):
            if window == "TIRADOR" and n > 1:
                for steps in range(1, n + 1):
                    seat = (me + steps * (1 if t.clockwise else -1)) % n
                    may = free("TIRADOR", o["same_kind_per_turn"]) if seat == me else t.cards[seat]["TIRADOR"] > 0
                    if may and (yield decide(seat, "TIRADOR", "pass")) == "TIRADOR":
                        if seat == me:
                            lay("TIRADOR")
                        else:
                            t.cards[seat]["TIRADOR"] -= 1
                        shot = True
                        break
            elif window == "NUMERAL" and not shot:
                for _ in range(o["numeral_per_roll"]):
                    beside = neighbours(o, number)
                    if not free("NUMERAL", None) or not beside:
                        break
                    answer = yield decide(me, *(f"NUMERAL {other}" for other in beside), "pass")
                    if answer == "pass":
                        break
                    lay("NUMERAL")
                    number = int(answer[len("NUMERAL ") :])
        if shot:
            if o["tirador_scope"] == "whole turn":
                return 0
            continue
        yield from turn_cards(o, t, number)
        if not all(t.up):
            return 0
    return (yield from end_of_turn(o, t, free, lay))


def turn_cards(o: dict[str, Any], t: Table, number: int) -> Generator[Ask, str, None]:
    """The number takes effect: the roller turns a card, and whoever has the card of the die's colour turns that."""
    me = t.roller
    exact = f"{number}{LETTERS[me].lower()}"  # printed on a card in mirror mode only
    holder = next((seat for seat, row in enumerate(t.up) if exact in row), None)
    mine = [card for card in dict.fromkeys(t.up[me]) if number_of(card) == number]
    if holder == me and o["mirror_roller"] == "one card only":
        holder, optional = None, False
    else:
        mine, optional = [card for card in mine if card != exact], o["flip"] == "optional"
    if (
        mine
        and (answer := (yield from choose(me, [*(f"flip {card}" for card in mine), *["pass"] * optional]))) != "pass"
    ):
        t.up[me].remove(answer[len("flip ") :])
        t.down[me].append(answer[len("flip ") :])
    if holder is not None:
        t.up[holder].remove(exact)
        t.down[holder].append(exact)


def number_of(card: str) -> int:
    return int(card.rstrip("abcdef"))


def end_of_turn(o: dict[str, Any], t: Table, free: Any, lay: Any) -> Turn:
    """REVERSA, SALTAR and VOLTEAR in any order, while the roller wants to and may."""
    me, n, lost = t.roller, o["players"], 0
    if n == 1:
        return 0
    while True:
        moves = ["REVERSA"] if free("REVERSA", o["same_kind_per_turn"]) else []
        if free("SALTAR", o["same_kind_per_turn"]) and lost < n - 1:
            moves.append("SALTAR")
        if free("VOLTEAR", o["same_kind_per_turn"]):
            moves += [f"VOLTEAR {LETTERS[seat]}" for seat in range(n) if seat != me and t.down[seat]]
        move = yield from choose(me, [*moves, "pass"])
        if move == "pass":
            return lost
        lay(move.split()[0])
        if move == "SALTAR" or (move == "REVERSA" and n == 2 and o["reversa_two_players"] == "acts as SALTAR"):
            lost = min(lost + 1, n - 1)
        elif move == "REVERSA" and n > 2:
            t.clockwise = not t.clockwise
        elif move.startswith("VOLTEAR"):
            hit = LETTERS.index(move[-1])
            chooser = hit if o["voltear_chooser"] == "affected player" else me
            which = yield from choose(chooser, [f"raise {card}" for card in sorted(set(t.down[hit]))])
            t.down[hit].remove(which[len("raise ") :])
            t.up[hit].append(which[len("raise ") :])


def dice(o: dict[str, Any]) -> dict[str, int]:
    """Weights over 360, which every die of these tests divides."""
    chances = o["die"] or [f"1/{o['faces']}"] * o["faces"]
    parts = [(*map(int, text.split("/")), 1)[:2] for text in chances]
    return {f"roll {face}": 360 * a // b for face, (a, b) in enumerate(parts, start=1) if a}


def neighbours(o: dict[str, Any], number: int) -> list[int]:
    if o["numeral_wrap"]:
        return sorted({o["faces"] if number == 1 else number - 1, 1 if number == o["faces"] else number + 1})
    return [other for other in (number - 1, number + 1) if 1 <= other <= o["faces"]]


def replay(rules: SeisRules, history: list[str]) -> tuple[Table, Ask | list[int]]:
    """The twin's table after these moves, and what it asks next (or who has won)."""
    options = rules.to_json()
    table = Table(options)
    game = seis(options, table)
    try:
        ask = next(game)
        for move in history:
            assert move in ask[2], (history, move)
            ask = game.send(move)
    except StopIteration as over:
        return table, over.value
    return table, ask


def agree(rules: SeisRules, state: SeisState, history: list[str]) -> list[str]:
    """Assert that engine and twin see the same table and the same choices; return the moves."""
    table, ask = replay(rules, history)
    where = f"{rules} after {history}: {state}"
    for seat, cards in enumerate(table.up):
        assert sorted(cards) == sorted(map(str, state.seats[seat].up)), where
        assert sorted(table.down[seat]) == sorted(map(str, state.seats[seat].down)), where
        assert table.cards[seat] == dict(state.seats[seat].wild), where
    turn = rules.turn(state)
    moves = sorted(str(move) for move in turn.moves)
    match turn:
        case Terminal(outcome):
            assert isinstance(ask, list), where
            assert [p * len(ask) for p in outcome.payoffs] == [seat in ask for seat in range(rules.seats)], where
        case Chance(outcomes, seat):
            total = sum(weight for _, weight in outcomes)
            assert not isinstance(ask, list) and ask[:2] == ("chance", seat), where
            mine, its = {str(move): weight for move, weight in outcomes}, sum(ask[2].values())
            assert mine.keys() == ask[2].keys(), where
            assert all(weight * its == ask[2][move] * total for move, weight in mine.items()), where
        case Decision(seat, _):
            assert not isinstance(ask, list) and ask[:2] == ("decision", seat), where
            assert moves == sorted(ask[2]), where
    if history and not isinstance(turn, Terminal):
        assert state.roller == table.roller and (state.direction == 1) == table.clockwise, where
    return moves


def compare_everywhere(rules: SeisRules, most: int) -> int:
    """Breadth first over the engine's positions, each with the first history that reaches it; how many were met."""
    seen, queue = {rules.initial()}, [(rules.initial(), list[str]())]
    for state, history in queue:  # the queue grows while it is read
        for text in agree(rules, state, history):
            after = rules.apply(state, rules.parse(text))
            if after not in seen and len(seen) < most:
                seen.add(after)
                queue.append((after, [*history, text]))
    return len(seen)


def compare_along(rules: SeisRules, rng: random.Random, longest: int) -> None:
    """One random game: the same table and choices at every step."""
    state, history = rules.initial(), list[str]()
    for _ in range(longest):
        moves = agree(rules, state, history)
        if not moves:
            return
        history.append(rng.choice(moves))
        state = rules.apply(state, rules.parse(history[-1]))


def count(rules: SeisRules, depth: int, history: list[str]) -> int:
    """The twin's perft."""
    if depth == 0:
        return 1
    ask = replay(rules, history)[1]
    return 0 if isinstance(ask, list) else sum(count(rules, depth - 1, [*history, move]) for move in ask[2])


EVERY_OPTION: list[dict[str, Any]] = [
    {},
    {"numeral_wrap": True},
    {"numeral_per_roll": 2},
    {"numeral_per_roll": 2, "numeral_wrap": True},
    {"dado_per_turn": 2},
    {"tirador_window": "before NUMERAL"},
    {"tirador_scope": "that roll"},
    {"tirador_scope": "that roll", "tirador_window": "before NUMERAL", "same_kind_per_turn": None},
    {"max_wildcards_per_turn": 1},
    {"same_kind_per_turn": None},
    {"voltear_chooser": "attacker"},
    {"reversa_two_players": "acts as SALTAR"},
    {"reversa_two_players": "acts as SALTAR", "same_kind_per_turn": None},
    {"flip": "optional"},
    {"die": ["1/2", "1/2", 0]},
    {"row": [1, 1, 3]},
]
MODES: list[dict[str, Any]] = [
    {"mode": "random"},
    {"mode": "random", "row": [1, 1, 3], "flip": "optional"},
    {"mode": "mirror"},
    {"mode": "mirror", "simultaneous_win": "roller wins", "tirador_scope": "that roll"},
    {"mode": "mirror", "mirror_roller": "one card only", "numeral_per_roll": 2},
    {"mode": "mirror", "flip": "optional", "tirador_window": "before NUMERAL"},
    {"mode": "mirror", "flip": "optional", "mirror_roller": "one card only", "voltear_chooser": "attacker"},
    {"mode": "mirror", "row": [1, 3], "same_kind_per_turn": None, "dado_per_turn": 2},
]
SETS: dict[str, Any] = {
    "one of each": dict.fromkeys(["DADO", "SALTAR", "NUMERAL", "REVERSA", "VOLTEAR", "TIRADOR"], 1),
    "luck": {"DADO": 2, "NUMERAL": 2},
    "shots": {"TIRADOR": 2, "DADO": 1, "NUMERAL": 1},
    "end": {"SALTAR": 2, "REVERSA": 2, "VOLTEAR": 2},
}


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_option_in_miniature(options: dict[str, Any], players: int) -> None:
    for cards in SETS.values():
        assert compare_everywhere(SeisRules(players=players, faces=3, wildcards=cards, **options), most=80) > 3


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
@pytest.mark.parametrize(("players", "cards", "depth"), [(1, "luck", 6), (2, "one of each", 6), (3, "end", 5)])
def test_perft_of_every_option(options: dict[str, Any], players: int, cards: str, depth: int) -> None:
    rules = SeisRules(players=players, faces=3, wildcards=SETS[cards], **options)
    assert [perft(rules, n) for n in range(depth)] == [count(rules, n, []) for n in range(depth)]


@pytest.mark.parametrize("options", MODES, ids=str)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_modes_with_every_card(options: dict[str, Any], players: int) -> None:
    """Random games from the deal on, with every wildcard: the same table and choices at every step."""
    rng = random.Random(f"{options} {players}")
    for _ in range(12):
        compare_along(SeisRules(players=players, faces=3, **options), rng, longest=80)


@pytest.mark.parametrize("options", MODES, ids=str)
def test_perft_of_every_mode(options: dict[str, Any]) -> None:
    rules = SeisRules(faces=2 if "row" not in options else 3, wildcards={"TIRADOR": 1}, **options)
    assert [perft(rules, n) for n in range(6)] == [count(rules, n, []) for n in range(6)]


@pytest.mark.parametrize("options", [{"mode": "random"}, {"mode": "mirror"}], ids=str)
def test_modes_in_full(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for players in (2, 4, 6):
        compare_along(SeisRules(players=players, **options), rng, longest=120)


@pytest.mark.parametrize("options", MODES[2:6], ids=str)
def test_whole_mirrors(options: dict[str, Any]) -> None:
    """Two cards and a two-sided die, no wildcards: every deal and every position."""
    rules = SeisRules(faces=2, wildcards={}, **options)
    assert compare_everywhere(rules, most=10_000) < 10_000


@pytest.mark.parametrize("players", [1, 2])
def test_whole_miniatures(players: int) -> None:
    """Two cards, a two-sided die, a handicap: every position of the game, not a sample."""
    cards = [{"DADO": 1, "NUMERAL": 1}, {"TIRADOR": 1, "VOLTEAR": 1}][:players]
    assert compare_everywhere(SeisRules(players=players, faces=2, wildcards=cards), most=10_000) < 10_000


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_every_option_along_random_games(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for players in (2, 3, 4):
        for _ in range(5):
            compare_along(SeisRules(players=players, faces=3, **options), rng, longest=80)


@pytest.mark.parametrize("players", range(1, 7))
def test_full_games(players: int) -> None:
    rng = random.Random(players)
    cards: list[dict[str, int]] = [{kind: rng.randrange(3) for kind in SETS["one of each"]} for _ in range(players)]
    for rules in (SeisRules(players=players), SeisRules(players=players, wildcards=cards)):
        compare_along(rules, rng, longest=150)
