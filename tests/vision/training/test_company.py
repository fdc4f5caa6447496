"""Things are compared with the others of their own picture, by what each of them seems to be."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

SEEN, ANSWERS, ABOUT = 6, 3, 2


def told(company: np.ndarray, *, several: bool, bare: bool, order: list[int] | None = None) -> np.ndarray:
    """What a network that has learnt nothing says of five things beside each other."""
    from vision.training.company import Company

    torch.manual_seed(3)
    net = Company(SEEN, ANSWERS, ABOUT, several=several, bare=bare)
    seen, about = torch.randn(5, SEEN), torch.randn(5, ABOUT)
    chosen = order or [*range(5)]
    with torch.no_grad():
        alone, beside, looks = net(seen[chosen], about[chosen], torch.from_numpy(company.astype(np.float32)))
    assert alone.shape == beside.shape == (5, ANSWERS)
    assert len(looks) == 5
    return np.asarray(beside.numpy())


def test_only_things_of_the_same_picture_are_compared() -> None:
    from vision.training.company import of_one_picture

    np.testing.assert_array_equal(
        of_one_picture([2, 1]), [[False, True, False], [True, False, False], [False, False, False]]
    )


@pytest.mark.parametrize("bare", [True, False])
@pytest.mark.parametrize("several", [True, False])
def test_what_others_seem_to_be_has_a_say_and_their_order_has_none(several: bool, bare: bool) -> None:
    from vision.training.company import of_one_picture

    together, apart = of_one_picture([5]), of_one_picture([1] * 5)
    beside = told(together, several=several, bare=bare)
    assert np.abs(beside - told(apart, several=several, bare=bare)).max() > 1e-3
    order = [4, 2, 0, 1, 3]
    np.testing.assert_allclose(
        beside[order], told(together, several=several, bare=bare, order=order), atol=1e-5
    )
