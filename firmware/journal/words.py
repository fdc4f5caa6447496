"""What the journal and `kibitz games` say to players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.messages import ENGLISH, Language, Message

FULL = Message("The disk is full: the game goes on but is not being saved. Make room in {folder}.")
READ_ONLY = Message(
    "The disk is read-only: the game goes on but is not being saved. Make {folder} writable, or use another disk."
)
UNWRITABLE = Message(
    "{path} cannot be written ({reason}): the game goes on but is not being saved. Check the disk and your rights."
)
TAKEN = Message(
    "Another Kibitz is writing in {folder}: the game goes on but is not being saved. End the other one, "
    "or give this one a journal in another folder."
)
SAVED_AGAIN = Message(
    "The journal can be written again: {count} event that had waited is saved.",
    "The journal can be written again: {count} events that had waited are saved.",
)
WRITABLE_AGAIN = Message("The journal can be written again.")
CLOCK_BACK = Message(
    "The clock has jumped back: games may bear wrong times, and are in order all the same. Set the clock of this "
    "computer, or connect it to a network."
)
NOT_GONE_ON_WITH = Message(
    "The last game in the journal can't be gone on with ({reason}). It stays there; another one begins."
)
SET_ASIDE = Message(
    "The journal was damaged. It is kept as {kept}; {count} event could be read and is in the new one.",
    "The journal was damaged. It is kept as {kept}; {count} events could be read and are in the new one.",
)
OTHER_VERSIONS_SET_ASIDE = Message(
    "Another version of Kibitz wrote in the journal. It is kept as {kept}; {count} event could be read and is in the "
    "new one.",
    "Another version of Kibitz wrote in the journal. It is kept as {kept}; {count} events could be read and are in "
    "the new one.",
)
GONE = Message("The journal {path} has gone from the disk; what follows is saved in another in its place.")

BRIEF: dict[Message, Message] = {
    FULL: Message("Games are not being saved: the disk is full"),
    READ_ONLY: Message("Games are not being saved: the disk is read-only"),
    UNWRITABLE: Message("Games are not being saved: check the disk"),
    TAKEN: Message("Games are not being saved: another Kibitz is running"),
}
"""Why games are not being saved, in words that fit on a small display."""
SAVED_BRIEF = Message("Games are being saved again")

NO_GAMES = Message("No games yet.")
HEADINGS = (Message("Game"), Message("Began"), Message("Kind"), Message("Turns"), Message("Score"))
NOT_OVER = Message("not over")
ENDED_BY_PLAYERS = Message("The players ended the game here all the same, and that was the score: {score}")
OF_THE_SERVICE = Message("{path}: no journal yet; the games of the service are told by `sudo kibitz games`")
NO_JOURNAL = Message(
    "{path}: no journal yet; `kibitz watch` keeps one of a live camera, and of others with --journal FILE"
)
FOREIGN = Message("{path}: is no journal of Kibitz; name another file with --journal")
DAMAGED = Message("{path}: damaged; `kibitz watch` sets it aside and saves what can be read of it")
OTHER_VERSIONS = Message(
    "{path}: another version of Kibitz wrote in it, which can read it; `kibitz watch` of this one sets it aside and "
    "saves what it can read of it"
)
UNREADABLE = Message("{path}: cannot be read ({reason}); check the disk and the rights to it")
NO_SUCH_GAME = Message("there is no game {number}; `kibitz games` lists those there are")
NOT_BEGUN = Message("game {number} was not set up; there is nothing to tell of it")
CANNOT_SHOW = Message("game {number} cannot be played through: {reason}; a newer Kibitz may be needed")
CANNOT_EXPORT = Message(
    "game {number} cannot be written as {form}: {reason}; try another --format, or look at it with "
    "`kibitz games show {number}`"
)
NO_FORMAT = Message(
    "game {number} cannot be written as a file yet: {reason}; look at it with `kibitz games show {number}`"
)
LOST = Message(
    "{count} event could not be saved, and is lost now.",
    "{count} events could not be saved, and are lost now.",
)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing there is to say, in the language of whoever reads it."""

    message: Message
    facts: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: Language = ENGLISH) -> str:
        """The remark as a player reads it."""
        return language.say(self.message, self.facts)

    def __str__(self) -> str:
        """The sentence in English."""
        return self.sentence()
