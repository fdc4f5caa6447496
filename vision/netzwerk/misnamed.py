"""Players may have been taken for others from the beginning; all that has come since shows it.

Who comes first has nothing on the board but a miner, and a white one in the shade is as dark as a grey one in the
light. Connectors that are laid later, flat and many, say better whose they are. Once it is known that they are all
the same player's, one name has to fit them and the miner, and the other players' names all of theirs (`owners.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from engine.netzwerk.words import NAMES
from vision.game import Names
from vision.netzwerk.owners import Sayings, groups_of, known_pieces
from vision.netzwerk.reading import Reading

_NUMBER = {player: number for number, player in enumerate(Player)}


def otherwise_named(
    reading: Reading,
    state: State,
    may_play: Collection[Player],
    sayings: Sayings,
    named: Collection[Player] = (),
) -> dict[Names, float]:
    """By how many nats other names fit better than those that players go by in a state, for each way to name those
    who have something on the board by who may play; nothing where none of it can be seen.

    sayings: what was known of this game before it began. named: players of whom it is sure who they are.
    """
    here = [it for it in state.players if state.miners[it] is not None or state.connectors[it]]
    groups = groups_of(known_pieces(reading, state))
    if not groups:
        return {}

    def fits(names: Collection[Player]) -> float:
        numbers = {_NUMBER[was]: _NUMBER[other] for was, other in zip(here, names, strict=True)}
        return sayings.fits(groups, numbers)

    as_named = fits(here)
    return {
        tuple((NAMES[was], NAMES[it]) for was, it in zip(here, names, strict=True) if was is not it): (
            fits(names) - as_named
        )
        for names in permutations(may_play, len(here))
        if [*names] != here
        and not any(was in named and was is not it for was, it in zip(here, names, strict=True))
    }
