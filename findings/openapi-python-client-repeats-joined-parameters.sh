#!/usr/bin/env bash
# openapi-python-client 0.29.1. A query parameter is an array of style form with explode false.
# Guess: the values are joined by commas, as the description says.
# Seen: the parameter is repeated, as without explode false; nothing is reported. A server that reads one value takes the filter for a smaller one.
# Touches: filters such as status=new,on_hold: the client gets fewer rows than it asked for, and no error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip --quiet install openapi-python-client==0.29.1; } > /dev/null 2>&1 || { echo 'openapi-python-client 0.29.1 cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      parameters:
        - name: status
          in: query
          style: form
          explode: false
          schema: { type: array, items: { type: string } }
      responses: { '204': { description: None } }
YAML
venv/bin/openapi-python-client generate --path api.yaml --output-path made --meta none > said.txt 2>&1
cat > try.py <<'PY'
import httpx
from made.api.orders import list_orders
call = list_orders._get_kwargs(status=["new", "on_hold"])
query = httpx.Request(**call | {"url": "http://127.0.0.1" + call["url"]}).url.query.decode()
print(query)
raise SystemExit(0 if query == "status=new&status=on_hold" else 1)
PY
venv/bin/python try.py
