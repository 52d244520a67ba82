#!/usr/bin/env bash
# json-schema-to-typescript 16.0.0 (npm): types of a JSON schema of 2020-12, which is the one of OpenAPI 3.1.
# Guess: a tuple, `prefixItems` with `items: false`, becomes `[string, number]`, or `unknown[]` where the tool does not know it.
# Seen: it becomes `never[]`: `prefixItems` is passed over, and `items: false` is not. Only the empty list has that type, and the schema's own
#   values have not. With `minItems: 2` it is the same. Written as draft 7 has it, `items: [...]` and `additionalItems: false`, it is the tuple.
# Touches: clients whose types come from a schema with pairs, such as a coordinate or a range: right code does not compile. Code that casts its way around it is checked no more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit json-schema-to-typescript@16.0.0 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { compile } from 'json-schema-to-typescript'
const parts = [{ type: 'string' }, { type: 'number' }]
const forms = {
  'prefixItems': { prefixItems: parts, items: false },
  'prefixItems, minItems 2': { prefixItems: parts, items: false, minItems: 2 },
  'draft 7': { items: parts, additionalItems: false, minItems: 2 },
}
const seen = []
for (const [name, form] of Object.entries(forms)) {
  const text = await compile({ title: 'Row', type: 'object', properties: { pair: { type: 'array', ...form } }, required: ['pair'] }, 'Row', { bannerComment: '' })
  seen.push(text.match(/pair: ([^\n;]*)/)[1])
  console.log(`${name}: pair is ${seen.at(-1)}`)
}
process.exit(seen.join() === 'never[],never[],[string, number]' ? 0 : 1)
JS
node try.mjs
