"""What the coach of a column game says of its numbers: beside every card, and once what they rest on.

Each game has the words under its own name: `GAME.coach.` with `exact`, `certified` or `estimate`, and `basis_` with
these or with `played`, for estimates from playing an open hand out.
"""

from seis_lab.game import Decision
from seis_lab.locale import decimal, text
from seis_lab.widgets.hidden_hands import is_open
from seis_lab.widgets.moment import Moment

FINE = 0.05
"""Half an interval that is smaller than this is shown with one more decimal."""


def worth_words(moment: Moment, index: int, *, signed: bool) -> tuple[str | None, str | None, bool]:
    """What the coach says of an offer, how much worse than the best it is, and whether it is the best.

    `signed` numbers are gains and losses, and show a plus.
    """
    advice, lang, game = moment.advice if moment.coach else None, moment.lang, moment.rules.name
    if advice is None or not advice.worths:
        return None, None, False
    worth, loss = advice.worths[index], advice.loss(index)
    half = max(worth.high - worth.value, worth.value - worth.low)
    places = 2 if advice.games is None or half < FINE else 1
    value = decimal(lang, worth.value, places)
    if signed and not value.startswith("−"):
        value = f"+{value}"
    if advice.games is None:
        said = text(lang, f"{game}.coach.{advice.duel or 'exact'}", n=value)
    else:
        said = text(lang, f"{game}.coach.estimate", n=value, half=decimal(lang, half, places))
    return said, decimal(lang, loss, places) if loss else None, advice.is_best(index)


def basis(moment: Moment) -> str:
    """On what the coach's numbers rest, in one sentence; nothing while there are none or no person decides."""
    advice = moment.advice if moment.coach and moment.replay is None else None
    if advice is None or moment.viewer is None or not isinstance(moment.turn, Decision):
        return ""
    if advice.unit == "none":
        return text(moment.lang, "coach.basis_none")
    kind = advice.duel or "exact" if advice.games is None else "played" if is_open(moment) else "estimate"
    return text(moment.lang, f"{moment.rules.name}.coach.basis_{kind}", n=advice.games)
