#!/usr/bin/env python3
"""Writes Tests/Fixtures/Codecs: small AVIF, HEIC, JPEG XL and TIFF files, and the pixels that they show.

`NAME.EXT` is a picture; `NAME.EXT.bgra` (of an animation `NAME.EXT.N.bgra`) is its rows of premultiplied BGRA without
padding, turned and in sRGB. Encoded and decoded by Pillow, pillow-heif, avifenc, cjxl/djxl and tiffcp, or by the
formulas here; never by the package itself. Run it again only to add pictures: encoders differ between versions.

    pip install pillow numpy pillow-heif; apt install libavif-bin libjxl-tools libtiff-tools
"""
import io, os, struct, subprocess, tempfile
import numpy as np
import pillow_heif
from PIL import Image, ImageCms, ImageDraw

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Codecs")
TMP = tempfile.mkdtemp()
W, H = 26, 18


def picture(width=W, height=H, shift=0):
    """A picture in which no turn looks like another: a gradient, an F and a block."""
    y, x = np.mgrid[0:height, 0:width]
    a = np.stack([40 + 180 * x / width, 60 + 150 * y / height, np.full(x.shape, 90 + 20 * shift)], 2).astype(np.uint8)
    im = Image.fromarray(a)
    d = ImageDraw.Draw(im)
    d.rectangle((3 + shift, 2, 5 + shift, 14), fill=(250, 20, 30))
    d.rectangle((3 + shift, 2, 11 + shift, 4), fill=(250, 20, 30))
    d.rectangle((3 + shift, 7, 8 + shift, 9), fill=(250, 20, 30))
    d.rectangle((16, 11, 21, 15), fill=(20, 60, 240))
    return im


