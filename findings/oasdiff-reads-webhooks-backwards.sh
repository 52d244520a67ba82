#!/usr/bin/env bash
# github.com/oasdiff/oasdiff 1.38.0 (Go): `oasdiff breaking` on the `webhooks` of an OpenAPI 3.1 document, whose requests the service sends and its users take.
# Guess: what breaks who receives a webhook is breaking: a field that may now be missing or null, a new value. What only adds to it is not: a field that is
#   now always there, a value that is no longer sent.
# Seen: the body is judged as one that the users send. The first three pass with exit code 0 and "No breaking changes", and the last three are errors.
# Touches: who lets a build pass by `oasdiff breaking`: events change under their receivers unseen, and harmless changes are stopped. Describe the
#   events as the answer of an operation beside the webhook, or review webhooks by eye.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOBIN=$work go install github.com/oasdiff/oasdiff@v1.38.0 2> /dev/null || { echo 'oasdiff cannot be had'; exit 2; }
cat > old.yaml <<'YAML'
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths: {}
webhooks:
  order.changed:
    post:
      operationId: orderChanged
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [order_id]
              properties:
                order_id: { type: string }
                status: { type: string, enum: [new, on_hold] }
      responses: { '200': { description: Taken. } }
YAML
seen=
try() {
  sed "$2" old.yaml > new.yaml
  code=0
  ./oasdiff breaking --fail-on ERR old.yaml new.yaml > said.txt || code=$?
  echo "$1: $([ "$code" = 0 ] && echo 'not breaking' || grep -o '\[.*\]' said.txt)"
  seen+=$code
}
try 'order_id may be missing' 's/required: \[order_id\]/required: []/'
try 'order_id may be null' "s/order_id: { type: string }/order_id: { type: [string, 'null'] }/"
try 'a third status is sent' 's/on_hold\]/on_hold, cancelled]/'
try 'status is always there' 's/required: \[order_id\]/required: [order_id, status]/'
try 'one status is sent no longer' 's/new, on_hold\]/new]/'
try 'a new field is always there' 's/required: \[order_id\]/required: [order_id, at]/; s/^\( *\)order_id: {.*/&\n\1at: { type: string }/'
[ "$seen" = 000111 ]
