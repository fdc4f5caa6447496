"""Rays through a scene, gathered to what a camera's lens lets onto its chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import mitsuba as mi
import mitsuba_oidn
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.camera import View
from vision.training.traced.meshes import Mesh

_MARGIN_PX = 4


def shape(mesh: Mesh, surface: dict[str, Any]) -> Any:
    """A body of a surface, as a part of a scene."""
    props = mi.Properties()
    props["mesh_bsdf"] = mi.load_dict(surface)
    body = mi.Mesh(
        "body",
        len(mesh.corners),
        len(mesh.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=props,
    )
    values = mi.traverse(body)
    values["vertex_positions"] = mesh.corners.astype(np.float32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = mesh.places.astype(np.float32).ravel()
    values["faces"] = mesh.faces.astype(np.uint32).ravel()
    values.update()
    return body


def seen(parts: Mapping[str, Any], view: View, rays: int, depth: int, seed: int) -> Array:
    """The light (H, W, 3) float32 in each pixel of a view; rays: how many a pixel; depth: how often one may turn."""
    where, size = _behind_lens(view)
    left, top, right, bottom = (
        where[..., 0].min(),
        where[..., 1].min(),
        where[..., 0].max(),
        where[..., 1].max(),
    )
    x0, y0 = int(left) - _MARGIN_PX, int(top) - _MARGIN_PX
    width, height = int(right) + _MARGIN_PX - x0, int(bottom) + _MARGIN_PX - y0
    to_world = np.eye(4)
    to_world[:3, :3] = view.rotation.T @ np.diag([-1.0, -1.0, 1.0])
    to_world[:3, 3] = view.eye
    film = {
        "type": "hdrfilm",
        "width": size,
        "height": size,
        "crop_offset_x": x0,
        "crop_offset_y": y0,
        "crop_width": width,
        "crop_height": height,
        "rfilter": {"type": "box"},
        "pixel_format": "rgb",
        "component_format": "float32",
    }
    scene = mi.load_dict(
        {
            **parts,
            "type": "scene",
            "integrator": {
                "type": "aov",
                "aovs": "albedo:albedo,normals:sh_normal",
                "light": {"type": "volpath", "max_depth": depth, "hide_emitters": True},
            },
            "sensor": {
                "type": "perspective",
                "fov": float(np.degrees(2 * np.arctan(size / 2 / view.focal_px))),
                "to_world": mi.ScalarTransform4f(to_world),
                "near_clip": 10.0,
                "far_clip": 1e5,
                "film": film,
                "sampler": {"type": "independent"},
            },
        }
    )
    light = _without_noise(np.array(mi.render(scene, spp=rays, seed=seed)))
    shifted = where - np.array([x0, y0], np.float32)
    straight = cv2.remap(light, shifted[..., 0], shifted[..., 1], cv2.INTER_LINEAR)
    return np.asarray(np.maximum(np.nan_to_num(straight), 1e-5), np.float32)


def _behind_lens(view: View) -> tuple[Array, int]:
    """Where in a picture without distortion each pixel (H, W, 2) lies, and how wide and high that picture is."""
    width, height = view.size
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).astype(np.float64)
    matrix, dist = view.pose.lens.matrix, view.pose.lens.distortion
    rays = cv2.undistortPointsIter(
        grid.reshape(-1, 1, 2), matrix, dist, np.eye(3), np.eye(3), (3, 20, 1e-6)
    ).reshape(height, width, 2)
    reach = float(np.abs(rays).max()) * view.focal_px
    size = 2 * (int(reach) + 2 * _MARGIN_PX)
    return (rays * view.focal_px + size / 2 - 0.5).astype(np.float32), size


def _without_noise(traced: Array) -> Array:
    """The light alone (H, W, 3) of what was traced: light, albedo and normals (H, W, 9) float32, few rays a pixel."""
    light, albedo, normals = (np.ascontiguousarray(part) for part in np.split(traced, 3, axis=-1))
    light = np.maximum(np.nan_to_num(light), 0)
    quiet = mitsuba_oidn.denoise(
        light, np.clip(np.nan_to_num(albedo), 0, 1), np.nan_to_num(normals), hdr=True
    )
    return np.asarray(quiet, np.float32)
