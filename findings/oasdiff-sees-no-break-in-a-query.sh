#!/usr/bin/env bash
# github.com/oasdiff/oasdiff 1.38.0 (Go): `oasdiff breaking` on an OpenAPI 3.1 document whose requests change: a list in the query, and `then`.
# Guess: a list that was sent as `status=new,on_hold` and must now be `status=new&status=on_hold` breaks its clients, and so does `then` with one
#   more required field, as `required` of the body does.
# Seen: `explode`, `style` and `then.required` change with "No breaking changes" and exit code 0; `required` of the body is an error. `oasdiff diff` shows all.
# Touches: contracts with lists in queries and fields that other fields make necessary: a client that filters by two statuses gets another list after a
#   release that the gate let pass. Let the build stop on any change of `style`, `explode`, `if` and `then` in `oasdiff diff`.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOBIN=$work go install github.com/oasdiff/oasdiff@v1.38.0 2> /dev/null || { echo 'oasdiff cannot be had'; exit 2; }
cat > old.yaml <<'YAML'
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: status, in: query, style: form, explode: false, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: Found. } }
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [purpose]
              properties: { purpose: { type: string }, price: { type: string }, agent: { type: string } }
              if: { properties: { purpose: { const: purchase } } }
              then: { required: [price] }
      responses: { '201': { description: Made. } }
YAML
seen=
try() {
  sed "$2" old.yaml > new.yaml
  code=0
  ./oasdiff breaking --fail-on ERR old.yaml new.yaml > said.txt || code=$?
  changes=$(./oasdiff diff old.yaml new.yaml | wc -l)
  echo "$1: $([ "$code" = 0 ] && echo 'not breaking' || grep -o '\[.*\]' said.txt), $([ "$changes" -gt 1 ] && echo 'a change in oasdiff diff')"
  [ "$changes" -gt 1 ] && seen+=$code
}
try 'explode: true' 's/explode: false/explode: true/'
try 'style: pipeDelimited' 's/style: form/style: pipeDelimited/'
try 'then requires the agent' 's/required: \[price\]/required: [price, agent]/'
try 'the body requires the agent' 's/required: \[purpose\]/required: [purpose, agent]/'
[ "$seen" = 0001 ]
