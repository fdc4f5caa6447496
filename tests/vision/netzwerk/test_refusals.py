"""What is no landscape is refused before it is looked at closely."""

from __future__ import annotations

import pytest

from engine.netzwerk.fields import Field
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.refusals import FEWEST, refuse_apart


def test_what_looks_like_fields_but_hardly_lies_together_is_refused() -> None:
    together = [Field(q, r) for q in range(4) for r in range(FEWEST // 4)]
    refuse_apart(together)
    for apart in ([Field(2 * it.q, 2 * it.r) for it in together], together[1:], []):
        with pytest.raises(NoLandscapeError, match="no landscape"):
            refuse_apart(apart)
