#!/usr/bin/env python3
"""Writes the JPEG and PNG fixtures and, beside each, the straight RGBA that it shows (all frames, one after the other).

Needs Pillow and numpy. JPEG pixels are those of Pillow; PNG pixels are computed here by the formulas of the PNG
specification and of IEC 61966-2-1, and held against Pillow where Pillow follows them.
"""
import io, os, struct, zlib
import numpy as np
from PIL import Image, ImageCms

HERE = os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(7)


def write(path, data, rgba):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "wb").write(data)
    frames = rgba if isinstance(rgba, list) else [rgba]
    open(path.split(".")[0] + ".rgba", "wb").write(b"".join(np.ascontiguousarray(f, np.uint8).tobytes() for f in frames))


def opaque(rgb):
    return np.dstack([rgb, np.full(rgb.shape[:2], 255, np.uint8)])


# Profiles (ICC.1:2001): a matrix profile with Display P3's primaries and gamma 2.2, and a gray one of gamma 1.8.

def profile(space, tags):
    def pad(b):
        return b + b"\0" * (-len(b) % 4)
    offset, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, content in tags:
        table += name + struct.pack(">II", offset + len(body), len(content))
        body += pad(content)
    size = offset + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02400000, b"mntr", space, b"XYZ ")
    head += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28 + struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D) + b"\0" * 48
    return head + struct.pack(">I", len(tags)) + table + body


def xyz(*v):
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(x * 65536) for x in v))


def curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))


def text(s):
    s = s.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(s)) + s + b"\0" * 78


WHITE = (b"wtpt", xyz(0.9642, 1.0, 0.8249))
P3 = profile(b"RGB ", [(b"desc", text("Wide for tests")), (b"cprt", b"text\0\0\0\0none\0"), WHITE,
                       (b"rXYZ", xyz(0.5151, 0.2412, -0.0011)), (b"gXYZ", xyz(0.2920, 0.6922, 0.0419)),
                       (b"bXYZ", xyz(0.1571, 0.0666, 0.7841)), (b"rTRC", curve(2.2)), (b"gTRC", curve(2.2)), (b"bTRC", curve(2.2))])
GRAY = profile(b"GRAY", [(b"desc", text("Gray for tests")), (b"cprt", b"text\0\0\0\0none\0"), WHITE, (b"kTRC", curve(1.8))])


def by_profile(im, icc):
    return np.asarray(ImageCms.profileToProfile(im, ImageCms.ImageCmsProfile(io.BytesIO(icc)), ImageCms.createProfile("sRGB"),
                                                outputMode="RGB", renderingIntent=ImageCms.Intent.PERCEPTUAL))


# Pictures

