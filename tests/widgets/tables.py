"""What the tests of the tables share: seats, sessions, games played by clicks, and tables whose messages are kept."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from seis_lab.game import Chance
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


def play_hands(session: Session, seed: int, most: int = 4000) -> Iterator[Any]:
    """Click random cards, and new deals, until the match is over, pausing before every click and at the end."""
    rng = random.Random(seed)
    for _ in range(most):
        yield session.now
        now = session.now
        if now.over:
            return
        dealing = isinstance(now.rules.turn(now.state), Chance)
        session.act(now.rev, "m0" if dealing else f"m{rng.randrange(len(now.offers))}")
    raise AssertionError("no end")


def watched(kind: type[Any]) -> type[Any]:
    """Tables of that kind whose every message to the page is kept: the scenes of the synced trait, and the others."""

    class Watched(kind):  # type: ignore[misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            self.sent: list[Any] = []
            self.frames: list[str] = []
            super().__init__(*args, **{"autosave": False, "seed": 7, **options})

        def send(self, content: Any, buffers: Any = None) -> None:
            self.sent.append(content)

        def send_state(self, key: Any = None) -> None:
            self.frames.append(json.dumps(self.get_state("scene")))
            super().send_state(key)

        def say(self, **message: Any) -> Any:
            before = len(self.sent)
            self._receive(self, {"n": 1, **message}, [])
            assert len(self.sent) == before + 1
            return self.sent[-1]

        def look(self) -> Any:
            now = self.session.now
            return self.say(do="look", rev=now.rev, seat=now.viewer)

    return Watched
