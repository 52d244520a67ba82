#!/usr/bin/env bash
# pyzipcode 3.0.1 (PyPI): place, state and time zone of a ZIP code, from a table in the package. zipcodes 3.0.0 is asked the same.
# Guess: a table that is twenty years old errs in a few hamlets, and knows the territories as it knows Puerto Rico.
# Seen: codes that were made since are missing, and raise KeyError: in Frisco and McKinney TX, Las Vegas NV and Queen Creek AZ, all of them large suburbs. So does
#   Guam. 78665, which is Round Rock by the other table, is "Sandy".
# Touches: who checks the postal code of an order with it: new suburbs, where many loans are made, are refused as no places, and one is taken for another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv v && v/bin/pip install -q pyzipcode==3.0.1 zipcodes==3.0.0; } > /dev/null 2>&1 || { echo 'pyzipcode==3.0.1 zipcodes==3.0.0 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from pyzipcode import ZipCodeDatabase
from zipcodes import matching

old, seen = ZipCodeDatabase(), {}
for code in ("78701", "00901", "75033", "75072", "89178", "85142", "96910", "78665"):
    try:
        seen[code] = old[code].city
    except KeyError:
        seen[code] = None
    now = next((place["city"] for place in matching(code)), None)
    print(f"{code}: {seen[code]}; by zipcodes {now}")
missing = [code for code, city in seen.items() if city is None]
right = missing == ["75033", "75072", "89178", "85142", "96910"] and seen["78665"] == "Sandy"
sys.exit(0 if right else 1)
PY
v/bin/python -W ignore try.py
