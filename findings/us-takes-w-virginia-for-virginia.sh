#!/usr/bin/env bash
# us 4.0.0 with jellyfish 1.3.0 (PyPI): `states.lookup` finds a state by its FIPS code, its abbreviation or its name, which is compared by its sound.
# Guess: sound helps against slips ("Tennesee"). What is shortened is found, or there is no answer, as for "N. Dakota", "Calif." and "Washington DC".
# Seen: "W. Virginia", "W Virginia" and "W.Virginia" are Virginia, as a lone W has no sound. "U.S. Virgin Islands" has no answer, and "Virginia Islands" one.
# Touches: addresses of properties whose state is made short with it: an order of West Virginia goes out as one of Virginia, to a company and an appraiser
#   without a licence there, and nothing is thrown. Take a state from the ZIP code as well, and compare.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv v && v/bin/pip install -q us==4.0.0 jellyfish==1.3.0; } > /dev/null 2>&1 || { echo 'us==4.0.0 jellyfish==1.3.0 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from us import states

names = ["Tennesee", "West Virginia", "W. Virginia", "W Virginia", "W.Virginia", "N. Dakota", "Calif.", "Washington DC", "U.S. Virgin Islands", "Virginia Islands"]
seen = [getattr(states.lookup(name), "abbr", "none") for name in names]
for name, state in zip(names, seen):
    print(f"{name}: {state}")
sys.exit(0 if seen == ["TN", "WV", "VA", "VA", "VA", "none", "none", "none", "none", "VI"] else 1)
PY
v/bin/python -W ignore try.py
