#!/usr/bin/env bash
# github.com/stripe/stripe-go/v82 82.5.1, stripe 23.1.0 (npm) and stripe 16.1.0 (PyPI). A service signs its deliveries as Stripe does
# (`t=…,v1=…`, HMAC-SHA256 over `t.body`), and its receivers verify them with Stripe's libraries.
# Guess: constructEvent checks the signature and gives the parsed body, in each language.
# Seen: JavaScript and Python do. Go's ConstructEvent, after the signature was found right, fails with "Failed to parse webhook body json": it
# wants `data.object`, which an event of another service does not have. Its ValidatePayload takes the same bytes.
# Touches: receivers that were written in Node and are written again in Go: every delivery is answered with an error and comes again. The
# words point at the JSON, which is whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
command -v go > /dev/null || { echo 'go cannot be had'; exit 2; }
mkdir go node
cat > node/try.mjs <<'JS'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import Stripe from 'stripe'

const body = JSON.stringify({ id: 'evt_1', type: 'order.created', api_version: '1.0.0', data: { order_id: 'ord_1' } })
const t = Math.floor(Date.now() / 1000)
const v1 = createHmac('sha256', 'a-secret-of-the-receiver').update(`${t}.${body}`).digest('hex')
writeFileSync('../body', body)
writeFileSync('../header', `t=${t},v1=${v1}`)
console.log('node  ', new Stripe('sk_test').webhooks.constructEvent(body, `t=${t},v1=${v1}`, 'a-secret-of-the-receiver').type)
JS
cat > try.py <<'PY'
import stripe
body, header = open('body').read(), open('header').read()
print('python', stripe.Webhook.construct_event(body, header, 'a-secret-of-the-receiver')['type'])
PY
cat > go/main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/stripe/stripe-go/v82/webhook"
)

func main() {
	body, _ := os.ReadFile("../body")
	header, _ := os.ReadFile("../header")
	_, made := webhook.ConstructEvent(body, string(header), "a-secret-of-the-receiver")
	checked := webhook.ValidatePayload(body, string(header), "a-secret-of-the-receiver")
	fmt.Println("go     ConstructEvent:", made)
	fmt.Println("go     ValidatePayload:", checked)
	if made == nil || checked != nil {
		os.Exit(1)
	}
}
GO
(cd node && echo '{ "type": "module" }' > package.json && npm install --silent --ignore-scripts --no-fund --no-audit stripe@23.1.0) > /dev/null 2>&1 || { echo 'stripe 23.1.0 cannot be had'; exit 2; }
{ python3 -m venv v && v/bin/pip install -q stripe==16.1.0; } > /dev/null 2>&1 || { echo 'stripe 16.1.0 cannot be had'; exit 2; }
(cd go && go mod init try && go get github.com/stripe/stripe-go/v82@v82.5.1) > /dev/null 2>&1 || { echo 'stripe-go 82.5.1 cannot be had'; exit 2; }
(cd node && node try.mjs)
v/bin/python try.py
cd go && go run main.go
