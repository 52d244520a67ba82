#!/usr/bin/env bash
# golang.org/x/oauth2 0.38.0, Authlib 1.9.10, simple-oauth2 5.1.0, openid-client 6.9.0. A token answer has `"expires_in": 3600.0`: the same JSON
# number as 3600, as a server writes it that keeps seconds in a double.
# Guess: JSON has one kind of number, so every client reads an hour.
# Seen: the three others read an hour; Go refuses the whole answer, and no token is had. The text "3600" in quotes Go takes.
# Touches: token endpoints behind a JSON writer that shows doubles with their fraction: every client works but those in Go.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
mkdir go node
cat > go/main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{ClientID: "id", ClientSecret: "secret", TokenURL: os.Args[1]}
	token, err := config.Token(context.Background())
	if err != nil {
		fmt.Println("refused")
		return
	}
	fmt.Println(time.Until(token.Expiry).Round(time.Minute))
}
GO
(cd go && go mod init finding && go get golang.org/x/oauth2@v0.38.0 && go build -o ../try-go .) > /dev/null 2>&1 || { echo 'golang.org/x/oauth2 cannot be had'; exit 2; }
(cd node && npm install --silent --no-fund --no-audit --ignore-scripts simple-oauth2@5.1.0 openid-client@6.9.0) > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
{ python3 -m venv .venv && .venv/bin/pip install -q authlib==1.9.10 httpx==0.28.1; } > /dev/null 2>&1 || { echo 'Authlib cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys, time
from authlib.integrations.httpx_client import OAuth2Client
token = OAuth2Client("id", "secret").fetch_token(sys.argv[1], grant_type="client_credentials")
print(round((token["expires_at"] - time.time()) / 60), "minutes")
PY
cat > node/try.mjs <<'JS'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { ClientCredentials } from 'simple-oauth2'
import * as openid from 'openid-client'

const run = async (...args) => (await promisify(execFile)(args[0], args.slice(1))).stdout.trim()
const readBy = async (expiresIn) => {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(`{"access_token":"t","token_type":"Bearer","expires_in":${expiresIn}}`)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  const simple = new ClientCredentials({ client: { id: 'id', secret: 'secret' }, auth: { tokenHost: url } })
  const config = new openid.Configuration({ issuer: url, token_endpoint: `${url}/` }, 'id', 'secret')
  openid.allowInsecureRequests(config)
  const seen = {
    go: await run('../try-go', url),
    authlib: await run('../.venv/bin/python', '../try.py', url),
    'simple-oauth2': `${Math.round(((await simple.getToken({})).token.expires_at - Date.now()) / 60_000)} minutes`,
    'openid-client': `${Math.round((await openid.clientCredentialsGrant(config)).expiresIn() / 60)} minutes`,
  }
  server.close()
  server.closeAllConnections()
  return seen
}
const [fraction, text, whole] = [await readBy('3600.0'), await readBy('"3600"'), await readBy('3600')]
console.log({ '3600.0': fraction, '"3600"': text, 3600: whole })
const { go, ...others } = fraction
const hour = (one) => one === '60 minutes' || one === '1h0m0s'
process.exit(go === 'refused' && hour(text.go) && hour(whole.go) && Object.values(others).every(hour) ? 0 : 1)
JS
cd node && node try.mjs
