"""What a browser gets of a page's pictures."""

from __future__ import annotations

from http.client import HTTPResponse

import cv2
import numpy as np


def next_picture(stream: HTTPResponse) -> np.ndarray:
    """The next part of a multipart stream, decoded."""
    head = b"--kibitz\r\nContent-Type: image/jpeg\r\n\r\n"
    data = bytearray()
    while not data.endswith(b"\r\n" + head):
        data += stream.readline()
        if data == head:  # that of the first picture; others were read with the picture before
            data.clear()
    return cv2.cvtColor(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
