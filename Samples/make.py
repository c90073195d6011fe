#!/usr/bin/env python3
"""Draws the sample pictures beside it: everything is computed, so nobody else holds rights in them.

Needs Pillow 11.3 or newer and numpy: python3 -m venv v && v/bin/pip install "pillow>=11.3" numpy && v/bin/python Samples/make.py
"""
import os
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

HERE = os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(7)


def path(name):
    return os.path.join(HERE, name)


def noise(width, height, octaves=6, seed=0, stretch=1.0):
    """Fractal value noise in 0…1."""
    r = np.random.default_rng(seed)
    total, weight, amount = np.zeros((height, width)), 0.0, 1.0
    for octave in range(octaves):
        cells = 2 ** (octave + 1)
        grid = r.random((cells + 1, int(cells * width / height * stretch) + 2)).astype(np.float32)
        layer = np.asarray(Image.fromarray(grid).resize((width, height), Image.BICUBIC))
        total += layer * amount
        weight += amount
        amount *= 0.5
    return np.clip(total / weight, 0, 1)


def mix(a, b, t):
    return np.asarray(a, float) * (1 - t[..., None]) + np.asarray(b, float) * t[..., None]


def mountains(width, height, palette, seed):
    """A sky with a sun and ranges of hills, the far ones paler."""
    y, x = np.mgrid[0:height, 0:width] / height
    sky_top, sky_low, sun, near, far = palette
    picture = mix(sky_top, sky_low, np.clip(y / 0.65, 0, 1) ** 1.3)
    glow = np.exp(-((x - 1.05) ** 2 + (y - 0.42) ** 2) / 0.05)
    picture = picture + (np.asarray(sun, float) - picture) * np.clip(glow * 1.25, 0, 1)[..., None]
    clouds = np.clip((noise(width, height, 7, seed, 0.5) - 0.52) * 4, 0, 1) * np.clip(1 - y / 0.6, 0, 1)
    picture = mix(picture, np.asarray(sky_low) * 0.6 + 100, clouds * 0.55)
    for layer in range(6):
        t = layer / 5
        r = np.random.default_rng(seed + layer)
        xs = np.arange(width) / height
        ridge = 0.46 + 0.085 * layer
        for k in range(1, 9):
            ridge = ridge + r.normal() * 0.075 / k ** 1.25 * np.sin(xs * (1.3 * k + r.random() * 2) * 2.2 + r.random() * 6)
        ridge = ridge + (noise(width, 4, 8, seed + 50 + layer)[0] - 0.5) * 0.05
        mask = np.clip((y - ridge[None, :]) * height / 1.5, 0, 1)
        shade = mix(np.broadcast_to(np.asarray(far, float), picture.shape), near, np.full(y.shape, t))
        texture = (noise(width, height, 8, seed + 90 + layer) - 0.5)[..., None] * 70 * t
        haze = np.clip((y - ridge[None, :]) * 2.2, 0, 1)[..., None] * (1 - t) * 45
        picture = picture * (1 - mask[..., None]) + (shade + texture + haze) * mask[..., None]
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def lake(width, height, seed):
    top = mountains(width, height * 2 // 3, ((30, 60, 120), (250, 200, 160), (255, 240, 200), (20, 34, 40), (120, 130, 170)), seed)
    picture = Image.new("RGB", (width, height))
    picture.paste(top)
    mirror = np.asarray(top.transpose(Image.FLIP_TOP_BOTTOM).resize((width, height - top.height))).astype(float)
    rows = mirror.shape[0]
    out = np.empty_like(mirror)
    waves = noise(width, rows, 7, seed + 3, 0.2)
    for row in range(rows):
        shift = ((waves[row] - 0.5) * 60 * (0.2 + row / rows)).astype(int)
        out[row] = mirror[row, np.clip(np.arange(width) + shift, 0, width - 1)]
    picture.paste(Image.fromarray(np.clip(out * 0.78 + np.array([4, 14, 24]), 0, 255).astype(np.uint8)), (0, top.height))
    return picture


def blossom(size, hue, seed, background=None):
    """A flower of layered petals; clear around it where there is no background."""
    y, x = np.mgrid[-1:1:size * 1j, -1:1:size * 1j]
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    picture = np.zeros((size, size, 4))
    if background is not None:
        picture[..., :3] = mix(background, np.asarray(background) * 0.35, np.clip(radius / 1.4, 0, 1))
        picture[..., 3] = 1
    for layer, (count, reach) in enumerate(((13, 0.92), (11, 0.72), (8, 0.5))):
        petal = reach * (0.62 + 0.38 * np.abs(np.cos(angle * count / 2 + layer * 0.6 + seed)) ** 0.7)
        inside = np.clip((petal - radius) * size / 3, 0, 1)
        light = 0.55 + 0.45 * np.clip(1 - radius / reach, 0, 1) + 0.1 * np.cos(angle * count * 4)
        color = np.asarray(hue, float) * (0.65 + 0.18 * layer)
        picture[..., :3] = picture[..., :3] * (1 - inside[..., None]) + np.clip(color * light[..., None], 0, 255) * inside[..., None]
        picture[..., 3] = np.maximum(picture[..., 3], inside)
    core = np.clip((0.17 - radius) * size / 3, 0, 1)
    seeds = 0.75 + 0.25 * np.cos(radius * 160) * np.cos(angle * 21)
    picture[..., :3] = picture[..., :3] * (1 - core[..., None]) + np.array([250, 205, 60]) * seeds[..., None] * core[..., None]
    picture[..., 3] *= 255
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8), "RGBA")


