"""Run all benchmarks, or those named, and print one table (--json: one document)."""

import argparse
import importlib
import json
import pkgutil
import sys

from tabulate import tabulate

import tests.bench
from tests.bench.core import Row

NOT_BENCHMARKS = {"core", "__main__", "pingpong", "pretended"}


def main() -> None:
    """The program."""
    names = sorted({m.name for m in pkgutil.iter_modules(tests.bench.__path__)} - NOT_BENCHMARKS)
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(names)}")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows: list[Row] = []
    for name in options.names or names:
        print(f"measuring {name} …", file=sys.stderr)
        rows += importlib.import_module(f"tests.bench.{name}").rows()
    print(_json(rows) if options.json else _table(rows))


def _json(rows: list[Row]) -> str:
    entries = [{**row._asdict(), "met": row.met} for row in rows]
    return json.dumps({"schema_version": 1, "rows": entries}, indent=1)


def _table(rows: list[Row]) -> str:
    cells = [
        [
            row.what,
            f"{row.value:,.4g}" if row.value < 1000 else f"{row.value:,.0f}",
            row.unit,
            "" if row.ratio is None else f"{row.ratio:.2f}",
            row.against,
            row.goal,
            {None: "", True: "yes", False: "no"}[row.met],
        ]
        for row in rows
    ]
    heads = ["what", "value", "unit", "ratio", "to", "goal", "met"]
    return tabulate(cells, heads, disable_numparse=True, colalign=("left", "right", "left"))


main()
