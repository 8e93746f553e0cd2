"""The deal of SEIS: which number cards are shuffled in random and in mirror mode, and how they reach the rows.

In random mode the cards of all six colours are shuffled and each player is dealt as many as a row has; the rest is set
aside unseen, so no position holds it. Colours do not matter there, and cards of one number are equal. In mirror mode
the cards of as many colours as there are players are dealt out. Cards go round the table one by one, from seat A on.

    >>> cards = deck("random", players=2, numbers=(1, 2))
    >>> cards[Card(1)], cards.total()
    (6, 12)
    >>> sorted(map(str, deck("mirror", players=2, numbers=(1, 2))))
    ['1a', '1b', '2a', '2b']
"""

from collections import Counter
from collections.abc import Sequence

from seis_lab.game import InvalidNotation, InvalidRules, quote
from seis_lab.games.seis_notation import Card, Deal, Seat, SeisMove, read_card

COLOURS = 6
"""The colours of the number cards in the box."""


def deck(mode: str, players: int, numbers: Sequence[int]) -> Counter[Card]:
    """The cards that are shuffled, with how many there are of each; none in traditional mode."""
    match mode:
        case "random":
            return Counter({Card(number): COLOURS * count for number, count in Counter(numbers).items()})
        case "mirror":
            return Counter(Card(number, colour) for number in numbers for colour in range(players))
        case _:
            return Counter()


def left(cards: Counter[Card], seats: Sequence[Seat]) -> Counter[Card]:
    """The cards that nobody has been dealt yet."""
    return cards - Counter(card for seat in seats for card in (*seat.up, *seat.down))


def outcomes(cards: Counter[Card], seats: Sequence[Seat]) -> tuple[tuple[SeisMove, int], ...]:
    """What the next card of the deal can be, each with how many such cards are left."""
    return tuple((Deal(card), count) for card, count in sorted(left(cards, seats).items()))


def next_seat(seats: Sequence[Seat]) -> int:
    """Who gets the next card: the first of those who have fewest."""
    return min(range(len(seats)), key=lambda seat: len(seats[seat].up))


def read_rows(rows: str | Sequence[Sequence[int | str | Card]]) -> list[list[Card]]:
    """Rows of cards from values, or from a text such as `1,1,3 | 2,3,3`; InvalidNotation quotes what is none."""
    try:
        given = [row.split(",") for row in rows.split(" | ")] if isinstance(rows, str) else rows
        return [[card if isinstance(card, Card) else read_card(str(card)) for card in row] for row in given]
    except (ValueError, TypeError) as error:
        raise InvalidNotation(
            f"{quote(rows, 400)} is no deal of SEIS; deals look like '1,1,3 | 2,3,3', in mirror mode '1a,3a | 1b,3b'"
        ) from error


def require_deal(cards: Counter[Card], rows: Sequence[Sequence[Card]], players: int, size: int) -> None:
    """InvalidRules says what is wrong with rows that cannot be dealt."""
    written = " | ".join(",".join(map(str, row)) for row in rows)
    if len(rows) != players or any(len(row) != size for row in rows):
        raise InvalidRules(f"the deal {quote(written, 400)} is not allowed; allowed: {players} rows of {size} cards")
    for card, count in Counter(card for row in rows for card in row).items():
        if count > cards[card]:
            has = f"the deck has {cards[card]}" if cards[card] else f"the deck has only {_written(cards)}"
            raise InvalidRules(f"the deal {quote(written, 400)} has the card {card} {count} times; {has}")


def _written(cards: Counter[Card]) -> str:
    return ", ".join(str(card) for card in sorted(cards))
