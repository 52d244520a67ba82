// The contract as a Postman collection, by openapi-to-postmanv2: `npm run postman`, `node lab/postman/make.mjs FILE`. --check runs the usual way of an
// order with newman, Postman's own runner, against a simulator. The converter knows no values; what a run needs is set here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSimulator } from '../../dist/in-process.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { positionals, values: flags } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const work = `${root}.cache/postman/`
mkdirSync(work, { recursive: true })
const file = positionals[0] ?? `${work}collection.json`

const tool = async (pinned, args) => {
  const child = spawn('npx', ['--yes', ...pinned, ...args], { cwd: work, stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${pinned.at(-1)} must end with 0, and it ended with ${status}.`)
}

const test = (script) => [{ listen: 'test', script: { type: 'text/javascript', exec: script } }]
const keeps = (name, expression) => `pm.collectionVariables.set('${name}', ${expression})`
const answers = (status) => `pm.test('${status}', () => pm.response.to.have.status(${status}))`
const json = (value) => ({ mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } })

const order = {
  order_type_code: '{{order_type_code}}',
  due_date: '{{due_date}}',
  loan: { purpose: 'refinance' },
  property: {
    address: { street: '12 Oak Lane', city: 'Austin', state: 'TX', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Zoë',
      last_name: 'Muñoz',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
}

const form = (fields) => Object.entries(fields).map(([key, value]) => ({ key, value, type: 'text' }))

/** In the order of a run: what a request needs, and what it leaves for the next. */
const steps = {
  'POST oauth/token': {
    body: {
      mode: 'urlencoded',
      urlencoded: form({
        grant_type: 'client_credentials',
        client_id: '{{client_id}}',
        client_secret: '{{client_secret}}',
      }),
    },
    auth: { type: 'noauth' },
    event: [answers(200), keeps('access_token', 'pm.response.json().access_token')],
  },
  'GET order-types': { event: [answers(200), keeps('order_type_code', 'pm.response.json().data[0].code')] },
  'POST orders': {
    body: json(order),
    event: [answers(201), keeps('order_id', 'pm.response.json().id')],
    before: [keeps('due_date', 'new Date(Date.now() + 20 * 86400000).toISOString().slice(0, 10)')],
  },
  'GET orders/:order_id': {
    event: [
      answers(200),
      "pm.test('the same order', () => pm.expect(pm.response.json().id).to.equal(pm.collectionVariables.get('order_id')))",
    ],
  },
  'GET orders': {
    event: [answers(200), "pm.test('it is listed', () => pm.expect(pm.response.json().total).to.be.above(0))"],
  },
  'POST orders/:order_id/documents': {
    body: {
      mode: 'formdata',
      formdata: [...form({ kind: 'supporting' }), { key: 'file', type: 'file', src: 'note.txt' }],
    },
    event: [
      "pm.test('stored', () => pm.expect(pm.response.code).to.be.within(200, 299))",
      keeps('document_id', 'pm.response.json().id'),
    ],
  },
  'GET documents/:document_id': { event: [answers(200), keeps('signed_link', 'pm.response.json().download.url')] },
  'GET download/:document_id': {
    url: '{{signed_link}}',
    auth: { type: 'noauth' },
    event: [answers(200), "pm.test('the same bytes', () => pm.expect(pm.response.text()).to.equal('A note.'))"],
  },
  'GET events': {
    event: [
      answers(200),
      "pm.test('the order has an event', () => pm.expect(pm.response.json().data).not.to.be.empty)",
    ],
  },
}

const nameOf = ({ request: { method, url } }) => `${method} ${url.path.join('/')}`

const byStep = new Map()

/** What is optional stays in the list, switched off. */
const completed = (item) => {
  const step = nameOf(item)
  const { before, event, ...more } = steps[step] ?? {}
  const { request } = item
  for (const one of [...(request.url.query ?? []), ...request.header])
    if (!['Content-Type', 'Accept', 'Idempotency-Key'].includes(one.key)) one.disabled = true
  for (const one of request.header) if (one.key === 'Idempotency-Key') one.value = '{{$guid}}'
  for (const one of request.url.variable ?? []) one.value = `{{${one.key}}}`
  if (more.body?.mode === 'formdata') request.header = request.header.filter(({ key }) => key !== 'Content-Type')
  if (more.body?.mode === 'urlencoded')
    for (const one of request.header) if (one.key === 'Content-Type') one.value = 'application/x-www-form-urlencoded'
  delete request.auth
  Object.assign(request, more)
  const events = [...(before ? [{ ...test(before)[0], listen: 'prerequest' }] : []), ...(event ? test(event) : [])]
  const complete = { ...item, response: [], ...(events.length > 0 && { event: events }) }
  byStep.set(step, complete)
  return complete
}

const convert = async () => {
  await tool(
    ['--package', 'openapi-to-postmanv2@6.3.3', 'openapi2postmanv2'],
    [
      '-s',
      `${root}fixtures/openapi.yaml`,
      '-o',
      `${work}made.json`,
      '-O',
      'folderStrategy=Tags,requestNameSource=Fallback',
    ],
  )
  const { item: folders, ...made } = JSON.parse(readFileSync(`${work}made.json`, 'utf8'))
  const variables = { baseUrl: 'http://127.0.0.1:4010/sandbox/v1', client_id: '', client_secret: '', access_token: '' }
  return {
    ...made,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: folders
      .filter(({ item }) => item.length > 0)
      .map((folder) => ({ ...folder, item: folder.item.map(completed) })),
  }
}

const check = async (collection) => {
  const item = Object.keys(steps).map((step) => byStep.get(step))
  writeFileSync(`${work}run.json`, JSON.stringify({ ...collection, item }))
  writeFileSync(`${work}note.txt`, 'A note.')
  const simulator = await createSimulator()
  const { client_id, client_secret } = simulator.profile().credentials.main
  const given = Object.entries({ baseUrl: simulator.sandboxUrl, client_id, client_secret })
  try {
    await tool(
      ['--package', 'newman@6.2.2', 'newman'],
      ['run', 'run.json', '--working-dir', work, ...given.flatMap(([key, value]) => ['--env-var', `${key}=${value}`])],
    )
  } finally {
    await simulator.close()
  }
}

const collection = await convert()
writeFileSync(file, `${JSON.stringify(collection, null, 2)}\n`)
process.stdout.write(`${file}\n`)
if (flags.check) await check(collection)
