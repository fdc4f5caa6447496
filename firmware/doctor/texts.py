"""What the doctor says of what it has found, and what helps."""

from __future__ import annotations

from engine.messages import Message

SETTINGS = Message("read from {files}")
SETTINGS_AS_THEY_COME = Message("no file says anything; everything is at its default")
SETTINGS_WRONG = Message("{reason}")
CORRECT_THE_SETTINGS = Message("until that is right, camera, pins and display are not looked at")

PYTHON = Message("{version}, {bits} bits")
NEWER_SYSTEM = Message("Kibitz needs Python 3.11; install Raspberry Pi OS Bookworm or a later one")
SYSTEM_OF_64_BITS = Message("the libraries are made for 64 bits only; install the 64-bit Raspberry Pi OS")

LIBRARIES = Message("{libraries}")
LIBRARY_FAILS = Message("{library} cannot be used: {reason}")
LIBRARY_UNTRIED = Message("{library} {version} is not one that Kibitz is known to work with")
INSTALL_AGAIN = Message("install Kibitz again: systemd/install.sh, or `pip install .[pi]` into {prefix}")
INSTALL_PICAMERA2 = Message(
    "sudo apt install python3-picamera2; and {prefix} has to see the system's packages: run systemd/install.sh "
    "again; what is no Raspberry Pi needs another camera, as by --camera usb:0"
)
ONE_NUMPY = Message(
    "pip's numpy hides the one of the system, for which this was built: sudo {prefix}/bin/pip uninstall numpy"
)

SERVICE_RUNS = Message("running")
SERVICE_STOPPED = Message("stopped; `sudo systemctl start kibitz` starts it again")
SERVICE_DOWN = Message("installed, but not running ({state})")
SERVICE_FAILED = Message(
    "given up ({result}) after {count} restart", "given up ({result}) after {count} restarts"
)
SERVICE_RESTARTED = Message(
    "running, but it had to be started again {count} time",
    "running, but it had to be started again {count} times",
)
NO_SERVICE = Message("not installed here")
START_THE_SERVICE = Message("sudo systemctl enable --now kibitz")
READ_THE_LOG = Message("journalctl --unit kibitz --boot says why")

PINS_FINE = Message("GPIO {pins} by {factory}")
NO_PINS_SET = Message("the settings name none")
NO_PINS_HERE = Message("this computer has none: `kibitz watch` does without lights, buttons and display")
PINS_BUSY = Message("the service has them; sudo systemctl stop kibitz to have them looked at")
BUTTON_DOWN = Message("the button on GPIO {pin} ({key}) is down")
CHECK_THE_BUTTON = Message("let go of it; if nobody pressed it, its wire touches ground")

PLAYERS_NAMED = Message("{players}")
ANYBODY_PLAYS = Message(
    "the settings name nobody; where the same always play, named under players.colours, their pieces are taken for "
    "nobody else's"
)

DISPLAY_ANSWERS = Message("answers at {address} on {bus}")
BUS_THERE = Message("{bus} is there; a display on SPI doesn't answer, so look at it")
NO_DISPLAY_SET = Message("the settings name none")
DISPLAY_SILENT = Message("nothing answers at {address} on {bus}")
NO_BUS = Message("there is no {bus}")
BUS_FORBIDDEN = Message("{bus} may not be used by you")
BUS_FAILS = Message("{bus} cannot be used: {reason}")
OTHER_ADDRESS = Message("something answers at {other}: set display.i2c_address to {other}")
CHECK_THE_WIRES = Message("check the display's four wires: 3V3, GND, SDA on GPIO 2, SCL on GPIO 3")
SWITCH_ON_I2C = Message(
    "sudo raspi-config nonint do_i2c 0, restart the Raspberry Pi, and check display.i2c_bus"
)
SWITCH_ON_SPI = Message(
    "sudo raspi-config nonint do_spi 0, restart the Raspberry Pi, and check display.spi_bus"
)
JOIN_THE_GROUP = Message("sudo usermod -aG {group} $USER and log in again")

PICTURE = Message("a picture of {width}x{height} from {source}")
NO_PICTURE_TOLD = Message("no picture: {reason}")
NO_PICTURE = Message("no picture from {source}: {reason}")
CAMERA_BUSY = Message("the service has the camera: sudo systemctl stop kibitz and ask again")
NO_CAMERA_NAMED = Message("none is named, and this is no Raspberry Pi with one on its ribbon")
NAME_A_CAMERA = Message(
    'name one: --camera usb:0, or source = "usb:0" under [camera]; --camera simulated needs none'
)
CHECK_THE_RIBBON = Message(
    "check the ribbon at both ends, contacts towards the board; `rpicam-hello --list-cameras` has to name the camera"
)
CHECK_THE_PLUG = Message("another socket or cable may help, or sudo usermod -aG video $USER and a new login")
CHECK_THE_SOURCE = Message("check camera.source in the settings")

