#!/usr/bin/env bash
# workalendar 17.0.0 (PyPI): working days by country and state, the United States with their states among them.
# Guess: `UnitedStates` has the eleven holidays of federal law, and the calendar of a state or of the District of Columbia has those at least that
#   are federal and kept there: Juneteenth is federal since 2021, and kept by law in the District, New York, Massachusetts, Virginia and Illinois.
# Seen: it is a switch that most calendars leave off. `UnitedStates` and all five of these work on Friday, June 19th, 2026; those of Texas and of
#   the Federal Reserve do not. The ten other federal holidays are there.
# Touches: due dates that are counted in business days across June 19th: they are a day early. Take `FederalReserveSystem`, or set
#   `include_juneteenth` in a class of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{ python3 -m venv v && v/bin/pip install -q workalendar==17.0.0; } > /dev/null 2>&1 || { echo 'workalendar 17.0.0 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from datetime import date

from workalendar.usa import (
    DistrictOfColumbia, FederalReserveSystem, Illinois, Massachusetts, NewYork, Texas, UnitedStates, Virginia,
)

kept = [date(2026, 1, 1), date(2026, 1, 19), date(2026, 2, 16), date(2026, 5, 25), date(2026, 7, 3), date(2026, 9, 7)]
kept += [date(2026, 10, 12), date(2026, 11, 11), date(2026, 11, 26), date(2026, 12, 25)]
print("UnitedStates rests on", sum(not UnitedStates().is_working_day(day) for day in kept), "of the ten others")
seen = {}
for calendar in (UnitedStates, DistrictOfColumbia, NewYork, Massachusetts, Virginia, Illinois, Texas, FederalReserveSystem):
    works = seen[calendar.__name__] = calendar().is_working_day(date(2026, 6, 19))
    after = calendar().add_working_days(date(2026, 6, 18), 1)
    print(f"{calendar.__name__}: {'works' if works else 'rests'} on June 19th, 2026; a business day after the 18th is {after}")
resting = [name for name, works in seen.items() if not works]
others = all(not UnitedStates().is_working_day(day) for day in kept)
sys.exit(0 if resting == ["Texas", "FederalReserveSystem"] and others else 1)
PY
v/bin/python -W ignore try.py
