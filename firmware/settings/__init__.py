"""The settings: every key with its default, its comment and its check, and the files they are read from."""

from .files import Loaded, SettingsError, load_settings, settings_files
from .language import language_codes, spoken_language
from .places import journal_path, lens_path, mount_path, set_names, set_path
from .sections import (
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
    "journal_path",
    "language_codes",
    "lens_path",
    "load_settings",
    "mount_path",
    "set_names",
    "set_path",
    "settings_files",
    "spoken_language",
]
