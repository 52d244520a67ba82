#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 and @usebruno/converters 0.23.0. A description wants OAuth 2.0 for all operations, but for two: the token endpoint and a
# check of health have `security: []`, which by OpenAPI takes the requirement away.
# Guess: in the collections these two have no authentication ("noauth", mode "none").
# Seen: both converters leave them to inherit the client credentials of the collection, as every other request does.
# Touches: who imports such a description: the request for a token waits for a token first, and what should show that a service answers without
#   credentials sends them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit openapi-to-postmanv2@6.3.3 @usebruno/converters@0.23.0 >/dev/null 2>&1 || { echo 'openapi-to-postmanv2 6.3.3 or @usebruno/converters 0.23.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import bruno from '@usebruno/converters'
import postman from 'openapi-to-postmanv2'

const responses = { 200: { description: 'done' } }
const flows = { clientCredentials: { tokenUrl: 'https://api.example.com/v1/oauth/token', scopes: { lender: 'all' } } }
const api = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [{ oauth: ['lender'] }],
  components: { securitySchemes: { oauth: { type: 'oauth2', flows } } },
  paths: {
    '/oauth/token': { post: { operationId: 'token', security: [], responses } },
    '/ping': { get: { operationId: 'ping', security: [], responses } },
    '/account': { get: { operationId: 'account', responses } },
  },
}
const leaves = (item, below) => (item[below] ? item[below].flatMap((one) => leaves(one, below)) : [item])

const made = await new Promise((resolve) =>
  postman.convertV2({ type: 'json', data: structuredClone(api) }, {}, (_error, { output }) => resolve(output[0].data)),
)
const ofPostman = leaves(made, 'item').map(({ name, request }) => `${name}: ${request.auth?.type ?? 'inherit'}`)
console.log('Postman', made.auth.type, ofPostman)
const ofBruno = leaves(bruno.openApiToBruno(structuredClone(api)), 'items').map(({ name, request }) => `${name}: ${request.auth.mode}`)
console.log('Bruno', ofBruno)
const all = [...ofPostman, ...ofBruno]
process.exit(made.auth.type === 'oauth2' && all.length === 6 && all.every((one) => one.endsWith(': inherit')) ? 0 : 1)
JS
node try.mjs
