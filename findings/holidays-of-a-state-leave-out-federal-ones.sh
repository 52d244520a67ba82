#!/usr/bin/env bash
# holidays 0.109 (PyPI): the holidays of the United States, and with `subdiv` those of a state.
# Guess: a state adds its own days to the eleven of federal law, so that no business day appears where the state is named.
# Seen: it takes federal days away: Columbus Day is a working day in Texas, California, Washington, Nevada and Hawaii, Washington's Birthday in Georgia, both in Florida, and Friday, July
#   3rd, 2026 in Massachusetts. New York, Virginia and Puerto Rico keep all eleven.
# Touches: due dates that are counted with the calendar of the property's state, to be exact: they fall on days on which federal agencies rest. Join
#   the calendar of the state with the one of the country.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv v && v/bin/pip install -q holidays==0.109; } > /dev/null 2>&1 || { echo 'holidays==0.109 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from holidays import UnitedStates

federal = {day for day in UnitedStates(years=2026) if day.weekday() < 5}
seen = {}
for state in ("NY", "VA", "PR", "TX", "CA", "WA", "NV", "HI", "GA", "FL", "MA"):
    lost = sorted(federal - set(UnitedStates(years=2026, subdiv=state)))
    seen[state] = " ".join(day.strftime("%m-%d") for day in lost)
    print(f"{state}: {seen[state] or 'all'} {'are not kept' if lost else 'are kept'}")
due = dict.fromkeys(("NY", "VA", "PR"), "") | dict.fromkeys(("TX", "CA", "WA", "NV", "HI"), "10-12") | {"GA": "02-16", "FL": "02-16 10-12", "MA": "07-03"}
sys.exit(0 if len(federal) == 11 and seen == due else 1)
PY
v/bin/python -W ignore try.py
