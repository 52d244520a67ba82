// `npm run console:pictures`: docs/console/*.webp, the pages of the console with a client at work; `-- --width 390 --folder DIR` as a phone shows them. Needs Chromium.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createClientJudge } from '../conformance/api/client-judge.ts'
import { startSimulator } from '../simulator/start/start-simulator.ts'
import { findChromium, launchChromium } from '../tests/chromium.ts'
import { root } from '../tests/places.ts'

const { values } = parseArgs({
  options: {
    width: { type: 'string', default: '1100' },
    folder: { type: 'string', default: join(root, 'docs', 'console') },
  },
})

const executablePath = findChromium()
if (!executablePath) throw new Error('no Chromium: install it, or name it in ASSAY_CHROMIUM')

const simulator = await startSimulator({
  clock: { mode: 'manual' },
  allowHttpWebhooks: true,
  clientJudge: async () => createClientJudge(),
})

const send = async (url: string, method: string, body?: unknown, headers: Record<string, string> = {}) => {
  const type = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(url, { method, headers: type, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return (await answer.json()) as { id: string; access_token: string }
}
const control = (method: string, path: string, body?: unknown) => send(simulator.controlUrl + path, method, body)

const { client_id, client_secret } = simulator.profile().credentials.main
const grant = { grant_type: 'client_credentials', client_id, client_secret }
const { access_token } = await send(`${simulator.sandboxUrl}/oauth/token`, 'POST', grant)
const lender = (method: string, path: string, body?: unknown, headers = {}) =>
  send(simulator.sandboxUrl + path, method, body, { authorization: `Bearer ${access_token}`, ...headers })

const draft = {
  order_type_code: '1004',
  due_date: new Date(simulator.clock.now() + 21 * 86_400_000).toISOString().slice(0, 10),
  lender_reference: 'LN-118',
  loan: { purpose: 'refinance', number: 'L-77' },
  property: {
    address: { street: '12 Oak Lane', city: 'Austin', state: 'TX', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Zoë',
      last_name: 'Muñoz',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
}

const webhook = { url: 'http://127.0.0.1:9/hooks', secret: 'x'.repeat(40), enabled: true, events: ['*'] }
await control('POST', '/orders/seed', {})
await control('PUT', '/lenders/len_bluestem/webhooks/sandbox', webhook)
await control('POST', '/faults', { kind: 'status', status: 503, operation: 'getAccount', nth: 2, retry_after: 5 })
await control('POST', '/faults', { kind: 'duplicate', event_type: 'order.completed', every: 2, times: 4 })
await control('POST', '/personas', { name: 'punctual' })
await lender('GET', '/account')
await lender('GET', '/account')
const { id } = await lender('POST', '/orders', draft, { 'idempotency-key': 'order-118' })
const { due_date: _left, ...incomplete } = draft
await lender('POST', '/orders', incomplete)
await control('POST', '/personas', { name: 'declining', order_id: id, seed: 7 })
await control('POST', '/snapshots', { name: 'before the report' })
await lender('POST', `/orders/${id}/resume`, {})
await simulator.idle()
const refused = simulator.journal.entries({ status: 422 }).at(-1)!

const pages: [name: string, hash: string, scheme: 'light' | 'dark', width?: number][] = [
  ['orders', 'orders', 'light'],
  ['order', `orders/${id}`, 'dark'],
  ['order-on-a-phone', `orders/${id}`, 'light', 390],
  ['events', 'events', 'light'],
  ['journal', 'journal', 'light'],
  ['entry', `journal/${refused._id}`, 'light'],
  ['findings', 'findings', 'light'],
  ['faults', 'faults', 'dark'],
  ['personas', 'personas', 'light'],
  ['clock', 'clock', 'light'],
  ['credentials', 'credentials', 'dark'],
]

const folder = resolve(values.folder)
mkdirSync(folder, { recursive: true })
const browser = await launchChromium(executablePath)
for (const [name, hash, colorScheme, width = Number(values.width)] of pages) {
  const context = await browser.newContext({ viewport: { width, height: 780 }, colorScheme })
  const page = await context.newPage()
  await page.goto(`${simulator.controlUrl}/#/${hash}`)
  await page.waitForSelector('main:not(:has([aria-busy=true])) h1')
  await page.waitForSelector('.dot.on')
  if (name === 'findings') await page.waitForSelector('.violated')
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 45 })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  await context.close()
}
await browser.close()
await simulator.close()
