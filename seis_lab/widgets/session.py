"""A game in progress at a table: who sits, what has happened, what may happen now.

A `Session` holds one immutable `Moment` and replaces it as a whole. Everything that takes time (a bot, the coach, a
replay) works on the moment it saw; what it found is accepted only if the table has not moved on meanwhile. So the one
lock is held for a comparison and an assignment, never while anything is computed.

The die is the table's own: the k-th throw of a deal depends on the seed, the deal and k alone. A saved game therefore
goes on with the very die it would have had, and neither a bot nor a page ever sees the seed.
"""

import secrets
import uuid
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from threading import Lock
from typing import Any

from seis_lab.game import Chance, Decision, Distribution, Policy, Record, quote
from seis_lab.locale import LANGS, text
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.moment import STAGES, Hint, Moment, stage_of
from seis_lab.widgets.players import Player

MOST_SEED = 10**100


class Refused(ValueError):
    """A wish that the table does not grant now: the message is one line in the table's language."""


class Session:
    """A game at a table: what people and bots do to it, safe to call from any thread.

    `players` is one `Player` per seat; `seed` decides the dice, the deals and what bots draw (None: a secret one);
    `switches` are the settings of the game that are on; `start` is a position to begin from, None for the usual one.
    `listener` is called, outside the lock, whenever the session has come to rest after a change.

    >>> from seis_lab.games.seis import SeisRules
    >>> from seis_lab.widgets.players import read_players
    >>> session = Session(SeisRules(players=1, faces=2, wildcards={}), read_players(["Ana"]), seed=1)
    >>> session.act(session.now.rev, "m0")
    >>> [str(move) for move in session.record.moves]
    ['roll 2']
    """

    def __init__(
        self,
        rules: Any,
        players: tuple[Player, ...],
        *,
        lang: str = "en",
        seed: int | None = None,
        coach: bool = False,
        switches: Collection[str] = (),
        start: Any = None,
    ) -> None:
        if getattr(rules, "name", None) not in STAGES:
            raise ValueError(f"rules={rules!r} is not allowed; allowed: a rules value, such as SeisRules(players=3)")
        if len(players) != rules.seats:
            raise ValueError(f"{len(players)} players for rules with {rules.seats} seats; one per seat is needed")
        if lang not in LANGS:
            raise ValueError(f"lang={lang!r} is not allowed; allowed: {', '.join(LANGS)}")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) > MOST_SEED):
            allowed = "a whole number of at most 100 digits, or None for a secret one"
            raise ValueError(f"seed={quote(seed)} is not allowed; allowed: {allowed}")
        if not isinstance(coach, bool):
            raise ValueError(f"coach={coach!r} is not allowed; allowed: True or False")
        known = stage_of(rules).SWITCHES
        if isinstance(switches, str) or not set(switches) <= set(known):
            raise ValueError(f"switches={switches!r} are not allowed; allowed: any of {', '.join(known)}")
        stage_of(rules).check(rules)
        self.id = uuid.uuid4().hex
        self.seed = secrets.randbits(64) if seed is None else seed
        self.listener: Callable[[], None] = lambda: None
        self._lock = Lock()
        self._bots: dict[str, Policy[Any, Any]] = {}
        states = (rules.initial() if start is None else start,)
        self._now = Moment(rules, players, (), states, lang=lang, coach=coach, switches=frozenset(switches))
        self.play_on()

    def __repr__(self) -> str:
        return f"<Session of {self.now.rules!r} after {len(self.now.moves)} moves>"

    @property
    def now(self) -> Moment:
        """The present moment."""
        return self._now

    @property
    def record(self) -> Record[Any, Any]:
        """The game so far, chance outcomes included."""
        return Record(self.now.rules, self.now.moves)

    def _become(self, seen: Moment, then: Moment) -> bool:
        """Replace the moment by a later one with the next rev, unless the table has moved on since `seen`."""
        with self._lock:
            fits = self._now.rev == seen.rev
            if fits:
                kept = self._now  # what may have changed without a new rev stays as it is now
                then = replace(then, lang=kept.lang, coach=kept.coach, switches=kept.switches, studied=kept.studied)
                self._now = replace(then, rev=kept.rev + 1)
            return fits

    def _mark(self, rev: int | None, **changes: Any) -> bool:
        """Change something that leaves the offers as they are; with a rev, only if the table is still there."""
        with self._lock:
            fits = rev is None or self._now.rev == rev
            if fits:
                self._now = replace(self._now, **changes)
            return fits

    def refuse(self, key: str, **values: object) -> Refused:
        """The error to raise, in the table's language."""
        return Refused(text(self.now.lang, f"no.{key}", **values))

    # What people do.

    def act(self, rev: int, action: str) -> None:
        """Do an offered action, then let bots and their dice play to the next thing a person is asked.

        Refused when `rev` is not the present one or the action is not offered.
        """
        self.accept(rev, action)
        self.play_on()

    def accept(self, rev: int, action: str) -> None:
        """Do an offered action and nothing else."""
        seen = self.now
        if rev != seen.rev:
            raise self.refuse("old")
        offered = {f"m{index}": offer for index, offer in enumerate(seen.offers)}
        if not isinstance(action, str) or action not in offered:
            raise self.refuse("action")
        offer = offered[action]
        then = seen if offer.back is None else seen.back(offer.back)
        then = then if offer.move is None else then.step(offer.move)
        if offer.roll:
            then = then.step(throw(self.seed, then))
        if not self._become(seen, then):
            raise self.refuse("old")

    def play_on(self) -> None:
        """Let chance, bots and what people need not be asked play on, until a person is asked or the game is over.

        All they do is one step of `rev`: who counts the steps learns no more than who watches the table.
        """
        while True:
            seen = then = self.now
            try:
                while (move := self._without_people(then)) is not None:
                    then = replace(then.step(move), thought=self._thought(then))
            except Exception:  # a mistake in a bot: what was played before it stands, and the table shows it
                self._become(seen, then)
                self.listener()
                raise
            if then is seen:
                self.listener()
                return
            self._become(seen, then)

    def _without_people(self, seen: Moment) -> Any:
        """The next move, where no person has to be asked for it."""
        turn = seen.rules.turn(seen.state)
        if seen.replay is not None:
            return None
        match turn:
            case Decision(seat=seat, moves=moves):
                level = seen.players[seat].level
                if level is None:
                    return seen.stage.answer(seen)
                choice = self._bot(level)(seen.rules.view(seen.state, seat), moves)
                return choice.sample(Random(f"bot {self.seed} {seen.deal} {len(seen.moves)}"))
            case Chance() if not seen.offers:
                return throw(self.seed, seen)
            case _:
                return None

    def _thought(self, seen: Moment) -> Any:
        """What the bot whose move was just found shows of its thinking, if it is one that shows any."""
        level = seen.players[seen.turn.seat].level if isinstance(seen.turn, Decision) else None
        return None if level is None else getattr(self._bot(level), "thinking", None)

    def _bot(self, level: str) -> Policy[Any, Any]:
        """The bot of a level for these rules, made once."""
        bots = self._bots  # another game may take this one's place meanwhile, with bots of its own
        if level not in bots:
            bots[level] = self.now.stage.LEVELS[level](self.now.rules)
        return bots[level]

    def undo(self) -> None:
        """Take the last decision back; Refused after a die or a bot's move, with the reason."""
        seen = self.now
        count, why = undoable(seen)
        if count is None:
            raise Refused(why)
        if not self._become(seen, seen.undo(count)):
            raise self.refuse("old")
        self.listener()

    def redo(self) -> None:
        """Do again what was taken back last; Refused where nothing was, or something else was done since."""
        seen = self.now
        if seen.replay is not None or not seen.undone:
            raise self.refuse("in_replay" if seen.replay is not None else "redo")
        if not self._become(seen, seen.again()):
            raise self.refuse("old")
        self.play_on()

    def hint(self) -> Hint:
        """What the best bot would do here, and whether it knows or estimates; Refused where nobody is asked."""
        seen = self.now
        if seen.replay is not None:
            raise self.refuse("in_replay")
        turn = seen.rules.turn(seen.state)
        if not seen.offers or (len(seen.offers) > 1 and not isinstance(turn, Decision)):
            raise self.refuse("over" if seen.over else "not_yours")
        found = Hint(0, "exact")
        if len(seen.offers) > 1:
            solver: Any = self._bot(seen.stage.HINTS)
            view = seen.rules.view(seen.state, turn.seat)
            choice = solver(view, turn.moves)
            best = max(choice.weights, key=choice.weights.__getitem__)
            basis, _ = solver.basis(view)
            found = Hint([offer.move for offer in seen.offers].index(best), basis)
        if not self._mark(seen.rev, hint=found):
            raise self.refuse("old")
        self.listener()
        return found

    def new(self) -> None:
        """Another game with the same rules and players, from the next deal of the seed."""
        seen = self.now
        fresh = Moment(seen.rules, seen.players, (), seen.states[:1], deal=seen.deal + 1)
        if not self._become(seen, fresh):
            raise self.refuse("old")
        self.play_on()

    def replay(self, at: int | None) -> None:
        """Show the position after `at` moves, or the game itself again (None)."""
        seen = self.now
        if at is not None and (
            not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= seen.stage.length(seen)
        ):
            raise self.refuse("replay")
        shown = None if at == seen.stage.length(seen) else at
        if shown == seen.replay:
            return
        if not self._become(seen, replace(seen, replay=shown, looked=False)):
            raise self.refuse("old")
        self.play_on()

    # What changes the words or the coach, and not the game.

    def set_lang(self, lang: str) -> None:
        """Speak another language from now on."""
        if lang not in LANGS:
            raise self.refuse("lang")
        self._mark(None, lang=lang)
        self.listener()

    def set_coach(self, on: bool) -> None:
        """Switch the coach on or off."""
        self._mark(None, coach=on, **({} if on else {"advice": None}))
        self.listener()

    def set_switch(self, name: str, on: bool) -> None:
        """Switch a setting of the game on or off."""
        seen = self.now
        if not isinstance(name, str) or name not in seen.stage.switches(seen):
            raise self.refuse("message")
        self._mark(None, switches=seen.switches | {name} if on else seen.switches - {name})
        self.play_on()

    def look(self, rev: int, seat: int) -> None:
        """Show the person who is asked what only that seat may see; Refused for anybody else."""
        seen = self.now
        if not seen.stage.SECRET:
            raise self.refuse("message")
        if seen.replay is not None or seat != seen.viewer:
            raise self.refuse("in_replay" if seen.replay is not None else "not_yours")
        if rev != seen.rev or not (seen.looked or self._mark(rev, looked=True)):
            raise self.refuse("old")
        if not seen.looked:
            self.listener()

    def advise(self, rev: int, advice: Advice) -> bool:
        """Accept what the coach found for this rev, if it is still wanted; False tells the coach to stop."""
        known = self.now.advice
        if known is not None and known.games is None and advice.games is not None:
            return False  # an estimate comes too late
        if not (self.now.coach and self._mark(rev, advice=advice)):
            return False
        self.listener()
        return True

    def study(self, done: int | None, learned: bool = False) -> None:
        """How many hundredths of the long work are done (None: it has ended); `learned`: the coach must speak anew."""
        if learned or done != self.now.studied:
            self._mark(None, studied=done, **({"advice": None} if learned else {}))
            self.listener()

    # Another game in the place of this one.

    @classmethod
    def restored(cls, moment: Moment, seed: int, identity: str) -> "Session":
        """A session that goes on from a moment of an earlier one, with its seed and its identity."""
        session = cls(moment.rules, moment.players, lang=moment.lang, seed=seed)
        session.id, session._now = identity, moment
        session.play_on()
        return session

    def become(self, other: "Session") -> None:
        """Go on with another session's game: its identity, seed, rules, players and moves."""
        with self._lock:
            then, mine = other.now, self._now
            self.id, self.seed = other.id, other.seed
            self._now = replace(then, rev=mine.rev + 1, lang=mine.lang)
            self._bots = {}
        self.play_on()


def throw(seed: int, seen: Moment) -> Any:
    """What chance does next under a seed, at a moment at which it is chance's turn."""
    turn = seen.rules.turn(seen.state)
    assert isinstance(turn, Chance)
    return Distribution(turn.outcomes).sample(Random(f"die {seed} {seen.deal} {seen.thrown}"))


def undoable(seen: Moment) -> tuple[int | None, str]:
    """How many moves are left after taking the last decision back; None, and why, where that is not allowed."""
    if seen.replay is not None:
        return None, text(seen.lang, "no.in_replay")
    if seen.over and seen.stage.CHANCE:  # what chance had a part in stays decided
        return None, text(seen.lang, "no.over")
    count, why, values = seen.stage.undoable(seen)
    return count, "" if count is not None else text(seen.lang, f"no.{why}", **values)
