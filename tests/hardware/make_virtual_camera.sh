#!/bin/sh
# Makes a small Debian in a folder whose libcamera shows pictures of a city as a camera, with the real picamera2.
# Needs root, debootstrap, the network and some four minutes; may be run again.
#   sudo tests/hardware/make_virtual_camera.sh /var/tmp/kibitz-camera
#   sudo KIBITZ_CAMERA=/var/tmp/kibitz-camera .venv/bin/pytest tests/hardware/test_pi_camera.py
set -eu
system=$1
here=$(cd "$(dirname "$0")/../.." && pwd)

[ -e "$system/usr/bin/python3" ] || debootstrap --variant=minbase --include=ca-certificates,gcc,libc6-dev,\
libcamera-ipa,python3-dev,python3-jsonschema,python3-libcamera,python3-numpy,python3-opencv,python3-pil,python3-pip,\
python3-prctl,python3-tqdm trixie "$system"

# The network is reached from inside as it is from outside.
cp /etc/resolv.conf "$system/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/ca-certificates.crt"
chroot "$system" python3 -c 'from importlib.metadata import version; version("picamera2")' 2>/dev/null ||
    chroot "$system" pip install -q --break-system-packages --root-user-action=ignore picamera2

# picamera2 loads what shows pictures on a Pi's screen, which Debian does not have; nothing here is shown on one.
cat >"$system/usr/local/lib/python3.13/dist-packages/pykms.py" <<'END'
class PixelFormat:
    RGB888 = BGR888 = XRGB8888 = XBGR8888 = YUV420 = YVU420 = NV12 = None
END

mkdir -p "$system/usr/share/libcamera/pipeline/virtual" "$system/srv/frames"
cp "$here/vision/samples/wooden_tiles.jpg" "$system/srv/frames/"
cat >"$system/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'END'
"Virtual0":
  supported_formats:
  - width: 1280
    height: 960
    frame_rates:
    - 30
    - 60
  frames:
    path: "/srv/frames/wooden_tiles.jpg"
  location: "CameraLocationFront"
  model: "Virtual camera"
END
chroot "$system" python3 -c 'from picamera2 import Picamera2; assert Picamera2.global_camera_info(), "no camera"'
