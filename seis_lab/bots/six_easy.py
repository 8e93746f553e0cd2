"""A player of Six with an eye for one turn: it wins where it can, stops a win where it must, else plays at random."""

from seis_lab.game import Distribution
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixMove, SixView


def sensible_turns(rules: SixRules, view: SixView) -> Distribution[SixMove]:
    """The next move of a turn that wins; if none does, of one that stops the other side's win; else of any turn.

    All such turns are equally likely. Where the other side would win whatever is played, or threatens nothing, any turn
    will do that does not lose at once.

    >>> rules = SixRules()
    >>> state = rules.position("0,0 1,0 2,0 3,0 4,0", "-1,0 0,1 1,1 2,1 3,1", hands=(16, 16), actor=1)
    >>> sensible_turns(rules, state)
    Distribution({Place(cell=Cell(q=5, r=0)): 1})
    """
    from seis_lab.kernels import six, six_turns
    from seis_lab.kernels.six_tables import board_of, choosing, placing, step_of, turns_of, zeros

    board, own, other = board_of(rules, view), view.colour, 1 - view.colour
    turns, place, landed = turns_of(rules, board, view), placing(view), choosing(rules, view)
    room = zeros(1 << 15)
    wins, holds, rest = [], [], []
    still = sum(view.hands) > 1  # whether the other side's next turn places a tile
    threatened = view.lifted is not None or six_turns.win_in_one(board, other, still, room, 0) != six.NOBODY
    for turn in turns:
        if landed:
            six_turns.keep_only(board, (turn >> (2 * six.COORDINATE)) & six.MASK, six.MOST)
        else:
            six_turns.make(board, turn, own, place, 1)
        ended = six_turns.result(board, own, place)
        if ended == six.MOVER:
            wins.append(turn)
        elif ended != six.OTHER:
            rest.append(turn)
            if threatened and not wins and six_turns.win_in_one(board, other, still, room, 0) == six.NOBODY:
                holds.append(turn)
        if landed:
            six_turns.bring_back(board, six.MOST)
        else:
            six_turns.unmake(board, turn, own, place, 1)
    return Distribution([(step_of(view, turn), 1) for turn in wins or holds or rest or turns])
