"""The language to speak: that of the settings, or the system's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from engine.messages import Language
from firmware.settings.files import SettingsError, load_settings
from firmware.settings.sections import Settings


def language_codes(settings: Settings, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The languages to speak, the preferred one first, as `engine.messages.Language.of` takes them."""
    if settings.players.language != "auto":
        return (settings.players.language,)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            codes = (code.partition(".")[0].partition("@")[0] for code in environ[variable].split(":"))
            return tuple(code for code in codes if code)
    return ()


def language_of(settings: Settings) -> Language:
    """The language to speak."""
    return Language.of(*language_codes(settings))


def spoken_language(file: Path | None = None) -> Language:
    """The language of the settings or, where they are faulty (others complain of that), that of the system."""
    try:
        return language_of(load_settings(file).settings)
    except SettingsError:
        return language_of(Settings())
