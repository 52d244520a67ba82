#!/usr/bin/env bash
# Fastify 5.12.8 with fast-json-stringify 6.4.0 (npm): a route with a schema of its answer, as one gets it from an OpenAPI document.
# Guess: null in a field whose schema says `type: string` alone is written as null, or is an error in the log: nobody makes another value of it.
# Seen: it is written as "": no error, no log. Of an integer null becomes 0, of a boolean false, of an array [], of an object {}. The text "false" in a boolean
#   becomes true, and 2.7 in an integer 2. With `type: [string, 'null']`, or `nullable: true`, null stays null.
# Touches: services that send a field "even when empty, as null": one forgotten 'null' in a schema turns every empty value into a false one, in answers alone. Unit
#   tests of the handler see null, as only the way out changes it. Clients take a reference "" and a fee 0 for values.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund fastify@5.12.8 fast-json-stringify@6.4.0 > /dev/null 2>&1 || { echo 'Fastify cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import Fastify from 'fastify'

const properties = {
  reference: { type: 'string' },
  size: { type: 'integer' },
  rush: { type: 'boolean' },
  notes: { type: 'array', items: { type: 'string' } },
  appraiser: { type: 'object', properties: { name: { type: 'string' } } },
  due_date: { type: 'string', format: 'date' },
  fee: { type: ['string', 'null'] },
  county: { type: 'string', nullable: true },
}
const app = Fastify()
const order = Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
app.get('/null', { schema: { response: { 200: { type: 'object', properties } } } }, () => order)
app.get('/other', { schema: { response: { 200: { type: 'object', properties } } } }, () => ({ rush: 'false', size: 2.7 }))
for (const url of ['/null', '/other']) console.log((await app.inject(url)).payload)
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
{"reference":"","size":0,"rush":false,"notes":[],"appraiser":{},"due_date":"","fee":null,"county":null}
{"size":2,"rush":true}
TEXT
