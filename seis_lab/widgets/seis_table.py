"""The SEIS table of a notebook."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from seis_lab.games.seis import SeisRules
from seis_lab.widgets import saving
from seis_lab.widgets.seating import seat
from seis_lab.widgets.session import Session
from seis_lab.widgets.table import Table, check_session, check_table


class SeisTable(Table):
    """A table of SEIS to play at, alone, against bots, or with others at the same screen.

    `players` are names, "you", "bot" or "bot:LEVEL" (random, steady, solver), one per seat; `rules` default to the
    traditional game for as many. `seed` decides the die and who begins (None: chance), `lang` is gl, es or en, `theme`
    auto, light or dark, `coach` labels every action with its worth (with two players it may first solve the game, in
    half a minute and 1 GB beside the play, and keep it in the user's cache folder) and reports what the choices of a
    game for two cost, `own_tirador` asks people about TIRADOR at their own roll too. The game is saved beside the
    notebook in `NAME.seis.json` (or `file`) unless `autosave` is False. A new table closes the earlier one of the same
    `name`. `session` shows a game that exists. ValueError (InvalidRules for rules) quotes what cannot be.

    >>> SeisTable(players=["Ana", "bot:steady"], seed=7, name="first", autosave=False)
    SeisTable 'first': SEIS, traditional, 2 players, Ana to roll
    """

    def __init__(
        self,
        rules: SeisRules | None = None,
        players: Sequence[str] | None = None,
        *,
        lang: str = "en",
        seed: int | None = None,
        theme: str = "auto",
        coach: bool = False,
        own_tirador: bool = False,
        name: str = "seis",
        autosave: bool = True,
        file: str | Path | None = None,
        session: Session | None = None,
    ) -> None:
        check_table(name, theme, autosave, file)
        if session is not None:
            others = (rules, players, lang, seed, coach, own_tirador)
            check_session(session, SeisRules.name, alone=others == (None, None, "en", None, False, False))
        if session is None:
            session = seat(
                SeisRules,
                rules,
                players,
                usual=2,
                rules_for=lambda players: SeisRules(players=players),
                switches={"own_tirador": own_tirador},
                lang=lang,
                seed=seed,
                coach=coach,
            )
        super().__init__(session, name=name, theme=theme, autosave=autosave, file=file)

    @classmethod
    def resume(cls, file: str | Path, *, name: str = "seis", theme: str = "auto", autosave: bool = True) -> Self:
        """A table that goes on with a saved game; InvalidRecord says what is wrong with a damaged file."""
        session = saving.load(Path(file), SeisRules.name)
        return cls(session=session, name=name, theme=theme, autosave=autosave, file=file)

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        return f"SeisTable {self._said()}"
