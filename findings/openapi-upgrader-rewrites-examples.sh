#!/usr/bin/env bash
# @scalar/openapi-upgrader 0.1.11 (npm): a description in OpenAPI 3.0 becomes one in 3.1.
# Guess: the keywords of schemas are written anew (`nullable`, `exclusiveMinimum: true`, `example`), and what is data stays: a property whose name is
#   `example`, the value of a `default`, the bodies in examples.
# Seen: all three are taken for schemas. The property `example` is called `examples` afterwards and has a list for its schema, so that the document is no longer
#   valid. In a default and in an example body `{ "type": "string", "nullable": true }` becomes `{ "type": ["string", "null"] }`. No warning is given.
# Touches: who brings a contract to 3.1 for newer tools, where the API speaks of fields (forms, questions, mappings): mocks and tests that take the
#   examples send another body than the author wrote. Compare the examples before and after.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit @scalar/openapi-upgrader@0.1.11 > /dev/null 2>&1 || { echo '@scalar/openapi-upgrader cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { upgrade } from '@scalar/openapi-upgrader'

const field = { name: 'year_built', type: 'string', nullable: true }
const properties = {
  example: { type: 'string' },
  note: { type: 'string', nullable: true },
  price: { type: 'number', minimum: 0, exclusiveMinimum: true },
  field: { type: 'object', default: field },
}
const content = { 'application/json': { schema: { type: 'object', properties }, examples: { one: { value: { field } } } } }
const get = { responses: { 200: { description: 'Found.', content } } }
const { paths } = upgrade({ openapi: '3.0.3', info: { title: 'Forms', version: '1' }, paths: { '/form': { get } } }, '3.1')
const { schema, examples } = paths['/form'].get.responses[200].content['application/json']
const rewritten = { name: 'year_built', type: ['string', 'null'] }
const shown = [
  [schema.properties.note, { type: ['string', 'null'] }],
  [schema.properties.price, { type: 'number', exclusiveMinimum: 0 }],
  [schema.properties.example ?? null, null],
  [schema.properties.examples, [{ type: 'string' }]],
  [schema.properties.field.default, rewritten],
  [examples.one.value.field, rewritten],
]
for (const [seen] of shown) console.log(JSON.stringify(seen))
process.exit(shown.every(([seen, stated]) => JSON.stringify(seen) === JSON.stringify(stated)) ? 0 : 1)
JS
node try.mjs
