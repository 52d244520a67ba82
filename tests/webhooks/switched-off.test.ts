// Deliveries nobody subscribed to, switched off, late or repeated.
import t from 'tap'
import type { Webhooks } from '../../simulator/behaviour/webhooks.ts'
import type { WebhookConfiguration } from '../../simulator/domain/records.ts'
import { DAY, HOUR, MINUTE, SECRET, START, answering, receiver, verifies, world } from './support.ts'

t.test('an event nobody subscribed to is kept and never sent', async (t) => {
  const hook = await receiver(t, answering(200))
  const lacks: Partial<WebhookConfiguration>[] = [
    { events: ['order.created'] },
    { enabled: false },
    { url: null },
    { secret: null },
  ]
  for (const lack of lacks) {
    const { outbox, clock, raise, delivery, hook: set, events } = world(t, hook.url)
    set(lack)
    const { id } = raise()
    await outbox.idle()
    t.same(await clock.advance(START + 2 * DAY), [])
    t.ok(events.has(id))
    t.same(delivery(id), {
      status: 'not_subscribed',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: null,
      last_response_status: null,
    })
  }
  const { outbox, raise, delivery, hooks } = world(t, hook.url)
  hooks.clear()
  const { id } = raise()
  await outbox.idle()
  t.match(delivery(id), { status: 'not_subscribed' })
  t.equal(hook.got.length, 0)
})

t.test('switching delivery off between attempts drops the attempts that remain', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  set({ enabled: false })
  const fired = await clock.advance(START + HOUR)
  t.same(
    fired.map(({ outcome }) => outcome),
    ['stopped: delivery is switched off'],
  )
  const last = { last_attempt_at: START, last_response_status: 500 }
  t.same(delivery(id), { status: 'failed', attempts: 1, next_attempt_at: null, ...last })
  set({ enabled: true })
  await clock.advance(START + 2 * DAY)
  t.equal(hook.got.length, 1)
})

t.test('attempts may wait while delivery is switched off, where a behaviour says so', async (t) => {
  const hook = await receiver(t, answering(500, 200))
  const decide: Partial<Webhooks> = { whileSwitchedOff: (now) => now + 10 * MINUTE }
  const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url, { decide })
  const { id } = raise()
  await outbox.idle()
  set({ enabled: false })
  await clock.advance(START + HOUR)
  t.match(delivery(id), { status: 'failed', attempts: 1, next_attempt_at: START + 61 * MINUTE })
  set({ enabled: true })
  await clock.advance(START + 2 * HOUR)
  t.match(delivery(id), { status: 'delivered', attempts: 2, last_attempt_at: START + 61 * MINUTE })
  t.equal(hook.got.length, 2)
})

t.test('an attempt goes out late, to another URL or twice, where a behaviour says so', async (t) => {
  const [hook, first] = [await receiver(t, answering(200)), await receiver(t, answering(200))]
  const decide: Partial<Webhooks> = { lateBy: () => 3_000, urlFor: () => first.url, repeatsAfterSuccess: () => true }
  const { clock, raise, delivery, outbox } = world(t, hook.url, { decide })
  const { id } = raise()
  const fired = await clock.advance(START + 10_000)
  t.match(fired, [{ at: new Date(START + 3_000).toISOString(), outcome: 'delivered: 200' }])
  t.match(delivery(id), { status: 'delivered', attempts: 1, last_attempt_at: START + 3_000 })
  t.match(outbox.attemptsOf(id), [
    { kind: 'scheduled', number: 1 },
    { kind: 'repeat', number: null },
  ])
  t.same([hook.got.length, first.got.length], [0, 2])
  t.equal(first.got[0]!.body.toString(), first.got[1]!.body.toString())
})

t.test('a repeat after a rotation during its attempt is signed with the new secret', async (t) => {
  const rotated = 'the second secret, longer than 32 characters'
  const hook = await receiver(t, (_request, response) => {
    set({ secret: rotated })
    response.writeHead(200).end()
  })
  const { outbox, raise, hook: set } = world(t, hook.url, { decide: { repeatsAfterSuccess: () => true } })
  raise()
  await outbox.idle()
  t.same(
    hook.got.map((request) => [verifies(request, SECRET), verifies(request, rotated)]),
    [
      [true, false],
      [false, true],
    ],
  )
})

t.test(
  'off and on again before the next attempt is due changes nothing, and neither does a narrowed subscription',
  async (t) => {
    const hook = await receiver(t, answering(500, 200))
    const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url)
    const { id } = raise()
    await outbox.idle()
    set({ enabled: false })
    set({ enabled: true, events: ['order.created'] })
    await clock.advance(START + MINUTE)
    t.match(delivery(id), { status: 'delivered', attempts: 2 })
  },
)
