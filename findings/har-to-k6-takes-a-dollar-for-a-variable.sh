#!/usr/bin/env bash
# har-to-k6 0.14.16 (npm): a load test for k6 from a HAR, body by body.
# Guess: the text of a recorded body is text, whatever it holds.
# Seen: a message with "${amount}" in its body, which is plain text in the contract, ends the conversion: "Post text referenced undefined variable". No file is
#   written for any entry of the archive. In a query, and with "$amount" or "{amount}" in the body, it is text.
# Touches: lenders who make a load test of what their system sent: one message or instruction that shows a template's place holder stops the whole archive.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit har-to-k6@0.14.16 > /dev/null 2>&1 || { echo 'har-to-k6 0.14.16 cannot be had'; exit 2; }
cat > archive.cjs <<'JS'
const [words, file] = process.argv.slice(2)
const answer = { status: 201, statusText: 'Created', httpVersion: 'HTTP/1.1', cookies: [], headers: [], redirectURL: '', headersSize: -1, bodySize: -1 }
const entry = (method, path, postData) => ({
  startedDateTime: '2026-12-01T10:00:00.000Z', time: 5, cache: {}, timings: { send: 0, wait: 5, receive: 0 },
  request: { method, url: `http://127.0.0.1:9/v1${path}`, httpVersion: 'HTTP/1.1', cookies: [], headers: [{ name: 'Content-Type', value: 'application/json' }],
    queryString: [], headersSize: -1, bodySize: -1, ...(postData && { postData }) },
  response: { ...answer, content: { size: 2, mimeType: 'application/json', text: '{}' } },
})
const text = JSON.stringify({ recipient: 'manager', subject: 'Fee', body: `The quote says ${words}.` })
const entries = [entry('GET', '/orders'), entry('POST', '/orders/ord_1/messages', { mimeType: 'application/json', text })]
require('fs').writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'recorder', version: '1' }, entries } }))
JS
convert() { # words
  node archive.cjs "$1" archive.har
  rm -f script.js
  said=$(npx har-to-k6 archive.har -o script.js 2>&1 | grep -i error || true)
  echo "body with $1: $([ -e script.js ] && echo 'a script' || echo "no script; $said")"
  [ -e script.js ]
}
convert '$amount' && convert '{amount}' && ! convert '${amount}' && [[ $said == *'undefined variable'* ]]
