"""Measure the memory of this machine: ``python -m bench.families.limits``.

Every kernel is bound by memory; docs/performance.md says how close they come to these numbers.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from typing import Any

from bench.record import compiled, keep, provenance
from bench.tables import as_text


def measured(mib: int) -> dict[str, Any]:
    """Run baselines/limits.cpp."""
    command = [compiled("limits.cpp", "-O3"), str(mib)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    del found["sink"]
    return found


def table(found: dict[str, Any]) -> list[list[str]]:
    """Return the results as rows."""
    rows = [
        ["", "independent", "dependent"],
        *(
            [f"random access in {size}", f"{ns['independent']} ns", f"{ns['dependent']} ns"]
            for size, ns in found["random_ns"].items()
        ),
    ]
    orders = ("read", "write")
    return rows + [[f"{key} in order", f"{found[f'{key}_gb_per_s']} GB/s", ""] for key in orders]


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description="measure the memory of this machine")
    parser.add_argument("--mib", type=int, default=400, help="the largest table (400)")
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    args = parser.parse_args()
    record = provenance("python -m bench.families.limits") | measured(args.mib)
    print(as_text(table(record)))
    if not args.dry_run:
        keep("limits", record["machine"]["cpu"], record)


if __name__ == "__main__":
    main()
