"""The check of a proof of a forced win: it is played out by the rules of record, every turn of the other side included.

Written apart from the searches on purpose: it knows nothing of threats or figures, and solves nothing. Wherever the
other side is to move it goes through all turns that the rules allow, and each must have its answer in the proof.
"""

from seis_lab.exact.check import CheckFailed
from seis_lab.exact.six_moving import Step
from seis_lab.exact.six_turns import Moves, over, turns, winner, write
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixState


class Replay:
    """A proof played out by the rules: `plays` has the own turn at every position, `ends` counts the ends."""

    def __init__(self, rules: SixRules, colour: int) -> None:
        """Play for this colour."""
        self.rules, self.colour = rules, colour
        self.plays: dict[SixState, Moves] = {}
        self.ends = 0

    def play(self, state: SixState, step: Step) -> None:
        """Play the own turn and everything that can follow; CheckFailed unless all of it is won."""
        after = state
        if step.turn:
            self.plays[state] = step.turn
            after = self._apply(state, step.turn)
        if self._won(after):
            return
        if after.colour == self.colour:
            self.play(after, self._named(after, step, ()))
            return
        for reply, answered in turns(self.rules, after):
            if not self._won(answered):
                self._answer(answered, step, reply)

    def _answer(self, state: SixState, step: Step, reply: Moves) -> None:
        if reply in step.after or not step.answers:
            self.play(state, self._named(state, step, reply))
            return
        for answer in step.answers:
            legal = answer[0] in self.rules.turn(state).moves
            if legal and self._won(self._apply(state, answer)):
                self.plays[state] = answer
                return
        raise CheckFailed(f"the proof has no answer that wins to {write(reply)!r}, in position {state}")

    def _won(self, state: SixState) -> bool:
        """Whether this is a won end; CheckFailed where it is an end of another kind."""
        if not over(self.rules, state):
            return False
        if winner(self.rules, state) != self.colour:
            raise CheckFailed(f"the proof leads to an end that is not won: {state}")
        self.ends += 1
        return True

    def _named(self, state: SixState, step: Step, reply: Moves) -> Step:
        if reply not in step.after:
            raise CheckFailed(f"the proof forgets the turn {write(reply)!r}, in position {state}")
        return step.after[reply]

    def _apply(self, state: SixState, moves: Moves) -> SixState:
        for move in moves:
            state = self.rules.apply(state, move)
        return state
