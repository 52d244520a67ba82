// Records what the OpenAPI document permits and refuses: node dist/scripts/record-openapi-meaning.js [DOCUMENT]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createSimulator } from '../in-process.ts'
import { judgeOf, packed, placesOf, type Document, type Meaning } from '../tests/openapi-meaning.ts'
import { root } from '../tests/places.ts'
import { complete, minimal, upload } from '../tests/simulator/samples.ts'

type Seen = Map<string, unknown[]>

const see = (seen: Seen, place: string, value: unknown): void => {
  const values = seen.get(place) ?? []
  // Two of a place show what its fields may be; more would be the same again.
  if (values.length < 2 && !values.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    seen.set(place, [...values, value])
}

/** The first two rows of a list show what a row is. */
const shortened = (body: unknown): unknown => {
  const { data } = body as { data?: unknown }
  return Array.isArray(data) ? { ...(body as object), data: data.slice(0, 2) } : body
}

/** What the simulator sends and takes along one story. */
const seeStory = async (seen: Seen): Promise<void> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  const now = simulator.clock.now()
  const { main } = simulator.profile().credentials
  let token = ''
  const call = async (operation: string, method: string, path: string, body?: unknown, key = 'key') => {
    const isFile = body instanceof Uint8Array
    const type: Record<string, string> = isFile || body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await fetch(`${simulator.sandboxUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, ...type, ...(isFile && upload().headers) },
      ...(body !== undefined && { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, never>
    if (body !== undefined && !isFile && reply.ok) see(seen, `${operation} request application/json`, body)
    const status = reply.ok ? ['2XX', String(reply.status)] : [String(reply.status)]
    for (const one of status) see(seen, `${operation} ${one} application/json`, shortened(answer))
    return answer
  }
  const grant = { grant_type: 'client_credentials', client_id: main!.client_id, client_secret: 'fictitious-secret' }
  await call('requestToken', 'POST', '/oauth/token', grant)
  token = (await call('requestToken', 'POST', '/oauth/token', { ...grant, client_secret: main!.client_secret }))[
    'access_token'
  ]!
  await call('ping', 'GET', '/ping')
  await call('getAccount', 'GET', '/account')
  await call('listOrderTypes', 'GET', '/order-types')
  const full = await call('createOrder', 'POST', '/orders', complete(now), 'full')
  const order = await call(
    'createOrder',
    'POST',
    '/orders',
    { ...minimal(now), loan: { purpose: 'refinance', number: 'L' }, documents: [] },
    'a',
  )
  await call('createOrder', 'POST', '/orders', { ...minimal(now), borrowers: [] }, 'b')
  const at = `/orders/${order['id']!}`
  await call('getOrder', 'GET', `/orders/${full['id']!}`)
  await call('getOrder', 'GET', '/orders/ord_none')
  await call('listOrders', 'GET', '/orders')
  await call('amendOrder', 'PATCH', at, { lender_reference: 'REF-1' })
  await call('holdOrder', 'POST', `${at}/hold`, { reason: 'wait' })
  await call('holdOrder', 'POST', `${at}/hold`, { reason: 'wait' })
  await call('resumeOrder', 'POST', `${at}/resume`, {})
  const to = (to_status: string) => call('advanceOrder', 'POST', `/sandbox${at}/advance`, { to_status })
  for (const status of ['appraiser_assigned', 'appointment_scheduled', 'awaiting_review', 'report_complete'])
    await to(status)
  await to('new')
  await call('getOrder', 'GET', at)
  await call('createRevisionRequest', 'POST', `${at}/revision-requests`, { kind: 'correction', reason: 'Sketch' })
  await call('listRevisionRequests', 'GET', `${at}/revision-requests`)
  const message = { recipient: 'manager', subject: 'Hello', body: 'Hello', document_ids: [] }
  await call('sendMessage', 'POST', `${at}/messages`, message)
  await call('listMessages', 'GET', `${at}/messages`)
  const parts = { kind: 'supporting', purpose: 'other', description: 'Sales', file: 'bytes' }
  see(seen, 'uploadDocument request multipart/form-data', parts)
  const document = await call('uploadDocument', 'POST', `${at}/documents`, new Uint8Array(upload().body))
  await call('listDocuments', 'GET', `${at}/documents`)
  await call('getDocument', 'GET', `/documents/${document['id']!}`)
  await call('cancelOrder', 'POST', `/orders/${full['id']!}/cancel`, { reason: 'withdrawn' })
  await call('getWebhook', 'GET', '/webhook')
  await call('setWebhook', 'PUT', '/webhook', {
    url: 'https://127.0.0.1:9/hook',
    events: ['*'],
    secret: 's'.repeat(32),
  })
  await call('getWebhook', 'GET', '/webhook')
  await call('testWebhook', 'POST', '/webhook/test', { type: 'order.created' })
  await call('listEvents', 'GET', '/events')
  await call('listEvents', 'GET', `/events?type=order.status_changed`)
  await simulator.close()
}

type Named = { examples?: unknown[] }

const file = process.argv[2] ?? join(root, 'fixtures', 'openapi.yaml')
const document = parse(readFileSync(file, 'utf8')) as Document
const schemas = document.components['schemas'] as Record<string, Named>
const judge = judgeOf(document)
const seen: Seen = new Map()
await seeStory(seen)

const meaning: Meaning = { values: [], texts: {} }

const keep = (place: string, value: unknown, verdicts: string): void => {
  const same = meaning.values.find(
    (one) => one.verdicts === verdicts && JSON.stringify(one.value) === JSON.stringify(value),
  )
  if (same) same.places.push(place)
  else meaning.values.push({ places: [place], value, verdicts })
}

for (const { place, schema, text } of placesOf(document)) {
  if (text) {
    meaning.texts[place] = packed(judge.ofText(schema))
    continue
  }
  const examples = schemas[schema.$ref?.split('/').at(-1) ?? '']?.examples ?? []
  const given = [...(seen.get(place) ?? []), ...examples, ...(examples.length === 0 ? [{}] : [])]
  const values = given.filter((value) => judge.accepts(schema, value)).slice(0, 3)
  if (values.length === 0)
    throw new Error(
      `${place} needs a value that is valid, but none was seen; give its schema an example in fixtures/openapi.yaml, or a call in this script.`,
    )
  for (const value of values) keep(place, value, packed(judge.ofValue(schema, value)))
}
writeFileSync(join(root, 'tests', 'openapi-meaning.json'), `${JSON.stringify(meaning)}\n`)
