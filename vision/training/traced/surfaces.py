"""What surfaces do with light, as Mitsuba's plugins: paint, print, plastic, and walls of clear pyramids."""

from __future__ import annotations

from typing import Any

import drjit as dr
import mitsuba as mi
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.setting import Material

mi.set_variant("llvm_ad_rgb")


def rgb(colour: Array) -> dict[str, Any]:
    """A colour (3,) in linear light."""
    return {"type": "rgb", "value": [float(v) for v in colour]}


def texture(picture: Array) -> dict[str, Any]:
    """A picture (h, w, 3) uint8 sRGB, its lower left corner at (0, 0), repeated by mirrors."""
    bitmap = mi.Bitmap(np.ascontiguousarray(picture[::-1]))
    return {"type": "bitmap", "bitmap": bitmap, "wrap_mode": "mirror"}


def matt(colour: dict[str, Any], gloss: float, rough: float) -> dict[str, Any]:
    """Paint, card or wood; gloss and rough as `Material` has them."""
    if gloss < 0.03:
        return {"type": "diffuse", "reflectance": colour}
    return {
        "type": "principled",
        "base_color": colour,
        "roughness": 0.12 + 0.75 * rough,
        "specular": min(gloss, 1),
    }


_SKIN_PASSES, _SKIN_KEEPS = 0.38, 0.53  # as they come out for a level sheet in even light


def moulded(colour: Array, rough: float) -> dict[str, Any]:
    """Opaque plastic that looks (3,), in linear light, through a skin that mirrors."""
    # The skin reflects light back onto the plastic below, which makes it look darker: so it has to be lighter.
    below = colour / (_SKIN_PASSES + _SKIN_KEEPS * colour)
    return {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": 0.04 + 0.4 * rough,
        "diffuse_reflectance": rgb(np.clip(below, 0, 0.97)),
        "nonlinear": True,
    }


def clear_wall(albedo: Array, material: Material) -> dict[str, Any]:
    """A wall of a hollow clear pyramid of a colour (3,) in linear light."""
    tint = (albedo / max(float(albedo.max()), 1e-3)) ** (0.35 + 0.5 * material.uneven)
    through = np.clip(0.1 + 0.78 * tint, 0, 0.93) * (0.75 + 0.25 * material.clear)
    milk = 0.04 + 0.5 * (1 - material.clear)
    return {
        "type": "clear_wall",
        "through": mi.ScalarVector3f(*(float(v) for v in through)),
        "colour": mi.ScalarVector3f(*(float(v) for v in albedo)),
        "milk": float(np.clip(milk, 0.04, 0.6)),
    }


class _ClearWall(mi.BSDF):
    """A thin coloured wall: most light goes straight on, some is scattered, a little mirrored.

    What goes straight on isn't bent, so that light through the wall also falls into the shadow behind it.
    """

    def __init__(self, props: Any) -> None:
        mi.BSDF.__init__(self, props)
        self.through, self.colour, self.milk = props["through"], props["colour"], props["milk"]
        self.mirrored = 0.08
        sides = mi.BSDFFlags.FrontSide | mi.BSDFFlags.BackSide
        parts = [
            mi.BSDFFlags.Null | sides,
            mi.BSDFFlags.DiffuseReflection | sides,
            mi.BSDFFlags.DeltaReflection | sides,
        ]
        self.m_components = parts
        self.m_flags = parts[0] | parts[1] | parts[2]

    def _fresnel(self, si: Any) -> Any:
        cosine = mi.Frame3f.cos_theta(si.wi)
        return dr.select(cosine > 0, 0.04 + 0.96 * (1 - dr.abs(cosine)) ** 5, 0.0)

    def sample(self, ctx: Any, si: Any, sample1: Any, sample2: Any, active: Any) -> Any:
        """Where the light goes on to; see Mitsuba's BSDF, as for those below."""
        del ctx
        fresnel = self._fresnel(si)
        scattered = sample1 < self.milk
        mirrored = ~scattered & (sample1 < self.milk + self.mirrored)
        out = mi.warp.square_to_cosine_hemisphere(sample2)
        out.z = dr.mulsign(out.z, mi.Frame3f.cos_theta(si.wi))
        straight = 1 - self.milk - self.mirrored
        result = dr.zeros(mi.BSDFSample3f)
        result.wo = dr.select(
            scattered, out, dr.select(mirrored, mi.Vector3f(-si.wi.x, -si.wi.y, si.wi.z), -si.wi)
        )
        result.pdf = dr.select(
            scattered,
            self.milk * dr.abs(out.z) / dr.pi,
            dr.select(mirrored, mi.Float(self.mirrored), mi.Float(straight)),
        )
        result.eta = 1
        kinds = (mi.BSDFFlags.DiffuseReflection, mi.BSDFFlags.DeltaReflection, mi.BSDFFlags.Null)
        diffuse, delta, null = (mi.UInt32(+kind) for kind in kinds)
        result.sampled_type = dr.select(scattered, diffuse, dr.select(mirrored, delta, null))
        result.sampled_component = dr.select(
            scattered, mi.UInt32(1), dr.select(mirrored, mi.UInt32(2), mi.UInt32(0))
        )
        passed = mi.Color3f(*self.through) * (1 - fresnel) * ((1 - self.milk) / straight)
        weight = dr.select(
            scattered,
            mi.Color3f(*self.colour),
            dr.select(mirrored, mi.Color3f(fresnel / self.mirrored), passed),
        )
        return result, weight & active

    def eval(self, ctx: Any, si: Any, wo: Any, active: Any) -> Any:
        """What is scattered that way."""
        del ctx
        into, out = mi.Frame3f.cos_theta(si.wi), mi.Frame3f.cos_theta(wo)
        scattered = mi.Color3f(*self.colour) * (self.milk / dr.pi * dr.abs(out))
        return dr.select(into * out > 0, scattered, mi.Color3f(0)) & active

    def pdf(self, ctx: Any, si: Any, wo: Any, active: Any) -> Any:
        """How likely `sample` scatters that way."""
        del ctx, active
        into, out = mi.Frame3f.cos_theta(si.wi), mi.Frame3f.cos_theta(wo)
        return dr.select(into * out > 0, self.milk * dr.abs(out) / dr.pi, mi.Float(0))

    def eval_pdf(self, ctx: Any, si: Any, wo: Any, active: Any) -> Any:
        """Both."""
        return self.eval(ctx, si, wo, active), self.pdf(ctx, si, wo, active)

    def eval_null_transmission(self, si: Any, active: Any) -> Any:
        """What goes straight on."""
        del active
        return mi.Color3f(*self.through) * (1 - self._fresnel(si)) * (1 - self.milk)

    def traverse(self, callback: Any) -> None:
        """Nothing of it is learnt."""

    def parameters_changed(self, keys: Any) -> None:
        """Nothing of it changes."""

    def to_string(self) -> str:
        """Its name."""
        return "ClearWall[]"


mi.register_bsdf("clear_wall", _ClearWall)
