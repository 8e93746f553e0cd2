"""The table of Galician Seis of a notebook."""

from seis_lab.games.galician import GalicianRules
from seis_lab.widgets.column_table import ColumnTable


class GalicianTable(ColumnTable):
    """A table of Galician Seis to play at, against bots or with others at the same screen.

    `players` are names, "you", "bot" or "bot:LEVEL" (random, keep-suits, solver), one per seat; `rules` default to the
    usual game for as many. `seed` decides the deals (None: chance), `lang` is gl, es or en, `theme` auto, light or
    dark. `coach` labels every card with the chips it is expected to bring; `aid` shows who cannot hold what, as
    everybody can know it from the passes. With more than one person a curtain hides each hand until its owner asks for
    it; `open_hands` shows all hands to all, for a class that studies a deal. The game is saved beside the notebook in
    `NAME.seis.json` (or `file`) unless `autosave` is False; the file names no card that was not played. A new table
    closes the earlier one of the same `name`. `session` shows a game that exists. ValueError (InvalidRules for rules)
    quotes what cannot be.

    >>> GalicianTable(players=["Ana", "bot", "bot", "bot", "bot"], seed=7, name="first", autosave=False)
    GalicianTable 'first': Galician Seis, 5 players, round 1, Ana to decide
    """

    game = GalicianRules
    usual = 5

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        return f"GalicianTable {self._said()}"
