"""Simulated pictures on disk, and what the networks are shown of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from engine.alien_city import City
from vision.alien_city import board
from vision.alien_city.find import CELL, INPUT_SIZE, network_input
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.alien_city.sheets import Blob, at_scale, board_colours, cut, lean_of, look, normalised
from vision.lens import Floats, Lens
from vision.photo import Picture, load_photo
from vision.pose import Pose, fit_pose
from vision.synthetic import random_scene, render

FINDER_SIZE, READER_SIZE = (400, 300), (800, 600)
"""Picture sizes: a little more than each network sees, so that zooming in costs no sharpness."""

# A lot that a hand covers by this much turns from "readable" to "cannot be seen".
_COVERED_FROM, _COVERED_TO = 0.25, 0.55
HIDDEN = len(LOT_STATES)


@dataclass(frozen=True, eq=False)
class Sample:
    """A simulated picture with its truth.

    states: (80,) int, index into LOT_STATES; covered: (80,) share covered; marks: (20,) int, index into MARKS.
    """

    path: Path
    pose: Pose
    states: Floats
    covered: Floats
    marks: Floats

    def picture(self) -> Picture:
        """The picture, RGB."""
        return load_photo(self.path)

    @classmethod
    def load(cls, path: Path) -> Sample:
        """The sample whose picture is `path`; its truth lies beside it."""
        truth = json.loads(path.with_suffix(".json").read_text())
        city = City.parse(truth["position"])
        lens = Lens(np.array(truth["K"]), np.array(truth["dist"]), tuple(truth["size"]))
        return cls(
            path,
            Pose(np.array(truth["rvec"]), np.array(truth["tvec"]), lens),
            np.array([LOT_STATES.index(content) for content in city.lots]),
            np.array(truth["covered"]),
            np.array([MARKS.index(tile) for tile in city.tiles]),
        )


def draw(folder: Path, count: int, seed: int, size: tuple[int, int], workers: int) -> None:
    """Draw simulated pictures into a folder; those already there are kept, so that it can be broken off."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (folder, seed, size, n)
        for n in range(count)
        if not _picture_path(folder, n).with_suffix(".json").exists()
    ]
    with Pool(workers) as pool:
        for done, _ in enumerate(pool.imap_unordered(_draw_one, jobs, chunksize=8), start=1):
            if done % 500 == 0:
                print(f"drawn {done} of {len(jobs)}", flush=True)


def _draw_one(job: tuple[Path, int, tuple[int, int], int]) -> None:
    cv2.setNumThreads(1)
    folder, seed, size, number = job
    rng = np.random.default_rng((seed, number))
    seen = render(random_scene(rng, size=size))
    path = _picture_path(folder, number)
    cv2.imwrite(str(path), cv2.cvtColor(seen.image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 95])
    truth = {
        "position": seen.position,
        "K": np.asarray(seen.K).tolist(),
        "dist": np.asarray(seen.dist).tolist(),
        "rvec": np.asarray(seen.rvec).tolist(),
        "tvec": np.asarray(seen.tvec).tolist(),
        "size": list(size),
        "covered": np.asarray(seen.covered).round(3).tolist(),
    }
    path.with_suffix(".json").write_text(json.dumps(truth))


def sample_paths(folder: Path, count: int) -> list[Path]:
    """The first `count` pictures of a folder."""
    return [_picture_path(folder, number) for number in range(count)]


