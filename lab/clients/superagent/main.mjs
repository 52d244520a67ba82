import { randomUUID } from 'node:crypto'
import request from 'superagent'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const agent = request.agent()

const send = (make) => make().retry(6)

const signIn = async () => {
  const form = { grant_type: 'client_credentials' }
  const { body } = await send(() => request.post(`${api}/oauth/token`).auth(id, secret).type('form').send(form))
  agent.auth(body.access_token, { type: 'bearer' })
}

const call = async (make) => (await send(make)).body

const step = async (name, action) => {
  try {
    return await action()
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

await signIn()
console.log((await call(() => agent.get(`${api}/account`))).lender.id)
await call(() => agent.get(`${api}/order-types`))
const draft = JSON.parse(process.env.LAB_DRAFT)
const key = randomUUID()
const create = () => agent.post(`${api}/orders`).set('Idempotency-Key', key).send(draft)
const created = await step('create', () => call(create))
if (created !== undefined) {
  const order = `${api}/orders/${created.id}`
  await step('read', () => call(() => agent.get(order)))
  await step('list', () => call(() => agent.get(`${api}/orders`).query({ status: ['new', 'on_hold'], per_page: 10 })))
  await step('types', () => call(() => agent.get(`${api}/order-types`).query({ has_adu: true })))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => call(() => agent.post(`${order}/messages`).send(message)))
  const target = { to_status: 'report_complete' }
  await call(() => agent.post(`${api}/sandbox/orders/${created.id}/advance`).send(target))
  const [{ id: document }] = (await call(() => agent.get(`${order}/documents`))).data
  const { url } = (await call(() => agent.get(`${api}/documents/${document}`))).download
  const file = await agent.get(url).buffer(true)
  console.log(file.body.length, 'bytes')
}
