"""Runs inside the system of `make_virtual_camera.sh`: Kibitz's Pi camera on the real picamera2, told as JSON.

Three things differ from a Pi and are made up for. Many kernels have no DMA heap to take buffers from. The virtual
camera has no raw stream, whose formats picamera2 asks for when it opens a camera. And libcamera 0.4's leaves the
status of its frames as it finds it in memory, so that picamera2 would take most of them for failed.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from types import SimpleNamespace
from typing import Any

import cv2
import libcamera
import picamera2.picamera2
from picamera2.allocators.allocator import Allocator, Sync

from firmware.cameras import CameraError, open_camera
from firmware.cameras.pi import PiSource


class Mapped(Sync):  # type: ignore[misc]
    """A buffer as bytes, all its planes."""

    def __init__(self, _allocator: Any, buffer: Any, _write: bool) -> None:
        self._buffer = buffer

    def __enter__(self) -> mmap.mmap:
        planes = self._buffer.planes
        self._bytes = mmap.mmap(planes[0].fd, sum(plane.length for plane in planes))
        return self._bytes

    def __exit__(self, *_: object) -> None:
        self._bytes.close()


class MemoryAllocator(Allocator):  # type: ignore[misc]
    """Buffers of NV12 in plain memory: brightness, and colour behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.sync = Mapped
        self._buffers: dict[Any, list[Any]] = {}

    def allocate(self, libcamera_config: Any, _: Any) -> None:
        self._buffers = {
            config.stream: [self._buffer(config) for _ in range(config.buffer_count)]
            for config in libcamera_config
        }

    def buffers(self, stream: Any) -> list[Any]:
        return self._buffers[stream]

    def _buffer(self, config: Any) -> Any:
        memory = os.memfd_create("frame")
        os.ftruncate(memory, config.frame_size)
        luma = config.stride * config.size.height
        planes = []
        for offset, length in ((0, luma), (luma, config.frame_size - luma)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = memory, offset, length
            planes.append(plane)
        return libcamera.FrameBuffer(planes)


def good_buffer(_: object) -> SimpleNamespace:
    """A buffer whose status says that all went well."""
    return SimpleNamespace(metadata=SimpleNamespace(status=libcamera.FrameMetadata.Status.Success))


def make_up_for_the_virtual_camera() -> None:
    """Give picamera2 what it finds on a Pi."""
    picamera2.picamera2.DmaAllocator = MemoryAllocator
    picamera2.Picamera2._get_raw_modes = lambda _: [{"format": "NV12", "size": (1280, 960)}]
    # The one place where picamera2 says `next` is where it looks at the status of a frame's first buffer.
    picamera2.picamera2.next = good_buffer


def main(picture: str) -> None:
    """Take pictures in both ways there are, write one to a file, and tell what was given."""
    make_up_for_the_virtual_camera()
    told: list[CameraError] = []
    source = PiSource(5, (1280, 960), told.append)
    given = {name: source.configuration[name] for name in ("main", "lores")}
    shots = [source.grab() for _ in range(5)]
    source.close()
    source.close()
    cv2.imwrite(picture, cv2.cvtColor(shots[-1], cv2.COLOR_RGB2BGR))
    with open_camera("pi", tell=told.append) as camera:
        frames = [frame for frame, _ in zip(camera.frames(), range(3), strict=False)]
    print(
        json.dumps(
            {
                "formats": {name: stream["format"] for name, stream in given.items()},
                "sizes": {name: list(stream["size"]) for name, stream in given.items()},
                "shapes": [list(shot.shape) for shot in shots],
                "seconds": [frame.seconds for frame in frames],
                "told": [str(error) for error in told],
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
