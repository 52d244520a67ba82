#!/usr/bin/env bash
# orval 8.38.0, client fetch. A request body may be a form or JSON, each with a schema of its own, as a token endpoint has it.
# Guess: the function sends one of the two, with its media type.
# Seen: the body is JSON, the content-type of fetch's default for a text: text/plain;charset=UTF-8. With JSON alone the media type is sent.
# Touches: whoever calls such an operation: a server that looks at the media type answers 415. Headers have to be given by hand.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ npm init -y && npm pkg set type=module && npm install --silent --no-fund --no-audit orval@8.38.0 esbuild@0.28.2; } > /dev/null 2>&1 || { echo 'orval 8.38.0 cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Tokens, version: '1' }
paths:
  /both:
    post:
      operationId: both
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Id' } }
          application/json: { schema: { $ref: '#/components/schemas/JsonId' } }
      responses: { '204': { description: Done } }
  /json:
    post:
      operationId: json
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Id' } } } }
      responses: { '204': { description: Done } }
components:
  schemas:
    Id: { type: object, required: [id], properties: { id: { type: string } } }
    JsonId: { type: object, required: [id], properties: { id: { type: string } } }
YAML
npx orval --input api.yaml --output client.ts --client fetch --mode single > said.txt 2>&1
npx esbuild client.ts --format=esm --outfile=client.mjs --log-level=error
cat > try.mjs <<'JS'
import { both, json } from './client.mjs'
const seen = {}
globalThis.fetch = async (url, options) => {
  const request = new Request('http://127.0.0.1' + url, options)
  seen[url] = `${request.headers.get('content-type')} ${await request.text()}`
  return new Response(null, { status: 204 })
}
await both({ id: 'a' })
await json({ id: 'a' })
console.log(seen)
process.exit(seen['/both'].startsWith('text/plain') && seen['/both'].includes('{"id":"a"}') && seen['/json'].startsWith('application/json') ? 0 : 1)
JS
node try.mjs
