"""Whose is whose, learnt from the pieces whose owners are known: in warm light one game's white is another's grey.

The networks see one piece at a time, and can't tell a grey one in bright light from a white one in the shade. In the
light of one table all pieces of a player look alike, and what the networks say of them is alike as well. How far that
differs from game to game, and how it goes along with what they say of another player's, was learnt from drawn
pictures. So the pieces that are known tell the others, and not only their own players': what is a little darker than
the grey ones there are is rather black (Prince and Elder, "Probabilistic linear discriminant analysis for inferences
about identity", 2007).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from engine.whole import write_whole
from vision.game import HIDDEN
from vision.lens import Floats
from vision.network import log_odds, softmax
from vision.netzwerk.reading import RATHER, Reading

MODEL = Path(__file__).parent / "models" / "owners.npz"

MINER, CONNECTOR = range(2)
"""Kinds of pieces."""

_PLAYERS = len(Player)
_FREEDOM = 6.0  # of the t-distributions of what is said: now and then something fits nobody's pieces
_STAYS = 7.0  # nats for what lies where a connector does being that one: nobody exchanges them
_SEVERAL = 2  # connectors in one place are not to be told as if they were one
# The sum of probabilities below which it looks like one connector: so do 94 in a hundred, and two of a hundred pairs.
_LIKE_ONE = 1.2
_LEAST, _FARTHEST = 1e-9, 14.0
# How far what is unusual in one game is so in the next one at the same table, by a lamp that may have changed. Of the
# shares that did no harm where it had, this one told most of 111 drawn sets where it had not.
_STAYS_SO = 0.8


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece that can be seen, and whose it is: a number of Player. says: (4,) what the networks say, by players."""

    kind: int
    owner: int
    says: Floats


@dataclass(frozen=True, eq=False)
class Alike:
    """Pieces of one kind and player: a number of Player, what is said of them in the mean (4,), how many they are."""

    kind: int
    owner: int
    says: Floats
    count: int


@dataclass(frozen=True, eq=False)
class Sayings:
    """What the networks say of pieces.

    usual: (32,) in the mean of all games, four numbers of each player's miners, then four of each one's connectors;
    between: (32, 32) how games differ, as covariances; within: (2, 4, 4) how the pieces of one player and kind do in
    one game.
    """

    usual: Floats
    between: Floats
    within: Floats

    @classmethod
    def load(cls, path: Path) -> Sayings:
        """Those of a file that `save` has written."""
        with np.load(path) as kept:
            return cls(*(kept[name].astype(np.float64) for name in ("usual", "between", "within")))

    def save(self, path: Path) -> None:
        """Write them, as 32-bit numbers, whole."""
        packed = BytesIO()
        np.savez(
            packed,
            usual=self.usual.astype(np.float32),
            between=self.between.astype(np.float32),
            within=self.within.astype(np.float32),
        )
        write_whole(path, packed.getvalue())

    def knowing(self, pieces: Iterable[Piece]) -> Sayings:
        """What they are to say in a game of which some pieces are known: `between` is what remains unknown of it."""
        certain = np.linalg.inv(self.between)
        pulled = certain @ self.usual
        by_kind = np.linalg.inv(self.within)
        for piece in pieces:
            mine = part(piece.kind, piece.owner)
            certain[mine, mine] += by_kind[piece.kind]
            pulled[mine] += by_kind[piece.kind] @ piece.says
        unknown = np.linalg.inv(certain)
        return replace(self, usual=unknown @ pulled, between=unknown)

    def next_game(self, pieces: Iterable[Piece]) -> Sayings:
        """What they are to say in the next game at the same table, where pieces were known in this one."""
        usual, known = usual_sayings(), self.knowing(pieces)
        return replace(
            self,
            usual=usual.usual + _STAYS_SO * (known.usual - usual.usual),
            between=usual.between + _STAYS_SO**2 * (known.between - usual.between),
        )

    def nats(self, kind: int, says: Floats) -> Floats:
        """How well it fits each player's pieces of a kind that this (N, 4) is said, (N, 4) logarithms."""
        told = np.empty((len(says), _PLAYERS))
        for owner in range(_PLAYERS):
            mine = part(kind, owner)
            told[:, owner] = _fits(says - self.usual[mine], self.between[mine, mine] + self.within[kind])
        return told

    def fits(self, groups: Sequence[Alike], names: Mapping[int, int]) -> float:
        """How well it fits, as a logarithm, that all these are said of one game, with owners called so.

        That can only be compared with what the same groups come to by other names.
        """
        numbers = np.concatenate([np.r_[part(it.kind, names[it.owner])] for it in groups])
        spread = self.between[np.ix_(numbers, numbers)]
        for n, it in enumerate(groups):
            own = slice(n * _PLAYERS, (n + 1) * _PLAYERS)
            spread[own, own] += self.within[it.kind] / it.count
        off = np.concatenate([it.says for it in groups]) - self.usual[numbers]
        return float(_fits(off[None], spread)[0])


