#!/usr/bin/env bash
# uuid7 0.1.0 (PyPI), whose module is `uuid_extensions`, beside uuid6 2025.0.1 and uuid-utils 1.2.0: UUIDs of version 7, "time ordered".
# Guess: the first 48 bits are the milliseconds of Unix time, as RFC 9562 has it. Ids that several programs make sort by the time of their making.
# Seen: uuid7 follows an early draft: 36 bits of seconds and then fractions. Read by the RFC, the id of July 1st, 2026 is of the year 2201, and its text sorts
#   behind those that the two others make for 170 years to come. The digit of the version is 7 in all of them.
# Touches: event ids or order references that are kept in the order of their ids: after a change of the package, or beside a service in another language, new
#   rows sort before old ones, and a cursor that reads on from the last id never comes to them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install uuid7==0.1.0 uuid6==2025.0.1 uuid-utils==1.2.0; } > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from datetime import datetime, timezone
import uuid6, uuid_extensions, uuid_utils

july = datetime(2026, 7, 1, tzinfo=timezone.utc)
old = str(uuid_extensions.uuid7(int(july.timestamp()) * 10**9))
others = {"uuid6": str(uuid6.uuid7()), "uuid-utils": str(uuid_utils.uuid7())}


def year(text):
    return datetime.fromtimestamp(int(text.replace("-", "")[:12], 16) / 1000, timezone.utc).year


print(f"uuid7, July 2026: {old}, by RFC 9562 of {year(old)}")
for name, text in others.items():
    print(f"{name}, now: {text}, by RFC 9562 of {year(text)}")
everything = [old, *others.values()]
rightly = all(abs(year(text) - datetime.now(timezone.utc).year) <= 1 for text in others.values())
is_stated = year(old) == 2201 and sorted(everything)[-1] == old and {text[14] for text in everything} == {"7"}
sys.exit(0 if is_stated and rightly else 1)
PY
venv/bin/python try.py
