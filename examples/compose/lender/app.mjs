// A lender's application: sets its webhook, places an order, and fetches the report when the webhook says that it is there.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { SERVICE_URL, LENDER_ID, LENDER_SECRET, OWN_HOST, OWN_PORT } = process.env
const secret = randomBytes(32).toString('hex')
const print = (line) => process.stdout.write(`${line}\n`)

let token
const renew = async () => {
  const form = { grant_type: 'client_credentials', client_id: LENDER_ID, client_secret: LENDER_SECRET }
  const answer = await fetch(`${SERVICE_URL}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  token = (await answer.json()).access_token
}

/** A token lasts an hour of the service; the call that finds it expired gets another one. */
const call = async (method, path, body, headers = {}) => {
  for (let attempt = 1; ; attempt += 1) {
    if (token === undefined) await renew()
    const answer = await fetch(`${SERVICE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return answer.json()
    if (answer.status !== 401 || attempt === 3) throw new Error(`${method} ${path}: ${await answer.text()}`)
    token = undefined
  }
}

/** Over the bytes as they came, and no older than five minutes. */
const isSigned = (signature, bytes) => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(bytes).digest()
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'))
}

const seen = new Set()
let onReport
const report = new Promise((resolve) => (onReport = resolve))

const server = createServer(async (request, response) => {
  const bytes = await buffer(request)
  const signed = isSigned(request.headers['x-service-signature'], bytes)
  response.writeHead(signed ? 204 : 401).end()
  if (!signed) return
  const event = JSON.parse(bytes)
  // A delivery may come twice.
  if (seen.has(event.id)) return
  seen.add(event.id)
  print(`event ${event.type}`)
  if (event.type === 'order.completed') onReport()
}).listen(Number(OWN_PORT))
await once(server, 'listening')

await call('PUT', '/webhook', {
  url: `http://${OWN_HOST}:${server.address().port}/hooks`,
  enabled: true,
  events: ['order.created', 'order.status_changed', 'order.completed'],
  secret,
})
const key = randomUUID()
const order = await call(
  'POST',
  '/orders',
  {
    order_type_code: '1004',
    due_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    loan: { purpose: 'refinance' },
    property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
    borrowers: [
      {
        role: 'borrower',
        first_name: 'Sam',
        last_name: 'Sample',
        contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
      },
    ],
  },
  { 'idempotency-key': key },
)
print(`order ${order.id}`)
await report
const { data } = await call('GET', `/orders/${order.id}/documents`)
for (const { id, kind } of data) {
  // A link lasts five minutes of the service: where that is over, the next one is asked for.
  let file
  for (let attempt = 1; !file?.ok && attempt <= 10; attempt += 1) {
    const { download } = await call('GET', `/documents/${id}`)
    file = await fetch(download.url)
  }
  print(`document ${kind}: ${file.ok ? `${(await file.arrayBuffer()).byteLength} bytes` : file.status}`)
}
server.close()
server.closeAllConnections()
