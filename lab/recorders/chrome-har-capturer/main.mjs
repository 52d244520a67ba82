import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import capturer from 'chrome-har-capturer'
import { chromium } from 'playwright-core'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const { LAB_PORT: port, LAB_DRAFT: draft } = process.env
const args = ['--no-sandbox', `--remote-debugging-port=${port}`]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
const order = async ({ api, id, secret, draft }) => {
  const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const { access_token } = await (await fetch(`${api}/oauth/token`, { method: 'POST', body: grant })).json()
  const call = async (method, path, body, headers = {}) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const sent = { method, body, headers: { authorization: `Bearer ${access_token}`, ...headers, ...type } }
    const answer = await fetch(`${api}${path}`, sent).catch(() => undefined)
    if (answer?.status < 500) return answer.json()
    await new Promise((resolve) => setTimeout(resolve, 500 + 500 * Math.random()))
    return call(method, path, body, headers)
  }
  await call('GET', '/account')
  await call('GET', '/order-types')
  const { id: order } = await call('POST', '/orders', draft, { 'idempotency-key': crypto.randomUUID() })
  await call('GET', `/orders/${order}`)
  await call('GET', '/orders?status=new,on_hold')
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'letter.pdf')
  await call('POST', `/orders/${order}/documents`, form)
  await call('POST', `/sandbox/orders/${order}/advance`, JSON.stringify({ to_status: 'report_complete' }))
  const { data } = await call('GET', `/orders/${order}/documents`)
  const { download } = await call('GET', `/documents/${data[0].id}`)
  return (await (await fetch(download.url)).blob()).size
}
const place = (_url, { Runtime }) =>
  Runtime.evaluate({ expression: `(${order})(${JSON.stringify({ api, id, secret, draft })})`, awaitPromise: true })
const recording = capturer.run([`${api}/ping`], {
  host: '127.0.0.1',
  port: Number(port),
  content: true,
  postHook: place,
})
recording.on('fail', (_url, error) => console.log(error))
const [har] = await once(recording, 'har')
writeFileSync('traffic.har', JSON.stringify(har))
await browser.close()
