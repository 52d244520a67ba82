#!/usr/bin/env bash
# Faker 40.63.0 (PyPI), locale en_US, held against the list of zipcodes 3.0.0 (PyPI), which has the codes of the Postal Service, those of post boxes and the
# territories included.
# Guess: `zipcode_in_state("TX")` is a ZIP code of Texas, and `state_abbr()` is a state or a territory of the United States.
# Seen: the code is a number between the first and the last of the state, and about half of them are no code: 237 of 500 exist in Texas, 101 in Wyoming, and 295
#   in Guam. `zipcode()` is any number: 224 of 500. `state_abbr()` and the state of an `address()` may be FM, MH or PW, which are countries of their own.
# Touches: tests that fill orders with it: a service that resolves postal codes refuses every other order with 422, another one in each run. Take the postal
#   codes from a list, and use Faker for the names.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install Faker==40.63.0 zipcodes==3.0.0; } > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
import zipcodes
from faker import Faker

fake = Faker("en_US")
known = {row["zip_code"]: row["state"] for row in zipcodes.list_all()}
seen = {}
for state in ("TX", "WY", "GU"):
    Faker.seed(1)
    drawn = [fake.zipcode_in_state(state) for _ in range(500)]
    seen[state] = sum(known.get(code) == state for code in drawn)
    print(f"zipcode_in_state({state!r}): {seen[state]} of 500 exist there, first {drawn[:3]}")
Faker.seed(1)
seen["any"] = sum(fake.zipcode() in known for _ in range(500))
countries = {fake.state_abbr() for _ in range(3000)} & {"FM", "MH", "PW"}
print(f"zipcode(): {seen['any']} of 500 exist; state_abbr() gave {sorted(countries)}")
sys.exit(0 if seen == {'TX': 237, 'WY': 101, 'GU': 295, 'any': 224} and len(countries) == 3 else 1)
PY
venv/bin/python try.py
