#!/usr/bin/env python3
"""Writes what Pillow makes of two small pictures: the expected values of the resampling tests.

Files are rows of premultiplied BGRA without padding; the size stands in the name.
"""
import os

import numpy as np
from PIL import Image

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Resampling")
FILTERS = {
    "nearest": Image.NEAREST, "box": Image.BOX, "triangle": Image.BILINEAR, "catmullRom": Image.BICUBIC,
    "lanczos3": Image.LANCZOS,
}
SIZES = [(20, 15), (67, 49), (7, 40), (61, 10), (1, 1)]


def write(name, picture):
    # Pillow lets the overshoot of a color go beyond its alpha, which means nothing in premultiplied pixels.
    red, green, blue, alpha = np.minimum(np.moveaxis(np.asarray(picture), 2, 0), np.asarray(picture)[..., 3])
    path = os.path.join(FOLDER, f"{name}-{picture.width}x{picture.height}.bgra")
    with open(path, "wb") as file:
        file.write(np.stack([blue, green, red, alpha], 2).tobytes())


def main():
    os.makedirs(FOLDER, exist_ok=True)
    y, x = np.mgrid[0:47, 0:61].astype(float)
    color = np.stack([128 + 120 * np.sin(x / 3 + y / 7), 255 * x / 60, 255 * ((x // 5 + y // 4) % 2)], 2)
    color[10:20, 30:50] = (250, 5, 0)
    distance = np.hypot(x - 30, y - 23)
    alpha = np.clip((20 - distance) * 40, 0, 255)
    for name, channel in (("opaque", np.full_like(x, 255)), ("disc", alpha)):
        straight = Image.fromarray(np.dstack([color, channel]).astype(np.uint8), "RGBA")
        picture = straight.convert("RGBa")
        write(name, picture)
        for filter, value in FILTERS.items():
            for size in SIZES:
                write(f"{name}-{filter}", picture.resize(size, value))


main()
