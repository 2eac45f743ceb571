"""Run all benchmarks, or those named, and print one table (--json: one document)."""

import argparse
import importlib
import json
import pkgutil
import sys
import traceback

from tabulate import tabulate

import tests.bench
from tests.bench.core import Row

HELPERS = {"core", "__main__", "pingpong", "pretended", "test_program"}


def main() -> int:
    """The program, and its exit status: 1 where a benchmark failed."""
    names = sorted({m.name for m in pkgutil.iter_modules(tests.bench.__path__)} - HELPERS)
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names):  # `choices` would refuse naming none, too
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    rows: list[Row] = []
    failed: list[str] = []
    for name in options.names or names:
        print(f"measuring {name} …", file=sys.stderr)
        try:
            rows += importlib.import_module(f"tests.bench.{name}").rows()
        except Exception:  # the other rows took minutes
            traceback.print_exc()
            failed.append(name)
    print(_json(rows) if options.json else _table(rows))
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


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


if __name__ == "__main__":
    sys.exit(main())
