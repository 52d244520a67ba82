#!/usr/bin/env bash
# openapi-python-client 0.29.1. An operation takes a form or JSON, and the body is required, as a token endpoint has it.
# Guess: a function that takes either model.
# Seen: the generator ends with 0 and names no problem, and the module of the operation cannot be imported: it uses a name that it does not import.
# Touches: descriptions of OAuth token endpoints that take both encodings; the client must fetch its token by hand.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip --quiet install openapi-python-client==0.29.1; } > /dev/null 2>&1 || { echo 'openapi-python-client 0.29.1 cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Tokens, version: '1' }
paths:
  /token:
    post:
      operationId: requestToken
      tags: [tokens]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Form' } }
          application/json: { schema: { $ref: '#/components/schemas/Json' } }
      responses: { '204': { description: Done } }
components:
  schemas:
    Form: { type: object, required: [id], properties: { id: { type: string } } }
    Json: { type: object, required: [id], properties: { id: { type: string } } }
YAML
venv/bin/openapi-python-client generate --path api.yaml --output-path made --meta none > said.txt 2>&1
cat > try.py <<'PY'
try:
    from made.api.tokens import request_token
    raise SystemExit("it can be imported now")
except NameError as error:
    print("generated without a word; import:", error)
PY
venv/bin/python try.py
