"""Who sits down to which rules: the session for what a class types when it makes a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from seis_lab.widgets.moment import stage_of
from seis_lab.widgets.players import read_players
from seis_lab.widgets.session import Session


def seat(
    known: type[Any],
    rules: Any,
    players: Sequence[str] | None,
    *,
    usual: int,
    rules_for: Callable[[int], Any],
    switches: Mapping[str, Any],
    **options: Any,
) -> Session:
    """A session of the game whose rules are `known`; ValueError quotes what cannot be.

    Without players a person sits with bots, at a table of `usual` seats; without rules they are those `rules_for` as
    many. `switches` are on or off; the other options are those of a `Session`.
    """
    for switch, on in switches.items():
        if not isinstance(on, bool):
            raise ValueError(f"{switch}={on!r} is not allowed; allowed: True or False")
    name = known.__name__
    if rules is not None and not isinstance(rules, known):
        hint = "; people go by players=['Ana', 'bot']" if isinstance(rules, str | list | tuple) else ""
        raise ValueError(f"rules={rules!r} is not allowed; allowed: rules such as {name}(players=3), or None{hint}")
    if players is None:
        players = ("you", *["bot"] * ((usual if rules is None else rules.players) - 1))
    stage = stage_of(known)
    seated = read_players(players, levels=stage.LEVELS, usual=stage.USUAL, most=stage.MOST_PLAYERS)
    chosen = rules_for(len(seated)) if rules is None else rules
    if len(seated) != chosen.players:
        allowed = f"one for each of the {chosen.players} seats of the rules"
        raise ValueError(f"players={list(players)!r} names {len(seated)}; allowed: {allowed}")
    return Session(chosen, seated, switches=[switch for switch, on in switches.items() if on], **options)