def _picture_path(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.jpg"


@dataclass(frozen=True, eq=False)
class LotExample:
    """One training example of the lot reader: its inputs and what it should say.

    states: (15, 80) soft targets; marks: (20,); shifts: (20, 2) lots; tile: (20,) 1, 0 or -1 for "no opinion".
    """

    colours: Blob
    lean: Blob
    light: Blob
    states: Blob
    marks: Floats
    shifts: Blob
    tile: Floats


def lot_example(sample: Sample, rng: np.random.Generator) -> LotExample:
    """Look at a sample through a slightly wrong pose, in other light; sometimes where no board is at all."""
    picture = sample.picture()
    kind = rng.random()
    if kind < 0.06:
        return _astray(sample, picture, rng)
    spread_lots = 0.02 if kind < 0.45 else 0.2 if kind < 0.75 else 0.5
    pose = _slightly_wrong(sample.pose, spread_lots, rng)
    states, covered, marks = sample.states, sample.covered, sample.marks
    true_centres = sample.pose.project(board.tile_centres())
    if rng.random() < 0.5:
        pose = turned(pose)
        states, covered = states[::-1], covered[::-1]
        marks = np.array([MARKS.index(MARKS[mark].turned()) for mark in marks[::-1]])
        true_centres = true_centres[::-1]
    shifts = (on_table(true_centres, pose) - board.tile_centres()[:, :2]) / board.LOT
    hidden = np.clip((covered - _COVERED_FROM) / (_COVERED_TO - _COVERED_FROM), 0, 1)
    targets = np.zeros((HIDDEN + 1, 80), np.float32)
    targets[states, np.arange(80)] = 1 - hidden
    targets[HIDDEN] = hidden
    tile_covered = covered.reshape(5, 2, 4, 2).mean(axis=(1, 3)).ravel()
    colouring = _Colouring.draw(rng)
    scaled = at_scale(picture, pose)
    sheets = normalised(
        [_recoloured(it, colouring) for it in cut(*scaled)],
        lean_of(pose),
        _recoloured(board_colours(*scaled), colouring),
    )
    return LotExample(
        sheets.colours,
        sheets.lean,
        sheets.light,
        targets,
        marks,
        shifts.astype(np.float32),
        np.where(tile_covered > 0.5, -1, 1),
    )


def _astray(sample: Sample, picture: Picture, rng: np.random.Generator) -> LotExample:
    """A look at something that is not the board as the pose says: the network must not see tiles there."""
    pose = sample.pose
    world = board.CORNERS.copy()
    if rng.random() < 0.4:
        # The long side taken for the short one.
        world = np.roll(world, 1, axis=0)
    else:
        turn = rng.uniform(0, 2 * np.pi)
        world[:, :2] += np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(3, 7) * board.LOT
    pose = fit_pose(board.CORNERS, pose.project(world), np.ones(4), pose.lens.size)
    sheets = look(picture, pose)
    nothing = np.full((HIDDEN + 1, 80), 1 / (HIDDEN + 1), np.float32)
    return LotExample(
        sheets.colours,
        sheets.lean,
        sheets.light,
        nothing,
        np.full(20, -1),
        np.zeros((20, 2), np.float32),
        np.zeros(20, np.int64),
    )


def _slightly_wrong(pose: Pose, spread_lots: float, rng: np.random.Generator) -> Pose:
    """The pose one would find with the corners seen off by `spread_lots` and a guessed focal length."""
    corners = pose.project(board.CORNERS)
    lot = float(np.linalg.norm(corners[1] - corners[0])) / board.COLUMNS
    common = rng.normal(0, spread_lots * 0.6, 2)
    off = np.clip(rng.normal(0, spread_lots, (4, 2)) + common, -1.2, 1.2) * lot
    lens = None if rng.random() < 0.7 else pose.lens
    return fit_pose(board.CORNERS, corners + off, np.ones(4), pose.lens.size, lens=lens)


def turned(pose: Pose) -> Pose:
    """The same camera, with the city taken to lie the other way round."""
    matrix, _ = cv2.Rodrigues(pose.rotation)
    half_turn = np.diag([-1.0, -1.0, 1.0])
    rotation, _ = cv2.Rodrigues(matrix @ half_turn)
    far_corner = np.array([board.WIDTH, board.LENGTH, 0.0])
    moved = np.asarray(pose.translation + matrix @ far_corner, np.float64)
    return Pose(np.float64(rotation).ravel(), moved, pose.lens)


def on_table(pixels: Floats, pose: Pose) -> Floats:
    """Where on the table, (N, 2) millimetres, pixels (N, 2) lie."""
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), pose.lens.matrix, pose.lens.distortion).reshape(
        -1, 2
    )
    matrix, _ = cv2.Rodrigues(pose.rotation)
    directions = np.hstack([rays, np.ones((len(rays), 1))]) @ matrix
    centre = pose.centre
    reach = -centre[2] / directions[:, 2]
    return np.asarray(centre[:2] + directions[:, :2] * reach[:, None])


