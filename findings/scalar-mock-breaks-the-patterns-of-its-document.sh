#!/usr/bin/env bash
# @scalar/mock-server 0.14.4 (npm): a mock server made of an OpenAPI 3.1 document.
# Guess: an answer that it makes up keeps the schema of the document, `pattern` included; a header with an `example` has that value; and a file is some bytes of
#   a file, or is empty.
# Seen: a text with a pattern is "string": an amount, an id and a ZIP code alike. A header whose `example` stands beside its schema is sent empty, and one whose
#   example stands inside the schema has it. A PDF or a ZIP with a schema is the text "@filename", and without a schema "null", with 200 and the media type of the file.
#   A `minimum` is kept.
# Touches: lenders who build a client against a mock: the amount does not parse, `Location` leads nowhere, and a download is saved as a PDF of four or nine bytes. Give
#   each component an example, as fixtures/openapi.yaml does, and headers an example in their schema.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund --ignore-scripts @scalar/mock-server@0.14.4 > /dev/null 2>&1 || { echo '@scalar/mock-server cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createMockServer } from '@scalar/mock-server'

const properties = {
  id: { type: 'string', pattern: '^ord_[0-9a-z]+$' },
  fee: { type: 'string', pattern: '^-?[0-9]+[.][0-9]{2}$' },
  postal_code: { type: 'string', pattern: '^[0-9]{5}$' },
  size_bytes: { type: 'integer', minimum: 1 },
}
const headers = {
  Location: { schema: { type: 'string' }, example: '/orders/ord_1' },
  'X-Inside': { schema: { type: 'string', example: '/orders/ord_1' } },
}
const answer = (content, more = {}) => ({ get: { responses: { 200: { description: 'An answer.', content, ...more } } } })
const binary = { schema: { type: 'string', format: 'binary' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/order': answer({ 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }, { headers }),
    '/report.pdf': answer({ 'application/pdf': binary }),
    '/package.zip': answer({ 'application/zip': binary }),
    '/plain.pdf': answer({ 'application/pdf': {} }),
  },
}
const app = await createMockServer({ document })
for (const path of Object.keys(document.paths)) {
  const reply = await app.request(path)
  const text = (await reply.text()).replaceAll(/\s+/g, '')
  const shown = ['location', 'x-inside'].map((name) => reply.headers.get(name)).filter((value) => value !== null)
  console.log(reply.status, reply.headers.get('content-type'), text, ...shown.map((value) => `<${value}>`))
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
200 application/json {"id":"string","fee":"string","postal_code":"string","size_bytes":1} <> </orders/ord_1>
200 application/pdf @filename
200 application/zip @filename
200 application/pdf null
TEXT
