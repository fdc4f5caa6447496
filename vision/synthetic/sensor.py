"""From light to a picture file: lens blur, vignette, noise, tone, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.arrays import Array
from vision.synthetic.setting import Sensor

# Noise is added to the square root of light, in which a chip's noise is about even; light is cut at _WHITE ** 2.
_WHITE = 1.2
_METERED = 0.27


def random_sensor(rng: np.random.Generator, *, dim: float) -> Sensor:
    """How a camera's chip and lens behave; dim: 0 for a bright room, 1 for a candle."""
    noisy = 0.006 + 0.016 * float(rng.random() ** 2) + 0.05 * dim * float(rng.uniform(0.4, 1))
    warm = float(rng.normal(0, 0.07))
    tint = float(rng.normal(0, 0.03))
    return Sensor(
        exposure=float(np.exp(rng.normal(0.0, 0.27))) * (1 - 0.5 * dim),
        balance=(1 + warm, 1 + tint, 1 - warm),
        gamma=float(rng.uniform(0.85, 1.2)),
        contrast=float(rng.normal(1.1, 0.13)),
        saturation=float(rng.normal(1.08, 0.18)),
        shoulder=float(rng.uniform(0.0, 0.7)),
        black=float(rng.normal(-0.012, 0.02)),
        noise=noisy,
        noise_kind=int(rng.integers(0, 4)),
        noise_at=noise.anywhere(rng),
        blur=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.78 else float(rng.uniform(0.7, 1.8)),
        motion=(float(rng.uniform(1.5, 6)), float(rng.uniform(0, np.pi)))
        if rng.random() < 0.07
        else (0.0, 0.0),
        sharpen=float(rng.choice([0.0, rng.uniform(0.3, 1.8)], p=[0.35, 0.65])),
        vignette=float(rng.uniform(0, 0.45)),
        haze=float(rng.random() ** 4 * 0.06),
        jpeg=int(rng.integers(68, 97)),
    )


def expose(light: Array, sensor: Sensor) -> Array:
    """The picture (H, W, 3) uint8 sRGB of light (H, W, 3) float32; `light` is used up."""
    height, width = light.shape[:2]
    scale = width / 1280
    mean = float(light[::16, ::16].mean())
    metered = (_METERED / max(mean, 1e-3)) ** 0.6  # a camera's meter never fully compensates for the room
    gain = np.array(sensor.balance, np.float32) * np.float32(sensor.exposure * metered)
    nx, ny = width // 16, height // 16
    x = (np.arange(nx, dtype=np.float32) + 0.5) / nx - 0.5
    y = ((np.arange(ny, dtype=np.float32) + 0.5) / ny - 0.5) * height / width
    field = 1 - sensor.vignette * np.float32(2.2) * (x[None] ** 2 + y[:, None] ** 2)
    field = field[..., None] * gain * np.float32((255 / _WHITE) ** 2)
    light *= cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)
    if sensor.haze > 0.002:
        light += np.float32(sensor.haze * 0.5 * (255 / _WHITE) ** 2)
    np.maximum(light, 0, out=light)
    picture = cv2.convertScaleAbs(cv2.sqrt(light, light))
    blur = sensor.blur * max(scale, 0.6)
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if sensor.motion[0] > 0:
        picture = cv2.filter2D(picture, -1, _streak(sensor.motion[0] * scale, sensor.motion[1]))
    strength = sensor.noise * 255 / _WHITE / 1.6 / noise.SENSOR_STEP
    picture = cv2.addWeighted(picture, 1.0, _grains(sensor, width, height), strength, -128 * strength)
    picture = cv2.LUT(picture, _tones(sensor))
    if abs(sensor.saturation - 1) > 0.02:
        k = sensor.saturation
        weights = (
            np.tile(np.array([0.3, 0.59, 0.11], np.float32), (3, 1)) * (1 - k)
            + np.eye(3, dtype=np.float32) * k
        )
        picture = cv2.transform(picture, weights)
    if sensor.sharpen > 0.05:
        a = sensor.sharpen / 8
        kernel = np.full((3, 3), -a, np.float32)
        kernel[1, 1] = 1 + 8 * a
        picture = cv2.filter2D(picture, -1, kernel)
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
    return np.asarray(cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB), np.uint8)


def taken_again(picture: Array, sensor: Sensor, share: float, gain: float, at: tuple[int, int]) -> Array:
    """The same view in the next frame: `share` of the noise drawn anew, from `at` on, and all light times `gain`.

    picture: (H, W, 3) uint8. Hundreds of times cheaper than drawing the scene again.
    """
    height, width = picture.shape[:2]
    # The tone curve stretches the square root of light, in which the noise is given, by about a fifth.
    strength = 1.2 * share * sensor.noise * 255 / _WHITE / 1.6 / noise.SENSOR_STEP
    grains = _grains(replace(sensor, noise_at=at), width, height)
    return np.asarray(cv2.addWeighted(picture, gain, grains, strength, -128 * strength), np.uint8)


def _grains(sensor: Sensor, width: int, height: int) -> Array:
    """A cut from the store of noise (height, width, 3) uint8, which wraps around at its end."""
    bank = noise.sensor(sensor.noise_kind)
    if height >= len(bank) or width >= bank.shape[1]:
        bank = np.roll(bank, sensor.noise_at, axis=(0, 1))
        return np.tile(bank, (-(-height // len(bank)), -(-width // bank.shape[1]), 1))[:height, :width]
    y = sensor.noise_at[0] % (len(bank) - height + 1)
    x = sensor.noise_at[1] % (bank.shape[1] - width + 1)
    return np.asarray(bank[y : y + height, x : x + width])


def _tones(sensor: Sensor) -> Array:
    """The tone curve (256,) uint8 from the square root of light to sRGB."""
    light = (np.arange(256) * _WHITE / 255) ** 2
    k = sensor.shoulder
    light = light * (1 + k * light / 2.2) / (1 + k * light)
    value = np.clip(light, 0, None) ** (sensor.gamma / 2.2)
    value = (value - 0.45) * sensor.contrast + 0.45 + sensor.black
    return np.clip(np.rint(value * 255), 0, 255).astype(np.uint8)


def _streak(length: float, turn: float) -> Array:
    """The kernel of a camera that moved."""
    n = max(3, int(length) | 1)
    kernel = np.zeros((n, n), np.float32)
    d = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    c = (n - 1) / 2
    a = (round((c - d[0]) * 16), round((c - d[1]) * 16))
    b = (round((c + d[0]) * 16), round((c + d[1]) * 16))
    mask = np.zeros((n, n), np.uint8)
    cv2.line(mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (255,), 1, cv2.LINE_AA, 4)
    kernel += mask
    kernel[n // 2, n // 2] += 1
    return np.asarray(kernel / kernel.sum())