@dataclass(frozen=True, eq=False)
class _Colouring:
    """Another lamp and another sensor: gains, a power, saturation, noise and blur."""

    gains: Floats
    power: float
    saturation: float
    noise: float
    blur: float
    seed: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> _Colouring:
        strong = rng.random() < 0.6
        return cls(
            np.exp(rng.normal(0, 0.12 if strong else 0.03, 3)) * np.exp(rng.normal(0, 0.15)),
            float(np.exp(rng.normal(0, 0.12))),
            float(np.exp(rng.normal(0, 0.15))),
            float(rng.uniform(0, 6) if rng.random() < 0.4 else 0),
            float(rng.uniform(0.4, 1.1) if rng.random() < 0.25 else 0),
            int(rng.integers(2**31)),
        )


def _recoloured(picture: Picture, colouring: _Colouring) -> Picture:
    """A sheet or picture in another light."""
    levels = np.linspace(0, 1, 256)[:, None] ** colouring.power * colouring.gains * 255
    table = np.clip(levels, 0, 255).astype(np.uint8)
    out = np.stack([cv2.LUT(np.ascontiguousarray(picture[..., c]), table[:, c]) for c in range(3)], axis=-1)
    if abs(colouring.saturation - 1) > 0.02:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        out = cv2.addWeighted(out, colouring.saturation, grey, 1 - colouring.saturation, 0)
    if colouring.blur:
        out = cv2.GaussianBlur(out, (0, 0), colouring.blur)
    if colouring.noise:
        noise = np.random.default_rng(colouring.seed).normal(0, colouring.noise, out.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    return np.asarray(out, np.uint8)


def board_example(sample: Sample, rng: np.random.Generator) -> tuple[Blob, Blob]:
    """An example of the finder: picture (3, 240, 320) and the share of board in each 4x4 cell, (60, 80).

    The picture is shown from nearer or farther, shifted, turned and mirrored, so that the board may lie anywhere,
    in one of five partly outside.
    """
    picture = sample.picture()
    width, height = INPUT_SIZE
    outline = _outline(sample.pose)
    middle = (float(outline[:, 0].mean()), float(outline[:, 1].mean()))
    turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    turned_outline = outline @ cv2.getRotationMatrix2D(middle, turn, 1.0)[:, :2].T
    extent = np.ptp(turned_outline, axis=0)
    fitting = min(width / extent[0], height / extent[1])
    scale = float(min(fitting * rng.uniform(0.42, 0.98), 1.2))
    matrix = cv2.getRotationMatrix2D(middle, turn, scale)
    room = np.maximum(np.array([width, height]) - extent * scale, 0) / 2
    if rng.random() < 0.2:
        room += 0.5 * extent * scale
    matrix[:, 2] += np.array([width, height]) / 2 + rng.uniform(-room, room) - middle
    if rng.random() < 0.5:
        matrix = np.diag([-1.0, 1.0]) @ matrix + np.array([[0, 0, width - 1], [0, 0, 0]])
    borders = [cv2.BORDER_REFLECT_101, cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]
    border = int(rng.choice(borders, p=[0.5, 0.15, 0.35]))
    # Blurred first where it is made smaller, so that sampling does not alias.
    smooth = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.45 / scale - 0.15))
    small = cv2.warpAffine(smooth, matrix, INPUT_SIZE, borderMode=border)
    mask = np.zeros((height, width), np.uint8)
    corners = outline @ matrix[:, :2].T + matrix[:, 2]
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], (255,), cv2.LINE_AA, shift=4)
    share = cv2.resize(mask, (width // CELL, height // CELL), interpolation=cv2.INTER_AREA)
    recoloured = _recoloured(np.asarray(small, np.uint8), _Colouring.draw(rng))
    return network_input(recoloured), (share / 255).astype(np.float32)


def _outline(pose: Pose) -> Floats:
    """The board's outline in the picture, (40, 2): enough points to follow the lens."""
    steps = np.linspace(0, 1, 10, endpoint=False)[:, None]
    sides = [
        a + (b - a) * steps for a, b in zip(board.CORNERS, np.roll(board.CORNERS, -1, axis=0), strict=True)
    ]
    return pose.project(np.vstack(sides))
