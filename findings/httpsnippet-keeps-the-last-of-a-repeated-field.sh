#!/usr/bin/env bash
# httpsnippet 3.0.10: from a request of a HAR file a program that sends it again, in twenty languages. The request is a form for a token, with two
# fields `resource`, as RFC 8707 permits.
# Guess: the programs send the same form, whatever the language.
# Seen: those for curl, Go and Python's requests send both fields. Those for JavaScript (fetch, axios) fill URLSearchParams with `set`,
# which replaces: the first `resource` is not sent.
# Touches: who takes such a snippet out of a recording or of a page of documentation as a start: a token for half of what was asked for, and no error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit httpsnippet@3.0.10 >/dev/null 2>&1 || { echo 'httpsnippet 3.0.10 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import httpsnippet from 'httpsnippet'

const params = ['https://a.example', 'https://b.example'].map((value) => ({ name: 'resource', value }))
const mimeType = 'application/x-www-form-urlencoded'
const request = { method: 'POST', url: 'https://id.example/token', httpVersion: 'HTTP/1.1', cookies: [], queryString: [] }
const entry = { ...request, headersSize: -1, bodySize: -1, headers: [{ name: 'Content-Type', value: mimeType }], postData: { mimeType, params } }
const made = (language, client) => new httpsnippet.HTTPSnippet(structuredClone(entry)).convert(language, client)
const hasBoth = (text) => text.includes('a.example') && text.includes('b.example')

/** What the lines of a snippet that fill the form leave in it. */
const form = (snippet) => {
  const lines = snippet.split('\n').filter((line) => /^(const )?encodedParams\b/.test(line)).join('\n')
  return String(new Function(`${lines}; return encodedParams`)())
}
const whole = [made('shell', 'curl'), made('python', 'requests'), made('go', 'native')].map(hasBoth)
const javascript = [made('node', 'fetch'), made('node', 'axios')].map(form)
console.log('curl, python and go have both:', ...whole)
console.log('fetch and axios send:', ...javascript)
process.exit(whole.every(Boolean) && javascript.every((sent) => sent === 'resource=https%3A%2F%2Fb.example') ? 0 : 1)
JS
node try.mjs
