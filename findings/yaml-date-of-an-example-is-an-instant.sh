#!/usr/bin/env bash
# msw-auto-mock 0.32.1 with `--static` (npm): handlers for Mock Service Worker from an OpenAPI 3.1 document in YAML, whose example has `due_date: 2026-12-31` without
# quotation marks, as such documents are usually written.
# Guess: the date is text, as YAML 1.2 has no dates and JSON has none either. The handler answers "2026-12-31".
# Seen: its reader of YAML makes a Date of it, and the handler answers "2026-12-31T00:00:00.000Z" for a field of `format: date`. In quotation marks the date is right.
# Touches: tests of a client against such handlers: a due date does not parse, or is a day earlier in American time zones. Quote each date of an example.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit msw-auto-mock@0.32.1 > /dev/null 2>&1 || { echo 'msw-auto-mock 0.32.1 cannot be had'; exit 2; }
for date in 2026-12-31 "'2026-12-31'"; do
  cat > api.yaml <<YAML
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders/1:
    get: { responses: { '200': { description: One., content: { application/json: { schema: { \$ref: '#/components/schemas/Order' } } } } } }
components:
  schemas:
    Order: { type: object, required: [due_date], properties: { due_date: { type: string, format: date, example: $date } } }
YAML
  npx msw-auto-mock api.yaml -o out --static > /dev/null 2>&1
  echo "example: $date → $(grep -ho 'due_date: *"[^"]*"' out/handlers.* | head -1)"
done | tee seen.txt
diff seen.txt - <<'TEXT'
example: 2026-12-31 → due_date: "2026-12-31T00:00:00.000Z"
example: '2026-12-31' → due_date: "2026-12-31"
TEXT
