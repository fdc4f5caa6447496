"""Cameras: each gives frames, wherever they come from.

Nothing of OpenCV or picamera2 is loaded before a camera is opened.
"""

from firmware.cameras.camera import Camera, CameraError, Keep, Tell
from firmware.cameras.opening import is_live, is_simulated, open_camera

__all__ = ["Camera", "CameraError", "Keep", "Tell", "is_live", "is_simulated", "open_camera"]
