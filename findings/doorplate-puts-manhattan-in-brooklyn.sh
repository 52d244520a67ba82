#!/usr/bin/env bash
# doorplate 0.4.0 (PyPI): takes apart US addresses, and gives the place with its county.
# Guess: the county is the one that the address lies in: the ZIP code stands in the address, and cities such as New York, Austin or Kansas City lie in several.
# Seen: the county follows from the name of the city and the state alone, one for each: New York, NY 10016 lies in KINGS, which is Brooklyn, though ZIP code
#   10016 is Manhattan. Austin 78729 lies in TRAVIS (it is Williamson), Kansas City, MO 64151 in JACKSON (Platte), Atlanta 30317 in FULTON (DeKalb). Miami lies in
#   DADE, a name that was given up in 1997. `source: 'name'` is all that says so; `warnings` is empty.
# Touches: who fills the county of a property before the order: appraisers, fees and loan limits go by county, and a service that has the county from the ZIP code
#   sends back another one, or keeps the wrong one that was sent. Leave the county out, and take the one that the order shows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv .venv && .venv/bin/pip install -q doorplate==0.4.0; } > /dev/null 2>&1 || { echo 'doorplate cannot be had'; exit 2; }
cat > try.py <<'PY'
import doorplate

for address in [
    "3 Park Ave, New York, NY 10016",
    "12700 Hymeadow Dr, Austin, TX 78729",
    "6400 N Cosby Ave, Kansas City, MO 64151",
    "100 Main St, Atlanta, GA 30317",
    "100 Main St, Miami, FL 33130",
    "100 Main St, Brooklyn, NY 11201",
]:
    parsed = doorplate.parse(address)
    print(f"{address}: {parsed.place['county']}, {parsed.place['source']}, {len(parsed.warnings)} warnings")
PY
.venv/bin/python try.py | tee seen.txt
diff seen.txt - <<'TEXT'
3 Park Ave, New York, NY 10016: KINGS, name, 0 warnings
12700 Hymeadow Dr, Austin, TX 78729: TRAVIS, name, 0 warnings
6400 N Cosby Ave, Kansas City, MO 64151: JACKSON, name, 0 warnings
100 Main St, Atlanta, GA 30317: FULTON, name, 0 warnings
100 Main St, Miami, FL 33130: DADE, name, 0 warnings
100 Main St, Brooklyn, NY 11201: KINGS, name, 0 warnings
TEXT
