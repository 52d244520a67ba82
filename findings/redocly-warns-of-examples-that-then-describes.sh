#!/usr/bin/env bash
# @redocly/cli 2.77.0, lint with its defaults. A schema has its properties, and `if`/`then` that makes one narrower; its example fits.
# Guess: no warning, as the example is valid by JSON Schema 2020-12.
# Seen: no-invalid-schema-examples says that the other properties must not be unevaluated: the rule closes each subschema, `then` as well. ajv finds the example valid.
# Touches: conditional schemas and allOf parts with examples; allowAdditionalProperties true for the rule is the way out.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --prefix . @redocly/cli@2.77.0 ajv@8.20.0 > /dev/null 2>&1 || { echo '@redocly/cli 2.77.0 cannot be had'; exit 2; }
cat > api.json <<'JSON'
{ "openapi": "3.1.0", "info": { "title": "Contacts", "version": "1" }, "paths": {}, "components": { "schemas": { "Contact": {
  "type": "object", "properties": { "type": { "type": "string" }, "value": { "type": "string" } },
  "if": { "properties": { "type": { "const": "email" } } }, "then": { "properties": { "value": { "pattern": "@" } } },
  "examples": [{ "type": "email", "value": "sam@example.test" }] } } } }
JSON
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
npx redocly lint api.json --format json > found.json 2> /dev/null || true
cat > try.cjs <<'JS'
const Ajv = require('ajv/dist/2020')
const { Contact } = require('./api.json').components.schemas
const isValid = new Ajv().validate(Contact, Contact.examples[0])
const warned = require('./found.json').problems.filter(({ ruleId }) => ruleId === 'no-invalid-schema-examples')
console.log('ajv:', isValid ? 'valid' : 'invalid')
for (const { message } of warned) console.log('redocly:', message)
process.exit(isValid && warned.some(({ message }) => message.includes('unevaluated')) ? 0 : 1)
JS
node try.cjs
