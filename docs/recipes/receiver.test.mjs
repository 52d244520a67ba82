// node:test, a webhook receiver: signed bytes without a server, then the real deliveries of a simulator. Run: node --test
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createSimulator } from 'assay/simulator'
import { signWebhook, verifyWebhook } from 'assay/webhooks'

const secret = 'a-secret-of-at-least-32-characters'
const taken = []

// Your receiver, in place of this one.
const receiver = createServer(async (request, response) => {
  const body = await buffer(request)
  const { verified } = await verifyWebhook({ secret, signature: request.headers['x-service-signature'], body })
  if (verified) taken.push(JSON.parse(body.toString()))
  response.writeHead(verified ? 204 : 401).end()
})

let simulator
let url
before(async () => {
  simulator = await createSimulator({ clock: { mode: 'manual' }, allowHttpWebhooks: true })
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${receiver.address().port}/hooks`
})
after(async () => {
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
  await simulator.close()
})

const post = async ({ body, headers }) => (await fetch(url, { method: 'POST', body, headers })).status

test('a true delivery is taken, a forged one is refused', async () => {
  assert.equal(await post(await signWebhook({ secret, type: 'order.completed' })), 204)
  assert.equal(await post(await signWebhook({ secret: 'another-secret', type: 'order.completed' })), 401)
})

test('what the company does arrives', async () => {
  const lender = simulator.world.lenders[0].id
  await fetch(`${simulator.controlUrl}/lenders/${lender}/webhooks/sandbox`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, enabled: true, events: ['*'], secret }),
  })
  const contacts = [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }]
  const order = {
    order_type_code: '1004',
    due_date: '2099-01-15',
    loan: { purpose: 'refinance', number: '1001' },
    property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
    borrowers: [{ role: 'borrower', first_name: 'Ann', last_name: 'Example', contacts }],
  }
  const placed = await simulator.company.placeOrder({ lender_id: lender, environment: 'sandbox', order })
  await simulator.company.deliver(placed.order.id)
  await simulator.idle()
  const types = taken.filter(({ data }) => data.order_id === placed.order.id).map(({ type }) => type)
  assert.ok(types.includes('order.completed'), types.join(', '))
})
