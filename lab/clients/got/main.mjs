import { randomUUID } from 'node:crypto'
import got from 'got'

const { ASSAY_SANDBOX_URL: prefixUrl, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env

const signIn = async () => {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
  const { access_token } = await got.post('oauth/token', { prefixUrl, form }).json()
  return { authorization: `Bearer ${access_token}` }
}

const api = got.extend({
  prefixUrl,
  headers: await signIn(),
  responseType: 'json',
  retry: { limit: 6 },
})

const step = async (name, action) => {
  try {
    return (await action()).body
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

console.log((await api('account')).body.lender.id)
await api('order-types')
const json = JSON.parse(process.env.LAB_DRAFT)
const created = await step('create', () => api.post('orders', { json, headers: { 'idempotency-key': randomUUID() } }))
if (created !== undefined) {
  await step('read', () => api(`orders/${created.id}`))
  await step('list', () => api('orders', { searchParams: { status: ['new', 'on_hold'].join(), per_page: 10 } }))
  await step('types', () => api('order-types', { searchParams: { has_adu: true } }))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => api.post(`orders/${created.id}/messages`, { json: message }))
  await api.post(`sandbox/orders/${created.id}/advance`, { json: { to_status: 'report_complete' } })
  const [{ id: document }] = (await api(`orders/${created.id}/documents`)).body.data
  const { url } = (await api(`documents/${document}`)).body.download
  const file = await api(url, { prefixUrl: '', responseType: 'buffer' })
  console.log(file.body.length, 'bytes')
}
