#!/usr/bin/env bash
# usaddress-scourgify 0.7.1 on usaddress 0.5.16 (PyPI): a US address in the form of the Postal Service, in two lines, city, state and ZIP code.
# Guess: units that have no number, which the Postal Service lists (Basement, Rear, Front, Lower, Upper, Penthouse), are the second line, as "Fl 2" and "2nd Floor"
#   are; and the name of a territory is made short, as "Texas" and "North Carolina" are.
# Seen: they become a part of the city: "100 Main St Basement, Boston" lies in "BASEMENT, BOSTON" and has no second line, with a comma before the unit or without.
#   "Puerto Rico" stays as it is. No error is raised.
# Touches: orders of flats in houses for two families, which are often just "Lower" and "Rear": the order is placed for the whole house, in a city that there is not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv v && v/bin/pip install -q usaddress-scourgify==0.7.1 usaddress==0.5.16; } > /dev/null 2>&1 || { echo 'usaddress-scourgify==0.7.1 usaddress==0.5.16 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from scourgify import normalize_address_record as normal

units = ["Basement", "Rear", "Front", "Lower", "Upper", "Penthouse", "Fl 2", "2nd Floor"]
seen = []
for unit in units:
    address = normal(f"100 Main St {unit}, Boston, MA 02108")
    print(f"{unit}: second line {address['address_line_2']}, city {address['city']}")
    seen.append(address["address_line_2"] is None and address["city"] == f"{unit.upper()}, BOSTON")
states = [normal(f"1 Elm St, {place}")["state"] for place in ("Austin, Texas 78701", "San Juan, Puerto Rico 00901")]
print("states:", *states)
sys.exit(0 if seen == [True] * 6 + [False] * 2 and states == ["TX", "PUERTO RICO"] else 1)
PY
v/bin/python -W ignore try.py
