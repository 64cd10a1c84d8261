"""A Ray cluster that only this machine reaches, as a process: it is told on its standard input what to do.

`join PATH` starts another node, which finds packages in PATH first; `kill` pulls its plug. Each is answered by a line.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

SMALL = {"num_cpus": 1, "object_store_memory": 80_000_000, "node_ip_address": "127.0.0.1"}


def main() -> None:
    cluster: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, connect=False, head_node_args={**SMALL, "include_dashboard": False}
    )
    try:
        print(cluster.address, flush=True)
        node: Any = None
        for line in sys.stdin:
            todo, _, path = line.rstrip("\n").partition(" ")
            if todo == "join":
                os.environ["PYTHONPATH"] = path
                node = cluster.add_node(**SMALL)
            else:
                cluster.remove_node(node, allow_graceful=False)
            print("done", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
