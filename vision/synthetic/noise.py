"""Fields of noise for textures and sensors, each built once and always the same for the same number."""

from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.arrays import Array

SIZE = 1024
SENSOR_STEP = 36.0
SENSOR_SIZE = (1056, 1408)
"""Height and width of the store of a camera's noise, pixels."""


def _shaped(seed: int, power: float, stretch: tuple[float, float] = (1.0, 1.0), low: float = 0.0) -> Array:
    """Periodic noise (SIZE, SIZE) float32 with mean 0 and deviation 1 whose spectrum falls with `power`."""
    rng = np.random.default_rng(seed)
    spectrum = np.fft.rfft2(rng.standard_normal((SIZE, SIZE), np.float32))
    fy = np.fft.fftfreq(SIZE)[:, None] * stretch[1]
    fx = np.fft.rfftfreq(SIZE)[None] * stretch[0]
    f = np.hypot(fx, fy)
    gain = 1 / np.maximum(f, max(low, 0.7 / SIZE)) ** power
    gain[0, 0] = 0
    field = np.fft.irfft2(spectrum * gain, (SIZE, SIZE)).astype(np.float32)
    return np.asarray((field - field.mean()) / field.std(), np.float32)


def _bytes(field: Array, spread: float = 42.0) -> Array:
    return np.clip(128 + spread * field, 0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def cloud(number: int) -> Array:
    """Soft blotches (SIZE, SIZE) uint8 around 128, periodic."""
    return _bytes(_shaped(100 + number, 1.7))


@lru_cache(maxsize=64)
def rough(number: int) -> Array:
    """Fine unevenness as of paper or felt (SIZE, SIZE) uint8 around 128, periodic."""
    return _bytes(_shaped(200 + number, 0.45))


@lru_cache(maxsize=64)
def grain(number: int) -> Array:
    """Wood grain along x (SIZE, SIZE) uint8 around 128, periodic."""
    coarse = _shaped(300 + number, 1.25, (14 + 3 * (number % 4), 1.0))
    fine = _shaped(340 + number, 0.55, (30.0, 1.0))
    bend = _shaped(380 + number, 2.6, (4.0, 1.0))
    rings = np.sin(bend * (9 + 4 * (number % 3)) + coarse * 0.8)
    return _bytes(0.55 * coarse + 0.45 * fine + (0.15 + 0.2 * (number % 3)) * rings, 38)


@lru_cache(maxsize=32)
def veins(number: int) -> Array:
    """Thin bright lines as in marble (SIZE, SIZE) uint8, periodic."""
    a, b = _shaped(400 + number, 1.9), _shaped(430 + number, 1.5)
    line = np.exp(-np.abs(a + 0.25 * b) * 7) * (0.5 + 0.5 * np.tanh(b))
    return _bytes(2.2 * line + 0.3 * b, 70)


@lru_cache(maxsize=32)
def folds(number: int) -> Array:
    """The light on a cloth that lies in waves (SIZE, SIZE) uint8 around 128, periodic."""
    height = _shaped(500 + number, 2.7, (1.0, 2.2 if number % 2 else 1.0), low=2.5 / SIZE)
    height = np.abs(height) if number % 3 == 0 else height
    slope = cv2.GaussianBlur(height, (0, 0), 3)
    light = cv2.Sobel(slope, cv2.CV_32F, 1, 0) + 0.6 * cv2.Sobel(slope, cv2.CV_32F, 0, 1)
    return _bytes(np.asarray(light / light.std(), np.float32), 45)


@lru_cache(maxsize=8)
def weave(number: int) -> Array:
    """Threads of a cloth (SIZE, SIZE) uint8 around 128."""
    pitch = 4 + number
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    over = ((x // pitch + y // pitch) % 2) * 2 - 1
    thread = np.where(over > 0, np.sin(np.pi * (y % pitch) / pitch), np.sin(np.pi * (x % pitch) / pitch))
    return _bytes(np.asarray(thread - 0.6 + 0.5 * _shaped(600 + number, 0.7), np.float32), 40)


@lru_cache(maxsize=4)
def sensor(number: int) -> Array:
    """Noise of a camera (*SENSOR_SIZE, 3) uint8 around 128, deviation SENSOR_STEP; coarse or coloured by number."""
    rng = np.random.default_rng(700 + number)
    luma = rng.standard_normal((*SENSOR_SIZE, 1), np.float32)
    chroma = rng.standard_normal((*SENSOR_SIZE, 3), np.float32)
    sigma, share = ((0.0, 0.45), (0.55, 0.6), (0.8, 0.75), (0.5, 0.3))[number % 4]
    chroma = np.asarray(cv2.GaussianBlur(chroma, (0, 0), 1.0), np.float32)
    chroma /= chroma.std()
    mix = luma * np.sqrt(1 - share**2) + chroma * share
    if sigma:
        mix = np.asarray(cv2.GaussianBlur(mix, (0, 0), sigma), np.float32)
    return np.asarray(np.clip(np.rint(128 + SENSOR_STEP * mix / mix.std()), 0, 255), np.uint8)


def anywhere(rng: np.random.Generator) -> tuple[int, int]:
    """A place in the store of a camera's noise: row and column."""
    height, width = SENSOR_SIZE
    return int(rng.integers(0, height)), int(rng.integers(0, width))
