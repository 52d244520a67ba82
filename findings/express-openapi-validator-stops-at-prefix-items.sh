#!/usr/bin/env bash
# express-openapi-validator 5.6.2 (npm) on Express 5.3.0, with a valid OpenAPI 3.1 document and `validateResponses: true`.
# Guess: an array with `prefixItems` is checked by it, with or without `minItems`, and an answer without a header that it must have is an error.
# Seen: with `prefixItems` alone every request of the operation is answered with 500, 'strict mode: "prefixItems" is 1-tuple', whatever its body; with
#   `minItems` and `items: false` beside it all is well. The rule is Ajv's own advice, and no rule of JSON Schema. A 201 without its `Location` passes.
# Touches: services that put the middleware before a contract with tuples, and those that take a green run with `validateResponses` for their headers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit express-openapi-validator@5.6.2 express@5.3.0 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { once } = require('node:events')
const express = require('express')
const { middleware } = require('express-openapi-validator')

const media = (schema) => ({ 'application/json': { schema } })
const headers = { Location: { required: true, schema: { type: 'string' } } }
const answered = async (tuple, body, answer = { id: 'ord_1' }) => {
  const post = {
    requestBody: { required: true, content: media({ type: 'object', properties: { pair: { type: 'array', ...tuple } } }) },
    responses: { 201: { description: 'Made.', headers, content: media({ type: 'object', required: ['id'] }) } },
  }
  const apiSpec = { openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths: { '/orders': { post } } }
  const app = express().use(express.json(), middleware({ apiSpec, validateResponses: true }))
  app.post('/orders', (request, response) => response.status(201).json(answer))
  app.use((error, request, response, next) => response.status(error.status ?? 500).json({ message: error.message }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/orders`
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  console.log(JSON.stringify(tuple), JSON.stringify(body), '→', response.status, response.headers.get('location'), await response.text())
  server.close()
  server.closeAllConnections()
  return response.status
}
const main = async () => {
  const alone = { prefixItems: [{ type: 'string' }] }
  const bounded = { ...alone, minItems: 1, items: false }
  const tuples = [await answered(alone, { pair: ['a'] }), await answered(alone, {}), await answered(bounded, { pair: ['a'] }), await answered(bounded, { pair: [5] })]
  const answers = [await answered(bounded, {}), await answered(bounded, {}, {})]
  process.exit(`${tuples}` === '500,500,201,400' && `${answers}` === '201,500' ? 0 : 1)
}
main()
JS
node try.cjs
