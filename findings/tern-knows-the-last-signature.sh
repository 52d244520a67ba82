#!/usr/bin/env bash
# @hookflo/tern 4.1.0 (npm): checks the signatures of many webhook services, `platform: 'stripe'` among them (`Stripe-Signature: t=…,v1=…`).
# Guess: while a secret is rotated a delivery has two signatures of scheme v1, as the service documents it, and is verified where one of them is right.
# Seen: the header becomes an object with one `v1`, so that the last one counts: with the new secret's signature first and the old one's behind it, a receiver that has
#   the new secret refuses the delivery as "Invalid signature". In the other order it is verified.
# Touches: receivers during the days of a rotation: each delivery is answered with an error and comes again, and the receivers that still have the old secret are
#   well, which points at the new one. Check such a scheme by hand: it is five lines.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit @hookflo/tern@4.1.0 > /dev/null 2>&1 || { echo '@hookflo/tern 4.1.0 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { createHmac } = require('node:crypto')
const { WebhookVerificationService } = require('@hookflo/tern')
const [fresh, old] = ['whsec_the-new-secret-of-32-characters', 'whsec_the-old-secret-of-32-characters']
const body = '{"id":"evt_1","type":"order.created"}'
const t = Math.floor(Date.now() / 1000)
const signed = (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
const headers = { 'new alone': [fresh], 'old, new': [old, fresh], 'new, old': [fresh, old] }
const main = async () => {
  const seen = []
  for (const [name, secrets] of Object.entries(headers)) {
    const signature = [`t=${t}`, ...secrets.map(signed)].join(',')
    const request = new Request('http://receiver.test/', { method: 'POST', headers: { 'Stripe-Signature': signature, 'Content-Type': 'application/json' }, body })
    const { isValid, error } = await WebhookVerificationService.verify(request, { platform: 'stripe', secret: fresh, toleranceInSeconds: 300 })
    seen.push(isValid)
    console.log(`${name}: ${isValid ? 'verified' : error}`)
  }
  process.exit(seen.join() === 'true,true,false' ? 0 : 1)
}
main()
JS
node try.cjs