def _fits(off: Floats, spread: Floats) -> Floats:
    """How well what is off by so much (N, K) fits a spread (K, K), in logarithms (N,)."""
    far = np.einsum("nk,nk->n", off, np.linalg.solve(spread, off.T).T)
    told = -(_FREEDOM + len(spread)) / 2 * np.log1p(far / _FREEDOM) - np.linalg.slogdet(spread)[1] / 2
    return np.asarray(told)


def part(kind: int, owner: int) -> slice:
    """Where the four numbers of a player's pieces of a kind are in those of a game."""
    first = (kind * _PLAYERS + owner) * _PLAYERS
    return slice(first, first + _PLAYERS)


def told_by_known(reading: Reading, state: State, before: Sayings | None = None) -> Reading:
    """The reading with its owners told as those of the pieces that are known to lie there, as far as they do.

    How likely it is that there is a miner, or a connector, stays as it was; only whose it is may change. Nothing is
    somebody's of whom it is known that they do not play. In black and white nothing else is told: what is said of
    somebody's pieces goes by their colours. before: what was known of this game before it began, if it is not the
    first one at its table.
    """
    pieces = list(known_pieces(reading, state))
    if not pieces and before is None and {*state.players}.issuperset(Player):
        return reading
    game = (before or usual_sayings()).knowing(pieces)
    miners = miners_told(reading, state.players, game)
    return replace(reading, miners=miners, sticks=_sticks_told(reading, state, game))


def miners_told(reading: Reading, players: Collection[Player], game: Sayings) -> Floats:
    """How likely each field bears each of MINERS, (N, 5), by what is said of the pieces of those who play a game, as
    far as there is any colour."""
    playing, says = np.isin(list(Player), list(players)), _of_miners(reading)
    shares = softmax(np.where(playing, game.nats(MINER, says) if reading.has_colour else says, -np.inf))
    somebodys = reading.miners[:, 1:].sum(axis=1, keepdims=True)
    return np.column_stack([reading.miners[:, 0], shares * somebodys])


def _sticks_told(reading: Reading, state: State, game: Sayings) -> Floats:
    """How likely each player's connectors are, (P, 4), told anew where one is seen and not two."""
    sticks, players = reading.sticks.copy(), list(Player)
    owners = [[players.index(it) for it in state.owners(connection)] for connection in reading.connections]
    single = np.array([len(it) < _SEVERAL for it in owners], np.bool_)
    playing = np.isin(players, list(state.players))
    says = _of_connectors(reading)
    nats = np.where(playing, game.nats(CONNECTOR, says) if reading.has_colour else says, -np.inf)
    for row, laid in zip(nats, owners, strict=True):
        row[laid] += _STAYS
    rows = np.flatnonzero(single & _looks_single(sticks))
    sticks[rows] = softmax(nats[rows]) * (1 - np.prod(1 - sticks[rows], axis=1, keepdims=True))
    return sticks


def for_another(reading: Reading, state: State, miner: Player, other: Player, before: Sayings) -> float:
    """What speaks for the miner of one player being another's, who has nothing on the board, in nats.

    It is told by the other pieces that are known, and by those that have come since: these have to be somebody's, and
    may fit nobody's under one of both names. before: what was known of this game before it began.
    """
    field = state.miners[miner]
    assert field is not None
    others = replace(state, miners={**state.miners, miner: None})
    known, new = list(known_pieces(reading, others)), list(_new_pieces(reading, state))
    says = _of_miners(reading)[reading.fields.index(field)]
    game = before.knowing(known)
    nats = []
    for named in (miner, other):
        it = Piece(MINER, list(Player).index(named), says)
        standing = [one.owner for one in (*known, it) if one.kind == MINER]
        knowing = game.knowing([it])
        fits = [knowing.nats(kind, told[None])[0] for kind, told in new]
        for (kind, _), of_each in zip(new, fits, strict=True):
            if kind == MINER:
                of_each[standing] = -np.inf  # nobody has two
        nats.append(game.nats(MINER, says[None])[0, it.owner] + sum(map(np.logaddexp.reduce, fits)))
    return float(nats[1] - nats[0])


