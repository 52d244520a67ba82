// Writes the events of the OpenAPI document's webhooks as an AsyncAPI 3.1 document, with the schemas that they use, and has
// @asyncapi/parser validate it. node lab/generators/asyncapi.mjs FILE
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
const parser = '@asyncapi/parser@3.6.6'
const { info, webhooks, components } = parse(readFileSync(`${root}fixtures/openapi.yaml`, 'utf8'))
const prefix = '#/components/schemas/'

/** Names of the schemas that a value refers to, and those refer to. */
const usedBy = (value, found = new Set()) => {
  if (typeof value !== 'object' || value === null) return found
  const name = typeof value.$ref === 'string' ? value.$ref.slice(prefix.length) : undefined
  if (name !== undefined && !found.has(name)) usedBy(components.schemas[name], found.add(name))
  for (const inner of Object.values(value)) usedBy(inner, found)
  return found
}

const named = ({ $ref }) => components.parameters[$ref.split('/').at(-1)]

const messages = Object.entries(webhooks).map(([type, { post }]) => {
  const headers = post.parameters.map(named)
  const message = {
    name: type,
    summary: post.summary,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: headers.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        headers.map(({ name, description, schema }) => [name, { description, ...schema }]),
      ),
    },
    payload: post.requestBody.content['application/json'].schema,
  }
  return [post.operationId, message]
})

const schemas = Object.fromEntries([...usedBy(messages)].toSorted().map((name) => [name, components.schemas[name]]))
const document = {
  asyncapi: '3.1.0',
  info: { title: `${info.title}: events`, version: info.version, description: info.description },
  defaultContentType: 'application/json',
  channels: {
    webhook: {
      address: null,
      description: 'The https address that a lender account has set. Each event is a POST to it.',
      messages: Object.fromEntries(messages.map(([id]) => [id, { $ref: `#/components/messages/${id}` }])),
    },
  },
  operations: Object.fromEntries(
    messages.map(([id, { summary }]) => [
      id,
      {
        action: 'receive',
        summary,
        channel: { $ref: '#/channels/webhook' },
        messages: [{ $ref: `#/channels/webhook/messages/${id}` }],
      },
    ]),
  ),
  components: { messages: Object.fromEntries(messages), schemas },
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Which file? node lab/generators/asyncapi.mjs FILE')
writeFileSync(resolve(file), stringify(document, { aliasDuplicateObjects: false }))

const place = `${root}.cache/generators/asyncapi`
mkdirSync(place, { recursive: true })
const { status } = spawnSync('npm', ['install', '--silent', '--no-fund', '--no-audit', '--prefix', place, parser], {
  stdio: 'inherit',
})
if (status !== 0) throw new Error(`${parser} cannot be had.`)
const { Parser } = createRequire(`${place}/`)('@asyncapi/parser')
const problems = await new Parser().validate(readFileSync(resolve(file), 'utf8'))
for (const { severity, code, message, path } of problems)
  console.log(['error', 'warning', 'info', 'hint'][severity], code, path.join('/'), message)
const isValid = problems.every(({ severity }) => severity > 0)
console.log(
  `${isValid ? 'valid' : 'not valid'}: ${messages.length} events, ${Object.keys(schemas).length} schemas, ${parser}`,
)
process.exitCode = isValid ? 0 : 1
