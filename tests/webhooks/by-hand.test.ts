// Specimens, and redeliveries by hand.
import t from 'tap'
import { DAY, SECRET, START, answering, receiver, verifies, world } from './support.ts'

t.test('a specimen is signed, marked, sent once and kept out of the feed', async (t) => {
  const hook = await receiver(t, answering(200))
  const { outbox, clock, events, hooks } = world(t, hook.url)
  const result = await outbox.specimen(hooks.get('len_a:sandbox')!, 'order.fee_changed', clock.now())
  const [request] = hook.got
  const envelope = JSON.parse(request!.body.toString()) as Record<string, never>
  t.match(result, {
    type: 'order.fee_changed',
    url: hook.url,
    delivered: true,
    response_status: 200,
    attempted_at: START,
  })
  t.type(result.response_time_ms, 'number')
  t.ok(verifies(request!, SECRET))
  t.match(envelope, { id: result.event_id, type: 'order.fee_changed', test: true, api_version: '1.0.0' })
  t.match(envelope.data, { order_id: /^ord_test_/, appraisal_fee: '650.00', currency: 'USD' })
  t.match(request!.headers, { 'x-service-event-id': result.event_id, 'x-service-event-type': 'order.fee_changed' })
  t.match(result.event_id, /^evt_/)
  t.equal(events.size, 0)
  t.match(outbox.attemptsOf(result.event_id), [{ kind: 'specimen', number: null }])
})

t.test('a specimen that fails is reported as it went and not retried, subscribed to or not', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, hooks, hook: set } = world(t, hook.url, { decide: { timeoutMs: 2000 } })
  set({ events: [] })
  const configuration = hooks.get('len_a:sandbox')!
  t.match(await outbox.specimen(configuration, 'order.created', clock.now()), {
    delivered: false,
    response_status: 500,
  })
  hook.answer = () => {}
  const silent = await outbox.specimen(configuration, 'order.created', clock.now())
  t.match(silent, { delivered: false, response_status: null })
  t.ok(silent.response_time_ms! >= 1900, 'it tells the time waited')
  t.same(await clock.advance(START + 2 * DAY), [])
  t.equal(hook.got.length, 2)
  await t.rejects(outbox.specimen({ ...configuration, url: null }, 'order.created', START), {
    code: 'webhook_not_configured',
  })
})

t.test('a redelivery by hand that succeeds ends the schedule; one that fails leaves it alone', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, delivery } = world(t, hook.url)
  const { id, body } = raise()
  await outbox.idle()
  const before = delivery(id)
  t.match(await outbox.redeliver(id), { kind: 'redelivery', number: null, accepted: false })
  t.same(delivery(id), before)
  hook.answer = answering(200)
  t.match(await outbox.redeliver(id), { accepted: true })
  t.match(delivery(id), { status: 'delivered', attempts: 1, next_attempt_at: null, last_response_status: 200 })
  t.same(await clock.advance(START + 2 * DAY), [])
  t.ok(hook.got.every((request) => request.body.toString() === body && verifies(request, SECRET)))
  t.equal(outbox.attemptsOf(id).length, 3)
  for (let n = 0; n < 40; n++) await outbox.redeliver(id)
  t.equal(outbox.attemptsOf(id).length, 32, 'the journal of one event is bounded')
  t.notOk(
    outbox.attemptsOf(id).some(({ kind }) => kind === 'scheduled'),
    'and keeps the latest',
  )
})

t.test('a redelivery of an unknown event, or where nothing may be sent, is refused', async (t) => {
  const { outbox, raise, hook: set } = world(t, 'https://127.0.0.1:1/')
  await t.rejects(outbox.redeliver('evt_unknown'), { code: 'event_not_found' })
  set({ enabled: false })
  const { id } = raise()
  await t.rejects(outbox.redeliver(id), { code: 'webhook_disabled' })
  set({ url: null })
  await t.rejects(outbox.redeliver(id), { code: 'webhook_not_configured' })
})

t.test('a specimen does not wait for the events of a receiver that never answers', async (t) => {
  const hook = await receiver(t, () => {})
  const { outbox, clock, hooks, raise } = world(t, hook.url, { decide: { attemptsAtATime: 2 } })
  for (let n = 0; n < 6; n += 1) raise()
  while (hook.got.length < 2) await new Promise((resolve) => setTimeout(resolve, 2))
  hook.answer = answering(200)
  const result = await outbox.specimen(hooks.get('len_a:sandbox')!, 'order.created', clock.now())
  t.equal(result.delivered, true)
  t.equal(hook.got.length, 3, 'it is the next request that the receiver gets')
})
