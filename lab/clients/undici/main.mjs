import { randomUUID } from 'node:crypto'
import { Agent, request, RetryAgent } from 'undici'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const dispatcher = new RetryAgent(new Agent(), { maxRetries: 6 })
const headers = { 'content-type': 'application/json' }

const call = async (method, url, body, more = {}) => {
  const given = { dispatcher, method, headers: { ...headers, ...more } }
  const answer = await request(url, { ...given, body: body === undefined ? null : JSON.stringify(body) })
  const json = await answer.body.json()
  if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} ${json.code}`)
  return json
}

const signIn = async () => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  }).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await request(`${api}/oauth/token`, { dispatcher, method: 'POST', headers: form, body })
  headers.authorization = `Bearer ${(await answer.body.json()).access_token}`
}

const step = async (name, action) => {
  try {
    return await action()
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

await signIn()
console.log((await call('GET', `${api}/account`)).lender.id)
await call('GET', `${api}/order-types`)
const draft = JSON.parse(process.env.LAB_DRAFT)
const created = await step('create', () => call('POST', `${api}/orders`, draft, { 'idempotency-key': randomUUID() }))
if (created !== undefined) {
  const order = `${api}/orders/${created.id}`
  await step('read', () => call('GET', order))
  await step('list', () =>
    call('GET', `${api}/orders?${new URLSearchParams({ status: ['new', 'on_hold'], per_page: 10 })}`),
  )
  await step('types', () => call('GET', `${api}/order-types?${new URLSearchParams({ has_adu: true })}`))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => call('POST', `${order}/messages`, message))
  await call('POST', `${api}/sandbox/orders/${created.id}/advance`, { to_status: 'report_complete' })
  const [{ id: document }] = (await call('GET', `${order}/documents`)).data
  const { url } = (await call('GET', `${api}/documents/${document}`)).download
  const file = await request(url, { dispatcher, headers })
  console.log((await file.body.arrayBuffer()).byteLength, 'bytes')
}
await dispatcher.close()