def whose(reading: Reading, state: State, laid: Sequence[Connection], before: Sayings) -> dict[Player, float]:
    """What speaks for some new connectors being each player's, in nats, if all of them are one's.

    What makes the first look like another's, the light or an unusual brown, makes the others look so, too: each tells
    the less of whose they are, the more it is like those before. before: as for `for_another`.
    """
    says = _of_connectors(reading)[[reading.connections.index(it) for it in laid]]
    known = before.knowing(known_pieces(reading, state))
    nats = {}
    for number, player in enumerate(Player):
        mine, nats[player] = part(CONNECTOR, number), 0.0
        usual, unknown = known.usual[mine], known.between[mine, mine]
        for it in says:
            off, spread = it - usual, unknown + known.within[CONNECTOR]
            nats[player] += float(_fits(off[None], spread)[0])
            learnt = unknown @ np.linalg.inv(spread)
            usual, unknown = usual + learnt @ off, unknown - learnt @ unknown
    return nats


def known_pieces(reading: Reading, state: State) -> Iterator[Piece]:
    """The miners and the single connectors of a state that can be seen."""
    players = list(Player)
    row = {field: n for n, field in enumerate(reading.fields)}
    of_miners, of_connectors = _of_miners(reading), _of_connectors(reading)
    for player, at in state.miners.items():
        if at in row and reading.unseen[row[at]] < HIDDEN and reading.miners[row[at], 0] < RATHER:
            yield Piece(MINER, players.index(player), of_miners[row[at]])
    for n, connection in enumerate(reading.connections):
        laid = state.owners(connection)
        if len(laid) == 1 and reading.hidden[n] < HIDDEN and reading.sticks[n].max() > RATHER:
            yield Piece(CONNECTOR, players.index(laid[0]), of_connectors[n])


def groups_of(pieces: Iterable[Piece]) -> list[Alike]:
    """The pieces of each player, those of each kind together."""
    told: dict[tuple[int, int], list[Floats]] = {}
    for it in pieces:
        told.setdefault((it.kind, it.owner), []).append(it.says)
    return [
        Alike(kind, owner, np.mean(says, axis=0), len(says)) for (kind, owner), says in sorted(told.items())
    ]


def _new_pieces(reading: Reading, state: State) -> Iterator[tuple[int, Floats]]:
    """The pieces that can be seen where none lay by a state: their kinds, and what is said of them, (4,)."""
    of_miners, of_connectors = _of_miners(reading), _of_connectors(reading)
    single = _looks_single(reading.sticks)
    for n, field in enumerate(reading.fields):
        if reading.unseen[n] < HIDDEN and reading.miners[n, 0] < RATHER and field not in state.occupied:
            yield MINER, of_miners[n]
    for n, connection in enumerate(reading.connections):
        is_there = reading.sticks[n].max() > RATHER and single[n]
        if reading.hidden[n] < HIDDEN and is_there and not state.owners(connection):
            yield CONNECTOR, of_connectors[n]


def _of_miners(reading: Reading) -> Floats:
    """What is said of whose miner it is, if there is one, (N, 4): logarithms of shares, about their mean."""
    says: npt.NDArray[np.float64] = np.log(reading.miners[:, 1:] + _LEAST)
    says = np.maximum(says - says.max(axis=1, keepdims=True), -_FARTHEST)
    return np.asarray(says - says.mean(axis=1, keepdims=True))


def _of_connectors(reading: Reading) -> Floats:
    """What is said of each player's connectors, (P, 4): log odds."""
    return np.clip(log_odds(reading.sticks), -_FARTHEST, _FARTHEST)


def _looks_single(sticks: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(sticks.sum(axis=1) < _LIKE_ONE)


@cache
def usual_sayings() -> Sayings:
    """Those of all games."""
    return Sayings.load(MODEL)
