#!/usr/bin/env python3
"""Writes small Windows bitmaps and icons of every kind, byte by byte, and the pixels that they show.

`NAME.bmp` or `NAME.ico` is the file, `NAME.rgba` the pixels: rows of straight RGBA without padding. Where Pillow reads the
kind it is asked too, and has to agree.
"""
import io
import os
import struct

import numpy as np
from PIL import Image

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "BMP")
WIDTH, HEIGHT = 13, 9
Y, X = np.mgrid[0:HEIGHT, 0:WIDTH]
RGBA = np.dstack([X * 20, Y * 28, (X + Y) * 11, np.minimum(255, (X * Y) * 5)]).astype(np.uint8)
PLACES = (X // 2 + Y) % 16
PALETTE = np.array([(i * 17, 255 - i * 16, (i * 83) % 256) for i in range(16)], np.uint8)


def rows(data, top_down=False):
    """Rows of bytes, padded to four, from the bottom up."""
    out = [bytes(row) + b"\0" * (-len(row) % 4) for row in data]
    return b"".join(out if top_down else reversed(out))


def packed(places, bits):
    out = []
    for row in places:
        text = "".join(f"{v:0{bits}b}" for v in row)
        text += "0" * (-len(text) % 8)
        out.append(bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8)))
    return out


def table(palette, entry=4):
    return b"".join(bytes((b, g, r)) + b"\0" * (entry - 3) for r, g, b in palette.tolist())


def header(bits, compression=0, size=40, height=HEIGHT, colors=0, masks=(), length=0):
    out = struct.pack("<IiiHHIIiiII", size, WIDTH, height, 1, bits, compression, length, 2835, 2835, colors, 0)
    out += struct.pack(f"<{len(masks)}I", *masks)
    return out + (b"\0" * (size - len(out)) if size > 40 else b"")


def bmp(header, table, pixels):
    offset = 14 + len(header) + len(table)
    return b"BM" + struct.pack("<IHHI", offset + len(pixels), 0, 0, offset) + header + table + pixels


def words(values, kind):
    return [row.astype(kind).tobytes() for row in values]


def write(name, data, pixels, agrees=True, kind="bmp"):
    pixels = np.asarray(pixels, np.uint8)
    if agrees:
        theirs = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)
        assert theirs.shape == pixels.shape and np.abs(theirs - pixels).max() <= 1, name
    open(os.path.join(FOLDER, f"{name}.{kind}"), "wb").write(data)
    open(os.path.join(FOLDER, f"{name}.rgba"), "wb").write(pixels.tobytes())


def opaque(rgb):
    return np.dstack([rgb, np.full(rgb.shape[:2], 255)])


