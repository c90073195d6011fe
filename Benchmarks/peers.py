#!/usr/bin/env python3
"""Draws the pictures that are measured with, and measures the peers: Pillow, and pyvips where it is there.

    peers.py FOLDER make            writes the pictures into FOLDER
    peers.py FOLDER thumbnails      prints "peer name milliseconds" a line, best of several
    peers.py FOLDER encodes         prints "Pillow name milliseconds" a line
    peers.py FOLDER animations      prints "Pillow name milliseconds-a-frame" a line
    peers.py FOLDER edits           prints "peer name megapixels-a-second" a line
"""
import io, os, sys, time
import numpy as np
from PIL import Image, ImageFilter

try:
    import pyvips
    pyvips.cache_set_max(0)
except Exception:
    pyvips = None

FOLDER = sys.argv[1]


def photo(width, height, seed=3):
    rng = np.random.default_rng(seed)
    total = np.zeros((height, width, 3), np.float32)
    for octave in range(1, 8):
        grid = rng.random((2 ** octave + 1, 2 ** octave + 1, 3)) * 255
        layer = np.asarray(Image.fromarray(grid.astype(np.uint8)).resize((width, height), Image.BICUBIC), np.float32)
        total += layer / 2 ** (octave * 0.8)
    total += rng.normal(0, 3, total.shape)
    total = (total - total.min()) / (total.max() - total.min()) * 255
    return Image.fromarray(total.astype(np.uint8))


def make():
    large = photo(4000, 3000)
    large.save(FOLDER + "/large.jpg", quality=88)
    large.save(FOLDER + "/large.webp", quality=80, method=2)
    medium = photo(1275, 720, 5).convert("RGBA")
    alpha = np.clip(np.hypot(*np.mgrid[-1:1:720j, -1:1:1275j]) * -400 + 560, 0, 255).astype(np.uint8)
    medium.putalpha(Image.fromarray(alpha))
    medium.save(FOLDER + "/medium.png")
    photo(2400, 1700, 9).save(FOLDER + "/4mpx.png", compress_level=6)
    photo(1600, 1200, 11).save(FOLDER + "/photo.jpg", quality=85)
    photo(1600, 1200, 11).save(FOLDER + "/progressive.jpg", quality=85, progressive=True)
    photo(1600, 1200, 11).save(FOLDER + "/photo.webp", quality=80)
    photo(1600, 1200, 11).save(FOLDER + "/detailed.webp", quality=95)
    still = photo(1600, 1200, 13)
    still.save(FOLDER + "/photo.avif", quality=60)
    still.quantize(256).save(FOLDER + "/photo.gif")
    still.save(FOLDER + "/photo.tif", compression="tiff_lzw")
    still.save(FOLDER + "/photo.bmp")
    still.save(FOLDER + "/photo.png", compress_level=6)
    frames = [photo(320, 240, 20 + i).quantize(128) for i in range(20)]
    frames[0].save(FOLDER + "/frames.gif", save_all=True, append_images=frames[1:], duration=40, loop=0)
    frames = [frame.convert("RGB") for frame in frames]
    frames[0].save(FOLDER + "/frames.webp", save_all=True, append_images=frames[1:], duration=40, loop=0, quality=80)
    frames[0].save(FOLDER + "/frames.png", save_all=True, append_images=frames[1:], duration=40, loop=0)


def best(body, rounds=7):
    result = 1e9
    for _ in range(rounds):
        start = time.perf_counter()
        body()
        result = min(result, time.perf_counter() - start)
    return result * 1000


def thumbnails():
    for name in ("large.jpg", "medium.png", "4mpx.png", "large.webp"):
        data = open(f"{FOLDER}/{name}", "rb").read()

        def pillow():
            im = Image.open(io.BytesIO(data))
            im.thumbnail((256, 256), Image.LANCZOS)
            im.load()

        print("Pillow", name, best(pillow), flush=True)
        if pyvips:
            print("pyvips", name, best(lambda: pyvips.Image.thumbnail_buffer(data, 256).write_to_memory()), flush=True)


def encodes():
    im = Image.open(FOLDER + "/photo.jpg").convert("RGB")
    for name, options in {"jpeg": {"quality": 80, "optimize": True}, "png": {}, "webp": {"quality": 80}, "gif": {}, "bmp": {}, "tiff": {"compression": "tiff_adobe_deflate"}}.items():
        print("Pillow", name, best(lambda: im.save(io.BytesIO(), name, **options), 3), flush=True)


def animations():
    for name in ("frames.gif", "frames.png", "frames.webp"):
        data = open(f"{FOLDER}/{name}", "rb").read()

        def play():
            im = Image.open(io.BytesIO(data))
            for index in range(im.n_frames):
                im.seek(index)
                im.convert("RGBA").load()

        print("Pillow", name, best(play) / 20, flush=True)


def edits():
    im = Image.open(FOLDER + "/photo.jpg").convert("RGBA")
    megapixels = im.width * im.height / 1e6
    print("Pillow", "resize", megapixels / best(lambda: im.resize((400, 300), Image.LANCZOS)) * 1000, flush=True)
    print("Pillow", "blur", megapixels / best(lambda: im.filter(ImageFilter.GaussianBlur(5)), 3) * 1000, flush=True)
    if pyvips:
        pixels = im.tobytes()
        v = pyvips.Image.new_from_memory(pixels, im.width, im.height, 4, "uchar")
        print("pyvips", "resize", megapixels / best(lambda: v.resize(0.25).write_to_memory()) * 1000, flush=True)
        print("pyvips", "blur", megapixels / best(lambda: v.gaussblur(5).write_to_memory(), 3) * 1000, flush=True)


{"make": make, "thumbnails": thumbnails, "encodes": encodes, "animations": animations, "edits": edits}[sys.argv[2]]()
