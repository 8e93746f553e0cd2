"""Who sits at a table: people under the names they typed, and bots with a level.

Names are hostile text: they are kept as typed, limited in length, told apart, and never become markup.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from seis_lab.bots import LEVELS
from seis_lab.locale import text

LONGEST_NAME = 32
MOST_PLAYERS = 6
LETTERS = "ABCDEFGH"
SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "cross", "drop")
"""The letter and the shape of every seat."""
JOINERS = "\u200c\u200d"  # invisible, but part of how some names and emoji are written


@dataclass(frozen=True)
class Player:
    """A person (no level; no name means the word for a player) or a bot (a level)."""

    name: str | None = None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether the table plays for this seat."""
        return self.level is not None

    def __str__(self) -> str:
        """As given to a table: a name, "you" or "bot:LEVEL"."""
        return f"bot:{self.level}" if self.is_bot else self.name or "you"


def read_players(
    given: Sequence[str], *, levels: Collection[str] = LEVELS, usual: str = "steady", most: int = MOST_PLAYERS
) -> tuple[Player, ...]:
    """The players from names, "you", "bot" and "bot:LEVEL" (in any case); ValueError quotes the first that is none.

    `levels`, the `usual` one of a bot that names none, and how many sit at `most` are those of SEIS unless given.

    >>> read_players(["Ana", "bot:random"])
    (Player(name='Ana', level=None), Player(name=None, level='random'))
    """
    if isinstance(given, str) or not isinstance(given, Sequence) or not 1 <= len(given) <= most:
        example = f"['Ana', 'Brais', 'bot:{usual}']"
        raise ValueError(f"players={given!r} is not allowed; allowed: a list of 1 to {most}, such as {example}")
    players = tuple(_read(f"players[{index}]", entry, levels, usual) for index, entry in enumerate(given))
    if all(player.is_bot for player in players):
        raise ValueError(f"players={list(given)!r} has bots only; allowed: at least one person, by name or as 'you'")
    return players


def _read(field: str, entry: Any, levels: Collection[str], usual: str) -> Player:
    """One entry; the error names the field."""
    if not isinstance(entry, str):
        raise ValueError(f"{field}={entry!r} is not allowed; allowed: a name, 'you', 'bot' or 'bot:LEVEL'")
    name = entry.strip()
    word, colon, level = name.casefold().partition(":")
    if word == "bot" and not colon:
        return Player(level=usual)
    if word == "bot":
        if level not in levels:
            raise ValueError(f"{field}={entry!r}: unknown level {level!r}; allowed: {', '.join(levels)}")
        return Player(level=level)
    if not name:
        raise ValueError(f"{field}={entry!r} is empty; allowed: a name of 1 to {LONGEST_NAME} characters")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"{field}={entry!r} has {len(name)} characters; allowed: 1 to {LONGEST_NAME}")
    if not all(sign.isprintable() or sign in JOINERS for sign in name):
        raise ValueError(f"{field}={entry!r} has a character that cannot be shown; allowed: letters, digits and signs")
    return Player() if word == "you" and not colon else Player(name)


def names(players: Sequence[Player], lang: str) -> tuple[str, ...]:
    """What everybody is called, no two alike.

    >>> names(read_players(["Ana", "Ana", "bot"]), "en")
    ('Ana', 'Ana 2', 'Steady bot')
    """
    taken = [player.name for player in players if player.name]
    found: list[str] = []
    for player in players:
        wanted = player.name or text(lang, f"player.{player.level or 'you'}")
        name, number = wanted, 2
        while name in found or (name != wanted and name in taken):
            name, number = f"{wanted} {number}", number + 1
        found.append(name)
    return tuple(found)


def seated(player: Player, seat: int, name: str) -> dict[str, Any]:
    """What a scene says of whoever sits at a seat, whatever the game.

    >>> seated(Player("Ana"), 1, "Ana")["shape"]
    'square'
    """
    who = {"seat": seat, "name": name, "letter": LETTERS[seat], "shape": SHAPES[seat]}
    return {**who, "kind": "bot" if player.is_bot else "human", "level": player.level}
