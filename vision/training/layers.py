"""What the networks of all games are built of, in torch."""

from __future__ import annotations

from itertools import pairwise

from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch norm and ReLU; the norm is folded into the convolution on export."""
    padding = kernel // 2 * dilation
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


def in_light(seen: Tensor, light: Tensor) -> Tensor:
    """Features (N, F, h, w) judged by a light (N, 2 F, 1, 1): scaled and shifted."""
    scale, shift = light.chunk(2, dim=1)
    return seen * (1 + scale) + shift


def folded(net: nn.Module) -> None:
    """Fold all batch norms of a network into its convolutions, in place: the same answers, as it will run."""
    net.eval()
    for sequence in [it for it in net.modules() if isinstance(it, nn.Sequential)]:
        for at, (conv, norm) in enumerate(pairwise(list(sequence))):
            if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                joined = fuse_conv_bn_eval(conv, norm)
                joined.requires_grad_()  # for the bias too, which folding makes without it
                sequence[at], sequence[at + 1] = joined, nn.Identity()


class Hourglass(nn.Module):
    """Picture (N, 3, 240, 320) to maps (N, M, 60, 80): what is known of each cell of 4x4 pixels."""

    def __init__(self, maps: int) -> None:
        """About 204,000 weights, most of them where the picture is coarse and they cost little time."""
        super().__init__()
        self.fine = nn.Sequential(conv(3, 12, stride=2), conv(12, 20, stride=2), conv(20, 20))
        self.middle = nn.Sequential(conv(20, 32, stride=2), conv(32, 32))
        self.coarse = nn.Sequential(conv(32, 64, stride=2), conv(64, 64))
        self.wide = nn.Sequential(conv(64, 64, dilation=2), conv(64, 64, dilation=4), conv(64, 64))
        self.from_coarse = conv(64, 32, 1)
        self.from_middle = conv(32, 20, 1)
        self.join_middle = conv(32, 32)
        self.join_fine = conv(20, 20)
        self.maps = nn.Conv2d(20, maps, 3, padding=1)

    def forward(self, picture: Tensor) -> Tensor:
        """The coarse levels see the whole table, the fine ones place the edge."""
        fine = self.fine(picture)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        coarse = coarse + self.wide(coarse)
        middle = self.join_middle(middle + _doubled(self.from_coarse(coarse)))
        fine = self.join_fine(fine + _doubled(self.from_middle(middle)))
        return self.maps(fine)


def _doubled(features: Tensor) -> Tensor:
    return nn.functional.interpolate(features, scale_factor=2.0, mode="bilinear", align_corners=False)
