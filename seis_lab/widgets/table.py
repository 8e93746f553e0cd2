"""A table in a notebook, whatever the game: a `Session` behind a widget.

Python owns the truth. The page gets scenes through one synced trait and sends messages back; every message is answered,
one of an unknown form changes nothing, and nothing else that a page sends is listened to.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import anywidget
import traitlets

from seis_lab.exact.answers import Cancelled
from seis_lab.game import Record, Terminal, quote
from seis_lab.widgets import saving
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import names
from seis_lab.widgets.scene import Files, build
from seis_lab.widgets.session import Refused, Session
from seis_lab.widgets.worker import Progress, Worker

THEMES = ("auto", "light", "dark")
SCRIPTS = (
    "icons",
    "suits",
    "dom",
    "zones",
    "ladder",
    "hand",
    "dead",
    "hex",
    "panels",
    "motion",
    "chips",
    "keys",
    "table",
)
STYLES = ("table", "pieces", "columns", "hex")
LONGEST_NAME = 40
LONGEST_FILE = 200
FORMS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "act": {"rev": (int,), "id": (str,)},
    "undo": {},
    "redo": {},
    "hint": {},
    "coach": {"on": (bool,)},
    "lang": {"lang": (str,)},
    "replay": {"at": (int, type(None))},
    "new": {},
    "save": {},
    "resume": {},
    "switch": {"name": (str,), "on": (bool,)},
    "look": {"rev": (int,), "seat": (int,)},
}
"""What a page may say: beside "do" and its counter "n", exactly these fields of exactly these types."""


def _static(name: str) -> str:
    return (files("seis_lab.widgets") / "static" / name).read_text(encoding="utf-8")


class Table(anywidget.AnyWidget):
    """A session at a table of a notebook; the tables of the games say what they are made of.

    The game is saved beside the notebook in `NAME.seis.json` (or `file`) unless `autosave` is False. A new table closes
    the earlier one of the same `name`.
    """

    _esm = "\n".join(_static(f"{name}.js") for name in SCRIPTS)
    _css = "\n".join(_static(f"{name}.css") for name in STYLES)
    scene = traitlets.Dict().tag(sync=True)
    theme = traitlets.Enum(THEMES, default_value="auto").tag(sync=True)

    _open: ClassVar[WeakValueDictionary[str, "Table"]] = WeakValueDictionary()

    def __init__(
        self,
        session: Session,
        *,
        name: str,
        theme: str = "auto",
        autosave: bool = True,
        file: str | Path | None = None,
    ) -> None:
        self.name = name
        self.session = session
        self._coach = Worker()
        self._scholar = Worker(lambda done, total: session.study(100 * done // total))
        self._played = False  # nobody waits for the coach where nobody has clicked yet
        self._studied: Any = None  # the rules about which the coach has all its knowledge, or is getting it
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

    @property
    def record(self) -> Record[Any, Any]:
        """The game so far, chance outcomes included."""
        return self.session.record

    @property
    def position(self) -> Any:
        """The present position."""
        return self.session.now.state

    def close(self) -> None:
        """Close the table: its page goes, the game stays in `record` and in its file."""
        for worker in ("_coach", "_scholar"):  # a table that was refused has none, and is closed all the same
            if hasattr(self, worker):
                getattr(self, worker).cancel()
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
                self._studied = None
                self._coach.cancel()
                self._scholar.cancel()
            speaks = now.coach and (bool(now.offers) or now.over)
            wanted = speaks and now.advice is None and self._asked != now.rev
            learns = now.coach and self._played and self._studied != now.rules
            if wanted:
                self._asked = self._busy = now.rev
            if learns:
                self._studied = now.rules
            self.scene = self._scene(now)
        if wanted:
            self._coach.start(self._advise(now), lambda _: None, self._stopped)
        if learns:
            self._scholar.start(self._study(now), self._learned, self._unlearned)
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
            before, now = self._files(), self.session.now
            if now.states[0] != now.rules.initial():
                self._why = str(self.session.refuse("save_position"))
                return
            try:
                self._file = saving.save(self.session, self._file or self._path)
                self._why, self._saved = None, self._key(self.session.now)
            except OSError as error:
                self._why = str(self.session.refuse("save", why=error.strerror or error))
            if self._files() != before:
                self.scene = self._scene(self.session.now)

    def _advise(self, now: Moment) -> Callable[[Progress, Callable[[], bool]], None]:
        """The coach's work for a moment: an exact answer, or better and better estimates."""

        def work(progress: Progress, cancelled: Callable[[], bool]) -> None:
            try:
                for advice in now.stage.advise(now, cancelled):
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

    def _study(self, now: Moment) -> Callable[[Progress, Callable[[], bool]], bool]:
        """The coach's long work for these rules, where there is any."""
        return lambda progress, cancelled: now.stage.study(now.rules, progress, cancelled)

    def _learned(self, something: bool) -> None:
        """The long work has ended: the coach speaks anew where it knows more."""
        if something:
            self._asked = -1
        self.session.study(None, something)

    def _unlearned(self, error: Exception) -> None:
        """The long work was cancelled, or failed."""
        self.session.study(None)
        self._stopped(error)

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
            shown = self._grant(self._read(content), content)
        except Refused as refusal:
            self.send({"ack": counter, "ok": False, "say": str(refusal)})
        except Exception:  # a mistake of ours: the page need not think that nobody is there
            self.send({"ack": counter, "ok": False, "say": str(self.session.refuse("failed"))})
            raise
        else:
            self.send({"ack": counter, "ok": True, **shown})
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

    def _grant(self, wish: str, content: dict[str, Any]) -> dict[str, Any]:
        """Do it, or raise Refused; what only the asker may see goes into the answer and nowhere else.

        Bots answer an action only after it has been acknowledged.
        """
        session = self.session
        self._played = self._played or wish in ("act", "coach")
        match wish:
            case "act":
                session.accept(content["rev"], content["id"])
            case "undo":
                session.undo()
            case "redo":
                session.redo()
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
            case "switch":
                session.set_switch(content["name"], content["on"])
            case "look":
                return {"hand": self._look(content["rev"], content["seat"])}
            case "save":
                self._save()
                if self._why:
                    raise Refused(self._why)
            case "resume":
                self._go_on()
        return {}

    def _look(self, rev: int, seat: int) -> dict[str, Any]:
        """What only the person who is asked may see, for the page on which that person said so."""
        self.session.look(rev, seat)
        now = self.session.now
        if now.rev != rev:
            raise self.session.refuse("old")
        return {"rev": rev, "seat": seat, **now.stage.hand(now, names(now.players, now.lang))}

    def _go_on(self) -> None:
        """Put the saved game in the place of this one."""
        if self._resume is None:
            raise self.session.refuse("saved_game")
        try:
            saved = saving.load(self._resume, self.session.now.rules.name)
        except (OSError, ValueError) as error:
            raise self.session.refuse("resume", why=error) from error
        with self._out:
            self._file, self._resume = self._resume, None
            self._saved = (saved.id, saved.now.deal, len(saved.now.moves))
        self.session.become(saved)

    # Shown where no widget lives.

    def _said(self) -> str:
        """The name, the game and whose moment it is, the same in every run."""
        now = replace(self.session.now, lang="en")
        turn = now.rules.turn(now.state)
        called = names(now.players, "en")
        if isinstance(turn, Terminal):
            won = [called[seat] for seat, share in enumerate(turn.outcome.payoffs) if share]
            moment = f"won by {' and '.join(won)}"
        else:
            moment = (
                f"{called[turn.seat or 0]} to {now.stage.CHANCE if now.offers and now.offers[0].roll else 'decide'}"
            )
        how = now.stage.subtitle(now).replace(" · ", ", ")
        return f"{self.name!r}: {now.stage.title('en')}, {how}, {moment}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live table, and for where it cannot live a text and a picture without the coach's numbers."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        data, metadata = shown
        now = replace(self.session.now, coach=False, advice=None, hint=None)
        return {**data, "text/plain": repr(self), "text/html": now.stage.still(build(now))}, metadata


def check_table(name: object, theme: object, autosave: object, file: object) -> None:
    """Refuse what no table can be made with, before anything is made."""
    if theme not in THEMES:
        raise ValueError(f"theme={theme!r} is not allowed; allowed: {', '.join(THEMES)}")
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError(f"name={name!r} is not allowed; allowed: 1 to {LONGEST_NAME} printable characters")
    if not isinstance(autosave, bool):
        raise ValueError(f"autosave={autosave!r} is not allowed; allowed: True or False")
    path = Path(file) if isinstance(file, str | Path) else Path()
    if file is not None and (path.name in ("", "..") or "\0" in path.name or len(path.name) > LONGEST_FILE):
        allowed = f"the path of a file with a name of 1 to {LONGEST_FILE} characters, or None"
        raise ValueError(f"file={quote(file)} is not allowed; allowed: {allowed}")


def check_session(session: object, game: str, alone: bool) -> None:
    """Refuse what is no session of this game, and one that was given with what makes a new one."""
    if not alone:
        raise ValueError(
            "session is given with rules, players or settings; allowed: a session, or what makes a new one"
        )
    if not isinstance(session, Session) or session.now.rules.name != game:
        raise ValueError(f"session={quote(session)} is not allowed; allowed: a session of {game}, or None")
