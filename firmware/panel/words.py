"""What the pins have to say to people: what is wrong, and what to do about it."""

from engine.messages import Message

NO_PINS = Message("the pins cannot be reached by {factory}: {reason}")
PIN_FAILS = Message("GPIO {pin} ({key}) cannot be had: {reason}")
INSTALL_LGPIO = Message(
    "`sudo systemd/install.sh` installs a `kibitz` that has gpiozero and lgpio: call that one; "
    "sudo usermod -aG gpio $USER and log in again; without lights and buttons set their pins to 0"
)
FREE_THE_PIN = Message("end the program that has it, or give {key} another pin in the settings")
