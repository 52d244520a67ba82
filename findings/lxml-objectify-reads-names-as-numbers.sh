#!/usr/bin/env bash
# lxml 6.1.3 (PyPI), lxml.objectify: an XML document as objects, `report.Property.City`. Small integers and decimals become numbers by its documentation.
# Guess: what has the form of a code stays text, as str() of it and the text of the element are the same.
# Seen: a ZIP code of New England loses its zero (01970 is 1970), a FIPS code and a parcel number too, and a loan number such as 12E4 is 120000.0. The names Nan and
#   Inf are numbers: `nan`, which is not equal to itself, and `inf`. A ZIP code with four more digits is text. `.text` has each as it came.
# Touches: who compares a report's XML with the order: another ZIP code in six states and Puerto Rico, and a borrower called Nan who is never the one on the order.
#   Read `.text`, or give objectify a parser whose types are switched off.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install lxml==6.1.3; } > /dev/null 2>&1 || { echo 'lxml 6.1.3 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
from lxml import objectify

texts = {"PostalCode": "01970", "LongCode": "01970-1234", "CountyFips": "06037", "Parcel": "0012345678", "Loan": "12E4", "FirstName": "Nan", "LastName": "Inf"}
stated = ["1970", "01970-1234", "6037", "12345678", "120000.0", "nan", "inf"]
report = objectify.fromstring("<Report>" + "".join(f"<{name}>{text}</{name}>" for name, text in texts.items()) + "</Report>")
seen = [str(part) for part in report.iterchildren()]
for (name, text), read in zip(texts.items(), seen):
    print(f"{name} {text!r} is read as {read!r}")
same = report.FirstName == report.FirstName
print(f"FirstName equals itself: {same}")
is_stated = seen == stated and not same and [part.text for part in report.iterchildren()] == list(texts.values())
sys.exit(0 if is_stated else 1)
PY
venv/bin/python try.py
