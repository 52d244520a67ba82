#!/usr/bin/env bash
# @har-sdk/oas 2.12.2: HAR requests from an OpenAPI description, for scanners and replays.
# Guess: an entry agrees with itself: the header Content-Type of an upload is the `mimeType` of its body.
# Seen: `postData.mimeType` and the body have a boundary, and the header is multipart/form-data without one. Sent as it stands, no server
# can take the parts apart: Node's own parser of forms refuses it, and takes it with the type of `postData`.
# Touches: whoever replays such entries: every upload is refused, whatever the server does right; take the type from `postData`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit @har-sdk/oas@2.12.2 >/dev/null 2>&1 || { echo '@har-sdk/oas 2.12.2 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import * as sdk from '@har-sdk/oas'

const oas2har = sdk.oas2har ?? sdk.default.oas2har
const properties = { kind: { type: 'string', enum: ['supporting'] }, file: { type: 'string', format: 'binary' } }
const content = { 'multipart/form-data': { schema: { type: 'object', required: ['kind', 'file'], properties } } }
const upload = { operationId: 'upload', requestBody: { required: true, content }, responses: { 201: { description: 'done' } } }
const info = { title: 'Orders', version: '1' }
const servers = [{ url: 'https://api.example.com/v1' }]
const [{ headers, postData }] = await oas2har({ openapi: '3.0.3', info, servers, paths: { '/documents': { post: upload } } })
const header = headers.find(({ name }) => name.toLowerCase() === 'content-type').value
const isRead = async (type) => {
  const request = new Request('https://api.example.com/', { method: 'POST', headers: { 'content-type': type }, body: postData.text })
  return (await request.formData().catch(() => null))?.get('kind') === 'supporting'
}
console.log(`header: ${header}, read: ${await isRead(header)}`)
console.log(`postData: ${postData.mimeType}, read: ${await isRead(postData.mimeType)}`)
process.exit(header === 'multipart/form-data' && !(await isRead(header)) && (await isRead(postData.mimeType)) ? 0 : 1)
JS
node try.mjs
