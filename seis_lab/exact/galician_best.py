"""The best play of a round of Galician Seis when everybody sees all hands (perfect information).

Every seat prefers to win the round; between lines of play with the same answer to that, it prefers to pay less. Where
it does not care it plays the first such card in the order of the deck, which can matter to others. Values are found
backwards from the end of the round, over the (table, turn) of `galician_tables`.

    >>> best = best_play(GalicianRules(), GalicianRules().sorted_deal())
    >>> print(best)
    E wins; paid: A 2, B 1, C 1, D 1, E 0
"""

from collections.abc import Mapping
from dataclasses import dataclass

from seis_lab.exact.galician import over, stopped, tables_of
from seis_lab.exact.galician_tables import Passes, Table, Tables
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_notation import SEATS, GalicianState, History


@dataclass(frozen=True)
class RoundEnd:
    """How a round ends: who wins (None: nobody) and what each seat has paid, ante included."""

    winner: int | None
    paid: tuple[int, ...]

    def __str__(self) -> str:
        """Who wins and what each paid."""
        who = "nobody wins" if self.winner is None else f"{SEATS[self.winner]} wins"
        return f"{who}; paid: {', '.join(f'{SEATS[seat]} {count}' for seat, count in enumerate(self.paid))}"


@dataclass(frozen=True)
class BestPlay:
    """The end of a round under best play, and how it comes to it.

    `line` holds the turns from the position asked about, None for a pass; `values` the end for every card that the
    first seat with a choice could play instead, all playing their best afterwards; `chooser` is that seat, or None.
    """

    rules: GalicianRules
    end: RoundEnd
    line: History
    chooser: int | None
    values: Mapping[Card, RoundEnd]
    states: int

    def __str__(self) -> str:
        """The end."""
        return str(self.end)

    def rows(self) -> list[tuple[str, str]]:
        """Every card of the first choice with the end that it leads to."""
        return [(str(card), str(end)) for card, end in self.values.items()]

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr><th>{card}</th><td>{end}</td></tr>" for card, end in self.rows())
        return f'<table class="seis-best"><caption>{self.end} (exact, {self.states} states)</caption>{lines}</table>'


def best_play(
    rules: GalicianRules, deal: Hands | str | GalicianState, *, stacks: tuple[int, ...] | None = None
) -> BestPlay:
    """The best play from a deal, or from a position of a dealt round; arguments and errors as in `round_law`.

    >>> rules = GalicianRules(players=2, suits=2, ranks=2, opening_rank=1)
    >>> best = best_play(rules, "1o,2c | 2o,1c")
    >>> [str(card) for card in best.line], best.rows()
    (['2o', 'None', '1c'], [('2o', 'B wins; paid: A 1, B 0'), ('1c', 'A wins; paid: A 0, B 0')])
    """
    tables = tables_of(rules, deal, stacks)
    layers = list(_layers(tables))
    values: list[dict[Table, tuple[int | None, Passes]]] = [{} for _ in layers]
    for depth in range(len(layers) - 1, -1, -1):
        turn = tables.turn + depth
        seat = tables.actor(turn)
        for table, followers in layers[depth].items():
            if not followers:
                values[depth][table] = (tables.winner(table, turn), tables.passes(table, turn))
            else:
                ends = [values[depth + 1][to] for to in followers]
                values[depth][table] = max(ends, key=lambda end: _liking(tables, seat, end)) if ends[1:] else ends[0]
    line: list[Card | None] = []
    chooser, choices = None, {}
    table = tables.start
    for depth, layer in enumerate(layers[:-1]):
        seat, followers = tables.actor(tables.turn + depth), layer[table]
        if not followers:
            break
        moves = {card: values[depth + 1][to] for card, to in sorted(tables.moves(table, seat))}
        if chooser is None and len(moves) > 1:
            chooser, choices = seat, moves
        best = next((card for card, end in moves.items() if end == values[depth][table]), None)
        line.append(best)
        table = table if best is None else dict(tables.moves(table, seat))[best]
    end = values[0][tables.start]
    return BestPlay(
        rules,
        _end(tables, end),
        tuple(line),
        chooser,
        {card: _end(tables, value) for card, value in choices.items()},
        sum(map(len, layers)),
    )


def _layers(tables: Tables) -> "list[dict[Table, list[Table]]]":
    """For every turn the tables that can arise, each with those that may follow it; none where the round is over."""
    layers: list[dict[Table, list[Table]]] = [{tables.start: []}]
    turn = tables.turn
    while layers[-1]:
        seat, following = tables.actor(turn), dict[Table, list[Table]]()
        for table, followers in layers[-1].items():
            if over(tables, table, turn):
                continue
            tos = [to for _, to in sorted(tables.moves(table, seat))]
            followers.extend(tos if tos or stopped(tables, table, turn, seat) else [table])
            following.update((to, following.get(to, [])) for to in followers)
        layers.append(following)
        turn += 1
    return layers


def _liking(tables: Tables, seat: int, end: tuple[int | None, Passes]) -> tuple[bool, int]:
    """What a seat likes most: to win, then to pay little."""
    winner, passes = end
    rules = tables.rules
    return winner == seat, -min(tables.stacks[seat], rules.ante + rules.pass_cost * passes[seat])


def _end(tables: Tables, end: tuple[int | None, Passes]) -> RoundEnd:
    winner, passes = end
    return RoundEnd(winner, tables.paid(passes))
