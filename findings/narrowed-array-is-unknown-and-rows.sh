#!/usr/bin/env bash
# @hey-api/openapi-ts 0.99.0 and orval 8.38.0. An allOf has an envelope whose data is an array of anything, and a part that says which rows.
# Guess: the type of data is Row[], as each entry must fit both.
# Seen: it is Array<unknown> & Array<Row>; what data.find or data.map hands to its function is unknown, so that a use of a row does not compile.
# Touches: descriptions of lists that share an envelope: the array belongs into the part alone that knows its entries.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ npm init -y && npm pkg set type=module && npm install --silent --no-fund --no-audit @hey-api/openapi-ts@0.99.0 orval@8.38.0 typescript@5.9.3; } > /dev/null 2>&1 || { echo '@hey-api/openapi-ts 0.99.0 or orval 8.38.0 cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  /rows:
    get:
      operationId: listRows
      responses: { '200': { description: Rows, content: { application/json: { schema: { $ref: '#/components/schemas/RowList' } } } } }
components:
  schemas:
    Row: { type: object, required: [id], properties: { id: { type: string } } }
    Envelope: { type: object, required: [data], properties: { data: { type: array, items: {} } } }
    RowList:
      allOf:
        - { $ref: '#/components/schemas/Envelope' }
        - { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Row' } } } }
YAML
npx openapi-ts -i api.yaml -o hey > said.txt 2>&1
npx orval --input api.yaml --output orval.ts --client fetch --mode single >> said.txt 2>&1
still=0
for from in ./hey/types.gen.js ./orval.js; do
  printf "import type { RowList } from '%s'\nexport const ids = (list: RowList) => list.data.map((row) => row.id)\n" "$from" > try.ts
  npx tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom try.ts > problems.txt || true
  echo "$from: $(grep '^try.ts' problems.txt || echo 'compiles now')"
  grep -q '^try.ts.*unknown' problems.txt && still=$((still + 1))
done
[ "$still" = 2 ]
