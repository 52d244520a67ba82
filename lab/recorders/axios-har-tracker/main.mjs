import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import axios from 'axios'
import { AxiosHarTracker } from 'axios-har-tracker'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const tracker = new AxiosHarTracker(axios)
const grant = new URLSearchParams({ grant_type: 'client_credentials' })
const signedIn = await axios.post(`${api}/oauth/token`, grant, { auth: { username: id, password: secret } })
const call = async (method, path, data, headers = {}) => {
  const all = { authorization: `Bearer ${signedIn.data.access_token}`, ...headers }
  try {
    return (await axios.request({ method, url: `${api}${path}`, data, headers: all })).data
  } catch (error) {
    if (error.response?.status < 500) throw error
    await new Promise((resolve) => setTimeout(resolve, 500 + 500 * Math.random()))
    return call(method, path, data, headers)
  }
}
await call('GET', '/account')
await call('GET', '/order-types')
const draft = JSON.parse(process.env.LAB_DRAFT)
const { id: order } = await call('POST', '/orders', draft, { 'idempotency-key': randomUUID() })
await call('GET', `/orders/${order}`)
await call('GET', '/orders?status=new,on_hold')
const form = new FormData()
form.set('kind', 'supporting')
form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'letter.pdf')
await call('POST', `/orders/${order}/documents`, form)
await call('POST', `/sandbox/orders/${order}/advance`, { to_status: 'report_complete' })
const { data } = await call('GET', `/orders/${order}/documents`)
const { download } = await call('GET', `/documents/${data[0].id}`)
console.log((await axios.get(download.url, { responseType: 'arraybuffer' })).data.byteLength, 'bytes')
writeFileSync('traffic.har', JSON.stringify(tracker.getGeneratedHar()))
