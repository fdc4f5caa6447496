"""What cameras have to say to people: what is wrong, and what to do about it."""

from engine.messages import Message

NO_SUCH = Message(
    "{source}: there is no such file or folder (a camera is pi, usb:0, simulated, a video or a folder of pictures)"
)
NOT_A_NUMBER = Message("{source}: behind the colon belongs a number, as in {example}")
UNREADABLE = Message("{source}: cannot be opened: {reason}")
NO_PICTURES = Message("{source}: holds no picture; JPEG and PNG files are shown in the order of their names")
BAD_PICTURE = Message("{source} {reason}; it is left out")
NO_VIDEO = Message("{source}: is neither a picture nor a video that can be played; use JPEG, PNG, MP4 or AVI")
SMALL_VIDEO = Message("{source} {reason}; record it larger")
CUT_SHORT = Message("{source}: breaks off after {seconds} of {whole} s; copy it again")
WRONG_LENS = Message("{reason}; calibrate the lens with this camera, or leave it out")
ORDINARY_LENS = Message(
    "{reason}: an ordinary lens is assumed, and the edges of the picture are read less surely; "
    "`kibitz calibrate lens` makes one that fits"
)

NO_USB_CAMERA = Message("{source}: no camera is there; plug it in, or find its number with `ls /dev/video*`")
NO_RIGHT = Message("{source}: Kibitz may not use it; add the user to the group video and log in again")
BUSY = Message("{source}: gives no picture; it may be in use by another program, or be no camera")

NO_PICAMERA2 = Message(
    "picamera2 is not to be found; on a Raspberry Pi `sudo systemd/install.sh` installs a `kibitz` that has it: call "
    "that one; what is no Raspberry Pi needs another camera, as by --camera usb:0"
)
NO_PI_CAMERA = Message("no camera is connected to this Raspberry Pi; see `rpicam-hello --list-cameras`")
PI_REFUSES = Message("the Pi camera cannot be started: {reason}; is another program using it?")
STRANGE_FORMAT = Message("the camera gives pictures as {format}, which Kibitz cannot read")
NOT_SHARP = Message("the camera finds no focus; is something close in front of the lens?")
NOT_HELD = Message("the camera does not keep exposure and white balance; colours may be read worse")

SILENT = Message("{source}: no picture for {seconds} s; check cable and power. Trying again")
NOTHING_CAME = Message("{source}: no picture came within {seconds} s")
LOST = Message("{source}: the camera is gone; check cable and power. Trying again")
FAILS = Message("{source}: the camera's driver fails: {reason}. Trying again")
FAILS_AT_START = Message(
    "{source}: the camera's driver fails: {reason}; "
    "check cable and power, and whether another program uses the camera"
)
NOT_STARTED = Message(
    "{source}: the camera has not started within {seconds} s; "
    "check cable and power, and whether another program uses the camera"
)
GIVEN_UP = Message(
    "{source}: gives no picture after {count} attempts; check cable and power, then start Kibitz again"
)

WITH_REMEDY = frozenset(
    {
        NO_SUCH,
        NOT_A_NUMBER,
        NO_PICTURES,
        NO_VIDEO,
        CUT_SHORT,
        NO_USB_CAMERA,
        NO_RIGHT,
        NO_PICAMERA2,
        SILENT,
        LOST,
        FAILS_AT_START,
        NOT_STARTED,
        GIVEN_UP,
    }
)
"""Those that say what helps, so that nobody else has to."""
