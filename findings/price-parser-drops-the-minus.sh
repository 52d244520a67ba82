#!/usr/bin/env bash
# price-parser 0.5.1 (PyPI): an amount and its currency from a text, as a Decimal.
# Guess: "-450.00" is minus 450.00, however a credit is written otherwise.
# Seen: the sign is lost: "-450.00", "-0.05", "450.00-" and "(450.00)" are above zero, without an error. A point before three digits parts thousands: "450.000" is
#   450000. "450.00" and "1,250.00" are right.
# Touches: lenders who read the money strings of the contract with it, as these may begin with a minus: a fee that went down, written as a difference, is added.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install price-parser==0.5.1; } > /dev/null 2>&1 || { echo 'price-parser 0.5.1 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from price_parser import Price

stated = {"450.00": "450.00", "1,250.00": "1250.00", "-450.00": "450.00", "-0.05": "0.05", "450.00-": "450.00", "(450.00)": "450.00", "450.000": "450000"}
seen = {text: str(Price.fromstring(text).amount) for text in stated}
for text, amount in seen.items():
    print(f"{text} is {amount}")
sys.exit(0 if seen == stated else 1)
PY
venv/bin/python try.py
