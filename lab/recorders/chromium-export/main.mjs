import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const { LAB_PORT: port, LAB_DRAFT: draft, LAB_VARIANT: variant } = process.env
const args = ['--no-sandbox', `--remote-debugging-port=${port}`, '--remote-allow-origins=*']
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
const context = await browser.newContext()
const page = await context.newPage()
await page.goto(`${api}/ping`)
const pages = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
const { webSocketDebuggerUrl: socket } = pages.find(({ url }) => url === `${api}/ping`)
const tools = await context.newPage()
await tools.goto(`http://127.0.0.1:${port}/devtools/devtools_app.html?ws=${socket.slice(5)}&panel=network`)
const recorded = async () => {
  const { NetworkLog } = await import('./models/logs/logs.js')
  return NetworkLog.NetworkLog.instance().requests().length
}
// It records from when it is attached.
do await page.reload()
while ((await tools.evaluate(recorded).catch(() => 0)) === 0)
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
  await call('POST', `/sandbox/orders/${order}/advance`, JSON.stringify({ to_status: 'report_complete' }))
  const { data } = await call('GET', `/orders/${order}/documents`)
  const { download } = await call('GET', `/documents/${data[0].id}`)
  return (await (await fetch(download.url)).blob()).size
}
console.log(await page.evaluate(order, { api, id, secret, draft }), 'bytes')
const exported = async (sanitize) => {
  const { Writer } = await import('./models/har/har.js')
  const { NetworkLog } = await import('./models/logs/logs.js')
  const parts = []
  const stream = { write: async (part) => void parts.push(part) }
  const progress = { isCanceled: () => false, createSubProgress: () => progress, done() {} }
  for (const name of ['setTitle', 'setTotalWork', 'setWorked', 'incrementWorked']) progress[name] = () => {}
  await Writer.Writer.write(stream, NetworkLog.NetworkLog.instance().requests(), { sanitize }, progress)
  return parts.join('')
}
writeFileSync('traffic.har', await tools.evaluate(exported, variant === 'sanitized'))
await browser.close()
