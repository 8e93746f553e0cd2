"""The table of Six of a notebook."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from seis_lab.game import Terminal, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SEATS, InvalidPosition, SixState, parse_position
from seis_lab.widgets import saving, six_stage
from seis_lab.widgets.players import read_players
from seis_lab.widgets.session import Session
from seis_lab.widgets.six_words import winners
from seis_lab.widgets.table import Table, check_session, check_table


class SixTable(Table):
    """A table of Six, a game by Steffen Mühlhäuser, to play at against bots or with others at the same screen.

    `players` are names, "you", "bot" or "bot:LEVEL" (random, easy, medium, strong), one per seat: two, or four in teams
    (the first and the third have red). `rules` default to the usual game for as many. `seed` decides what bots draw
    (None: chance), `lang` is gl, es or en, `theme` auto, light or dark. `coach` labels every cell with what is proved
    of a move there or, marked as such, what a search makes of it. `own_threats` and `other_threats` show the cells
    where a tile of whoever is to move, or of the others, makes a figure; `coordinates` writes on every cell which it
    is. `position`, a position or its text, is where the game begins: such a game is not saved. Every move can be taken
    back and made again. Other games are saved beside the notebook in `NAME.seis.json` (or `file`) unless `autosave` is
    False. A new table closes the earlier one of the same `name`. `session` shows a game that exists. ValueError
    (InvalidRules for rules, InvalidNotation or InvalidPosition for a position) quotes what cannot be.

    >>> SixTable(players=["Ana", "bot:easy"], seed=7, name="first", autosave=False)
    SixTable 'first': Six, 2 players, placing, Ana to decide
    """

    def __init__(
        self,
        rules: SixRules | None = None,
        players: Sequence[str] | None = None,
        *,
        position: str | SixState | None = None,
        lang: str = "en",
        seed: int | None = None,
        theme: str = "auto",
        coach: bool = False,
        own_threats: bool = True,
        other_threats: bool = True,
        coordinates: bool = True,
        name: str = "six",
        autosave: bool = True,
        file: str | Path | None = None,
        session: Session | None = None,
    ) -> None:
        check_table(name, theme, autosave, file)
        wished = {"own_threats": own_threats, "other_threats": other_threats, "coordinates": coordinates}
        if session is not None:
            others = (rules, players, position, lang, seed, coach, *wished.values())
            usual = (None, None, None, "en", None, False, True, True, True)
            check_session(session, SixRules.name, alone=others == usual)
        else:
            for switch, on in wished.items():
                if not isinstance(on, bool):
                    raise ValueError(f"{switch}={on!r} is not allowed; allowed: True or False")
            switches = [switch for switch, on in wished.items() if on]
            session = _seat(rules, players, position, lang=lang, seed=seed, coach=coach, switches=switches)
        super().__init__(session, name=name, theme=theme, autosave=autosave, file=file)

    @classmethod
    def resume(cls, file: str | Path, *, name: str = "six", theme: str = "auto", autosave: bool = True) -> Self:
        """A table that goes on with a saved game; InvalidRecord says what is wrong with a damaged file."""
        session = saving.load(Path(file), SixRules.name)
        return cls(session=session, name=name, theme=theme, autosave=autosave, file=file)

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        said = self._said()
        turn = self.session.now.rules.turn(self.position)
        if isinstance(turn, Terminal) and not winners(turn.outcome.payoffs):
            said = f"{said.rpartition(', won by ')[0]}, drawn"
        return f"SixTable {said}"


def _seat(rules: Any, players: Sequence[str] | None, position: str | SixState | None, **options: Any) -> Session:
    """The session for what the constructor was given."""
    if rules is not None and not isinstance(rules, SixRules):
        raise ValueError(f"rules={rules!r} is not allowed; allowed: rules such as SixRules(players=4), or None")
    if players is None:
        players = ("you", *["bot"] * ((2 if rules is None else rules.players) - 1))
    stage = six_stage
    seated = read_players(players, levels=stage.LEVELS, usual=stage.USUAL, most=stage.MOST_PLAYERS)
    chosen = SixRules(players=len(seated)) if rules is None else rules
    if len(seated) != chosen.players:
        allowed = f"one for each of the {chosen.players} seats of the rules"
        raise ValueError(f"players={list(players)!r} names {len(seated)}; allowed: {allowed}")
    start = None if position is None else read_position(chosen, position)
    return Session(chosen, seated, start=start, **options)


def read_position(rules: SixRules, position: str | SixState) -> SixState:
    """A position that the rules allow at the start of a turn; InvalidNotation or InvalidPosition says what is wrong.

    Turns that it names as played since the last capture do not count: the game begins here.

    >>> str(read_position(SixRules(), "0,0 2,0 | 1,0 ; 19,20 ; B PLACE"))
    '0,0 2,0 | 1,0 ; 19,20 ; B PLACE'
    """
    state = position if isinstance(position, SixState) else parse_position(position)
    start = rules.position(*state.tiles, actor=state.actor, hands=state.hands)
    if (state.phase, state.lifted, state.captured) != (start.phase, None, 0):
        allowed = f"the start of a turn, here {SEATS[state.actor]} {start.phase}"
        raise InvalidPosition(f"{quote(str(state), 400)} does not begin a turn; allowed: {allowed}")
    return start
