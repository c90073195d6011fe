"""Many JPEGs over loopback to thumbnails: the command against curl with vipsthumbnail, and aiohttp with Pillow.

Every candidate is a process of its own, begins with nothing cached and writes 256-pixel JPEG files. Wall time, CPU time and
the largest resident size come from wait4. Prints a table, or JSON lines like the other rows.

    pipeline.py WEBIMAGE HTTP_URL WWW_FOLDER WORK_FOLDER [--json] [--quick]
"""
import json
import os
import shutil
import subprocess
import sys
import time

AIO = """
import asyncio, io, os, sys, concurrent.futures
import aiohttp
from PIL import Image
out, urls = sys.argv[1], sys.argv[2:]
def thumbnail(data, path):
    picture = Image.open(io.BytesIO(data))
    picture.draft('RGB', (512, 512))
    picture.thumbnail((256, 256))
    picture.save(path, quality=85)
async def one(session, limit, pool, index, url):
    async with limit:
        async with session.get(url) as answer:
            data = await answer.read()
        await asyncio.get_running_loop().run_in_executor(pool, thumbnail, data, f'{out}/{index}.jpg')
async def main():
    limit = asyncio.Semaphore(6)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        async with aiohttp.ClientSession() as session:
            await asyncio.gather(*(one(session, limit, pool, i, u) for i, u in enumerate(urls)))
asyncio.run(main())
"""


def pictures(folder, count, size, name):
    """Distinct photo-like JPEGs, made once."""
    from PIL import Image
    import numpy

    os.makedirs(folder, exist_ok=True)
    random = numpy.random.default_rng(7)
    for index in range(count):
        path = f"{folder}/{name}{index}.jpg"
        if os.path.exists(path):
            continue
        noise = random.integers(0, 256, (size[1] // 40, size[0] // 40, 3), dtype=numpy.uint8)
        picture = Image.fromarray(noise).resize(size, Image.BICUBIC)
        picture.save(path + ".new", "JPEG", quality=85)
        os.rename(path + ".new", path)


def run(arguments, environment=None, shell=False):
    """Wall seconds, CPU seconds and the largest resident size in MB of a process (and the children it waited for)."""
    start = time.monotonic()
    process = subprocess.Popen(
        arguments, shell=shell, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if status != 0:
        sys.exit(f"{arguments if shell else arguments[0]} failed: {error.decode()[-500:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def environment_of(work):
    environment = dict(os.environ, XDG_CACHE_HOME=f"{work}/cache")
    environment.pop("LD_PRELOAD", None)
    return environment


def cached(row, webimage, base, www, work, environment):
    """A thumbnail of a picture that the cache has, by a process of its own, against vipsthumbnail on the same file."""
    out = f"{work}/cached.jpg"
    ours = [webimage, "get", "--size", "256", "--format", "jpeg", "-o", out, f"{base}/p/photo0.jpg"]
    vips = ["vipsthumbnail", f"{www}/p/photo0.jpg", "-s", "256x256", "-o", out]
    run(ours, environment)
    # In turns, so that what else the machine does hits both.
    times = [(run(ours, environment)[0], run(vips, environment)[0]) for _ in range(21)]
    median = [sorted(column)[len(times) // 2] * 1000 for column in zip(*times)]
    row("a cached picture to 256 px, whole process, median", median[0], "ms", median[1], "vipsthumbnail")
    row("a cached picture to 256 px, whole process, median", median[0], "ms", 25, "target")


def main():
    webimage, base, www, work = sys.argv[1:5]
    as_json, quick = "--json" in sys.argv, "--quick" in sys.argv

    def row(name, value, unit, limit=None, peer="bare"):
        ratio = value / limit if limit else None
        if as_json:
            print(json.dumps({"name": name, "value": round(value, 3), "unit": unit,
                              "limit": limit and round(limit, 3), "ratio": ratio and round(ratio, 3)}), flush=True)
        else:
            tail = f"   {peer} {limit:.3f}  ratio {ratio:.3f}" if limit else ""
            print(f"  {name:<57} {value:>12.3f} {unit}{tail}", flush=True)

    if not as_json:
        print("\nMany pictures over loopback to 256-pixel thumbnails, a process each")
    count = 60 if quick else 300
    pictures(f"{www}/p", count, (1600, 1200), "photo")
    urls = [f"{base}/p/photo{index}.jpg" for index in range(count)]

    def fresh(name):
        folder = f"{work}/{name}"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        return folder

    def ours(urls):
        out = fresh("out-webimage")
        fresh("cache")
        environment = environment_of(work)
        result = run([webimage, "get", "--size", "256", "--format", "jpeg", "-o", out + "/", *urls], environment)
        assert len(os.listdir(out)) == len(urls), "webimage wrote too few files"
        return result

    def curl(urls):
        out, raw = fresh("out-curl"), fresh("raw")
        with open(f"{work}/curl.txt", "w") as file:
            for index, url in enumerate(urls):
                file.write(f'url = "{url}"\noutput = "{raw}/{index}.jpg"\n')
        result = run(f"curl -sf --parallel --parallel-max 6 -K {work}/curl.txt && "
                     f"vipsthumbnail {raw}/*.jpg -s 256x256 -o {out}/%s.jpg[Q=85]", shell=True)
        assert len(os.listdir(out)) == len(urls), "vipsthumbnail wrote too few files"
        return result

    def aiohttp(urls):
        out = fresh("out-aiohttp")
        result = run([sys.executable, "-c", AIO, out, *urls])
        assert len(os.listdir(out)) == len(urls), "aiohttp wrote too few files"
        return result

    best = {name: min(job(urls) for _ in range(3)) for name, job in
            (("webimage", ours), ("curl", curl), ("aiohttp", aiohttp))}
    rate = {name: count / value[0] for name, value in best.items()}
    row(f"{count} JPEGs of 2 Mpx, pictures a second", rate["webimage"], "/s", rate["curl"], "curl + vipsthumbnail")
    row(f"{count} JPEGs of 2 Mpx, pictures a second", rate["webimage"], "/s", rate["aiohttp"], "aiohttp + Pillow")
    row(f"{count} JPEGs of 2 Mpx, CPU", best["webimage"][1], "s", best["curl"][1], "curl + vipsthumbnail")
    row(f"{count} JPEGs of 2 Mpx, peak memory", best["webimage"][2], "MB", best["aiohttp"][2], "aiohttp + Pillow")
    large = 20 if quick else 100
    pictures(f"{www}/large", large, (6000, 4000), "photo")
    cached(row, webimage, base, www, work, environment_of(work))
    wall, cpu, memory = ours([f"{base}/large/photo{index}.jpg" for index in range(large)])
    row(f"{large} JPEGs of 24 Mpx, pictures a second", large / wall, "/s")
    row(f"{large} JPEGs of 24 Mpx, peak memory", memory, "MB", 150, "target")


main()
