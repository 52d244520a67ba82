#!/usr/bin/env bash
# openid-client 6.9.0 and @badgateway/oauth2-client 3.3.1 as clients, @node-oauth/oauth2-server 5.3.0 and oidc-provider 9.13.3 as servers (npm). The id is
# cli_demo, the secret has a plus sign, and both go in HTTP Basic. RFC 6749, section 2.3.1, has each part form-encoded first.
# Guess: client and server libraries of OAuth do as that section says, or leave the encoding out where nothing needs it, as in cli_demo.
# Seen: openid-client encodes the underscore too (cli%5Fdemo), and oauth2-server decodes nothing: it is asked for a client that does not exist, and answers 401.
#   oauth2-client encodes nothing unless told so, and oidc-provider reads its plus sign as a space: 401. The two other pairs work. With the credentials in the form all four work.
# Touches: whoever issues ids with an underscore or secrets in base64: half of the pairs refuse a right credential. A server is safe when it tries both readings.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit openid-client@6.9.0 @badgateway/oauth2-client@3.3.1 @node-oauth/oauth2-server@5.3.0 \
  oidc-provider@9.13.3 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { OAuth2Client } from '@badgateway/oauth2-client'
import OAuth2Server from '@node-oauth/oauth2-server'
import Provider from 'oidc-provider'
import * as openid from 'openid-client'

const [id, secret] = ['cli_demo', 'one+two']
const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${server.address().port}/token`)))

const model = {
  getClient: async (given, proof) => (given === id && proof === secret ? { id, grants: ['client_credentials'] } : null),
  getUserFromClient: async () => ({}),
  saveToken: async (token, client, user) => ({ ...token, client, user }),
}
const own = new OAuth2Server({ model })
const first = createServer(async (incoming, outgoing) => {
  const body = Object.fromEntries(new URLSearchParams(await text(incoming)))
  const request = new OAuth2Server.Request({ headers: incoming.headers, method: 'POST', query: {}, body })
  const response = new OAuth2Server.Response({ headers: {} })
  await own.token(request, response).catch(() => {})
  outgoing.writeHead(response.status, { ...response.headers, 'content-type': 'application/json' }).end(JSON.stringify(response.body))
})
const client = { client_id: id, client_secret: secret, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
// In its own terms a client of this server sends its credentials in one way alone.
const provider = (method) =>
  new Provider('http://127.0.0.1', {
    clients: [{ ...client, token_endpoint_auth_method: method }],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  })
const servers = {
  'oauth2-server': { basic: first, form: first },
  'oidc-provider': { basic: createServer(provider('client_secret_basic').callback()), form: createServer(provider('client_secret_post').callback()) },
}
const clients = {
  'openid-client': async (url, way) => {
    const how = way === 'basic' ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret)
    const config = new openid.Configuration({ issuer: 'http://127.0.0.1', token_endpoint: url }, id, {}, how)
    openid.allowInsecureRequests(config)
    return openid.clientCredentialsGrant(config)
  },
  'oauth2-client': (url, way) => {
    const inForm = way === 'form' ? { authenticationMethod: 'client_secret_post' } : {}
    return new OAuth2Client({ clientId: id, clientSecret: secret, tokenEndpoint: url, ...inForm }).clientCredentials()
  },
}
const seen = []
for (const [server, ways] of Object.entries(servers))
  for (const [way, one] of Object.entries(ways)) {
    const url = await (one.address() ? `http://127.0.0.1:${one.address().port}/token` : listen(one))
    for (const [name, ask] of Object.entries(clients)) {
      const got = await ask(url, way).then(() => 'a token', () => 'refused')
      console.log(`${name} at ${server}, credentials in ${way}: ${got}`)
      seen.push(`${name} ${server} ${way} ${got}`)
    }
  }
const refused = seen.filter((line) => line.endsWith('refused')).join('; ')
process.exit(refused === 'openid-client oauth2-server basic refused; oauth2-client oidc-provider basic refused' ? 0 : 1)
JS
node --no-warnings try.mjs 2> /dev/null | grep -v NOTICE