def reduced(bits):
    """Each channel with so many bits and back to eight, rounded."""
    out, raw = [], []
    for channel, b in enumerate(bits):
        v = RGBA[..., channel].astype(int) * ((1 << b) - 1) // 255 if b else np.zeros((HEIGHT, WIDTH), int)
        raw.append(v)
        out.append((v * 255 * 2 + (1 << b) - 1) // (2 * ((1 << b) - 1)) if b else np.full((HEIGHT, WIDTH), 255))
    return raw, np.dstack(out)


def rle8():
    """Runs, absolute parts, and places left out: those are clear."""
    seen, out = opaque(PALETTE[PLACES]), b""
    for y in reversed(range(HEIGHT)):
        row = PLACES[y].tolist()
        if y == 6:  # two pixels of the row, then on to the next row's middle
            out += bytes((2, row[0], 0, 2, 3, 1))
            seen[y, 2:] = 0
            continue
        if y == 5:
            out += bytes((0, 8, *row[5:13], 0, 0))
            seen[y, :5] = 0
            continue
        x = 0
        while x < WIDTH:
            if x == 4:
                out += bytes((0, 5, *row[4:9], 0))
                x = 9
            else:
                out += bytes((1, row[x]))
                x += 1
        out += b"\0\0"
    return out + b"\0\1", seen


def rle4():
    out = b""
    for y in reversed(range(HEIGHT)):
        row = PLACES[y].tolist()
        out += bytes((6, 0x3A)) + bytes((0, 7)) + bytes(a << 4 | b for a, b in zip(row[6::2], row[7::2] + [0])) + b"\0\0"
    seen = PLACES.copy()
    seen[:, 0:6] = [3, 10, 3, 10, 3, 10]
    return out + b"\0\1", opaque(PALETTE[seen])


def bitmaps():
    for bits in (1, 2, 4):
        places = PLACES % (1 << bits)
        colors = PALETTE[:1 << bits]
        write(f"indexed-{bits}", bmp(header(bits), table(colors), rows(packed(places, bits))), opaque(colors[places]), bits != 2)
    whole = np.vstack([PALETTE, np.zeros((240, 3), np.uint8)])
    write("indexed-8", bmp(header(8), table(whole), rows(packed(PLACES, 8))), opaque(PALETTE[PLACES]))
    write("few-colors", bmp(header(8, colors=16), table(PALETTE), rows(packed(PLACES, 8))), opaque(PALETTE[PLACES]))
    write("top-down", bmp(header(8, height=-HEIGHT, colors=16), table(PALETTE), rows(packed(PLACES, 8), True)), opaque(PALETTE[PLACES]))
    os2 = struct.pack("<IHHHH", 12, WIDTH, HEIGHT, 1, 4)
    write("os2", bmp(os2, table(PALETTE, 3), rows(packed(PLACES, 4))), opaque(PALETTE[PLACES]))
    data, seen = rle8()
    write("rle8", bmp(header(8, 1, colors=16, length=len(data)), table(PALETTE), data), seen, False)
    data, seen = rle4()
    write("rle4", bmp(header(4, 2, length=len(data)), table(PALETTE), data), seen)

    rgb = opaque(RGBA[..., :3])
    bgr = [row[:, [2, 1, 0]].tobytes() for row in RGBA]
    write("rgb-24", bmp(header(24), b"", rows(bgr)), rgb)
    v = RGBA.astype(np.uint32)
    bgra = words(v[..., 0] << 16 | v[..., 1] << 8 | v[..., 2] | v[..., 3] << 24, "<u4")
    masks = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    write("alpha-v5", bmp(header(32, 3, 124, masks=masks), b"", rows(bgra)), RGBA)
    write("alpha-v4-plain", bmp(header(32, 0, 108, masks=masks), b"", rows(bgra)), RGBA, False)
    empty = words(v[..., 0] << 16 | v[..., 1] << 8 | v[..., 2], "<u4")
    # DEC-19: without a mask for it the fourth byte means nothing.
    write("rgb-32", bmp(header(32), b"", rows(empty)), rgb)
    write("alpha-unused", bmp(header(32, 3, 124, masks=masks), b"", rows(empty)), rgb, False)
    for name, bits, compression in (("555", (5, 5, 5, 0), 0), ("565", (5, 6, 5, 0), 3), ("4444", (4, 4, 4, 4), 3), ("231", (2, 3, 1, 0), 3)):
        raw, seen = reduced(bits)
        r, g, b, a = raw
        low = bits[2]
        value = r << (bits[1] + low) | g << low | b | a << (bits[0] + bits[1] + low)
        full = [((1 << n) - 1) << s for n, s in zip(bits, (bits[1] + low, low, 0, bits[0] + bits[1] + low))]
        masks = full[:4] if bits[3] else full[:3]
        head = header(16, compression, 124 if bits[3] else 40, masks=masks if compression else ())
        write(f"fields-{name}", bmp(head, b"", rows(words(value, "<u2"))), seen, name in ("555", "565"))
    wide = RGBA[..., :3].astype(np.uint32)
    value = wide[..., 0] << 24 | (wide[..., 1] * 1023 // 255) << 14 | wide[..., 2] << 4
    seen = wide.copy()
    seen[..., 1] = ((wide[..., 1] * 1023 // 255) * 510 + 1023) // 2046
    head = header(32, 3, masks=(0xFF000000, 0x3FF << 14, 0xFF << 4))
    write("fields-8-10-8", bmp(head, b"", rows(words(value, "<u4"))), opaque(seen), False)


def dib(bits, table, pixels, mask):
    return struct.pack("<IiiHHIIiiII", 40, WIDTH, HEIGHT * 2, 1, bits, 0, 0, 0, 0, 0, 0) + table + pixels + mask


def icon(entries, kind=1):
    out, offset = struct.pack("<HHH", 0, kind, len(entries)), 6 + 16 * len(entries)
    for width, height, bits, data in entries:
        out += struct.pack("<BBBBHHII", width % 256, height % 256, 0, 0, 1, bits, len(data), offset)
        offset += len(data)
    return out + b"".join(data for *_, data in entries)


def icons():
    hidden = (X + Y) % 5 == 0
    mask = rows(packed(hidden.astype(int), 1))
    v = RGBA.astype(np.uint32)
    bgra = rows(words(v[..., 0] << 16 | v[..., 1] << 8 | v[..., 2] | v[..., 3] << 24, "<u4"))
    small = dib(32, b"", bgra, mask)
    write("icon-alpha", icon([(WIDTH, HEIGHT, 32, small)]), RGBA, kind="ico")
    empty = rows(words(v[..., 0] << 16 | v[..., 1] << 8 | v[..., 2], "<u4"))
    seen = opaque(RGBA[..., :3])
    seen[hidden] = 0
    write("icon-mask", icon([(WIDTH, HEIGHT, 32, dib(32, b"", empty, mask))]), seen, False, kind="ico")
    seen = opaque(PALETTE[PLACES])
    seen[hidden, 3] = 0
    write("icon-indexed", icon([(WIDTH, HEIGHT, 4, dib(4, table(PALETTE), rows(packed(PLACES, 4)), mask))]), seen, kind="ico")
    png = io.BytesIO()
    large = np.repeat(np.repeat(RGBA, 4, 0), 4, 1)
    Image.fromarray(large).save(png, "PNG")
    entries = [(WIDTH, HEIGHT, 32, small), (WIDTH * 4, HEIGHT * 4, 32, png.getvalue())]
    write("icon-sizes", icon(entries), large, kind="ico")
    write("cursor", icon([(WIDTH, HEIGHT, 0, small)], 2), RGBA, False, kind="ico")
    broken = [entries[0], (WIDTH * 4, HEIGHT * 4, 32, png.getvalue()[:60])]
    write("icon-broken", icon(broken), RGBA, False, kind="ico")


os.makedirs(FOLDER, exist_ok=True)
bitmaps()
icons()
