"""What the network that counts stones is shown of spots: each from nearest by, and along the shadow that a stone
throws there. Either says something that the other does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.netzwerk.cuts import Cuts


@dataclass(frozen=True, eq=False)
class StoneLooks:
    """Cuts of the same N spots: nearest by at `STONE_HEIGHTS_MM`, and along shadows."""

    nearest: Cuts
    along: Cuts

    def __len__(self) -> int:
        """How many spots there are."""
        return len(self.nearest.about)

    @property
    def inputs(self) -> Mapping[str, npt.NDArray[np.float32]]:
        """All that as the network takes it."""
        return {
            "nearest": self.nearest.colours,
            "about": self.nearest.about,
            "along": self.along.colours,
            "about_along": self.along.about,
        }

    def of(self, chosen: npt.NDArray[np.intp]) -> StoneLooks:
        """Some of the spots."""
        return StoneLooks(self.nearest.of(chosen), self.along.of(chosen))

    def relit(self, light: Callable[[Cuts], Cuts]) -> StoneLooks:
        """The same spots in another light."""
        return StoneLooks(light(self.nearest), light(self.along))

    def mirrored(self) -> StoneLooks:
        """The same spots with left and right exchanged."""
        return StoneLooks(self.nearest.mirrored(), self.along.mirrored())
