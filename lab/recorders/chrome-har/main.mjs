import { writeFileSync } from 'node:fs'
import { harFromMessages } from 'chrome-har'
import { chromium } from 'playwright-core'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
const tools = await page.context().newCDPSession(page)
const events = []
const kept = [
  'Page.loadEventFired',
  'Page.domContentEventFired',
  'Page.frameStartedLoading',
  'Page.frameAttached',
  'Page.frameScheduledNavigation',
]
const network = [
  'requestWillBeSent',
  'requestServedFromCache',
  'dataReceived',
  'responseReceived',
  'resourceChangedPriority',
  'loadingFinished',
  'loadingFailed',
  'requestWillBeSentExtraInfo',
  'responseReceivedExtraInfo',
]
for (const method of [...kept, ...network.map((name) => `Network.${name}`)])
  tools.on(method, (params) => events.push({ method, params }))
await tools.send('Page.enable')
await tools.send('Network.enable')
await page.goto(`${api}/ping`)
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
console.log(await page.evaluate(order, { api, id, secret, draft: process.env.LAB_DRAFT }), 'bytes')
writeFileSync('traffic.har', JSON.stringify(harFromMessages(events)))
await browser.close()
