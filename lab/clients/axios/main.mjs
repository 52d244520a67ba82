import { randomUUID } from 'node:crypto'
import axios from 'axios'
import axiosRetry from 'axios-retry'

const { ASSAY_SANDBOX_URL: baseURL, ASSAY_MAIN_CLIENT_ID: username, ASSAY_MAIN_CLIENT_SECRET: password } = process.env

const api = axios.create({ baseURL })
axiosRetry(api, { retries: 6, retryDelay: axiosRetry.exponentialDelay })

const signIn = async () => {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const { data } = await axios.post('oauth/token', form, { baseURL, auth: { username, password } })
  api.defaults.headers.common.Authorization = `Bearer ${data.access_token}`
}

const step = async (name, action) => {
  try {
    return (await action()).data
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

await signIn()
console.log((await api.get('account')).data.lender.id)
await api.get('order-types')
const draft = JSON.parse(process.env.LAB_DRAFT)
const created = await step('create', () => api.post('orders', draft, { headers: { 'Idempotency-Key': randomUUID() } }))
if (created !== undefined) {
  await step('read', () => api.get(`orders/${created.id}`))
  await step('list', () => api.get('orders', { params: { status: ['new', 'on_hold'], per_page: 10 } }))
  await step('types', () => api.get('order-types', { params: { has_adu: true } }))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => api.post(`orders/${created.id}/messages`, message))
  await api.post(`sandbox/orders/${created.id}/advance`, { to_status: 'report_complete' })
  const [{ id: document }] = (await api.get(`orders/${created.id}/documents`)).data.data
  const { url } = (await api.get(`documents/${document}`)).data.download
  const file = await api.get(url, { responseType: 'arraybuffer' })
  console.log(file.data.length, 'bytes')
}
