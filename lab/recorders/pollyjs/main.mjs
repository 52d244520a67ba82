import { randomUUID } from 'node:crypto'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { Polly } from '@pollyjs/core'
import FetchAdapter from '@pollyjs/adapter-fetch'
import FSPersister from '@pollyjs/persister-fs'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
rmSync('recordings', { recursive: true, force: true })
Polly.register(FetchAdapter)
Polly.register(FSPersister)
const polly = new Polly('order', {
  adapters: ['fetch'],
  persister: 'fs',
  persisterOptions: { fs: { recordingsDir: 'recordings' } },
  recordFailedRequests: true,
})
const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const signedIn = await fetch(`${api}/oauth/token`, { method: 'POST', headers: form, body: grant.toString() })
const { access_token } = await signedIn.json()
const call = async (method, path, body, headers = {}) => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { method, body, headers: { authorization: `Bearer ${access_token}`, ...headers, ...type } }
  const answer = await fetch(`${api}${path}`, sent).catch(() => undefined)
  if (answer?.status < 500) return answer.json()
  await new Promise((resolve) => setTimeout(resolve, 500 + 500 * Math.random()))
  return call(method, path, body, headers)
}
await call('GET', '/account')
await call('GET', '/order-types')
const { id: order } = await call('POST', '/orders', process.env.LAB_DRAFT, { 'idempotency-key': randomUUID() })
await call('GET', `/orders/${order}`)
await call('GET', '/orders?status=new,on_hold')
await call('POST', `/sandbox/orders/${order}/advance`, JSON.stringify({ to_status: 'report_complete' }))
const { data } = await call('GET', `/orders/${order}/documents`)
const { download } = await call('GET', `/documents/${data[0].id}`)
console.log((await (await fetch(download.url)).arrayBuffer()).byteLength, 'bytes')
await polly.stop()
copyFileSync(`recordings/${readdirSync('recordings')[0]}/recording.har`, 'traffic.har')
