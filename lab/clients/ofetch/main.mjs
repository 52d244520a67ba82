import { randomUUID } from 'node:crypto'
import { ofetch } from 'ofetch'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env

let token
const http = ofetch.create({
  retry: 6,
  onRequest: ({ options }) => options.headers.set('authorization', `Bearer ${token}`),
})

const signIn = async () => {
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  token = (await ofetch(`${api}/oauth/token`, { method: 'POST', headers: { authorization }, body })).access_token
}

const call = (url, given) => http(url, given)

const step = async (name, action) => {
  try {
    return await action()
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

await signIn()
console.log((await call(`${api}/account`)).lender.id)
await call(`${api}/order-types`)
const draft = JSON.parse(process.env.LAB_DRAFT)
const headers = { 'idempotency-key': randomUUID() }
const created = await step('create', () => call(`${api}/orders`, { method: 'POST', body: draft, headers }))
if (created !== undefined) {
  const order = `${api}/orders/${created.id}`
  await step('read', () => call(order))
  await step('list', () => call(`${api}/orders`, { query: { status: ['new', 'on_hold'], per_page: 10 } }))
  await step('types', () => call(`${api}/order-types`, { query: { has_adu: true } }))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => call(`${order}/messages`, { method: 'POST', body: message }))
  const target = { to_status: 'report_complete' }
  await call(`${api}/sandbox/orders/${created.id}/advance`, { method: 'POST', body: target })
  const [{ id: document }] = (await call(`${order}/documents`)).data
  const { url } = (await call(`${api}/documents/${document}`)).download
  console.log((await http(url, { responseType: 'arrayBuffer' })).byteLength, 'bytes')
}
