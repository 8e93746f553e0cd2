"""The table of Seises cabrón of a notebook."""

from seis_lab.games.cabron import CabronRules
from seis_lab.widgets.column_table import ColumnTable


class CabronTable(ColumnTable):
    """A table of Seises cabrón to play at, against bots or with others at the same screen.

    `players` are names, "you", "bot" or "bot:LEVEL" (random, careful, killer, solver), one per seat; `rules` default to
    the usual game for as many: 48 cards, or 40 for five. `seed` decides the deals (None: chance), `lang` is gl, es or
    en, `theme` auto, light or dark. Every card says what it would kill, the own cards apart from those of others.
    `coach` labels every card with the points that it is expected to bring; `aid` shows who cannot hold what, as
    everybody can know it from the passes. With more than one person a curtain hides each hand until its owner asks for
    it; `open_hands` shows all hands to all, for a class that studies a deal. The game is saved beside the notebook in
    `NAME.seis.json` (or `file`) unless `autosave` is False; the file names no card that was not played. A new table
    closes the earlier one of the same `name`. `session` shows a game that exists. ValueError (InvalidRules for rules)
    quotes what cannot be.

    >>> CabronTable(players=["Ana", "bot", "bot", "bot"], seed=7, name="first", autosave=False)
    CabronTable 'first': Seises cabrón, 4 players, hand 1, Ana to decide
    """

    game = CabronRules
    usual = 4

    @classmethod
    def rules_for(cls, players: int) -> CabronRules:
        """The usual rules for so many: five, who cannot share out 48 cards, play with 40."""
        return CabronRules(players=players, deck=40) if players == 5 else CabronRules(players=players)

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        return f"CabronTable {self._said()}"
