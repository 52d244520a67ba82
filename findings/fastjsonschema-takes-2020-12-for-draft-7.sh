#!/usr/bin/env bash
# fastjsonschema 2.22.3 (PyPI): a JSON Schema compiled to Python. Drafts 4, 6 and 7 are documented.
# Guess: a schema whose `$schema` names draft 2020-12 is refused, as an unknown keyword could change its meaning.
# Seen: it is compiled without a word, as draft 7. `unevaluatedProperties: false` and `dependentRequired` are passed over, so that a closed object takes any field.
#   Of `prefixItems` with `items: false` the latter alone is known: each tuple that fits is refused.
# Touches: lenders who check bodies against the schemas of an OpenAPI 3.1 document with it: what is wrong passes, and what is right may not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install fastjsonschema==2.22.3; } > /dev/null 2>&1 || { echo 'fastjsonschema 2.22.3 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys
import fastjsonschema

draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
closed = draft | {"type": "object", "properties": {"id": {"type": "string"}}, "unevaluatedProperties": False}
needing = draft | {"type": "object", "dependentRequired": {"purchase_price": ["currency"]}}
pair = draft | {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}
cases = [("an unknown field of a closed object", closed, {"id": "a", "colour": "blue"}, True), ("a price without its currency", needing, {"purchase_price": "1.00"}, True),
         ("a tuple that fits", pair, ["a", 1], False)]
changed = False
for what, schema, value, stated in cases:
    try:
        fastjsonschema.compile(schema)(value)
        taken = True
    except fastjsonschema.JsonSchemaValueException:
        taken = False
    print(f"{what}: {'taken' if taken else 'refused'}")
    changed = changed or taken != stated
sys.exit(1 if changed else 0)
PY
venv/bin/python try.py
