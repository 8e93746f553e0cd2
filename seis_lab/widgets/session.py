"""A game in progress at a table: who sits, what has happened, what may happen now.

A `Session` holds one immutable `Moment` and replaces it as a whole. Everything that takes time (a bot, the coach, a
replay) works on the moment it saw; what it found is accepted only if the table has not moved on meanwhile. So the one
lock is held for a comparison and an assignment, never while anything is computed.

The die is the table's own: the k-th throw of a deal depends on the seed, the deal and k alone. A saved game therefore
goes on with the very die it would have had, and neither a bot nor a page ever sees the seed.
"""

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from threading import Lock
from typing import Any

from seis_lab.bots import LEVELS
from seis_lab.game import Chance, Decision, Distribution, Policy, Record, Terminal
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import SeisMove, SeisState
from seis_lab.locale import LANGS, text
from seis_lab.widgets.coach import Advice
from seis_lab.widgets.players import Player, names
from seis_lab.widgets.seis_moves import Offer, answered_for, asked_seat, offers


class Refused(ValueError):
    """A wish that the table does not grant now: the message is one line in the table's language."""


@dataclass(frozen=True)
class Hint:
    """The offer that the solver bot would choose, and on what basis ("exact" or "estimate")."""

    offer: int
    basis: str


@dataclass(frozen=True)
class Moment:
    """All that there is to know about a table at one instant, immutable.

    `states` has one position more than there are `moves`; `thrown` counts the outcomes of chance among the moves;
    `rev` changes whenever the offers may have changed; `deal` counts the games played at this table.
    """

    rules: SeisRules
    players: tuple[Player, ...]
    moves: tuple[SeisMove, ...]
    states: tuple[SeisState, ...]
    thrown: int = 0
    deal: int = 0
    rev: int = 0
    lang: str = "en"
    coach: bool = False
    own_tirador: bool = False
    replay: int | None = None
    hint: Hint | None = None
    advice: Advice | None = None

    @property
    def state(self) -> SeisState:
        """The position of the game."""
        return self.states[-1]

    @property
    def shown(self) -> SeisState:
        """The position on show: that of the game, or an earlier one in a replay."""
        return self.states[-1 if self.replay is None else self.replay]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What can be clicked: nothing in a replay, at the end, or while a bot plays."""
        return offers(self.rules, self.state) if self.viewer is not None and self.replay is None else ()

    @property
    def viewer(self) -> int | None:
        """The person the table waits for."""
        seat = asked_seat(self.rules, self.state)
        return None if seat is None or self.players[seat].is_bot else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.rules.turn(self.state), Terminal)

    def step(self, move: SeisMove) -> "Moment":
        """The moment after a move of the game."""
        chance = isinstance(self.rules.turn(self.state), Chance)
        state = self.rules.apply(self.state, move)
        return replace(
            self,
            moves=(*self.moves, move),
            states=(*self.states, state),
            thrown=self.thrown + chance,
            hint=None,
            advice=None,
        )

    def back(self, count: int) -> "Moment":
        """The moment when only the first `count` moves had been made; no outcome of chance may be taken back."""
        return replace(self, moves=self.moves[:count], states=self.states[: count + 1], hint=None, advice=None)


class Session:
    """A game at a table: what people and bots do to it, safe to call from any thread.

    `players` is one `Player` per seat; `seed` decides who begins, the die and what bots draw (None: a secret one).
    `listener` is called, outside the lock, whenever the session has come to rest after a change.

    >>> from seis_lab.widgets.players import read_players
    >>> session = Session(SeisRules(players=1, faces=2, wildcards={}), read_players(["Ana"]), seed=1)
    >>> session.act(session.now.rev, "m0")
    >>> [str(move) for move in session.record.moves]
    ['roll 2']
    """

    def __init__(
        self,
        rules: SeisRules,
        players: tuple[Player, ...],
        *,
        lang: str = "en",
        seed: int | None = None,
        coach: bool = False,
        own_tirador: bool = False,
    ) -> None:
        if not isinstance(rules, SeisRules):
            raise ValueError(f"rules={rules!r} is not allowed; allowed: a rules value, such as SeisRules(players=3)")
        if len(players) != rules.seats:
            raise ValueError(f"{len(players)} players for rules with {rules.seats} seats; one per seat is needed")
        if lang not in LANGS:
            raise ValueError(f"lang={lang!r} is not allowed; allowed: {', '.join(LANGS)}")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise ValueError(f"seed={seed!r} is not allowed; allowed: a whole number, or None for a secret one")
        for field, value in (("coach", coach), ("own_tirador", own_tirador)):
            if not isinstance(value, bool):
                raise ValueError(f"{field}={value!r} is not allowed; allowed: True or False")
        rules.rolls  # noqa: B018 - a die with a symbol cannot be thrown: refused here, by the rules
        self.id = uuid.uuid4().hex
        self.seed = secrets.randbits(64) if seed is None else seed
        self.listener: Callable[[], None] = lambda: None
        self._lock = Lock()
        self._bots: dict[str, Policy[SeisView, SeisMove]] = {}
        self._now = Moment(rules, players, (), (rules.initial(),), lang=lang, coach=coach, own_tirador=own_tirador)
        self.play_on()

    @property
    def now(self) -> Moment:
        """The present moment."""
        return self._now

    @property
    def record(self) -> Record[SeisState, SeisMove]:
        """The game so far, chance outcomes included."""
        return Record(self.now.rules, self.now.moves)

    def _become(self, seen: Moment, then: Moment) -> bool:
        """Replace the moment by a later one with the next rev, unless the table has moved on since `seen`."""
        with self._lock:
            fits = self._now.rev == seen.rev
            if fits:
                kept = self._now  # what may have changed without a new rev stays as it is now
                self._now = replace(
                    then, rev=kept.rev + 1, lang=kept.lang, coach=kept.coach, own_tirador=kept.own_tirador
                )
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
        if action not in offered:
            raise self.refuse("action")
        offer = offered[action]
        then = seen if offer.move is None else seen.step(offer.move)
        if offer.roll:
            then = then.step(throw(self.seed, then))
        if not self._become(seen, then):
            raise self.refuse("old")

    def play_on(self) -> None:
        """Let chance, bots and what people need not be asked play on, until a person is asked or the game is over."""
        while True:
            seen = self.now
            move = self._without_people(seen)
            if move is None:
                self.listener()
                return
            self._become(seen, seen.step(move))

    def _without_people(self, seen: Moment) -> SeisMove | None:
        """The next move, where no person has to be asked for it."""
        turn = seen.rules.turn(seen.state)
        if seen.replay is not None:
            return None
        match turn:
            case Chance(seat=seat) if seat is None or seen.players[seat].is_bot:
                return throw(self.seed, seen)
            case Decision(seat=seat, moves=moves):
                level = seen.players[seat].level
                if level is None:
                    return answered_for(seen.state, seen.own_tirador)
                choice = self._bot(level)(seen.rules.view(seen.state, seat), moves)
                return choice.sample(Random(f"bot {self.seed} {seen.deal} {len(seen.moves)}"))
            case _:
                return None

    def _bot(self, level: str) -> Policy[SeisView, SeisMove]:
        """The bot of a level for these rules, made once."""
        if level not in self._bots:
            self._bots[level] = LEVELS[level](self.now.rules)
        return self._bots[level]

    def undo(self) -> None:
        """Take the last decision back; Refused after a die or a bot's move, with the reason."""
        seen = self.now
        count, why = undoable(seen)
        if count is None:
            raise Refused(why)
        if not self._become(seen, seen.back(count)):
            raise self.refuse("old")
        self.listener()

    def hint(self) -> Hint:
        """What the solver bot would do here, and whether it knows or estimates; Refused where nobody is asked."""
        seen = self.now
        if seen.replay is not None:
            raise self.refuse("in_replay")
        if not seen.offers or seen.viewer is None:
            raise self.refuse("over" if seen.over else "not_yours")
        found = Hint(0, "exact")
        if len(seen.offers) > 1:
            solver: Any = self._bot("solver")
            view = seen.rules.view(seen.state, seen.viewer)
            turn = seen.rules.turn(seen.state)
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
        fresh = Moment(seen.rules, seen.players, (), (seen.rules.initial(),), deal=seen.deal + 1)
        if not self._become(seen, fresh):
            raise self.refuse("old")
        self.play_on()

    def replay(self, at: int | None) -> None:
        """Show the position after `at` moves, or the game itself again (None)."""
        seen = self.now
        if at is not None and (not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= len(seen.moves)):
            raise self.refuse("replay")
        shown = None if at == len(seen.moves) else at
        if shown == seen.replay:
            return
        if not self._become(seen, replace(seen, replay=shown)):
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

    def set_own_tirador(self, on: bool) -> None:
        """Whether people are asked about TIRADOR at their own roll."""
        self._mark(None, own_tirador=on)
        self.play_on()

    def advise(self, rev: int, advice: Advice) -> bool:
        """Accept what the coach found for this rev, if it is still wanted; False tells the coach to stop."""
        if not (self.now.coach and self._mark(rev, advice=advice)):
            return False
        self.listener()
        return True

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
            self.id, self.seed, self._bots = other.id, other.seed, {}
            self._now = replace(then, rev=mine.rev + 1, lang=mine.lang)
        self.play_on()


def throw(seed: int, seen: Moment) -> SeisMove:
    """What chance does next under a seed, at a moment at which it is chance's turn."""
    turn = seen.rules.turn(seen.state)
    assert isinstance(turn, Chance)
    return Distribution(turn.outcomes).sample(Random(f"die {seed} {seen.deal} {seen.thrown}"))


def undoable(seen: Moment) -> tuple[int | None, str]:
    """How many moves are left after taking the last decision back; None, and why, where that is not allowed."""

    def no(key: str, **values: object) -> tuple[None, str]:
        return None, text(seen.lang, f"no.{key}", **values)

    if seen.replay is not None:
        return no("in_replay")
    if seen.over:
        return no("over")
    for count in range(len(seen.moves) - 1, -1, -1):
        state = seen.states[count]
        turn = seen.rules.turn(state)
        match turn:
            case Chance(seat=None):
                return no("undo_start")
            case Chance():
                return no("undo_die")
            case Decision(seat=seat) if seen.players[seat].is_bot:
                return no("undo_other", name=names(seen.players, seen.lang)[seat])
            case Decision() if answered_for(state, seen.own_tirador) is None:
                return count, ""
    return no("undo_start")
