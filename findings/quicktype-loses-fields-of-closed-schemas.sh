#!/usr/bin/env bash
# quicktype-core 26.0.0 (npm): types of a JSON schema, here structs for Go.
# Guess: a schema that is closed has the same fields as one that is open. `unevaluatedProperties: false` closes what `allOf` joins, and `additionalProperties: false` what
#   `patternProperties` names.
# Seen: with `unevaluatedProperties: false` the fields of the allOf are gone, and only those beside it are left. A map whose names have a pattern becomes a struct
#   without a field when it is closed, and a map when it is not. Nothing is said of it.
# Touches: clients that read an answer into such structs and write it again, or compare it: `id` and each date are lost, without an error, as Go's JSON reader
#   passes over fields that it has no place for. Take both keywords out of what you give to it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit quicktype-core@26.0.0 > /dev/null 2>&1 || { echo 'quicktype-core 26.0.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
const base = { type: 'object', properties: { id: { type: 'string' } } }
const joined = { type: 'object', allOf: [base], properties: { status: { type: 'string' } } }
const dates = { type: 'object', patternProperties: { '_at$': { type: 'string' } } }
const fieldsOf = async (schema) => {
  const source = new JSONSchemaInput(new FetchingJSONSchemaStore())
  await source.addSource({ name: 'Row', schema: JSON.stringify({ type: 'object', properties: { part: schema }, required: ['part'] }) })
  const inputData = new InputData()
  inputData.addInput(source)
  const { lines } = await quicktype({ inputData, lang: 'go', rendererOptions: { 'just-types': 'true' } })
  const text = lines.join('\n')
  const map = text.match(/Part +(map\S+)/)?.[1]
  return map ?? [...(text.match(/type Part struct \{([^}]*)\}/)?.[1] ?? text).matchAll(/json:"(\w+)/g)].map(([, name]) => name).toSorted().join(', ')
}
const schemas = {
  'allOf': joined,
  'allOf, closed': { ...joined, unevaluatedProperties: false },
  'patterns': dates,
  'patterns, closed': { ...dates, additionalProperties: false },
}
const seen = {}
for (const [name, schema] of Object.entries(schemas)) {
  seen[name] = await fieldsOf(schema)
  console.log(`${name}: ${seen[name] || 'no field'}`)
}
const isStated = seen['allOf'] === 'id, status' && seen['allOf, closed'] === 'status' && seen['patterns'].startsWith('map') && seen['patterns, closed'] === ''
process.exit(isStated ? 0 : 1)
JS
node try.mjs
