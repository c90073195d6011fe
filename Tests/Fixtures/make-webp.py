#!/usr/bin/env python3
"""Writes small WebP files and what Pillow shows of them.

`NAME.webp` is the file, `NAME.rgba` its frames one after the other: rows of straight RGBA without padding.
"""
import io
import os

import numpy as np
from PIL import Image, ImageCms, ImageOps

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "WebP")
Y, X = np.mgrid[0:29, 0:37].astype(float)
PHOTO = np.dstack([128 + 120 * np.sin(X / 9), 255 * Y / 28, 255 * X / 36]).astype(np.uint8)
ALPHA = np.clip(300 - np.hypot(X - 18, Y - 14) * 18, 0, 255).astype(np.uint8)


def frames(data):
    image = Image.open(io.BytesIO(data))
    for index in range(image.n_frames):
        image.seek(index)
        yield ImageOps.exif_transpose(image) if image.n_frames == 1 else image


def write(name, pictures, convert=lambda frame: frame, **more):
    data = io.BytesIO()
    if len(pictures) > 1:
        more.update(save_all=True, append_images=pictures[1:])
    pictures[0].save(data, "WEBP", **more)
    open(os.path.join(FOLDER, name + ".webp"), "wb").write(data.getvalue())
    shown = b"".join(np.asarray(convert(f).convert("RGBA")).tobytes() for f in frames(data.getvalue()))
    open(os.path.join(FOLDER, name + ".rgba"), "wb").write(shown)


def sprite(step):
    """A disc with a soft edge, farther right each time."""
    alpha = np.clip(200 - np.hypot(X - 4 - step * 1.2, Y - 14) * 40, 0, 255)
    return Image.fromarray(np.dstack([np.full_like(X, 250), X * 6, Y * 8, alpha]).astype(np.uint8), "RGBA")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    photo = Image.fromarray(PHOTO)
    clear = Image.fromarray(np.dstack([PHOTO, ALPHA]))
    write("lossy", [photo], quality=80)
    write("lossy-alpha", [clear], quality=80)
    write("lossless", [photo], lossless=True)
    write("lossless-alpha", [clear], lossless=True, exact=True)
    exif = Image.Exif()
    exif[0x112] = 6
    write("turned", [photo], lossless=True, exif=exif)
    srgb = ImageCms.createProfile("sRGB")
    linear = ImageCms.ImageCmsProfile(srgb).tobytes()
    # The same profile with red and blue exchanged: nothing that may be overlooked.
    swapped = linear.replace(b"rXYZ", b"tmp!").replace(b"bXYZ", b"rXYZ").replace(b"tmp!", b"bXYZ")
    profile = ImageCms.ImageCmsProfile(io.BytesIO(swapped))
    write("profile", [photo], lambda f: ImageCms.profileToProfile(f.convert("RGB"), profile, srgb, outputMode="RGB"),
          lossless=True, icc_profile=swapped)
    moving = [Image.fromarray(np.roll(PHOTO, 5 * i, 1)) for i in range(4)]
    write("animated", moving, lossless=True, duration=[50, 100, 150, 200], loop=3)
    # DEC-13: an opaque frame, then many that are blended onto it.
    base = Image.fromarray(np.dstack([PHOTO, np.full_like(ALPHA, 255)]))
    blended, canvas = [base], base
    for step in range(23):
        canvas = Image.alpha_composite(canvas, sprite(step))
        blended.append(canvas)
    write("blended", blended, lossless=True, duration=40, loop=0, kmin=25, kmax=26)
    write("appearing", [sprite(i * 3) for i in range(5)], lossless=True, duration=40, loop=1)


main()
