"""What the tests of the tables share: seats, sessions, and games played by clicking offered actions."""

import random
from collections.abc import Iterator, Sequence

from seis_lab.games.seis import SeisRules
from seis_lab.widgets.players import read_players
from seis_lab.widgets.session import Session


def sit(players: Sequence[str], rules: SeisRules | None = None, **options: object) -> Session:
    """A session for these players; the traditional rules for as many unless others are given."""
    seated = read_players(players)
    return Session(SeisRules(players=len(seated)) if rules is None else rules, seated, **options)  # type: ignore[arg-type]


def click_through(session: Session, seed: int, most: int = 2000) -> Iterator[None]:
    """Click random offered actions until the game is over, pausing before every click and at the end."""
    rng = random.Random(seed)
    for _ in range(most):
        yield
        if session.now.over:
            return
        session.act(session.now.rev, f"m{rng.randrange(len(session.now.offers))}")
    raise AssertionError(f"no end after {most} clicks")