def with_alpha(im):
    out = im.convert("RGBA")
    ramp = np.clip(np.arange(im.width) * 255 // (im.width - 1), 0, 255).astype(np.uint8)
    out.putalpha(Image.fromarray(np.tile(ramp, (im.height, 1))))
    return out


RGB = picture()
RGBA = with_alpha(RGB)
TURNS = {2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM, 5: Image.TRANSPOSE,
         6: Image.ROTATE_270, 7: Image.TRANSVERSE, 8: Image.ROTATE_90}


def path(name):
    return os.path.join(HERE, name)


def tmp(name):
    return os.path.join(TMP, name)


def tool(*args):
    subprocess.run([str(a) for a in args], check=True, capture_output=True)


def shows(name, im, frame=None):
    """Notes what the file shows."""
    a = np.asarray(im.convert("RGBA")).astype(int)
    a[..., :3] = (a[..., :3] * a[..., 3:] + 127) // 255
    suffix = ".bgra" if frame is None else f".{frame}.bgra"
    a[..., [2, 1, 0, 3]].astype(np.uint8).tofile(path(name + suffix))


def shows_values(name, rgb):
    """The same of floating-point values from 0 to 1."""
    shows(name, Image.fromarray(np.rint(np.clip(rgb, 0, 1) * 255).astype(np.uint8)))


def opened(name):
    im = Image.open(path(name))
    im.load()
    return im


# --- color -----------------------------------------------------------------------------------------------------------

P3_TO_SRGB = np.array([[1.2249401, -0.2249404, 0.0], [-0.0420569, 1.0420571, 0.0], [-0.0196376, -0.0786361, 1.0982735]])


def linear(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def encoded(v):
    v = np.clip(v, 0, 1)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def p3_to_srgb(values):
    """Display P3 to sRGB (SMPTE EG 432-1, IEC 61966-2-1), 0 to 1."""
    return encoded(linear(values) @ P3_TO_SRGB.T)


def p3_profile():
    """A Display P3 profile: a matrix and a curve of 256 points, D50 as ICC wants it (ICC.1:2010, 9 and 10)."""
    def xyz(*v):
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", round(x * 65536)) for x in v)
    curve = b"curv\0\0\0\0" + struct.pack(">I", 256) + b"".join(
        struct.pack(">H", round(float(linear(np.float64(i / 255))) * 65535)) for i in range(256))
    text = b"Test P3\0"
    tags = {b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + b"\0" * 78,
            b"wtpt": xyz(0.9642, 1, 0.8249),
            b"rXYZ": xyz(0.51512, 0.2412, -0.00105), b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
            b"bXYZ": xyz(0.1571, 0.06657, 0.78407), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
            b"cprt": b"text\0\0\0\0none\0"}
    table, body, at = b"", b"", 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", at + len(body), len(data))
        body += data
    size = at + len(body)
    head = struct.pack(
        ">I4sI4s4s4s12s4s4s", size, b"none", 0x02400000, b"mntr", b"RGB ", b"XYZ ", b"\0" * 12, b"acsp", b"APPL")
    head += b"\0" * 24 + struct.pack(">iii", 63190, 65536, 54061)
    return head + b"\0" * (128 - len(head)) + struct.pack(">I", len(tags)) + table + body


# --- TIFF ------------------------------------------------------------------------------------------------------------

def write_tiff(name, samples, photometric, *, extra=None, sample_format=1, big_endian=False, profile=None, cut=None):
    """An uncompressed TIFF of one strip (TIFF 6.0); `samples` is height x width x channels."""
    samples = np.atleast_3d(samples)
    height, width, channels = samples.shape
    order = ">" if big_endian else "<"
    bits = samples.dtype.itemsize * 8
    strip = samples.astype(samples.dtype.newbyteorder(order)).tobytes()
    entries = [(256, 4, [width]), (257, 4, [height]), (258, 3, [bits] * channels), (259, 3, [1]),
               (262, 3, [photometric]),
               (273, 4, [8]), (277, 3, [channels]), (278, 4, [height]), (279, 4, [len(strip)]), (284, 3, [1])]
    if extra is not None:
        entries.append((338, 3, [extra]))
    entries.append((339, 3, [sample_format] * channels))
    if profile:
        entries.append((34675, 7, list(profile)))
    at = 8 + len(strip) + len(strip) % 2
    extra_at = at + 2 + 12 * len(entries) + 4
    directory, more = struct.pack(order + "H", len(entries)), b""
    for tag, kind, values in entries:
        data = b"".join(struct.pack(order + {3: "H", 4: "I", 7: "B"}[kind], v) for v in values)
        if len(data) > 4:
            place = struct.pack(order + "I", extra_at + len(more))
            more += data + b"\0" * (len(data) % 2)
        else:
            place = data.ljust(4, b"\0")
        directory += struct.pack(order + "HHI", tag, kind, len(values)) + place
    head = (b"MM" if big_endian else b"II") + struct.pack(order + "HI", 42, at)
    data = head + strip + b"\0" * (len(strip) % 2) + directory + b"\0" * 4 + more
    open(path(name), "wb").write(data)


def tiff():
    RGB.save(path("strips-lzw.tif"), compression="tiff_lzw", tiffinfo={278: 5})
    shows("strips-lzw.tif", RGB)
    RGBA.save(path("straight-deflate.tif"), compression="tiff_adobe_deflate")
    shows("straight-deflate.tif", RGBA)
    small = {"gray.tif": RGB.convert("L"), "palette.tif": RGB.quantize(16), "bilevel.tif": RGB.convert("1")}
    for name, im in small.items():
        im.save(path(name), compression="group4" if im.mode == "1" else None)
        shows(name, im)
    for o in range(1, 9):
        name = f"orientation-{o}.tif"
        RGB.save(path(name), compression="tiff_lzw", tiffinfo={274: o})
        shows(name, RGB.transpose(TURNS[o]) if o > 1 else RGB)
    RGB.save(path("orientation-6-jpeg.tif"), compression="jpeg", quality=95, tiffinfo={274: 6})
    plain = io.BytesIO()
    RGB.save(plain, "TIFF", compression="jpeg", quality=95)
    shows("orientation-6-jpeg.tif", Image.open(plain).convert("RGB").transpose(TURNS[6]))
    tool("tiffcp", "-t", "-w", 16, "-l", 16, path("strips-lzw.tif"), path("tiles.tif"))
    shows("tiles.tif", RGB)
    tool("tiffcp", "-p", "separate", "-c", "lzw", path("strips-lzw.tif"), path("planar.tif"))
    shows("planar.tif", RGB)
    pages = [RGB, picture(17, 23), RGB.convert("L")]
    pages[0].save(path("pages.tif"), save_all=True, append_images=pages[1:], compression="tiff_lzw")
    for i, page in enumerate(pages):
        shows("pages.tif", page, i)
    a = np.asarray(RGB).astype(float) / 255
    for big in (False, True):
        name = "deep-be.tif" if big else "deep-le.tif"
        deep = np.rint(a * 65535).astype(np.uint16)
        deep[0, 0] = (0x00FF, 0x0100, 0x7FFF)
        write_tiff(name, deep, 2, big_endian=big)
        shows_values(name, deep / 65535)
    write_tiff("gray-deep-alpha.tif", np.rint(a[..., :2] * 65535).astype(np.uint16), 1, extra=2)
    g = np.rint(a * 255).astype(np.uint8)
    shows("gray-deep-alpha.tif", Image.merge("LA", (Image.fromarray(g[..., 0]), Image.fromarray(g[..., 1]))))
    pre = np.asarray(RGBA).astype(int)
    pre[..., :3] = (pre[..., :3] * pre[..., 3:] + 127) // 255
    write_tiff("associated.tif", pre.astype(np.uint8), 2, extra=1)
    pre[..., [2, 1, 0, 3]].astype(np.uint8).tofile(path("associated.tif.bgra"))
    junk = np.asarray(RGBA).copy()
    write_tiff("unspecified.tif", junk, 2, extra=0)
    shows("unspecified.tif", RGB)
    write_tiff("float.tif", a.astype(np.float32), 2, sample_format=3)
    shows("float.tif", RGB)
    inks = np.dstack([1 - a, np.full(a.shape[:2], 0.25)])
    for name, kind, most in (("cmyk.tif", np.uint8, 255), ("cmyk-deep.tif", np.uint16, 65535)):
        write_tiff(name, np.rint(inks * most).astype(kind), 5)
        shows_values(name, (1 - inks[..., :3]) * (1 - inks[..., 3:]))
    write_tiff("p3.tif", np.asarray(RGB), 2, profile=p3_profile())
    shows_values("p3.tif", p3_to_srgb(a))
    lab = Image.open(io.BytesIO(open(path("strips-lzw.tif"), "rb").read())).convert("RGB")
    srgb, d50 = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    lab = ImageCms.profileToProfile(lab, srgb, d50, outputMode="LAB")
    # Pillow holds a and b as they are stored, around 0.
    write_tiff("lab.tif", np.asarray(lab).astype(np.uint8), 8)
    shows("lab.tif", RGB)


# --- AVIF ------------------------------------------------------------------------------------------------------------

def avif():
    RGB.save(tmp("rgb.png"))
    RGBA.save(tmp("rgba.png"))

    def made(name, source, *args, show=True):
        tool("avifenc", "-s", 6, "--min", 0, "--max", 10, *args, tmp(source), path(name))
        if show:
            shows(name, opened(name))

    made("420.avif", "rgb.png", "-y", "420")
    made("444.avif", "rgb.png", "-y", "444")
    made("mono.avif", "rgb.png", "-y", "400")
    made("alpha.avif", "rgba.png", "-y", "444")
    made("premultiplied.avif", "rgba.png", "-y", "444", "-p", show=False)
    shows("premultiplied.avif", opened("alpha.avif"))
    made("ten-bit.avif", "rgb.png", "-y", "444", "-d", "10")
    upright = opened("444.avif").convert("RGB")
    for angle in range(4):
        for mode in (None, 0, 1):
            name = f"irot{angle}" + ("" if mode is None else f"-imir{mode}") + ".avif"
            extra = ["--irot", angle] + ([] if mode is None else ["--imir", mode])
            made(name, "rgb.png", "-y", "444", *extra, show=False)
            turned = upright.rotate(90 * angle, expand=True)
            if mode is not None:
                turned = turned.transpose(Image.FLIP_TOP_BOTTOM if mode == 0 else Image.FLIP_LEFT_RIGHT)
            shows(name, turned)
    # 20 x 12 pixels, whose middle lies 2 right of and 1 above the picture's.
    made("clap.avif", "rgb.png", "-y", "444", "--clap", "20,1,12,1,2,1,-1,1", show=False)
    shows("clap.avif", upright.crop((5, 2, 25, 14)))
    big = picture(128, 64)
    big.save(tmp("big.png"))
    made("grid.avif", "big.png", "-y", "420", "--grid", "2x1")
    made("p3.avif", "rgb.png", "-y", "444", "--cicp", "12/13/6", show=False)
    shows_values("p3.avif", p3_to_srgb(np.asarray(upright) / 255))
    made("p3-ten-bit.avif", "rgb.png", "-y", "444", "-d", "10", "--cicp", "12/13/6", show=False)
    shows_values("p3-ten-bit.avif", p3_to_srgb(np.asarray(opened("ten-bit.avif").convert("RGB")) / 255))
    open(tmp("p3.icc"), "wb").write(p3_profile())
    made("icc.avif", "rgb.png", "-y", "444", "--icc", tmp("p3.icc"), show=False)
    shows_values("icc.avif", p3_to_srgb(np.asarray(upright) / 255))
    frames = [with_alpha(picture(shift=i)) for i in range(3)]
    frames[0].save(path("sequence.avif"), save_all=True, append_images=frames[1:], duration=[40, 120, 80], quality=90)
    im = Image.open(path("sequence.avif"))
    for i in range(im.n_frames):
        im.seek(i)
        shows("sequence.avif", im, i)


# --- HEIC ------------------------------------------------------------------------------------------------------------

def heic():
    pillow_heif.register_heif_opener()
    profile = {"icc_profile": p3_profile()}
    for name, im, kw in (("rgb.heic", RGB, {}), ("alpha.heic", RGBA, {}), ("icc.heic", RGB, profile)):
        im.save(path(name), quality=95, **kw)
    for name in ("rgb.heic", "alpha.heic"):
        shows(name, opened(name))
    shows_values("icc.heic", p3_to_srgb(np.asarray(opened("icc.heic").convert("RGB")) / 255))
    deep = np.rint(np.asarray(RGB).astype(float) * 257).astype(np.uint16)
    out = pillow_heif.from_bytes(mode="RGB;16", size=RGB.size, data=deep.tobytes())
    out.save(path("ten-bit.heic"), quality=95)
    back = pillow_heif.open_heif(path("ten-bit.heic"), convert_hdr_to_8bit=False)
    values = np.asarray(back).astype(float) / (65535 if "16" in back.mode else 255)
    shows_values("ten-bit.heic", values)
    upright = opened("rgb.heic").convert("RGB")
    for o in (3, 6, 8):
        name = f"turned-{o}.heic"
        exif = Image.Exif()
        exif[0x112] = o
        RGB.save(path(name), quality=95, exif=exif.tobytes())
        shows(name, upright.transpose(TURNS[o]))


# --- JPEG XL ---------------------------------------------------------------------------------------------------------

def jxl():
    def made(name, source, *args, frames=None):
        tool("cjxl", source, path(name), *args)
        result = tmp("jxl.apng" if frames else "jxl.png")
        tool("djxl", path(name), result)
        im = Image.open(result)
        if not frames:
            return shows(name, im)
        assert im.n_frames == frames
        for i in range(frames):
            im.seek(i)
            shows(name, im, i)

    RGB.save(tmp("rgb.png"))
    RGBA.save(tmp("rgba.png"))
    RGB.convert("L").save(tmp("gray.png"))
    made("lossless.jxl", tmp("rgb.png"), "-d", "0")
    made("container.jxl", tmp("rgb.png"), "-d", "0", "--container=1")
    made("lossy-alpha.jxl", tmp("rgba.png"), "-d", "1")
    made("gray.jxl", tmp("gray.png"), "-d", "0")
    frames = [picture(shift=i) for i in range(4)]
    frames[0].save(tmp("anim.png"), save_all=True, append_images=frames[1:], duration=[50, 100, 150, 200], loop=3)
    made("animated.jxl", tmp("anim.png"), "-d", "0", frames=4)
    icc = p3_profile()
    RGB.save(tmp("p3.png"), icc_profile=icc)
    for name, d in (("p3-lossless.jxl", "0"), ("p3-lossy.jxl", "0.3")):
        tool("cjxl", tmp("p3.png"), path(name), "-d", d)
        tool("djxl", path(name), tmp("jxl.png"))
        shows_values(name, p3_to_srgb(np.asarray(Image.open(tmp("jxl.png")).convert("RGB")) / 255))
    noise = np.random.default_rng(1).normal(0, 25, (180, 280, 3))
    big = Image.fromarray(np.clip(np.asarray(picture(280, 180)) + noise, 0, 255).astype(np.uint8))
    for o in (1, 6):
        exif = Image.Exif()
        exif[0x112] = o
        big.save(tmp("big.jpg"), quality=90, exif=exif)
        tool("cjxl", tmp("big.jpg"), path(f"progressive-{o}.jxl"), "-j", "0", "-d", "3", "-p")
    tool("djxl", path("progressive-6.jxl"), tmp("jxl.png"))
    im = Image.open(tmp("jxl.png")).convert("RGB")
    shows("progressive-6.jxl", im.resize((18, 28), Image.BOX))


if __name__ == "__main__":
    os.makedirs(HERE, exist_ok=True)
    tiff()
    avif()
    heic()
    jxl()
    print(sum(os.path.getsize(path(f)) for f in os.listdir(HERE)), "bytes")
