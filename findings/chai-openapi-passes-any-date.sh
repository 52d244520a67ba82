#!/usr/bin/env bash
# chai-openapi-response-validator 0.14.2 (npm) with chai 4.5.0, the sister of jest-openapi; both are on openapi-validator 0.14.2. `satisfyApiSpec` "validates
#   the status and body of HTTP responses against your OpenAPI spec". The document is OpenAPI 3.0.
# Guess: a text of `format: date-time`, `date` or `uuid` is held against its format, as other checkers of OpenAPI do, and a `writeOnly` field is no part of an answer.
# Seen: "tomorrow" passes as each of the three, and so does an answer with a field that is `writeOnly`. Types, patterns and `required` are checked. No option
#   of the library switches the formats on. Ajv with ajv-formats refuses "tomorrow" under the same schema.
# Touches: services whose tests hold their answers against the contract: due dates without a zone and ids that are none are green there, and fail at
#   the first client that reads them. Check the formats in a test of your own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit chai-openapi-response-validator@0.14.2 chai@4.5.0 ajv@8.20.0 ajv-formats@3.0.1 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const chai = require('chai')
const Ajv = require('ajv').default
const formats = require('ajv-formats').default

const formatted = (format) => ({ type: 'string', format })
const properties = {
  placed_at: formatted('date-time'),
  due_on: formatted('date'),
  id: formatted('uuid'),
  code: { type: 'string', pattern: '^[A-Z]+$' },
  secret: { type: 'string', writeOnly: true },
}
const schema = { type: 'object', required: ['code'], properties }
const content = { 'application/json': { schema } }
const get = { responses: { 200: { description: 'Found.', content } } }
chai.use(require('chai-openapi-response-validator').default({ openapi: '3.0.3', info: { title: 'Orders', version: '1' }, paths: { '/order': { get } } }))

const satisfies = (data) => {
  const response = { status: 200, headers: { 'content-type': 'application/json' }, data, config: {}, request: { method: 'GET', path: '/order' } }
  try {
    chai.expect(response).to.satisfyApiSpec
    return true
  } catch (error) {
    if (error instanceof chai.AssertionError) return false
    throw error
  }
}
const judge = formats(new Ajv({ strict: false })).compile(schema)
const seen = [{ placed_at: 'tomorrow' }, { due_on: 'tomorrow' }, { id: 'tomorrow' }, { secret: 'x' }, { code: 'tomorrow' }, { due_on: 5 }].map((fields) => {
  const data = { code: 'A', ...fields }
  console.log(`${JSON.stringify(data)}: satisfyApiSpec ${satisfies(data)}, Ajv with formats ${judge(data)}`)
  return `${satisfies(data)} ${judge(data)}`
})
process.exit(`${seen}` === 'true false,true false,true false,true true,false false,false false' ? 0 : 1)
JS
node try.cjs
