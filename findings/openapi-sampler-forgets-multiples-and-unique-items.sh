#!/usr/bin/env bash
# openapi-sampler 1.7.10 (npm): an example for a schema, as documentation pages show it.
# Guess: an example that is made fits its schema, or the keyword is named as one that is not looked at.
# Seen: `minimum` 5 with `multipleOf` 4 gives 5; three unique items of an enumeration are the same one three times; a list of texts that
#   must contain "report" does not, though its README names `contains`; a required property without a schema is missing. No error says so. `exclusiveMinimum`, lengths and `const` are kept.
# Touches: examples in a documentation of the interface: who copies them into a first request is refused.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit openapi-sampler@1.7.10 ajv@8.17.1 > /dev/null 2>&1 || { echo 'openapi-sampler 1.7.10 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sample } from 'openapi-sampler'

const ajv = new Ajv2020({ strict: false })
const codes = { enum: ['rush', 'complex', 'rural'] }
const cases = [
  [false, { type: 'integer', minimum: 5, multipleOf: 4 }],
  [false, { type: 'array', minItems: 3, uniqueItems: true, items: codes }],
  [false, { type: 'array', items: { type: 'string' }, contains: { const: 'report' } }],
  [false, { type: 'object', required: ['due_date'] }],
  [true, { type: 'number', exclusiveMinimum: 0 }],
  [true, { type: 'string', minLength: 3, maxLength: 5 }],
]
const isAsStated = cases.map(([stated, schema]) => {
  const made = sample(schema)
  const fits = ajv.validate(schema, made)
  console.log(fits ? 'fits ' : 'wrong', JSON.stringify(made), JSON.stringify(schema))
  return fits === stated
})
process.exit(isAsStated.every(Boolean) ? 0 : 1)
JS
node try.mjs
