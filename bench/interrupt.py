"""Interrupt the command in the middle of a large solve, again and again, and time its end.

    python -m bench.interrupt [EDGES] [TIMES]

Writes a random graph of EDGES edges (default 10^8: 1.7 GB of text) to a temporary file, runs
``graphgame solve`` on it once, then TIMES times (default 20) with SIGINT at moments spread evenly
over that time.  Every run must end with exit status 130 and an empty standard error.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep

import graphgame as gg
from bench import workloads


def start(path: Path) -> subprocess.Popen[bytes]:
    """Start the command on a file."""
    command = [sys.executable, "-m", "graphgame", "solve", "--summary", str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def main() -> None:
    """Measure, print the worst, exit with 1 if a run ended in any other way."""
    m = int(sys.argv[1]) if len(sys.argv) > 1 else 10**8
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "random.game")
        edges = workloads.random_digraph(m // 5, m)
        gg.write_graph(gg.GameGraph.from_edges(edges, m // 5), path)
        del edges
        began = perf_counter()
        start(path).communicate()
        whole = perf_counter() - began
        print(f"{m:,} edges, {path.stat().st_size / 1e9:.1f} GB of text: {whole:.1f} s")
        answers = []
        for k in range(times):
            process = start(path)
            sleep(whole * (k + 1) / (times + 1))
            if process.poll() is not None:
                process.communicate()
                print("one run was done before it could be interrupted")
                continue
            sent = perf_counter()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
            answers.append(perf_counter() - sent)
            if process.returncode != 130 or said != b"":
                wrong += 1
                print(f"ended with {process.returncode}, saying {said!r}")
    print(f"interrupted {len(answers)} times: ended within {max(answers):.3f} s, {wrong} wrongly")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
