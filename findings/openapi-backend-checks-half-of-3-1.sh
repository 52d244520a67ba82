#!/usr/bin/env bash
# openapi-backend 5.21.2 (npm), "OpenAPI 3.1 support", as a mock or a middleware over a valid OpenAPI 3.1 document.
# Guess: the keywords that 3.1 has and 3.0 has not are checked: `maxLength` beside a `$ref`, and `dependentRequired`.
# Seen: both are left out without an error: a text of six letters passes where five are the most, and a field passes without the one that it needs.
#   The same schemas are refused by Ajv 8.20 in its dialect 2020-12. The same `maxLength` in an `allOf` beside the `$ref` is checked.
# Touches: contracts that use a nullable text by reference and bound it in place, and clients whose requests it calls valid. Write such bounds in an `allOf`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit openapi-backend@5.21.2 ajv@8.20.0 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { OpenAPIBackend } = require('openapi-backend')
const Ajv = require('ajv/dist/2020').default

const Text = { type: ['string', 'null'] }
const reference = { $ref: '#/components/schemas/Text' }
const schema = {
  type: 'object',
  properties: { beside: { ...reference, maxLength: 5 }, within: { allOf: [reference, { maxLength: 5 }] }, agent: {}, phone: {} },
  dependentRequired: { agent: ['phone'] },
}
const definition = () => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  components: { schemas: { Text } },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 201: { description: 'Made.' } },
      },
    },
  },
})
const main = async () => {
  const api = new OpenAPIBackend({ definition: definition(), quick: true })
  await api.init()
  const judge = new Ajv({ strict: false }).compile({ ...schema, components: { schemas: { Text } } })
  const headers = { 'content-type': 'application/json' }
  const seen = [{ beside: '12345' }, { beside: '123456' }, { agent: 'A' }, { within: '123456' }].map((body) => {
    const { valid } = api.validateRequest({ method: 'POST', path: '/orders', headers, body })
    console.log(`${JSON.stringify(body)}: openapi-backend ${valid}, JSON Schema 2020-12 ${judge(body)}`)
    return `${valid} ${judge(body)}`
  })
  process.exit(`${seen}` === 'true true,true false,true false,false false' ? 0 : 1)
}
main()
JS
node try.cjs
