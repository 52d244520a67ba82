#!/usr/bin/env bash
# uuid6 2025.0.1 (PyPI): `uuid7`, whose first 48 bits are the milliseconds of Unix time. uuid-utils 1.2.0 is asked the same.
# Guess: of a thousand ids made in one millisecond all have that millisecond, and are told apart by the bits behind it.
# Seen: each has a millisecond of its own: after a burst of 5,000 the last is of a moment seconds ahead, and ids that another process makes afterwards sort before
#   nearly all of them. The ids of uuid-utils stay at the present.
# Touches: services that give events such ids in several workers and promise that their text sorts as they were raised: after an import in one worker, the events of the
#   others appear behind the cursor of a client that has read on, which never sees them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv v && v/bin/pip install -q uuid6==2025.0.1 uuid-utils==1.2.0; } > /dev/null 2>&1 || { echo 'uuid6 2025.0.1 or uuid-utils 1.2.0 cannot be had'; exit 2; }
cat > try.py <<'PY'
import subprocess, sys, time

seen = {}
for module in ("uuid6", "uuid_utils"):
    make = __import__(module).uuid7
    burst = [str(make()) for _ in range(5000)]
    ahead = int(burst[-1].replace("-", "")[:12], 16) > time.time() * 1000 + 500
    later = subprocess.run([sys.executable, "-c", f"import {module}; print({module}.uuid7())"], capture_output=True, text=True, check=True).stdout.strip()
    seen[module] = (burst == sorted(burst), ahead, later > burst[-1])
    print(f"{module}: the burst {'is' if seen[module][0] else 'is not'} sorted, its last id {'is of the future' if ahead else 'is of now'},", end=" ")
    print(f"an id made later sorts {'behind' if seen[module][2] else 'before'} it")
sys.exit(0 if seen == {"uuid6": (True, True, False), "uuid_utils": (True, False, True)} else 1)
PY
v/bin/python try.py
