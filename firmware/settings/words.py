"""What is wrong with settings, and what would be right."""

from engine.messages import Message

COMMAND_LINE = Message("the command line")
DEFAULT = Message("default")

NO_FILE = Message("{place}: there is no such file; name a settings file that is there")
NOT_ALLOWED = Message("{place}: cannot be opened: {reason}; let everybody read it (chmod a+r)")
NOT_OPENED = Message("{place}: cannot be opened: {reason}; name a settings file that can be read")
NOT_TEXT = Message("{place}: is not text in UTF-8; save it as UTF-8")
TWICE = Message(
    "{place}: line {line} has a section or a key that is there already; write what belongs to it there"
)
NOT_TOML = Message('{place}: is not TOML: {reason}; a line reads like  fps = 5  or  name = "netzwerk"')
TOO_MANY_DIGITS = Message("a number in it has too many digits")
NOT_RIGHT = Message("{place}: {key} is {value}; it has to be {right}")
OUTSIDE = Message("{place}: {key} stands in no section; put it under {section}")
EITHER = Message("{one} or {other}")
NO_SECTION = Message("{place}: there is no section {section}; {near}")
NOT_A_SECTION = Message("{place}: {key} is {value}; it has to be a section, begun by {section}")
NO_SETTING = Message("{place}: there is no setting {key}; {near}")
MEANT = Message("did you mean {word}?")
SETTINGS_ARE = Message("there are {words}")
SECTIONS_ARE = Message("the sections are {words}")
OTHER_NAMES = Message("{place}: {key} is {value}; {reason}")
PIN_TAKEN = Message("{place}: {key} takes GPIO {pin}, which {other} has already; free are {free}")

WHOLE = Message("a whole number from {low} to {high}")
NUMBER = Message("a number from {low} to {high}")
ONE_OF = Message("one of {words}")
ONLY = Message("{word}, which is all there is so far")
TURN = Message("0, 90, 180 or 270 degrees")
PIN = Message("a GPIO number from {low} to {high}, or 0 where nothing is connected")
PIN_ON_SPI = Message("a GPIO number from {low} to {high}, as no display on SPI can do without it")
I2C_ADDRESS = Message("an I2C address from 0x08 to 0x77")
NAMES = Message('a list of names, such as ["one", "two"]')
SIZE = Message("[width, height] in pixels, from 320 by 240 to 8000 by 8000")
PANEL_SIZE = Message(
    "[width, height] in pixels, from 128 by 64 to 1024 by 1024, or [] for what such a panel usually has"
)
PANEL_SIZES = Message("one that this chip has, before it is turned: {sizes}")
HALF_TURN = Message("0 or 180 degrees, as the display is too narrow upright")
PATH = Message('a path, or "" for none')
CAMERA = Message(
    '"pi", "usb:0" (or another number), "simulated", or the path of a video or a folder of pictures'
)
