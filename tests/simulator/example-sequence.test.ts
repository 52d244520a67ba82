// The contract's own example, end to end with a real receiver, and the whole life of a delivery that nobody takes.
import t from 'tap'
import { start } from './support.ts'
import { startReceiver } from './webhook-receiver.ts'
import type { Delivery } from './webhook-receiver.ts'

const secret = 'a-webhook-secret-of-forty-characters-000'

const shorthand = ({ envelope: { type, data } }: Delivery): string =>
  type === 'order.status_changed' ? `${type} ${(data['status'] as { code: string }).code}` : type

t.test('create to revised report: every event arrives once, signed, and the feed shows the same', async (t) => {
  const receiver = await startReceiver(t, { secret })
  const { simulator, ok, create, move, revise } = await start(t)
  await ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret } })
  const order = await create({ 'loan.number': 'L-1' })
  await move(order.id, 'appraiser_assigned')
  await move(order.id, 'appointment_scheduled')
  await move(order.id, 'awaiting_review')
  const complete = await move(order.id, 'report_complete')
  await revise(order.id)
  const revised = await move(order.id, 'revised_report_complete')
  await simulator.idle()

  t.equal(complete.status.code, 'report_complete')
  t.equal(revised.status.code, 'revised_report_complete')
  const shown = receiver.deliveries.map(shorthand)
  const must = [
    'order.created',
    'order.assigned',
    'order.status_changed appraiser_assigned',
    'order.status_changed appointment_scheduled',
    'order.status_changed awaiting_review',
    'order.completed',
    'order.revision_requested',
    'order.revision_responded',
  ]
  t.strictSame(
    must.filter((event) => !shown.includes(event)),
    [],
  )
  const completions = receiver.deliveries.filter(({ envelope }) => envelope.type === 'order.completed')
  t.strictSame(
    completions.map(({ envelope }) => envelope.data['revision']),
    [false, true],
  )
  const documents = completions.flatMap(({ envelope }) => envelope.data['documents'] as { id: string }[])
  const added = receiver.deliveries.filter(({ envelope }) => envelope.type === 'order.document_added')
  t.strictSame(
    added.map(({ envelope }) => (envelope.data['document'] as { id: string }).id).toSorted(),
    documents.map(({ id }) => id).toSorted(),
    'one order.document_added for each delivered file',
  )

  for (const { envelope, headers, verified } of receiver.deliveries) {
    t.ok(verified, `${envelope.type} is signed over its raw bytes`)
    t.equal(headers['x-service-event-id'], envelope.id)
    t.equal(headers['x-service-event-type'], envelope.type)
    t.equal(headers['user-agent'], 'Service-Webhooks/1.0')
    t.match(headers['content-type'], /^application\/json/)
    t.equal(envelope.data['order_id'], order.id)
    t.equal(envelope.data['order_number'], order.order_number)
    t.equal(envelope.api_version, '1.0.0')
  }
  const feed = await ok<{ data: { id: string; data: unknown; delivery: { status: string } }[] }>(
    'main',
    'GET',
    '/events',
    {
      query: { per_page: 100, order_id: order.id },
    },
  )
  const byId = receiver.deliveries.map(({ envelope }) => envelope).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  t.strictSame(
    feed.data.map(({ id }) => id),
    byId.map(({ id }) => id),
  )
  t.strictSame(
    feed.data.map(({ data }) => data),
    byId.map(({ data }) => data),
  )
  t.ok(feed.data.every(({ delivery }) => delivery.status === 'delivered'))
})

t.test(
  'a delivery that is always refused is tried nine times on the schedule, then dead lettered, and no tenth follows',
  async (t) => {
    const receiver = await startReceiver(t, { secret, status: () => 503 })
    const { simulator, ok, create, now } = await start(t)
    await ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret, events: ['order.created'] } })
    const raised = now()
    const order = await create()
    await simulator.idle()
    const attempts: number[] = receiver.deliveries.map(() => 0)
    const fired = await simulator.advance(3 * 86_400)
    attempts.push(...fired.map(({ at }) => (Date.parse(at) - raised) / 1000))

    const minutes = [0, 1, 5, 30, 120, 240, 360, 360, 660]
    const offsets = minutes.map((_, index) => 60 * minutes.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0))
    t.strictSame(attempts, offsets)
    t.equal(receiver.deliveries.length, 9)
    t.ok(
      receiver.deliveries.every(({ verified }) => verified),
      'the signature is fresh at every attempt',
    )
    t.ok(
      receiver.deliveries.every(({ body }) => body.equals(receiver.deliveries[0]!.body)),
      'the same bytes at every attempt',
    )
    const feed = await ok<{ data: { delivery: Record<string, unknown> }[] }>('main', 'GET', '/events', {
      query: { order_id: order.id },
    })
    t.match(feed.data[0]!.delivery, {
      status: 'dead_lettered',
      attempts: 9,
      next_attempt_at: null,
      last_response_status: 503,
    })
  },
)

t.test('a retry after a rotation is signed with the new secret', async (t) => {
  const rotated = 'another-secret-of-forty-characters-00000'
  const receiver = await startReceiver(t, { secret })
  let refuse = true
  receiver.options.status = () => (refuse ? 500 : 200)
  const { simulator, ok, create } = await start(t)
  await ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret } })
  await create()
  await simulator.idle()
  await ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret: rotated } })
  receiver.options.secret = rotated
  refuse = false
  await simulator.advance(61)
  t.strictSame(
    receiver.deliveries.map(({ verified }) => verified),
    [true, true],
  )
})
