"""The network for owners' sets is taught to tell things as it will be asked to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.alien_city.own_set.things import SORTS
from vision.training.alien_city.set_examples import SetExample

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
nn = torch.nn


def _example(rng: np.random.Generator) -> SetExample:
    """Each thing six times, half of them shown; their pictures say nothing."""
    things = np.tile(np.arange(len(SORTS)), 6)
    return SetExample(
        rng.integers(0, 255, (len(things), 3, 64, 64, 3)).astype(np.uint8),
        np.ones((len(things), 3), np.float32),
        rng.normal(0, 1, (len(things), 2)).astype(np.float32),
        things,
        np.repeat([True, False], 3 * len(SORTS)),
    )


def _said(sorts: Any, looks: Any) -> Any:
    """A network that has said what it says."""

    class Said(nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, colours: Any, lean: Any) -> tuple[Any, Any]:
            assert colours.shape == (len(lean), 9, 64, 64)
            return sorts, looks

    return Said()


def test_who_tells_all_things_apart_has_nothing_to_learn() -> None:
    rng = np.random.default_rng(3)
    one, other = (_example(rng) for _ in range(2))
    from vision.training.alien_city.losses import collate_sets, set_loss

    batch = collate_sets([one, other])
    things = torch.from_numpy(np.concatenate([one.things, other.things]))
    sorts = 20.0 * nn.functional.one_hot(torch.from_numpy(SORTS)[things], 6)
    looks = 5.0 * nn.functional.one_hot(things, 32)
    right = float(set_loss(_said(sorts, looks), batch))
    blind = float(set_loss(_said(torch.zeros_like(sorts), torch.zeros_like(looks)), batch))
    mixed_up = looks[torch.from_numpy(rng.permutation(len(things)))]
    astray = float(set_loss(_said(sorts, mixed_up), batch))
    assert right < 0.01
    assert 0.3 * np.log(6) + np.log(15) < blind < 0.3 * np.log(6) + np.log(21) + 0.01
    assert astray > right + 1
