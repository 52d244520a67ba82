import { randomUUID } from 'node:crypto'
import ky from 'ky'

const { ASSAY_SANDBOX_URL: prefixUrl, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env

const signIn = async () => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const { access_token } = await ky.post('oauth/token', { prefixUrl, body }).json()
  return `Bearer ${access_token}`
}

const api = ky.create({ prefixUrl, headers: { authorization: await signIn() }, retry: { limit: 6 }, timeout: 60_000 })

const step = async (name, action) => {
  try {
    return await action().json()
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

console.log((await api('account').json()).lender.id)
await api('order-types')
const json = JSON.parse(process.env.LAB_DRAFT)
const created = await step('create', () => api.post('orders', { json, headers: { 'idempotency-key': randomUUID() } }))
if (created !== undefined) {
  await step('read', () => api(`orders/${created.id}`))
  await step('list', () => api('orders', { searchParams: { status: ['new', 'on_hold'], per_page: 10 } }))
  await step('types', () => api('order-types', { searchParams: { has_adu: true } }))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => api.post(`orders/${created.id}/messages`, { json: message }))
  await api.post(`sandbox/orders/${created.id}/advance`, { json: { to_status: 'report_complete' } })
  const [{ id: document }] = (await api(`orders/${created.id}/documents`).json()).data
  const { url } = (await api(`documents/${document}`).json()).download
  const file = await api(url, { prefixUrl: '' }).arrayBuffer()
  console.log(file.byteLength, 'bytes')
}
