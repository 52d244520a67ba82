#!/usr/bin/env bash
# json-schema-faker 0.6.3 (npm): samples of a JSON schema; here strings with a format.
# Guess: a sample fits `format` and `maxLength` at once, or an error says that it cannot; a sample of `duration` is one by ISO 8601.
# Seen: a text of the format is made and then cut: `email` with at most 12 characters is "frank3@demo.", 195 of 200 are no address. `duration` is at
#   times "PT0D" or "P0DT": days behind the T, or nothing behind it (17 of 200). The other formats without a length all fit.
# Touches: orders that are generated from an OpenAPI document for a test: the service refuses them with 422, and the test looks for the fault in itself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit json-schema-faker@0.6.3 ajv@8.17.1 ajv-formats@3.0.1 > /dev/null 2>&1 || { echo 'json-schema-faker 0.6.3 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { generate } from 'json-schema-faker'

const ajv = new Ajv2020()
formats.default(ajv)
const wrongOf = async (schema) => {
  const wrong = []
  for (let seed = 1; seed <= 200; seed += 1) {
    const sample = await generate(schema, { seed })
    if (!ajv.validate(schema, sample)) wrong.push(sample)
  }
  console.log(JSON.stringify(schema), `${wrong.length} of 200 do not fit:`, [...new Set(wrong)].slice(0, 3))
  return wrong.length
}
const email = await wrongOf({ type: 'string', format: 'email', maxLength: 12 })
const duration = await wrongOf({ type: 'string', format: 'duration' })
const date = await wrongOf({ type: 'string', format: 'date' })
process.exit(email === 195 && duration === 17 && date === 0 ? 0 : 1)
JS
node try.mjs
