#!/usr/bin/env bash
# openapi-python-client 0.29.1. An allOf has an envelope whose data is any base object, and a part that says which object data is.
# Guess: data is the narrower model, as the value must fit both.
# Seen: data is the model of the envelope; the fields of the narrower one are no attributes, and nothing is reported.
# Touches: event descriptions that derive one schema a type from a common envelope: the typed payload is lost, its fields are in additional_properties.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip --quiet install openapi-python-client==0.29.1; } > /dev/null 2>&1 || { echo 'openapi-python-client 0.29.1 cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Events, version: '1' }
paths:
  /event:
    get:
      operationId: getEvent
      tags: [events]
      responses:
        '200':
          description: One event.
          content: { application/json: { schema: { $ref: '#/components/schemas/HeldEvent' } } }
components:
  schemas:
    Data: { type: object, required: [order], properties: { order: { type: string } } }
    HeldData:
      allOf:
        - { $ref: '#/components/schemas/Data' }
        - { type: object, required: [reason], properties: { reason: { type: string } } }
    Envelope: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Data' } } }
    HeldEvent:
      allOf:
        - { $ref: '#/components/schemas/Envelope' }
        - { type: object, properties: { data: { $ref: '#/components/schemas/HeldData' } } }
YAML
venv/bin/openapi-python-client generate --path api.yaml --output-path made --meta none > said.txt 2>&1
cat > try.py <<'PY'
from made.models import HeldEvent
data = HeldEvent.from_dict({"data": {"order": "1", "reason": "away"}}).data
print(f"data is {type(data).__name__}, reason is {'an attribute' if hasattr(data, 'reason') else data.additional_properties}")
raise SystemExit(0 if type(data).__name__ == "Data" and not hasattr(data, "reason") else 1)
PY
venv/bin/python try.py
