"""Exercises of Six with a board to solve on: the side to move has a forced win, and the student is to find it.

No solution is stored. What was played is judged by a proof search: a turn is right if after every reply of the other
side the win can still be forced in the turns that are left.

    >>> where = "0,0 1,0 2,0 3,0 | 0,1 1,1 2,1 2,2 ; 17,17 ; A PLACE"
    >>> task = SixExercise("Four in a row", "Red wins in two turns. How?", position=where, turns=2)
    >>> print(task.check_move("place 4,0"))
    Right: after every reply red still wins in 1.
    >>> print(task.check_move("place 0,2"))
    Not that one: after place -1,0 red has no forced win in 1 any more.
"""

from collections.abc import Sequence
from functools import cached_property

from seis_lab.exact.six_forced import ForcedWin
from seis_lab.exact.six_proof import forced_win
from seis_lab.exact.six_turns import Moves, over, turns, winner, write
from seis_lab.game import IllegalMove, InvalidNotation
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, SixState
from seis_lab.locale import text
from seis_lab.widgets.exercise import Exercise, Note
from seis_lab.widgets.six_story import story
from seis_lab.widgets.six_table import SixTable, read_position
from seis_lab.widgets.six_words import SIDES

BUDGET = 20_000
"""Positions that are looked at after each reply."""


class SixExercise(Exercise):
    """A forced win to find on a board, within so many own turns of the side to move in `position`.

    `hints`, `solution` and `lang` are those of every exercise; the rules are for two players. ValueError where there is
    no such win (InvalidNotation or InvalidPosition for a position that is none).
    """

    def __init__(
        self,
        title: str,
        task: str,
        position: str | SixState,
        *,
        turns: int = 3,
        rules: SixRules | None = None,
        hints: Sequence[str] = (),
        solution: str = "",
        lang: str = "en",
    ) -> None:
        super().__init__(title, task, hints=hints, solution=solution, lang=lang)
        self.rules = SixRules() if rules is None else rules
        if self.rules.players != 2:
            raise ValueError(f"rules={self.rules!r} is not allowed; allowed: rules for two players")
        self.state, self.turns = read_position(self.rules, position), turns
        self._board: SixTable | None = None

    @cached_property
    def proof(self) -> ForcedWin:
        """The win that is to be found; ValueError where there is none."""
        found = forced_win(self.rules, self.state, self.turns)
        if not isinstance(found, ForcedWin):
            raise ValueError(f"position={str(self.state)!r} has no such win: {found}")
        return found

    def board(self, against: str = "strong") -> SixTable:
        """A table from the position: the student against a bot of a level, everything free to be taken back."""
        players = [f"bot:{against}"] * 2
        players[self.state.actor] = "you"
        board = SixTable(
            self.rules, players, position=self.state, lang=self.lang, seed=6, coordinates=True, name=self.title[:40]
        )
        self._board = board
        return board

    def check(self) -> Note:
        """What was played on the board: won, still winning, or where the win was let go and by which reply."""
        now = None if self._board is None else self._board.session.now
        own = [told for told in story(now.states, now.moves) if told.seat == self.state.actor] if now else []
        if now is None or not own or not own[0].whole:
            return Note(text(self.lang, "six.exercise.play_first"))
        for number, told in enumerate([told for told in own if told.whole], start=1):
            after, played = now.states[told.end], now.moves[told.first : told.end]
            if over(self.rules, after) and winner(self.rules, after) == self.state.colour:
                return self._note("won", right=number <= self.turns, n=number)
            reply = self._refutation(after, self.turns - number)
            if reply is not None:
                values = {"n": number, "turn": write(played), "reply": write(reply), "left": self.turns - number}
                return self._note("let_go", right=False, **values)
        return self._note("so_far", right=None, n=len(own), left=self.turns - len(own))

    def check_move(self, turn: str) -> Note:
        """Judge a first turn without a board: `place 2,-1`, or `lift 5,-2, land 3,1`, or half of one: `lift 5,-2`."""
        try:
            after = self._after(turn)
        except (InvalidNotation, IllegalMove) as error:
            return Note(str(error))
        if after.phase in (Phase.KEEP, Phase.LAND):  # half a turn: right if the rest of it can win
            found = forced_win(self.rules, after, self.turns, budget=BUDGET)
            return self._note("half" if found else "half_fails", right=bool(found), turn=turn, left=self.turns)
        if over(self.rules, after) and winner(self.rules, after) == self.state.colour:
            return self._note("won", right=True, n=1)
        left = self.turns - 1
        reply = self._refutation(after, left)
        if reply is None:
            return self._note("keeps", right=True, left=left)
        return self._note("fails", right=False, reply=write(reply), left=left)

    def _after(self, turn: str) -> SixState:
        """The position after the moves of a turn."""
        if not isinstance(turn, str) or not turn:
            raise InvalidNotation(text(self.lang, "exercise.nothing_yet"))
        state = self.state
        for written in turn.split(", "):
            state = self.rules.apply(state, self.rules.parse(written))
        return state

    def _refutation(self, after: SixState, left: int) -> Moves | None:
        """A reply after which the student's side has no forced win in so many turns, or None where it always has."""
        colour = self.state.colour
        if over(self.rules, after):
            return ()
        for reply, then in [((), after)] if after.colour == colour else turns(self.rules, after):
            won = winner(self.rules, then) == colour if over(self.rules, then) else None
            if won is None:
                won = left > 0 and bool(forced_win(self.rules, then, left, budget=BUDGET))
            if not won:
                return reply
        return None

    def _note(self, key: str, right: bool | None, **values: object) -> Note:
        side = text(self.lang, f"six.{SIDES[self.state.colour]}").lower()
        return Note(text(self.lang, f"six.exercise.{key}", side=side, **values), right=right)
