#!/usr/bin/env python3
"""Writes what Pillow and plain formulas make of two small pictures: the expected values of the editing tests.

Files are rows of premultiplied BGRA without padding; the size stands in the name.
"""
import os

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Editing")


def write(name, picture):
    """`picture` is an RGB or RGBA image, or premultiplied values of shape (height, width, 4)."""
    if isinstance(picture, Image.Image):
        picture = np.asarray(picture.convert("RGBA").convert("RGBa"))
    picture = np.clip(np.floor(np.asarray(picture, float) + 0.5), 0, 255).astype(np.uint8)
    height, width = picture.shape[:2]
    with open(os.path.join(FOLDER, f"{name}-{width}x{height}.bgra"), "wb") as file:
        file.write(picture[..., [2, 1, 0, 3]].tobytes())


def base_picture():
    y, x = np.mgrid[0:40, 0:60].astype(float)
    colors = np.stack([128 + 90 * np.sin(x / 9 + y / 14), 40 + 170 * x / 59 * (1 - y / 80), 60 + 150 * y / 39], 2)
    picture = Image.fromarray(colors.astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((4, 3, 20, 14), fill=(250, 20, 30))
    draw.ellipse((38, 20, 55, 37), fill=(10, 230, 60))
    draw.polygon([(30, 4), (38, 18), (22, 16)], fill=(20, 30, 240))
    return picture


def disc_picture():
    """Colors that differ, under an alpha that goes from nothing to all."""
    y, x = np.mgrid[0:36, 0:36].astype(float)
    alpha = np.clip((14 - np.hypot(x - 18, y - 17)) * 50, 0, 255)
    colors = np.dstack([255 - x * 3, 20 + y * 6, np.full_like(x, 90), alpha])
    return Image.fromarray(colors.astype(np.uint8), "RGBA")


def gaussian(picture, sigma):
    """The definition: weights over what there is, near the edges renormalized; premultiplied."""
    values = np.asarray(picture.convert("RGBA").convert("RGBa")).astype(float)
    for axis in (0, 1):
        n = values.shape[axis]
        distance = np.arange(n)[:, None] - np.arange(n)[None, :]
        weights = np.exp(-distance**2 / (2 * sigma**2))
        weights /= weights.sum(1, keepdims=True)
        values = np.moveaxis(np.tensordot(weights, values, (1, axis)), 0, axis)
    return values


def rounded_mask(size, radius):
    mask = Image.new("L", (size[0] * 16, size[1] * 16))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * 16 - 1, size[1] * 16 - 1), radius * 16, 255)
    return np.asarray(mask.resize(size, Image.BOX)).astype(float)


def linear_light(values, stops):
    values = np.asarray(values, float) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) * 2**stops
    linear = np.minimum(1, linear)
    return 255 * np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def opaque(colors):
    return np.dstack([colors, np.full(colors.shape[:2], 255)])


def main():
    os.makedirs(FOLDER, exist_ok=True)
    base, disc = base_picture(), disc_picture()
    write("base", base)
    write("disc", disc)
    for sigma in (1, 3, 12):
        write(f"base-blur{sigma}", gaussian(base, sigma))
        write(f"disc-blur{sigma}", gaussian(disc, sigma))
    write("base-pillowblur3", base.filter(ImageFilter.GaussianBlur(3)))
    write("base-rotate30", base.convert("RGBA").rotate(-30, Image.BICUBIC))
    write("disc-rotate30", np.asarray(disc.convert("RGBa").rotate(-30, Image.BICUBIC)))
    write("base-sharpen", base.filter(ImageFilter.UnsharpMask(1, 100, 0)))
    mask = rounded_mask(base.size, 12)
    write("base-rounded12", np.asarray(base.convert("RGBA")) * (mask / 255)[..., None])
    luma = (0.2126, 0.7152, 0.0722, 0)
    for name, picture in (("base", base), ("disc", disc)):
        gray = picture.convert("RGB").convert("RGB", luma * 3)
        sepia = picture.convert("RGB").convert(
            "RGB", (0.393, 0.769, 0.189, 0, 0.349, 0.686, 0.168, 0, 0.272, 0.534, 0.131, 0))
        for effect, result in (
            ("grayscale", gray), ("sepia", sepia), ("invert", ImageOps.invert(picture.convert("RGB"))),
            ("multiply", ImageChops.multiply(picture.convert("RGB"), Image.new("RGB", picture.size, (200, 100, 50)))),
            ("screen", ImageChops.screen(picture.convert("RGB"), Image.new("RGB", picture.size, (200, 100, 50)))),
            ("hardLight", ImageChops.hard_light(picture.convert("RGB"), Image.new("RGB", picture.size, (200, 100, 50)))),
            ("difference", ImageChops.difference(picture.convert("RGB"), Image.new("RGB", picture.size, (200, 100, 50)))),
        ):
            result.putalpha(picture.convert("RGBA").getchannel("A"))
            write(f"{name}-{effect}", result)
    colors = np.asarray(base)
    write("base-exposure", opaque(linear_light(colors, 1)))
    write("base-gamma", opaque(255 * (colors / 255) ** 0.5))
    write("base-contrast", opaque((colors / 255 - 0.5) * 1.5 * 255 + 127.5 + 0.1 * 255))
    cube = lambda r, g, b: (r * r, (r + g) / 2, 1 - b * r)
    write("base-lookup", base.filter(ImageFilter.Color3DLUT.generate(16, cube)))
    tiles = np.zeros((64, 64, 4))
    for b in range(16):
        for g in range(16):
            for r in range(16):
                color = [255 * value for value in cube(r / 15, g / 15, b / 15)] + [255]
                tiles[b // 4 * 16 + g, b % 4 * 16 + r] = color
    write("cube", tiles)


main()
