"""The table of Galician Seis of a notebook."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from seis_lab.games.galician import GalicianRules
from seis_lab.widgets import galician_stage, saving
from seis_lab.widgets.players import read_players
from seis_lab.widgets.session import Session
from seis_lab.widgets.table import Table, check_session, check_table


class GalicianTable(Table):
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

    def __init__(
        self,
        rules: GalicianRules | None = None,
        players: Sequence[str] | None = None,
        *,
        lang: str = "en",
        seed: int | None = None,
        theme: str = "auto",
        coach: bool = False,
        aid: bool = False,
        open_hands: bool = False,
        name: str = "galician",
        autosave: bool = True,
        file: str | Path | None = None,
        session: Session | None = None,
    ) -> None:
        check_table(name, theme, autosave, file)
        if session is not None:
            others = (rules, players, lang, seed, coach, aid, open_hands)
            check_session(session, GalicianRules.name, alone=others == (None, None, "en", None, False, False, False))
        if session is None:
            wished = {"aid": aid, "open_hands": open_hands}
            for switch, on in wished.items():
                if not isinstance(on, bool):
                    raise ValueError(f"{switch}={on!r} is not allowed; allowed: True or False")
            switches = [switch for switch, on in wished.items() if on]
            session = _seat(rules, players, lang=lang, seed=seed, coach=coach, switches=switches)
        super().__init__(session, name=name, theme=theme, autosave=autosave, file=file)

    @classmethod
    def resume(cls, file: str | Path, *, name: str = "galician", theme: str = "auto", autosave: bool = True) -> Self:
        """A table that goes on with a saved game; InvalidRecord says what is wrong with a damaged file."""
        session = saving.load(Path(file), GalicianRules.name)
        return cls(session=session, name=name, theme=theme, autosave=autosave, file=file)

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        return f"GalicianTable {self._said()}"


def _seat(rules: Any, players: Sequence[str] | None, **options: Any) -> Session:
    """The session for what the constructor was given."""
    if rules is not None and not isinstance(rules, GalicianRules):
        raise ValueError(f"rules={rules!r} is not allowed; allowed: rules such as GalicianRules(players=4), or None")
    if players is None:
        players = ("you", *["bot"] * ((5 if rules is None else rules.players) - 1))
    stage = galician_stage
    seated = read_players(players, levels=stage.LEVELS, usual=stage.USUAL, most=stage.MOST_PLAYERS)
    chosen = GalicianRules(players=len(seated)) if rules is None else rules
    if len(seated) != chosen.players:
        allowed = f"one for each of the {chosen.players} seats of the rules"
        raise ValueError(f"players={list(players)!r} names {len(seated)}; allowed: {allowed}")
    return Session(chosen, seated, **options)