BOARD_IN_VIEW = Message("in view; its shortest side is {pixels} pixels long")
BOARD_SMALL = Message("in view, but its shortest side is only {pixels} pixels long")
BOARD_AT_THE_BORDER = Message("in view, but it touches the border of the picture")
BOARD_UNREAD = Message("in view, but these cannot be read: {places}")
NO_BOARD = Message("not in view: {reason}")
GO_NEARER = Message("move the camera nearer, or set a larger camera.size; it should be {least} or more")
CENTRE_THE_CAMERA = Message("move the board or the camera, so that pieces at its edge stay in the picture")
CLEAR_THE_BOARD = Message("take away what lies on the board, and see to light, glare and focus")
LAY_OUT_THE_BOARD = Message("lay the whole board out under the camera")

LIGHT_FINE = Message("fine: half of what is seen is lighter than {grey} of 255")
TOO_DARK = Message("too little: half of what is seen is darker than {grey} of 255")
TOO_BRIGHT = Message("too much: half of what is seen is lighter than {grey} of 255")
MORE_LIGHT = Message("switch on a lamp, best one that lights the ceiling; it should be {least} or more")
LESS_LIGHT = Message("keep the sun off the table, or dim the lamp; at most {most} is good")

NO_GLARE = Message("{percent} of the board is plain white")
GLARE = Message("{percent} of the board is plain white, washed out by light, most of it in {part}")
MOVE_THE_LAMP = Message(
    "move the lamp or the camera until its reflection is off the board; up to {most} is fine"
)

SHARP = Message("sharp: edges reach over {pixels} pixels")
BLURRED = Message("blurred: the sharpest edges reach over {pixels} pixels, where {most} is the most")
NO_EDGES = Message("cannot be told: there are no edges in the picture")
TURN_THE_LENS = Message("focus the lens on the board, wipe it, and see that nothing shakes the camera")

EVEN = Message("the darkest part of the board is {percent} as bright as the brightest")
UNEVEN = Message("{part} of the board is only {percent} as bright as the brightest part")
LIGHT_THERE = Message("turn the lamp towards it, or away from the brightest; from {least} on it is fine")
PARTS = (
    (Message("the upper left"), Message("the upper side"), Message("the upper right")),
    (Message("the left side"), Message("the middle"), Message("the right side")),
    (Message("the lower left"), Message("the lower side"), Message("the lower right")),
)
"""Parts of the board as the picture shows it."""

ABOUT = Message("about {number}")
HIGH_ENOUGH = Message("{height} cm above the board, tilted by {degrees}°: nothing is lost behind pieces")
TOO_LOW = Message(
    "{height} cm above the board, tilted by {degrees}°: {count} place would be lost behind a piece",
    "{height} cm above the board, tilted by {degrees}°: {count} places would be lost behind pieces",
)
RAISE_OR_SHIFT = Message(
    "raise the camera by {raise_cm} cm, or bring it {nearer_cm} cm nearer to above the middle of the board"
)
RAISE = Message("raise the camera by {raise_cm} cm")
SHIFT = Message("bring the camera {nearer_cm} cm nearer to above the middle of the board")
RAISE_AND_SHIFT = Message("raise the camera, and bring it nearer to above the middle of the board")

DISK_FINE = Message("{folder} has {megabytes} MB left")
DISK_FULL = Message("{folder} has only {megabytes} MB left")
DISK_FAILS = Message("{folder} cannot be written to: {reason}")
FREE_THE_DISK = Message("delete what nobody needs (sudo apt clean, sudo journalctl --vacuum-size=50M)")
OTHERS_FILE = Message("{file} belongs to {owner}, and {user} may not write to it")
GIVE_IT_TO_THE_USER = Message("games would not be kept: sudo chown {user}: {file}")
WRITABLE_FOLDER = Message("games would not be kept: set journal.path to a file in a folder of yours")

CLOCK_FINE = Message("{now}")
CLOCK_BEHIND = Message("it says {now}, and there are files of {written}")
CLOCK_LOOSE = Message("it says {now}, and the network has not set it")
SET_THE_CLOCK = Message(
    "go online once (timedatectl shows it), or sudo timedatectl set-time; games are kept in order all the same"
)

TEMPERATURE = Message("{degrees} °C")
NO_THERMOMETER = Message("this computer has no thermometer that could be read")
COOL_IT = Message("give it air or a heat sink; from {hot} °C on a Raspberry Pi slows down")

POWER_FINE = Message("has held its voltage since the start")
UNDERVOLTAGE = Message("it gives too little voltage")
UNDERVOLTAGE_BEFORE = Message("it has given too little voltage since the start")
SLOWED = Message("the processor is being slowed down for its heat")
BETTER_SUPPLY = Message("use the supply made for this Raspberry Pi, and a short thick cable")
NO_POWER_METER = Message("this computer doesn't measure it")

ALL_WELL = Message("All is well.")
SUMMARY = Message("{trouble} in trouble, {warning} to look at.")
