"""What pictures in a real window cost: 28 animated cells, and a memory hit from the call to the texture.

Starts an X server without a screen and runs scenarios of the program given, built for release. The peer of the cells is
GTK alone: 28 GtkPictures whose textures are all ready. What it takes is the drawing, by cairo on the processor here, that no
library can take away; each figure stands beside the peer's.

    window.py PROGRAM [--json] [--quick]
"""
import json
import os
import statistics
import subprocess
import sys


def row(name, value, unit, limit=None, kind="peer"):
    ratio = round(value / limit, 3) if limit else None
    if "--json" in sys.argv:
        print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, "limit": limit, "ratio": ratio}))
    else:
        tail = f"   {kind} {limit:,.6g}  ratio {ratio}" if limit else ""
        print(f"  {name:<62} {value:>12,.6g} {unit}" + tail)


def median(runs, name):
    return statistics.median(run[name] for run in runs)


def cells(run, milliseconds, name):
    rounds, seconds = (1, 2) if "--quick" in sys.argv else (3, 4)
    ours, bare = [], []
    for _ in range(rounds):
        ours.append(run("measure-cells", milliseconds, seconds))
        bare.append(run("measure-bare-cells", milliseconds, seconds))
    title = f"28 cells, {name}"
    row(f"{title}: ticks a second", median(ours, "frames"), "/s", median(bare, "frames"))
    update = median(ours, "updateMicroseconds")
    row(f"{title}: main thread a tick, choosing frames", update, "µs", median(bare, "updateMicroseconds"))
    row(f"{title}: main thread a tick, choosing frames", update, "µs", 500, "target")
    row(f"{title}: main thread a tick, drawing (cairo)", median(ours, "drawMicroseconds"), "µs",
        median(bare, "drawMicroseconds"))
    whole = median(ours, "mainMicroseconds")
    row(f"{title}: main thread a tick, everything", whole, "µs", median(bare, "mainMicroseconds"))
    row(f"{title}: main thread a tick, everything", whole, "µs", 500, "target")
    cpu = median(ours, "cpuPercent")
    row(f"{title}: CPU of the process", cpu, "% of a core", median(bare, "cpuPercent"))
    row(f"{title}: CPU of the process", cpu, "% of a core", 15, "target")
    row(f"{title}: frames kept", median(ours, "keptBytes"), "B", ours[0]["frameBytes"], "pixels")
    row(f"{title}: memory of the process", median(ours, "residentBytes"), "B", median(bare, "residentBytes"))


def main():
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        number = os.read(reading, 16).decode().strip()
        environment = dict(os.environ, DISPLAY=f":{number}", GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none")
        environment.pop("LD_PRELOAD", None)

        def run(*words):
            command = [sys.argv[1], *map(str, words)]
            answer = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=120)
            values = dict(line.split("=", 1) for line in answer.stdout.splitlines() if "=" in line)
            if answer.returncode != 0 or "error" in values:
                sys.exit(f"{words[0]} failed: {answer.stdout}")
            return {name: float(value) for name, value in values.items()}

        if "--json" not in sys.argv:
            print("\nA window with 28 animated cells of 96 × 96 pixels (Xvfb, drawn by cairo); peer: GTK, all textures ready")
        cells(run, 40, "25 frames a second")
        cells(run, 16, "a frame a tick")
        hits = run("measure-hits")
        row("setImage to texture, memory hit", hits["nanosecondsPerHit"] / 1000, "µs", hits["bareNanoseconds"] / 1000)
    finally:
        server.terminate()
        server.wait()


main()
