"""A SEIS table in a notebook: a `Session` behind a widget.

Python owns the truth. The page gets scenes through one synced trait and sends messages back; every message is answered,
one of an unknown form changes nothing, and nothing else that a page sends is listened to.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import anywidget
import traitlets

from seis_lab.exact.answers import Cancelled
from seis_lab.game import Record, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisMove, SeisState
from seis_lab.widgets import fallback, saving
from seis_lab.widgets.coach import Advice, estimates, exact_advice
from seis_lab.widgets.players import names, read_players
from seis_lab.widgets.scene import Files, build, subtitle
from seis_lab.widgets.session import Moment, Refused, Session
from seis_lab.widgets.worker import Progress, Worker

THEMES = ("auto", "light", "dark")
SCRIPTS = ("icons", "dom", "zones", "panels", "motion", "keys", "table")
STYLES = ("table", "pieces")
LONGEST_NAME = 40
FORMS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "act": {"rev": (int,), "id": (str,)},
    "undo": {},
    "hint": {},
    "coach": {"on": (bool,)},
    "lang": {"lang": (str,)},
    "replay": {"at": (int, type(None))},
    "new": {},
    "save": {},
    "resume": {},
    "own_tirador": {"on": (bool,)},
}
"""What a page may say: beside "do" and its counter "n", exactly these fields of exactly these types."""


def _static(name: str) -> str:
    return (files("seis_lab.widgets") / "static" / name).read_text(encoding="utf-8")


class SeisTable(anywidget.AnyWidget):
    """A table of SEIS to play at, alone, against bots, or with others at the same screen.

    `players` are names, "you", "bot" or "bot:LEVEL" (random, steady, solver), one per seat; `rules` default to the
    traditional game for as many. `seed` decides the die and who begins (None: chance), `lang` is gl, es or en, `theme`
    auto, light or dark, `coach` labels every action with its worth, `own_tirador` asks people about TIRADOR at their
    own roll too. The game is saved beside the notebook in `NAME.seis.json` (or `file`) unless `autosave` is False. A
    new table closes the earlier one of the same `name`. `session` shows a game that exists. ValueError (InvalidRules
    for rules) quotes what cannot be.

    >>> SeisTable(players=["Ana", "bot:steady"], seed=7, name="first", autosave=False)
    SeisTable 'first': SEIS, traditional, 2 players, Ana to roll
    """

    _esm = "\n".join(_static(f"{name}.js") for name in SCRIPTS)
    _css = "\n".join(_static(f"{name}.css") for name in STYLES)
    scene = traitlets.Dict().tag(sync=True)
    theme = traitlets.Enum(THEMES, default_value="auto").tag(sync=True)

    _open: ClassVar[WeakValueDictionary[str, "SeisTable"]] = WeakValueDictionary()

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
        self._coach = Worker()  # first: a table that is refused is closed all the same
        if theme not in THEMES:
            raise ValueError(f"theme={theme!r} is not allowed; allowed: {', '.join(THEMES)}")
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise ValueError(f"name={name!r} is not allowed; allowed: 1 to {LONGEST_NAME} printable characters")
        if session is not None and (rules is not None or players is not None):
            raise ValueError("session is given with rules or players; allowed: a session, or what makes a new one")
        if session is None:
            session = _seat(rules, players, lang=lang, seed=seed, coach=coach, own_tirador=own_tirador)
        self.name = name
        self.session = session
        if not isinstance(autosave, bool):
            raise ValueError(f"autosave={autosave!r} is not allowed; allowed: True or False")
        self._autosave = autosave
        self._path = Path(re.sub(r"[^\w-]+", "_", name) + saving.ENDING if file is None else file)
        self._resume = saving.latest(self._path, session.id)
        self._saved = self._key(session.now)
        self._file: Path | None = None
        self._why: str | None = None
        self._out = RLock()  # one scene or file goes out at a time, always the newest
        self._shown: tuple[str, int, int] | None = None
        self._rev = -1
        self._since: int | None = None
        self._asked = -1  # the rev for which the coach was asked last
        self._busy = -1  # the rev for which it is still at work
        super().__init__(scene=self._scene(session.now), theme=theme)
        self.on_msg(self._receive)
        earlier = self._open.get(name)
        self._open[name] = self
        if earlier is not None:
            earlier.close()
        session.listener = self._changed
        self._changed()

    @classmethod
    def resume(cls, file: str | Path, *, name: str = "seis", theme: str = "auto", autosave: bool = True) -> "SeisTable":
        """A table that goes on with a saved game; InvalidRecord says what is wrong with a damaged file."""
        session = saving.load(Path(file))
        return cls(session=session, name=name, theme=theme, autosave=autosave, file=file)

    @property
    def record(self) -> Record[SeisState, SeisMove]:
        """The game so far, chance outcomes included."""
        return self.session.record

    @property
    def position(self) -> SeisState:
        """The present position."""
        return self.session.now.state

    def close(self) -> None:
        """Close the table: its page goes, the game stays in `record` and in its file."""
        self._coach.cancel()
        super().close()

    # Out: scenes and files.

    def _changed(self) -> None:
        """Send the newest scene, ask the coach for what is missing, save what is new."""
        if self.comm is None:  # closed
            return
        with self._out:
            now = self.session.now
            if not now.coach:
                self._asked = self._busy = -1
                self._coach.cancel()
            wanted = now.coach and bool(now.offers) and now.advice is None and self._asked != now.rev
            if wanted:
                self._asked = self._busy = now.rev
            self.scene = self._scene(now)
        if wanted:
            self._coach.start(self._advise(now), lambda _: None, self._stopped)
        if self._autosave and self._key(now) != self._saved:
            self._save()

    def _scene(self, now: Moment) -> dict[str, Any]:
        """The scene of a moment, with what has happened since the scene of the rev before."""
        if now.rev != self._rev:
            self._since = None
            if now.replay is None:
                key, shown = self._key(now), self._shown
                if shown is not None and shown[:2] == key[:2]:
                    self._since = shown[2] if shown[2] <= key[2] else None
                elif shown is not None and shown[0] == key[0]:
                    self._since = 0
                self._shown = key
            self._rev = now.rev
        return build(now, since=self._since, busy=self._busy == now.rev, files=self._files())

    def _key(self, now: Moment) -> tuple[str, int, int]:
        """What tells one state of one game from another."""
        return self.session.id, now.deal, len(now.moves)

    def _files(self) -> Files:
        file, resume = self._file, self._resume
        return Files(file.name if file else None, self._why, resume.name if resume else None)

    def _save(self) -> None:
        """Write the game to its file; a failure is shown at the table and does not stop the game."""
        with self._out:
            before = self._files()
            try:
                self._file = saving.save(self.session, self._file or self._path)
                self._why, self._saved = None, self._key(self.session.now)
            except OSError as error:
                self._why = str(self.session.refuse("save", why=error.strerror or error))
            if self._files() != before:
                self.scene = self._scene(self.session.now)

    def _advise(self, now: Moment) -> Callable[[Progress, Callable[[], bool]], None]:
        """The coach's work for a moment: an exact answer, or better and better estimates where there are threads."""

        def work(progress: Progress, cancelled: Callable[[], bool]) -> None:
            seat = now.viewer
            assert seat is not None
            try:
                exact = exact_advice(now.rules, now.state, now.offers, seat)
                if exact is not None:
                    self.session.advise(now.rev, exact)
                elif sys.platform == "emscripten":
                    self.session.advise(now.rev, Advice("none", ()))
                else:
                    for advice in estimates(now.rules, now.state, now.offers, seat, cancelled):
                        if not self.session.advise(now.rev, advice):
                            return
            finally:
                self._advised(now.rev)

        return work

    def _advised(self, rev: int) -> None:
        """The coach has no better numbers to come for this rev."""
        if self._busy == rev:
            self._busy = -1
            self._changed()

    def _stopped(self, error: Exception) -> None:
        """The coach ended without an answer: told to stop, or by a mistake of ours that belongs in the log."""
        if not isinstance(error, Cancelled):
            self.log.error("the coach of %r failed: %r", self.name, error)

    # In: messages from the page.

    def open(self) -> None:
        """Open the channel to the page."""
        super().open()
        self._answer_beside_cells()

    def _send(self, msg: Any, buffers: Any = None) -> None:
        super()._send(msg, buffers)
        self._answer_beside_cells()

    def _answer_beside_cells(self) -> None:
        """Let the page's next message be taken by the kernel's thread for widgets, not wait behind a running cell.

        From 7.4 on ipykernel sends it to the thread that spoke last, which after a cell showed the table is the cells'
        own (`BaseComm._reply_subshell_for`); forgetting who spoke last gives the choice back to the page.
        """
        getattr(self.comm, "__dict__", {}).pop("_reply_subshell_id", None)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take nothing from the page but the theme: a scene is never the page's to change."""
        if sync_data.get("theme") in THEMES:
            super().set_state({"theme": sync_data["theme"]})

    def _receive(self, _: object, content: Any, buffers: object) -> None:
        """Do what a message of the page wishes, and answer it."""
        counter = content.get("n") if isinstance(content, dict) else None
        if type(counter) is not int:
            return
        try:
            self._grant(self._read(content), content)
        except Refused as refusal:
            self.send({"ack": counter, "ok": False, "say": str(refusal)})
        else:
            self.send({"ack": counter, "ok": True})
            if content["do"] == "act":
                self.session.play_on()

    def _read(self, content: dict[str, Any]) -> str:
        """What the message wants; Refused when it is of no known form."""
        wish = content.get("do")
        form = FORMS.get(wish) if isinstance(wish, str) else None
        if form is None or content.keys() != {"do", "n", *form}:
            raise self.session.refuse("message")
        if not all(type(content[field]) in types for field, types in form.items()):
            raise self.session.refuse("message")
        return str(wish)

    def _grant(self, wish: str, content: dict[str, Any]) -> None:
        """Do it, or raise Refused; bots answer an action only after it has been acknowledged."""
        session = self.session
        match wish:
            case "act":
                session.accept(content["rev"], content["id"])
            case "undo":
                session.undo()
            case "hint":
                session.hint()
            case "coach":
                session.set_coach(content["on"])
            case "lang":
                session.set_lang(content["lang"])
            case "replay":
                session.replay(content["at"])
            case "new":
                session.new()
            case "own_tirador":
                session.set_own_tirador(content["on"])
            case "save":
                self._save()
                if self._why:
                    raise Refused(self._why)
            case "resume":
                self._go_on()

    def _go_on(self) -> None:
        """Put the saved game in the place of this one."""
        if self._resume is None:
            raise self.session.refuse("saved_game")
        try:
            saved = saving.load(self._resume)
        except (OSError, ValueError) as error:
            raise self.session.refuse("resume", why=error) from error
        with self._out:
            self._file, self._resume = self._resume, None
            self._saved = (saved.id, saved.now.deal, len(saved.now.moves))
        self.session.become(saved)

    # Shown where no widget lives.

    def __repr__(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        now = replace(self.session.now, lang="en")
        turn = now.rules.turn(now.state)
        called = names(now.players, "en")
        if isinstance(turn, Terminal):
            won = [called[seat] for seat, share in enumerate(turn.outcome.payoffs) if share]
            moment = f"won by {' and '.join(won)}"
        else:
            moment = f"{called[turn.seat or 0]} to {'roll' if now.offers and now.offers[0].roll else 'decide'}"
        return f"SeisTable {self.name!r}: SEIS, {subtitle(now).replace(' · ', ', ')}, {moment}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live table, and for where it cannot live a text and a picture without the coach's numbers."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        data, metadata = shown
        still = build(replace(self.session.now, coach=False, advice=None, hint=None))
        return {**data, "text/plain": repr(self), "text/html": fallback.html(still)}, metadata


def _seat(rules: Any, players: Sequence[str] | None, **options: Any) -> Session:
    """The session for what the constructor was given."""
    if rules is not None and not isinstance(rules, SeisRules):
        raise ValueError(f"rules={rules!r} is not allowed; allowed: rules such as SeisRules(players=3), or None")
    if players is None:
        players = ("you", *["bot"] * ((2 if rules is None else rules.players) - 1))
    seated = read_players(players)
    chosen = SeisRules(players=len(seated)) if rules is None else rules
    if len(seated) != chosen.players:
        allowed = f"one for each of the {chosen.players} seats of the rules"
        raise ValueError(f"players={list(players)!r} names {len(seated)}; allowed: {allowed}")
    return Session(chosen, seated, **options)