def photo(w, h):
    y, x = np.mgrid[0:h, 0:w]
    return np.dstack([x * 255 // (w - 1), y * 255 // (h - 1), 128 + 100 * np.sin((x + y) / 5)]).astype(np.uint8)


def letter():
    """An F on white, 24 x 32."""
    a = np.full((32, 24, 3), 255, np.uint8)
    a[4:28, 4:9] = a[4:9, 4:20] = a[14:18, 4:15] = (200, 20, 40)
    return a


# JPEG

def jpeg(im, **options):
    out = io.BytesIO()
    im.save(out, "JPEG", **{"quality": 92, **options})
    return out.getvalue()


def segment(data, marker, content):
    return data[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content + data[2:]


def exif(orientation):
    return b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HH", orientation, 0) + b"\0" * 4


def without(data, marker):
    at = data.index(bytes([0xFF, marker]))
    return data[:at] + data[at + 2 + struct.unpack(">H", data[at + 2:at + 4])[0]:]


def shown(data):
    return opaque(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")))


def make_jpeg():
    im = Image.fromarray(photo(45, 35))
    for name, options in {"ycbcr444": {"subsampling": 0}, "ycbcr422": {"subsampling": 1}, "ycbcr420": {"subsampling": 2},
                          "rgb": {"keep_rgb": True}, "progressive": {"progressive": True}, "restart": {"restart_marker_blocks": 2}}.items():
        data = jpeg(im, **options)
        write(f"JPEG/{name}.jpg", data, shown(data))
    data = jpeg(im.convert("L"))
    write("JPEG/gray.jpg", data, shown(data))
    data = jpeg(im, subsampling=0, icc_profile=P3)
    write("JPEG/profile.jpg", data, opaque(by_profile(Image.open(io.BytesIO(data)).convert("RGB"), P3)))
    data = jpeg(im.convert("L"), icc_profile=GRAY)
    write("JPEG/gray-profile.jpg", data, opaque(by_profile(Image.open(io.BytesIO(data)), GRAY)))
    # A profile in two segments.
    half = len(P3) // 2
    data = segment(segment(jpeg(im, subsampling=0), 0xE2, b"ICC_PROFILE\0\x02\x02" + P3[half:]), 0xE2, b"ICC_PROFILE\0\x01\x02" + P3[:half])
    write("JPEG/split-profile.jpg", data, opaque(by_profile(Image.open(io.BytesIO(jpeg(im, subsampling=0))).convert("RGB"), P3)))
    turned = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # what stores an upright picture so that the tag turns it back
    upright = letter()
    for orientation in range(1, 9):
        stored = Image.fromarray(upright)
        if orientation > 1:
            stored = stored.transpose(turned[orientation])
        data = segment(jpeg(stored, subsampling=0, quality=98), 0xE1, exif(orientation))
        write(f"JPEG/orientation-{orientation}.jpg", data, opaque(upright))
    xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description tiff:Orientation=\"3\"/></x:xmpmeta>"
    data = segment(jpeg(Image.fromarray(upright).transpose(3), subsampling=0, quality=98), 0xE1, xmp)
    write("JPEG/orientation-xmp.jpg", data, opaque(upright))
    # Inks: the same chart thrice. Pillow writes inks inverted, with Adobe's marker.
    chart = np.zeros((16, 64, 4), np.uint8)
    for i, inks in enumerate([(0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 128), (60, 30, 0, 20), (0, 200, 200, 10), (100, 0, 100, 60)]):
        chart[:, i * 8:i * 8 + 8] = inks
    rgb = opaque(np.dstack([(255 - chart[..., i].astype(int)) * (255 - chart[..., 3].astype(int)) // 255 for i in range(3)]))
    data = jpeg(Image.fromarray(chart, "CMYK"), quality=98, subsampling=0)
    write("JPEG/cmyk.jpg", data, rgb)
    write("JPEG/cmyk-plain.jpg", without(jpeg(Image.fromarray(255 - chart, "CMYK"), quality=98, subsampling=0), 0xEE), rgb)
    # Adobe: R = 255 - C and so on are turned into YCC; K is inverted.
    ycc = np.asarray(Image.fromarray(chart[..., :3]).convert("YCbCr"))
    data = jpeg(Image.fromarray(255 - np.dstack([ycc, 255 - chart[..., 3]]), "CMYK"), quality=98, subsampling=0)
    at = data.index(b"Adobe") + 11
    write("JPEG/ycck.jpg", data[:at] + b"\x02" + data[at + 1:], rgb)
    data = jpeg(im)
    at = data.index(b"\xff\xc0") + 4
    write("JPEG/twelve-bits.jpg", data[:at] + b"\x0c" + data[at + 1:], rgb[:1, :1])


# PNG

PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, content=b""):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def packed(samples, depth):
    """Rows without filter; samples is h x w x channels."""
    out = b""
    for row in samples:
        flat = row.reshape(-1)
        if depth == 16:
            line = flat.astype(">u2").tobytes()
        elif depth == 8:
            line = flat.astype(np.uint8).tobytes()
        else:
            bits = "".join(format(int(v), f"0{depth}b") for v in flat)
            bits += "0" * (-len(bits) % 8)
            line = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
        out += b"\0" + line
    return out


def pixels(samples, depth, interlaced=False):
    if not interlaced:
        return zlib.compress(packed(samples, depth), 9)
    raw = b""
    for x, y, dx, dy in PASSES:
        part = samples[y::dy, x::dx]
        if part.size:
            raw += packed(part, depth)
    return zlib.compress(raw, 9)


def png(samples, depth, kind, interlaced=False, before=(), after=(), middle=None):
    h, w = samples.shape[:2]
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, depth, kind, 0, 0, interlaced))
    for c in before:
        out += chunk(*c)
    out += middle if middle is not None else chunk(b"IDAT", pixels(samples, depth, interlaced))
    for c in after:
        out += chunk(*c)
    return out + chunk(b"IEND")


def eight(samples, depth):
    return np.floor(samples.astype(float) * 255 / ((1 << depth) - 1) + 0.5).astype(np.uint8)


def srgb_from_linear(v):
    v = np.clip(v, 0, 1)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def linear_from_srgb(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def primaries(r, g, b, w):
    m = np.array([[p[0] / p[1], 1, (1 - p[0] - p[1]) / p[1]] for p in (r, g, b)]).T
    white = np.array([w[0] / w[1], 1, (1 - w[0] - w[1]) / w[1]])
    return m * np.linalg.solve(m, white)


D65 = (0.3127, 0.3290)
SRGB = primaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), D65)
WIDE = primaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), D65)


def from_wide(rgb, to_linear):
    lin = to_linear(rgb.astype(float) / 255) @ (np.linalg.inv(SRGB) @ WIDE).T
    return np.rint(srgb_from_linear(lin) * 255).astype(np.uint8)


PROPHOTO = profile(b"RGB ", [(b"desc", text("Wider for tests")), (b"cprt", b"text\0\0\0\0none\0"), WHITE,
                             (b"rXYZ", xyz(0.7977, 0.2880, 0.0)), (b"gXYZ", xyz(0.1352, 0.7119, 0.0)),
                             (b"bXYZ", xyz(0.0313, 0.0001, 0.8249)), (b"rTRC", curve(1.8)), (b"gTRC", curve(1.8)), (b"bTRC", curve(1.8))])


def make_wide():
    """Photographs whose colors sRGB has too, stored in wide spaces."""
    y, x = np.mgrid[0:64, 0:96]
    colors = np.dstack([60 + x * 130 // 95, 70 + y * 120 // 63, 128 + 50 * np.sin((x + y) / 20)]).astype(np.uint8)
    for name, icc in {"prophoto": PROPHOTO, "display-p3": P3}.items():
        wide = ImageCms.profileToProfile(Image.fromarray(colors), ImageCms.createProfile("sRGB"),
                                         ImageCms.ImageCmsProfile(io.BytesIO(icc)), outputMode="RGB")
        data = png(np.asarray(wide), 8, 2, False, [(b"iCCP", b"wide\0\0" + zlib.compress(icc))])
        write(f"PNG/{name}.png", data, opaque(by_profile(Image.open(io.BytesIO(data)), icc)))


def make_png():
    w, h = 19, 13
    y, x = np.mgrid[0:h, 0:w]
    palette = rng.integers(0, 256, (256, 3)).astype(np.uint8)
    for kind, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
        for depth in depths:
            top = 1 << depth
            channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
            samples = np.dstack([((x * (3 + c) + y * (5 - c)) * max(1, top // 37)) % top for c in range(channels)])
            if depth == 16:
                samples = (samples + rng.integers(0, 256, samples.shape)) % top
            before = [(b"PLTE", palette[:min(256, top)].tobytes())] if kind == 3 else []
            if kind == 0:
                rgba = opaque(np.repeat(eight(samples, depth), 3, axis=2))
            elif kind == 2:
                rgba = opaque(eight(samples, depth))
            elif kind == 3:
                rgba = opaque(palette[samples[..., 0]])
            elif kind == 4:
                e = eight(samples, depth)
                rgba = np.dstack([e[..., :1]] * 3 + [e[..., 1:]])
            else:
                rgba = eight(samples, depth)
            for interlaced in (False, True):
                write(f"PNG/type{kind}-{depth}{'-adam7' if interlaced else ''}.png", png(samples, depth, kind, interlaced, before), rgba)
            # A transparent color or palette.
            if kind in (0, 2):
                key = samples[2, 3]
                clear = (samples == key).all(axis=2)
                content = b"".join(struct.pack(">H", int(v)) for v in key)
                write(f"PNG/clear{kind}-{depth}.png", png(samples, depth, kind, False, [(b"tRNS", content)]),
                      np.dstack([rgba[..., :3], np.where(clear, 0, 255).astype(np.uint8)]))
            if kind == 3:
                alpha = rng.integers(0, 256, min(top, 200)).astype(np.uint8)
                full = np.full(256, 255, np.uint8)
                full[:len(alpha)] = alpha
                write(f"PNG/clear{kind}-{depth}.png", png(samples, depth, kind, False, before + [(b"tRNS", alpha.tobytes())]),
                      np.dstack([rgba[..., :3], full[samples[..., 0]]]))
    colors = photo(32, 24)
    gamma = (b"gAMA", struct.pack(">I", 100000))
    usual = (b"gAMA", struct.pack(">I", 45455))
    place = (b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))
    icc = (b"iCCP", b"wide\0\0" + zlib.compress(P3))
    points = (b"cICP", bytes([12, 13, 0, 1]))
    linear = np.rint(srgb_from_linear(colors / 255.0) * 255).astype(np.uint8)
    power = lambda v: v ** 2.2
    cases = {"gamma-linear": ([gamma], linear), "gamma-usual": ([usual], colors), "gamma-srgb": ([gamma, (b"sRGB", b"\0")], colors),
             "gamma-wide": ([usual, place], from_wide(colors, linear_from_srgb)), "profile": ([icc], from_wide(colors, power)),
             "profile-gamma": ([gamma, icc], from_wide(colors, power)), "points": ([points], from_wide(colors, linear_from_srgb)),
             "points-profile": ([icc, points], from_wide(colors, linear_from_srgb)), "profile-broken": ([(b"iCCP", icc[1][:60])], colors)}
    for name, (before, rgb) in cases.items():
        write(f"PNG/{name}.png", png(colors, 8, 2, False, before), opaque(rgb))
    upright = letter()
    stored = np.asarray(Image.fromarray(upright).transpose(2))
    write("PNG/orientation-6.png", png(stored, 8, 2, False, [(b"eXIf", exif(6)[6:])]), opaque(upright))
    write("PNG/orientation-late.png", png(stored, 8, 2, False, after=[(b"eXIf", exif(6)[6:])]), opaque(upright))
    body = ("\nexif\n%8d\n" % len(exif(6))) + exif(6).hex() + "\n"
    write("PNG/orientation-text.png", png(stored, 8, 2, False, [(b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(body.encode()))]), opaque(upright))
    one = np.array([[[154, 231, 231]]], np.uint8)
    write("PNG/indexed-alpha.png", png(np.array([[[0], [1], [2]]]), 8, 3, False,
                                       [(b"PLTE", one.tobytes() * 3), (b"tRNS", bytes([0, 50, 255]))]),
          np.array([[[0, 0, 0, 0], [154, 231, 231, 50], [154, 231, 231, 255]]], np.uint8))


# APNG

def over(below, above):
    """Straight RGBA, as PNG 3rd edition 13.16 has it."""
    a, b = above.astype(float) / 255, below.astype(float) / 255
    alpha = a[..., 3:] + b[..., 3:] * (1 - a[..., 3:])
    color = a[..., :3] * a[..., 3:] + b[..., :3] * b[..., 3:] * (1 - a[..., 3:])
    return np.rint(np.dstack([np.where(alpha > 0, color / np.maximum(alpha, 1e-9), 0), alpha]) * 255).astype(np.uint8)


def composited(size, frames):
    h, w = size
    canvas = np.zeros((h, w, 4), np.uint8)
    shown = []
    for i, (px, x, y, dispose, blend, *_) in enumerate(frames):
        ph, pw = px.shape[:2]
        place = np.s_[y:y + ph, x:x + pw]
        before = canvas[place].copy()
        canvas[place] = over(before, px) if blend else px
        shown.append(canvas.copy())
        if dispose == 1 or (dispose == 2 and i == 0):
            canvas[place] = 0
        elif dispose == 2:
            canvas[place] = before
    return shown


def apng(size, frames, hidden=None, plays=0, animated=True, controls=True):
    h, w = size
    sequence = 0
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 6, 0, 0, 0))
    if animated:
        out += chunk(b"acTL", struct.pack(">II", len(frames), plays))
    if hidden is not None:
        out += chunk(b"IDAT", pixels(hidden, 8))
    for i, (px, x, y, dispose, blend, num, den) in enumerate(frames):
        ph, pw = px.shape[:2]
        if controls:
            out += chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, pw, ph, x, y, num, den, dispose, blend))
            sequence += 1
        data = pixels(px, 8)
        if i == 0 and hidden is None:
            out += chunk(b"IDAT", data)
        else:
            # In two pieces: a frame may have many chunks.
            for piece in (data[:len(data) // 2], data[len(data) // 2:]):
                out += chunk(b"fdAT", struct.pack(">I", sequence) + piece)
                sequence += 1
    return out + chunk(b"IEND")


def patch(w, h, color, holes=False):
    a = np.zeros((h, w, 4), np.uint8)
    a[:] = color
    if holes:
        a[::2, ::2] = 0
    return a


def make_apng():
    red, green, blue = (200, 30, 30, 255), (20, 180, 40, 255), (30, 60, 220, 255)
    half = (250, 250, 0, 128)
    size = (12, 16)
    full = patch(16, 12, red, holes=True)
    steps = []
    for dispose in (0, 1, 2):
        for blend in (0, 1):
            steps.append((patch(7, 6, [green, blue, half][dispose], holes=True), 2 + dispose * 3, 1 + blend * 4, dispose, blend, 2 + dispose, 10))
    frames = [(full, 0, 0, 0, 0, 1, 10)] + steps + [(patch(5, 5, half), 8, 6, 0, 1, 0, 0)]
    data = apng(size, frames, plays=3)
    write("APNG/operations.png", data, composited(size, frames))
    # Pillow mixes the alphas of half-transparent pixels by another formula and loses the second of two restored frames, so
    # it is asked about opaque pixels of the frames before that.
    solid = [(np.where(f[0][..., 3:] > 0, f[0] | np.array([0, 0, 0, 255], np.uint8), 0).astype(np.uint8), *f[1:]) for f in frames]
    check = Image.open(io.BytesIO(apng(size, solid)))
    for i, want in enumerate(composited(size, solid)[:7]):
        check.seek(i)
        got = np.asarray(check.convert("RGBA")).astype(int)
        seen = want.astype(int)
        for p in (got, seen):
            p[..., :3] = p[..., :3] * p[..., 3:] // 255
        assert np.abs(got - seen).max() <= 2, (i, np.abs(got - seen).max())
    first = [(patch(16, 12, half), 0, 0, 2, 0, 1, 100), (patch(4, 4, green), 3, 3, 0, 1, 1, 1000)]
    write("APNG/restore-first.png", apng(size, first), composited(size, first))
    two = [(patch(16, 12, green), 0, 0, 0, 0, 1, 10), (patch(16, 12, blue), 0, 0, 0, 0, 1, 10)]
    write("APNG/hidden.png", apng(size, two, hidden=patch(16, 12, red)), composited(size, two))
    write("APNG/no-control.png", apng(size, two[:0], hidden=patch(16, 12, red)), [patch(16, 12, red)])
    write("APNG/one.png", apng(size, two[:1]), [patch(16, 12, green)])


def make_large():
    """50 megapixels in few bytes: the left half black, the right half white, a bit a pixel."""
    width, height = 8000, 6250
    row = b"\0" + b"\0" * (width // 16) + b"\xff" * (width // 16)

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    os.makedirs(os.path.join(HERE, "Large"), exist_ok=True)
    with open(os.path.join(HERE, "Large/halves.png"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * height, 9))
                   + chunk(b"IEND", b""))


if __name__ == "__main__":
    make_jpeg()
    make_png()
    make_wide()
    make_apng()
    make_large()