def planet(size, turn, seed=4):
    """A globe with clouds, lit from the left, on a clear ground."""
    y, x = np.mgrid[-1.04:1.04:size * 1j, -1.04:1.04:size * 1j]
    r2 = x * x + y * y
    z = np.sqrt(np.clip(1 - r2, 0, 1))
    longitude = (np.arctan2(x, z) / (2 * np.pi) + turn) % 1
    latitude = np.arcsin(np.clip(y, -1, 1)) / np.pi + 0.5
    def ring(s):
        land = noise(512, 256, 7, s)
        blend = np.linspace(0, 1, 128)[None, :]
        land[:, -128:] = land[:, -128:] * (1 - blend) + land[:, :128][:, ::-1] * blend
        return land
    index = ((latitude * 255).astype(int).clip(0, 255), (longitude * 511).astype(int).clip(0, 511))
    land, cloud = ring(seed)[index], ring(seed + 9)[index]
    color = mix((18, 60, 130), (60, 120, 60), np.clip((land - 0.5) * 9, 0, 1))
    color = mix(color, (200, 180, 120), np.clip((land - 0.58) * 9, 0, 1))
    color = mix(color, (245, 248, 250), np.clip((cloud - 0.53) * 6, 0, 1) * 0.85)
    light = np.clip(-0.65 * x - 0.35 * y + 0.68 * z, 0.03, 1)
    rim = np.clip(1 - z, 0, 1) ** 3 * 90 * light
    out = np.dstack([color * light[..., None] + rim[..., None] * np.array([0.5, 0.8, 1.2]), np.clip((1 - np.sqrt(r2)) * size / 2, 0, 1) * 255])
    return Image.fromarray(np.clip(out, 0, 255).astype(np.uint8), "RGBA")


def juggler(frame, count, size=160):
    """Balls on a path, for the animations with few colors."""
    picture = Image.new("RGB", (size, size), (24, 26, 38))
    draw = ImageDraw.Draw(picture)
    for k, color in enumerate(((240, 90, 70), (250, 200, 70), (90, 200, 130), (80, 150, 250))):
        t = 2 * np.pi * (frame / count + k / 4)
        cx, cy = size / 2 + np.sin(t) * size * 0.33, size / 2 + np.sin(2 * t) * size * 0.2
        for step in range(14, 0, -2):
            draw.ellipse((cx - step, cy - step, cx + step, cy + step), fill=tuple(int(c * (1.1 - step / 16)) for c in color))
    return picture


def main():
    sunset = mountains(1600, 1067, ((40, 50, 110), (255, 170, 110), (255, 236, 180), (24, 22, 34), (190, 120, 120)), 11)
    sunset.save(path("sunset.jpg"), quality=86)
    mountains(1600, 1067, ((60, 120, 190), (215, 232, 240), (255, 255, 240), (30, 60, 40), (140, 170, 190)), 23).save(
        path("valley-progressive.jpg"), quality=84, progressive=True)
    lake(1500, 1125, 31).save(path("lake.webp"), quality=80)
    exif = Image.Exif()
    exif[0x112] = 6
    mountains(900, 1200, ((20, 30, 70), (140, 120, 180), (255, 220, 240), (14, 14, 30), (90, 80, 130)), 41).transpose(Image.ROTATE_90).save(
        path("dusk-rotated.jpg"), quality=84, exif=exif)
    mountains(1200, 800, ((90, 150, 190), (240, 240, 220), (255, 255, 230), (60, 70, 30), (170, 190, 170)), 57).save(path("meadow.avif"), quality=62)
    sunset.convert("L").resize((800, 533), Image.LANCZOS).save(path("sunset-gray.jpg"), quality=84)
    blossom(420, (235, 90, 150), 0).save(path("blossom-alpha.png"), optimize=True)
    blossom(420, (120, 140, 250), 1.7).save(path("blossom-blue.webp"), quality=82)
    blossom(300, (250, 160, 60), 0.4, (40, 70, 50)).convert("RGB").quantize(128).save(path("blossom-palette.png"), optimize=True)
    blossom(240, (240, 240, 250), 2.2, (80, 30, 60)).convert("RGB").save(path("blossom.bmp"))
    blossom(360, (200, 60, 60), 0.9, (20, 40, 60)).convert("RGB").save(path("blossom.tif"), compression="tiff_deflate")
    balls = [juggler(i, 24) for i in range(24)]
    balls[0].save(path("juggler.gif"), save_all=True, append_images=balls[1:], duration=50, loop=0, optimize=True)
    globes = [planet(220, i / 30) for i in range(30)]
    globes[0].save(path("planet.webp"), save_all=True, append_images=globes[1:], duration=80, loop=0, quality=70)
    small = [planet(96, i / 12) for i in range(12)]
    small[0].save(path("planet-apng.png"), save_all=True, append_images=small[1:], duration=120, loop=3)
    with open(path("badge.svg"), "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">\n'
                '  <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#ff8a5c"/><stop offset="1" stop-color="#c2307a"/></linearGradient></defs>\n'
                '  <rect x="10" y="10" width="180" height="180" rx="46" fill="url(#g)"/>\n'
                '  <path d="M44 146 L88 78 L116 120 L134 94 L160 146 Z" fill="#fff" fill-opacity=".92"/>\n'
                '  <circle cx="140" cy="62" r="16" fill="#fff3c4"/>\n</svg>\n')


main()
