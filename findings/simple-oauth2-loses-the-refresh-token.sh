#!/usr/bin/env bash
# simple-oauth2 5.1.0. A refresh may be answered without a new refresh token; RFC 6749, section 6, lets the client keep the old one.
# Guess: the token that refresh() gives still has the old refresh token, as the library has a line for just that.
# Seen: it has none. The line reads the field of the wrong object, so the second refresh is sent without `refresh_token`.
# Touches: who renews user tokens with it at a server that does not rotate refresh tokens: the first renewal works, the second fails.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module" }' > package.json
npm install --silent --no-fund --no-audit --ignore-scripts simple-oauth2@5.1.0 > /dev/null 2>&1 || { echo 'simple-oauth2 5.1.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import { AuthorizationCode } from 'simple-oauth2'

const forms = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  forms.push(Object.fromEntries(new URLSearchParams(text)))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ access_token: `t${forms.length}`, token_type: 'Bearer', expires_in: 3600 }))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const tokenHost = `http://127.0.0.1:${server.address().port}`
const client = new AuthorizationCode({ client: { id: 'id', secret: 'secret' }, auth: { tokenHost } })
const first = client.createToken({ access_token: 't0', refresh_token: 'r0', expires_in: 3600 })
const second = await first.refresh()
await second.refresh()
server.close()
console.log('first refresh sends', forms[0].refresh_token, '; second sends', forms[1].refresh_token)
process.exit(forms[0].refresh_token === 'r0' && forms[1].refresh_token !== 'r0' ? 0 : 1)
JS
node try.mjs
