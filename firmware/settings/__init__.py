"""The settings: every key with its default, its comment and its check, and the files they are read from."""

from firmware.settings.files import Loaded, SettingsError, load_settings, settings_files
from firmware.settings.language import language_of, spoken_language
from firmware.settings.places import is_closed_to_us, journal_path, lens_path, mount_path, set_names, set_path
from firmware.settings.sections import (
    ButtonsSection,
    CameraSection,
    DisplaySection,
    GameSection,
    JournalSection,
    LightsSection,
    PlayersSection,
    Settings,
)

__all__ = [
    "ButtonsSection",
    "CameraSection",
    "DisplaySection",
    "GameSection",
    "JournalSection",
    "LightsSection",
    "Loaded",
    "PlayersSection",
    "Settings",
    "SettingsError",
    "is_closed_to_us",
    "journal_path",
    "language_of",
    "lens_path",
    "load_settings",
    "mount_path",
    "set_names",
    "set_path",
    "settings_files",
    "spoken_language",
]
