// A simulator of its own, its control interface as the document describes it, and a lender of it.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import supertest from 'supertest'
import t from 'tap'
import type { Test } from 'tap'
import { createClientJudge } from '../../conformance/api/client-judge.ts'
import { fixturePath } from '../../simulator/contract/contract.ts'
import { startSimulator, type StartedSimulator } from '../../simulator/start/start-simulator.ts'
import { loadFixture } from '../fixture-files.ts'

type Method = 'get' | 'post' | 'put' | 'patch'
// Answers are held against the document before a test reads them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any
type Answer = { status: number; body: Json }

const day = 86_400_000
export const text = readFileSync(fixturePath('control.yaml'), 'utf8')
export const document = loadFixture<Json>('control.yaml')

const start = () =>
  startSimulator({
    stop: () => void stops.push('asked'),
    clock: { mode: 'manual' },
    allowHttpWebhooks: true,
    clientJudge: async () => createClientJudge(),
  })

const portsOf = ({ sandboxUrl, productionUrl }: StartedSimulator) => ({
  sandbox: supertest(sandboxUrl),
  production: supertest(productionUrl),
})

export const stops: string[] = []
export let simulator: StartedSimulator
export let profile: ReturnType<StartedSimulator['profile']>
export let control: ReturnType<typeof supertest>
export let lenderPort: ReturnType<typeof portsOf>

/** Each test file begins with a new simulator, also where it shares a process with others. */
export const begin = async (): Promise<void> => {
  simulator = await start()
  const { close } = simulator
  t.teardown(() => close())
  profile = simulator.profile()
  control = supertest(simulator.controlUrl)
  lenderPort = portsOf(simulator)
  stops.length = 0
  for (const kept of [succeeded, bearer]) kept.clear()
}

// --- the document as judge

const ajv = new Ajv2020({ allErrors: true, strict: false })

;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

export const entries = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ method, path, operation: operation as Json })),
)

const schemaOf = (method: Method, path: string, status: number): { id: string; schema: Json } => {
  const pattern = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const entry = entries.find((one) => one.method === method && pattern(one.path).test(path))!
  const { responses, operationId: id } = entry.operation
  const declared = responses[status] ?? (status >= 400 ? responses.default : undefined)
  if (!declared) throw new Error(`${id} answered ${status}, which its document does not know`)
  const response = declared.$ref ? document.components.responses[declared.$ref.split('/').at(-1)] : declared
  return { id, schema: response.content['application/json']?.schema }
}

const compiled = new Map<object, ValidateFunction>()
export const succeeded = new Set<string>()

/** Calls the control port; an answer that is not as the document says throws. */
export const call = async (method: Method, path: string, body?: object): Promise<Answer> => {
  const request = control[method](path)
  const { status, body: answer } = await (body === undefined ? request : request.send(body))
  const { id, schema } = schemaOf(method, path.split('?')[0]!, status)
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = ajv.compile({ ...schema, components: document.components })))
  if (!validate(answer)) throw new Error(`${id} ${status}: ${ajv.errorsText(validate.errors)}`)
  if (status < 300) succeeded.add(id)
  return { status, body: answer }
}

export const ok = async (method: Method, path: string, body?: object): Promise<Json> => {
  const answer = await call(method, path, body)
  if (answer.status < 300) return answer.body
  throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

export const refused = async (
  t: Test,
  method: Method,
  path: string,
  body: object | undefined,
  status: number,
  said: RegExp,
) => {
  const answer = await call(method, path, body)
  t.equal(answer.status, status, `${method} ${path} is refused with ${status}`)
  t.match(answer.body.message, said)
  return answer.body
}

// --- the lender's side

type Account = { client_id: string; client_secret: string; environment: string }
export const bearer = new Map<string, string>()

export const requestToken = ({ client_id, client_secret, environment }: Account) =>
  lenderPort[environment as 'sandbox']
    .post('/oauth/token')
    .send({ grant_type: 'client_credentials', client_id, client_secret })

export const lender = async (role: keyof typeof profile.credentials, method: Method, path: string, body?: object) => {
  const account = profile.credentials[role]!
  if (!bearer.has(role)) bearer.set(role, (await requestToken(account)).body.access_token)
  const request = lenderPort[account.environment as 'sandbox'][method](path).auth(bearer.get(role)!, { type: 'bearer' })
  const { status, body: answer } = await (body === undefined ? request : request.send(body))
  return { status, body: answer as Json }
}

export const read = async (method: Method, path: string, body?: object): Promise<Json> =>
  (await lender('main', method, path, body)).body

export const dateIn = (days: number) => new Date(simulator.clock.now() + days * day).toISOString().slice(0, 10)

export const draft = (more: Json = {}) => ({
  order_type_code: '1004',
  due_date: dateIn(20),
  loan: { purpose: 'refinance', number: 'L-77' },
  property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Zoë',
      last_name: 'Muñoz',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
  ...more,
})

export const placed = async (more: Json = {}): Promise<string> => {
  const { status, body } = await lender('main', 'post', '/orders', draft(more))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

export const feedOf = async (id: string): Promise<Json[]> =>
  (await read('get', `/events?order_id=${id}&per_page=100`)).data

export const statusOf = async (id: string): Promise<string> => (await read('get', `/orders/${id}`)).status.code

/**
 * Does something on an order as the company: the events it says it raised are those new in the lender's feed and of the
 * types expected, and the order it shows is the order that the lender reads.
 */
export const work = async (t: Test, id: string, path: string, body: object, expected: string[]): Promise<Json> => {
  const before = (await feedOf(id)).length
  const answer = await ok('post', `/orders/${id}${path}`, body)
  const fresh = (await feedOf(id)).slice(before)
  const plain = fresh.map(({ id, type }) => ({ id, type }))
  t.strictSame(answer.raised, plain, `${path} names the events that are new in the feed`)
  t.strictSame(
    plain.map(({ type }) => type),
    expected,
    `${path} raises what it should`,
  )
  t.strictSame(answer.order, await read('get', `/orders/${id}`), `${path} shows the order as the lender reads it`)
  return { ...answer, data: fresh.map(({ data }) => data) }
}

export const deliver = async (id: string) => ok('post', `/orders/${id}/deliver`, {})

export const base64 = (content: string) => Buffer.from(content).toString('base64')

// --- revisions

export const revising = async (kind = 'correction'): Promise<{ id: string; path: string; request: string }> => {
  const id = await placed()
  await deliver(id)
  const acknowledgements = { prior_appraisal_provided: true }
  const body = { kind, reason: 'the basement is finished', acknowledgements }
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, body)
  return { id, path: `/revision-requests/${revision_request.id}`, request: revision_request.id }
}
