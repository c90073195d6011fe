"""What pictures in a real window cost: 28 animated cells, and a memory hit from the call to the texture.

Starts an X server without a screen and runs the scenario "cells" of the program given, built for release.

    window.py PROGRAM [--json]
"""
import json
import os
import subprocess
import sys


def row(name, value, unit, limit=None):
    ratio = round(value / limit, 3) if limit else None
    if "--json" in sys.argv:
        print(json.dumps({"name": name, "value": value, "unit": unit, "limit": limit, "ratio": ratio}))
    else:
        print(f"  {name:<57} {value:>12} {unit}" + (f"   target {limit}  ratio {ratio}" if limit else ""))


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
        answer = subprocess.run([sys.argv[1], "cells"], env=environment, stdout=subprocess.PIPE, text=True, timeout=120)
    finally:
        server.terminate()
        server.wait()
    values = dict(line.split("=", 1) for line in answer.stdout.splitlines() if "=" in line)
    if answer.returncode != 0 or "error" in values:
        sys.exit(f"the scenario failed: {answer.stdout}")
    if "--json" not in sys.argv:
        print("\nA window with 28 animated cells of 96 × 96 pixels (Xvfb, drawn by cairo)")
    row("28 animated cells, CPU of the process", int(values["cpuPercent"]), "% of a core", 15)
    row("28 animated cells, main thread a tick", int(values["microsecondsPerTick"]), "µs", 1000)
    row("28 animated cells, frames kept", int(values["keptBytes"]), "B")
    row("setImage to texture, memory hit", int(values["nanosecondsPerHit"]) / 1000, "µs")


main()
