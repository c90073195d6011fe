"""Compares measured ratios with the stored ones; see scripts/bench-check."""
import json
import subprocess
import sys

STORED = "Benchmarks/ratios.json"
LIMIT = 0.20
# How often a row is measured at most before it counts as worse, and always before it is stored.
RUNS = 3


def measure(arguments):
    """The ratios of one run by the names of their rows; the first of equal names counts."""
    run = subprocess.run(["scripts/bench", "--json", *arguments], stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit("bench-check: scripts/bench failed.")
    rows = {}
    group = ""
    for line in run.stdout.splitlines():
        if not line.startswith("{"):
            continue
        row = json.loads(line)
        # Rows that are indented belong to the last one that is not.
        name = row["name"]
        if name.startswith("  "):
            name = group + ":" + name.strip()
        else:
            group = name
        if row["ratio"] is not None and name not in rows:
            rows[name] = {"ratio": row["ratio"], "unit": row["unit"]}
    return rows


def worse(name, stored, measured):
    """By how much a row is worse: a rate is better when it grows, everything else when it shrinks."""
    old, new = stored[name]["ratio"], measured[name]["ratio"]
    if not old or not new:
        return 0
    return (old / new if measured[name]["unit"].endswith("/s") else new / old) - 1


def better(first, second):
    """The better of two measurements, row by row."""
    result = dict(first)
    for name, row in second.items():
        if name not in result or worse(name, {name: row}, result) > 0:
            result[name] = row
    return result


def main():
    update = "--update" in sys.argv
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    rows = measure(arguments)
    if update:
        runs = [rows] + [measure(arguments) for _ in range(RUNS - 1)]
        middle = {}
        for name in sorted(rows):
            found = sorted((run[name] for run in runs if name in run), key=lambda row: row["ratio"])
            middle[name] = found[len(found) // 2]
        try:
            stored = json.load(open(STORED))
        except FileNotFoundError:
            stored = {}
        stored.update(middle)
        json.dump(stored, open(STORED, "w"), indent=1, sort_keys=True)
        print(f"{len(middle)} ratios stored in {STORED}.")
        return
    stored = json.load(open(STORED))
    known = [name for name in rows if name in stored]
    for name in rows:
        if name not in stored:
            print(f"new: {name}: {rows[name]['ratio']}")
    for _ in range(RUNS - 1):
        if not any(worse(name, stored, rows) > LIMIT for name in known):
            break
        rows = better(rows, measure(arguments))
    bad = [name for name in known if worse(name, stored, rows) > LIMIT]
    for name in bad:
        print(f"WORSE by {worse(name, stored, rows):.0%}: {name}: ratio {stored[name]['ratio']} -> {rows[name]['ratio']}")
    print(f"{len(known)} rows compared, {len(bad)} worse by more than {LIMIT:.0%}.")
    sys.exit(1 if bad or not known else 0)


main()
