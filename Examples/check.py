"""Tries the built examples: check.py FOLDER-OF-PROGRAMS FOLDER-OF-PICTURES. Pillow judges what the thumbnailer sends."""
import functools, http.server, io, os, re, struct, subprocess, sys, tempfile, threading, time

from PIL import Image

programs, samples = sys.argv[1:]
PICTURE = "valley-progressive.jpg"
failures = []


def check(condition, text):
    print(("ok    " if condition else "FAILED ") + text)
    if not condition:
        failures.append(text)


def curl(address, *arguments):
    """Status, headers by lower-case name, body."""
    answer = subprocess.run(["curl", "-sS", "-i", "--max-time", "30", *arguments, address], capture_output=True, check=True)
    head, body = answer.stdout.split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    return int(lines[0].split()[1]), {l.split(": ", 1)[0].lower(): l.split(": ", 1)[1] for l in lines[1:]}, body


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def thumbnailer(folder, *arguments):
    process = subprocess.Popen(
        [f"{programs}/Thumbnailer", "--port", "0", "--cache", folder, *arguments], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().split()[-1]


def try_thumbnailer(folder):
    origin = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=samples))
    threading.Thread(target=origin.serve_forever, daemon=True).start()
    source = f"http://127.0.0.1:{origin.server_port}/{PICTURE}"
    with Image.open(f"{samples}/{PICTURE}") as original:
        width, height = original.size
    process, address = thumbnailer(folder + "/1", "--allow-private")
    for accepts, format in [("image/avif,image/webp", "AVIF"), ("image/webp", "WEBP"), ("*/*", "JPEG")]:
        status, headers, body = curl(f"{address}/?url={source}&size=200", "-H", f"Accept: {accepts}")
        known = "WEBP" if body[8:12] == b"WEBP" else "AVIF" if body[4:12] == b"ftypavif" else "JPEG"
        check(status == 200 and known == format, f"thumbnailer: {accepts} is answered with {known}, {status}")
        if format == "AVIF":
            continue  # not every Pillow reads it
        with Image.open(io.BytesIO(body)) as image:
            image.load()
            wanted = 200 / max(width, height)
            good = abs(image.width - width * wanted) <= 1 and abs(image.height - height * wanted) <= 1
            check(good and image.format == format, f"thumbnailer: {image.format} of {image.size}, by Pillow")
        check("max-age" in headers["cache-control"] and headers["vary"] == "Accept", "thumbnailer: cache headers")
    status, _, body = curl(f"{address}/?url={source}&size=200", "-H", f"If-None-Match: {headers['etag']}")
    check(status == 304 and not body, f"thumbnailer: the same tag is answered with {status}")
    for query, wanted in [("url=file:///etc/passwd", 400), (f"url={source}&size=1", 400), (f"url={source}x", 404)]:
        status, _, _ = curl(f"{address}/?{query}")
        check(status == wanted, f"thumbnailer: {query.split('/')[-1]} is answered with {status}")
    process.kill()
    process.wait()
    process, address = thumbnailer(folder + "/2")
    status, _, _ = curl(f"{address}/?url={source}")
    check(status == 403, f"thumbnailer: an address of this machine is answered with {status}")
    process.kill()
    process.wait()


def try_viewer(folder):
    ends = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(ends[1]), "-screen", "0", "800x600x24", "-nolisten", "tcp", "-fbdir", folder],
        pass_fds=[ends[1]], stderr=subprocess.DEVNULL)
    number = os.read(ends[0], 16).decode().strip()
    environment = dict(
        os.environ, DISPLAY=":" + number, GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none", XDG_CACHE_HOME=folder)
    viewer = subprocess.Popen([f"{programs}/Viewer", f"{samples}/{PICTURE}"], env=environment)
    colors, deadline = 0, time.monotonic() + 30
    while colors < 5000 and time.monotonic() < deadline and viewer.poll() is None:
        with open(folder + "/Xvfb_screen0", "rb") as file:
            screen = file.read()
        start = struct.unpack(">I", screen[:4])[0] + struct.unpack(">I", screen[76:80])[0] * 12
        colors = len(set(memoryview(screen)[start : start + 800 * 600 * 4].cast("I")))
        time.sleep(0.1)
    check(colors >= 5000, f"viewer: {colors} colors on the screen")
    viewer.kill()
    display.kill()
    viewer.wait(), display.wait()


def try_slideshow(folder):
    names = [f"{samples}/{name}" for name in (PICTURE, "blossom-palette.png")]
    answer = subprocess.run(
        [f"{programs}/Slideshow", *names], capture_output=True, env=dict(os.environ, XDG_CACHE_HOME=folder), timeout=60)
    lines = answer.stdout.decode().splitlines()
    boxes = []
    for name in names:
        with Image.open(name) as image:
            scale = min(1, 80 / image.width, 46 / image.height)
            boxes.append((round(image.width * scale), (round(image.height * scale) + 1) // 2))
    wanted = [width for width, rows in boxes for _ in range(rows)]
    check(answer.returncode == 0 and [line.count("▀") for line in lines] == wanted, f"slideshow: {len(lines)} lines, {boxes}")
    check(not re.search(r"\x1b\[[0-9;]*[HJ]", answer.stdout.decode()), "slideshow: no cursor control in a pipe")


with tempfile.TemporaryDirectory() as folder:
    for attempt in (try_thumbnailer, try_viewer, try_slideshow):
        own = f"{folder}/{attempt.__name__}"
        os.mkdir(own)
        attempt(own)
sys.exit(1 if failures else 0)
