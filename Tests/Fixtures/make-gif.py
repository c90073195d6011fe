#!/usr/bin/env python3
"""Writes small GIFs, byte by byte or by Pillow, and the frames that a viewer shows.

`NAME.gif` is the file, `NAME.rgba` its frames one after the other: rows of straight RGBA without padding. The frames come
from a compositor of a few lines below; where Pillow shows the same it is asked too, and has to agree.
"""
import io
import os
import struct

import numpy as np
from PIL import Image

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "GIF")
COLORS = [(0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255), (0, 255, 255), (255, 255, 255)]
OTHERS = [(10, 20, 30), (200, 100, 50), (50, 200, 100), (100, 50, 200), (90, 90, 0), (0, 90, 90), (90, 0, 90), (180, 180, 180)]


def lzw(indices, bits, clear_each=100):
    """Codes of one length only: a clear code comes before the table has grown past it."""
    width, out, value, count = bits + 1, bytearray(), 0, 0
    clear_each = min(clear_each, (1 << bits) - 2)
    codes = [1 << bits]
    for n, index in enumerate(indices):
        if n and n % clear_each == 0:
            codes.append(1 << bits)
        codes.append(index)
    for code in codes + [(1 << bits) + 1]:
        value |= code << count
        count += width
        while count >= 8:
            out.append(value & 255)
            value >>= 8
            count -= 8
    if count:
        out.append(value)
    blocks = b"".join(bytes([len(out[i:i + 255])]) + out[i:i + 255] for i in range(0, len(out), 255))
    return bytes([bits]) + blocks + b"\0"


class Frame:
    def __init__(self, indices, x=0, y=0, palette=None, clear=None, disposal=0, delay=10, interlaced=False, control=True):
        self.indices, self.x, self.y, self.palette, self.clear = np.asarray(indices), x, y, palette, clear
        self.disposal, self.delay, self.interlaced, self.control = disposal, delay, interlaced, control

    def rows(self):
        height = len(self.indices)
        order = range(height)
        if self.interlaced:
            order = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)]
        return self.indices[list(order)].ravel()

    def bytes(self):
        out = b""
        if self.control:
            flags = self.disposal << 2 | (self.clear is not None)
            out += b"!\xf9\x04" + struct.pack("<BHB", flags, self.delay, self.clear or 0) + b"\0"
        height, width = self.indices.shape
        flags = (0x82 if self.palette else 0) | (0x40 if self.interlaced else 0)
        out += b"," + struct.pack("<HHHHB", self.x, self.y, width, height, flags)
        if self.palette:
            out += bytes(sum(self.palette, ()))
        return out + lzw(self.rows(), 3)


def gif(screen, frames, palette=COLORS, loop=None, background=0):
    out = b"GIF89a" + struct.pack("<HHBBB", *screen, 0xF2 if palette else 0x70, background, 0)
    if palette:
        out += bytes(sum(palette, ()))
    if loop is not None:
        out += b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", loop) + b"\0"
    return out + b"".join(f.bytes() for f in frames) + b";"


def shown(size, frames, palette=COLORS):
    """The frames as browsers show them: the background is clear."""
    canvas, result = np.zeros((size[1], size[0], 4), np.uint8), []
    for f in frames:
        before = canvas.copy()
        colors = np.array([(*c, 255) for c in (f.palette or palette or [(i, i, i) for i in range(256)])], np.uint8)
        height, width = f.indices.shape
        y1, x1 = min(size[1], f.y + height), min(size[0], f.x + width)
        place = canvas[f.y:y1, f.x:x1]
        part = f.indices[:place.shape[0], :place.shape[1]]
        seen = part != f.clear if f.clear is not None else np.ones(part.shape, bool)
        place[seen] = colors[part][seen]
        result.append(canvas.copy())
        if f.disposal == 2:
            canvas[f.y:y1, f.x:x1] = 0
        elif f.disposal == 3:
            canvas = before
    return result


def pillow(data):
    image = Image.open(io.BytesIO(data))
    for index in range(image.n_frames):
        image.seek(index)
        yield np.asarray(image.convert("RGBA"))


def write(name, data, frames, agrees=True):
    if agrees:
        for mine, theirs in zip(frames, pillow(data), strict=True):
            a, b = (p.astype(int)[..., :3] * p[..., 3:] // 255 for p in (mine, theirs))
            assert a.shape == b.shape and (a == b).all() and (mine[..., 3] == theirs[..., 3]).all(), name
    open(os.path.join(FOLDER, name + ".gif"), "wb").write(data)
    open(os.path.join(FOLDER, name + ".rgba"), "wb").write(b"".join(f.tobytes() for f in frames))


def made(name, screen, frames, size=None, agrees=True, palette=COLORS, **more):
    write(name, gif(screen, frames, palette, **more), shown(size or screen, frames, palette), agrees)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    y, x = np.mgrid[0:19, 0:23]
    whole = (x // 3 + y // 2) % 8
    dots = np.where((x + y) % 3 == 0, 0, (x + y) % 7 + 1)
    made("plain", (23, 19), [Frame(whole, control=False)])
    made("interlaced", (23, 19), [Frame(whole, interlaced=True)])
    for rows in (1, 2, 3, 5):
        made(f"interlaced-{rows}", (23, rows), [Frame(whole[:rows], interlaced=True)])
    made("transparent", (23, 19), [Frame(dots, clear=0)])
    made("no-palette", (23, 19), [Frame(whole, control=False)], palette=None)
    made("keep", (23, 19), [Frame(whole, disposal=1), *(Frame(dots[:9, :8], i, 2 * i, clear=0, disposal=1) for i in range(5))])
    made("local", (23, 19), [Frame(whole), Frame(whole[:9, :8], 3, 4, palette=OTHERS), Frame(dots[:5, :6], 9, 9, clear=0)])
    # DEC-08: holes show the empty canvas, whatever was drawn before.
    made("previous", (23, 19), [Frame(np.where(whole == i, i, 0), clear=0, disposal=3) for i in (1, 2, 3)])
    made("previous-parts", (23, 19), [Frame(whole, disposal=1)] + [
        Frame(dots[:7, :9], 2 * i, i, clear=0, disposal=3) for i in range(4)] + [Frame(dots[:4, :4], 8, 8, clear=0)])
    made("background", (23, 19), [Frame(whole, clear=7, disposal=2), *(
        Frame(dots[:9, :9], 3 * i, i, clear=0, disposal=2) for i in range(4))], background=4)
    # Pillow paints the background's color here; browsers clear.
    made("background-opaque", (23, 19), [Frame(whole, disposal=1), Frame(whole[:9, :9], 2, 2, disposal=2),
                                         Frame(dots[:9, :9], 6, 6, clear=0, disposal=1)], background=4, agrees=False)
    made("overhang-first", (20, 10), [Frame(whole, 2, 3)], size=(25, 22), agrees=False)
    made("overhang-later", (23, 19), [Frame(whole), Frame(whole[:9, :9], 18, 15)], agrees=False)
    made("zero-screen", (0, 0), [Frame(whole)], size=(23, 19), agrees=False)
    photo = np.dstack([128 + 120 * np.sin(x / 3), 255 * y / 18, 255 * x / 22]).astype(np.uint8)
    compressed = io.BytesIO()
    pictures = [Image.fromarray(np.roll(photo, 4 * i, 1)).quantize(200) for i in range(3)]
    pictures[0].save(compressed, "GIF", save_all=True, append_images=pictures[1:], duration=[50, 100, 150], loop=2)
    write("compressed", compressed.getvalue(), list(pillow(compressed.getvalue())))


main()
