"""What the tables of both column games are made of: the same settings, the same way to sit down."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from seis_lab.widgets import saving
from seis_lab.widgets.seating import seat
from seis_lab.widgets.session import Session
from seis_lab.widgets.table import Table, check_session, check_table


class ColumnTable(Table):
    """A table of a column game; `GalicianTable` and `CabronTable` say which, and what each setting means there."""

    game: ClassVar[type[Any]]
    usual: ClassVar[int]

    def __init__(
        self,
        rules: Any = None,
        players: Sequence[str] | None = None,
        *,
        lang: str = "en",
        seed: int | None = None,
        theme: str = "auto",
        coach: bool = False,
        aid: bool = False,
        open_hands: bool = False,
        name: str | None = None,
        autosave: bool = True,
        file: str | Path | None = None,
        session: Session | None = None,
    ) -> None:
        name = self.game.name if name is None else name
        check_table(name, theme, autosave, file)
        if session is not None:
            others = (rules, players, lang, seed, coach, aid, open_hands)
            check_session(session, self.game.name, alone=others == (None, None, "en", None, False, False, False))
        if session is None:
            session = seat(
                self.game,
                rules,
                players,
                usual=self.usual,
                rules_for=self.rules_for,
                switches={"aid": aid, "open_hands": open_hands},
                lang=lang,
                seed=seed,
                coach=coach,
            )
        super().__init__(session, name=name, theme=theme, autosave=autosave, file=file)

    @classmethod
    def rules_for(cls, players: int) -> Any:
        """The usual rules for so many."""
        return cls.game(players=players)

    @classmethod
    def resume(cls, file: str | Path, *, name: str | None = None, theme: str = "auto", autosave: bool = True) -> Self:
        """A table that goes on with a saved game; InvalidRecord says what is wrong with a damaged file."""
        session = saving.load(Path(file), cls.game.name)
        return cls(session=session, name=name, theme=theme, autosave=autosave, file=file)
