"""Cameras: each gives frames, wherever they come from.

Nothing of OpenCV or picamera2 is loaded before a camera is opened.
"""

from firmware.cameras.camera import Camera, CameraError, Tell
from firmware.cameras.opening import open_camera

__all__ = ["Camera", "CameraError", "Tell", "open_camera"]
