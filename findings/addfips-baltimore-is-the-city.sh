#!/usr/bin/env bash
# addfips 0.4.2 (PyPI): the FIPS code of a county, by its name and its state; "County" may be left out.
# Guess: "Baltimore" in Maryland is Baltimore County, as "Hartford" is Hartford County; or there is no answer, as a city has the name as well.
# Seen: it is the independent city (24510, where the county is 24005). So are Fairfax, Richmond, Roanoke and Franklin in Virginia and St. Louis in Missouri,
#   and Bedford in Virginia is given the code of a city that became a town in 2013. Saint Louis County has to be asked for by its whole name.
# Touches: orders and loan limits by county: a property in Towson, "Baltimore", MD, gets the figures of the city. Ask with "County" or "city" in the name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv .venv && .venv/bin/pip install -q addfips==0.4.2 'setuptools<81' > /dev/null 2>&1 || { echo 'addfips 0.4.2 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from addfips import AddFIPS

code = AddFIPS().get_county_fips
# The code of the county, and of the city of the same name.
both = {
    ("Baltimore", "MD"): ("24005", "24510"),
    ("Fairfax", "VA"): ("51059", "51600"),
    ("Richmond", "VA"): ("51159", "51760"),
    ("Roanoke", "VA"): ("51161", "51770"),
    ("Franklin", "VA"): ("51067", "51620"),
    ("Bedford", "VA"): ("51019", "51515"),
    ("St. Louis", "MO"): ("29189", "29510"),
}
alone = {name: code(*name) for name in both}
named = {name: code(f"{name[0]} County", name[1]) for name in both}
for name, (county, city) in both.items():
    print(f"{', '.join(name)}: {alone[name]}, with 'County' {named[name]}; the county is {county}, the city {city}")
print("Hartford, CT:", code("Hartford", "CT"))
sys.exit(0 if all(alone[name] == city and named[name] == county for name, (county, city) in both.items()) else 1)
PY
.venv/bin/python try.py
