// The attempts of a delivery: when they go out, what ends them, and what they are signed with.
import t from 'tap'
import { webhooks } from '../../simulator/behaviour/webhooks.ts'
import type { Webhooks } from '../../simulator/behaviour/webhooks.ts'
import { createClock } from '../../simulator/time/create-clock.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  SECRET,
  START,
  answering,
  contract,
  receiver,
  signatureOf,
  verifies,
  world,
} from './support.ts'

/** Seconds after the event at which the contract's table has the nine attempts. */
const OFFSETS = [0, 60, 360, 2_160, 9_360, 23_760, 45_360, 66_960, 106_560]

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}

t.test('the whole day: nine attempts at the stated times, a dead letter, and no tenth', async (t) => {
  const hook = await receiver(t, answering(500))
  let wire = Date.UTC(2026, 5, 1)
  const { outbox, clock, attempts, dead, raise, delivery } = world(t, hook.url, { wire: () => (wire += 61_000) })
  const event = raise()
  t.same(delivery(event.id), {
    status: 'pending',
    attempts: 0,
    last_attempt_at: null,
    next_attempt_at: START,
    last_response_status: null,
  })
  await outbox.idle()
  t.same(delivery(event.id), {
    status: 'failed',
    attempts: 1,
    last_attempt_at: START,
    next_attempt_at: START + MINUTE,
    last_response_status: 500,
  })
  const fired = await clock.advance(START + 40 * HOUR)
  t.same(
    fired.map(({ at, what, subject }) => [(Date.parse(at) - START) / 1000, what, subject]),
    OFFSETS.slice(1).map((offset, n) => [offset, `webhook attempt ${n + 2}`, event.id]),
  )
  t.same(
    attempts.map(({ started_at, number }) => [(started_at - START) / 1000, number]),
    OFFSETS.map((offset, n) => [offset, n + 1]),
  )
  t.equal(hook.got.length, 9)
  t.same(delivery(event.id), {
    status: 'dead_lettered',
    attempts: 9,
    last_attempt_at: START + 106_560_000,
    next_attempt_at: null,
    last_response_status: 500,
  })
  t.same(
    dead.map(({ id }) => id),
    [event.id],
  )
  t.ok(
    hook.got.every((request) => verifies(request, SECRET)),
    'every attempt verifies',
  )
  t.equal(new Set(hook.got.map((request) => signatureOf(request).t)).size, 9, 'every attempt has a t of its own')
  t.equal(new Set(hook.got.map(({ body }) => body.toString('hex'))).size, 1, 'all have the same bytes')
  t.equal(hook.got[0]!.body.toString(), event.body)
  t.equal(new Set(hook.got.map(({ headers }) => headers['x-service-event-id'])).size, 1)
  t.same(await clock.advance(START + 60 * DAY), [])
  t.equal(hook.got.length, 9)
})

t.test('a success on the third attempt ends the deliveries', async (t) => {
  const hook = await receiver(t, answering(503, 401, 202))
  const { outbox, clock, raise, delivery } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  const fired = await clock.advance(START + 40 * HOUR)
  t.same(
    fired.map(({ outcome }) => outcome),
    ['failed: 401', 'delivered: 202'],
  )
  t.equal(hook.got.length, 3)
  const last = { last_attempt_at: START + 360_000, last_response_status: 202 }
  t.same(delivery(id), { status: 'delivered', attempts: 3, next_attempt_at: null, ...last })
  t.same(
    outbox.attemptsOf(id).map(({ response }) => response?.status),
    [503, 401, 202],
  )
})

t.test('a retry after a rotation is signed with the new secret, and goes to the new URL', async (t) => {
  const [hook, moved] = [await receiver(t, answering(500)), await receiver(t, answering(500, 200))]
  const { outbox, clock, raise, hook: set } = world(t, hook.url)
  raise()
  await outbox.idle()
  set({ secret: 'the second secret, longer than 32 characters' })
  await clock.advance(START + MINUTE)
  set({ url: moved.url })
  await clock.advance(START + 6 * MINUTE)
  t.same([hook.got.length, moved.got.length], [2, 1])
  t.ok(verifies(hook.got[0]!, SECRET))
  t.notOk(verifies(hook.got[1]!, SECRET))
  for (const request of [hook.got[1]!, moved.got[0]!])
    t.ok(verifies(request, 'the second secret, longer than 32 characters'))
})

t.test('events keep schedules of their own', async (t) => {
  const hook = await receiver(t, (request, response) => {
    const { type } = JSON.parse(request.body.toString()) as { type: string }
    response.writeHead(type === 'order.created' ? 500 : 200).end()
  })
  const { outbox, clock, raise, delivery, attempts } = world(t, hook.url)
  const failing = raise({ type: 'order.created' })
  await clock.advance(START + 30_000)
  const fine = raise()
  await outbox.idle()
  const second = raise({ type: 'order.created' })
  await clock.advance(START + 7 * MINUTE)
  t.match(delivery(fine.id), { status: 'delivered', attempts: 1 })
  const offsets = (id: string) =>
    attempts.filter(({ event_id }) => event_id === id).map(({ started_at }) => (started_at - START) / 1000)
  t.same(offsets(failing.id), [0, 60, 360])
  t.same(offsets(second.id), [30, 90, 390])
})

t.test('resuming after a restart makes the attempts that are owed, the one broken off included', async (t) => {
  const hook = await receiver(t, answering(500))
  const first = world(t, hook.url)
  const failed = first.raise()
  await first.outbox.idle()
  hook.answer = () => {}
  const cut = first.raise()
  await until(() => hook.got.length === 2)
  first.clock.close()
  await first.outbox.close()
  await until(() => hook.open === 0)
  t.match(first.delivery(cut.id), { status: 'pending', attempts: 0, next_attempt_at: START })
  t.same(first.outbox.attemptsOf(cut.id), [])
  hook.answer = answering(200)
  const clock = createClock({ mode: 'manual', start: START + 30_000 })
  const second = world(t, hook.url, { events: first.events, clock })
  t.equal(second.outbox.resume(), 2)
  await second.outbox.idle()
  t.match(second.delivery(cut.id), { status: 'delivered', attempts: 1 })
  t.match(second.delivery(failed.id), { status: 'failed', attempts: 1 })
  await clock.advance(START + MINUTE)
  t.match(second.delivery(failed.id), { status: 'delivered', attempts: 2, last_attempt_at: START + MINUTE })
  t.equal(hook.got[1]!.body.toString(), hook.got[2]!.body.toString())
})

t.test('what a behaviour replaces is what goes out', async (t) => {
  const hook = await receiver(t, answering(200))
  const decide: Partial<Webhooks> = {
    accepted: (status) => status === 201,
    timestamp: () => 12,
    signature: () => 'f'.repeat(64),
    bodyForRedelivery: (event, attempt) => `${event.body} ${attempt}`,
    schedule: [1],
  }
  const { outbox, clock, raise, delivery } = world(t, hook.url, { decide })
  const { id, body } = raise()
  await outbox.idle()
  await clock.advance(START + 1_000)
  t.same(
    hook.got.map((request) => request.body.toString()),
    [body, `${body} 2`],
  )
  t.equal(hook.got[1]!.headers['x-service-signature'], `t=12,v1=${'f'.repeat(64)}`)
  t.match(delivery(id), { status: 'dead_lettered', attempts: 2, last_response_status: 200 })
})

t.test('a world that starts again forgets its schedule and its journal', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, events } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  events.clear()
  outbox.reset()
  t.same(outbox.attemptsOf(id), [])
  t.same(await clock.advance(START + 2 * DAY), [])
  t.equal(hook.got.length, 1)
})

t.test('hundreds of failing events go through their day in one advance, over few connections', async (t) => {
  const hook = await receiver(t, answering(500))
  // A connection that nothing goes over for a while is closed, and a busy machine takes its time.
  const { outbox, clock, raise, events, dead } = world(t, hook.url, { keepAliveMs: 600_000 })
  // More attempts than the journal keeps.
  const failing = 240
  for (let n = 0; n < failing; n++) raise()
  await outbox.idle()
  const fired = await clock.advance(START + 30 * HOUR)
  t.equal(fired.length, 8 * failing)
  t.equal(hook.got.length, 9 * failing)
  t.ok([...events.values()].every(({ delivery }) => delivery.status === 'dead_lettered' && delivery.attempts === 9))
  t.equal(dead.length, failing)
  const { attemptsAtATime } = webhooks(contract)
  t.ok(hook.mostOpen <= attemptsAtATime, `${hook.mostOpen} attempts at a time`)
  t.ok(hook.connections <= attemptsAtATime, `${hook.connections} connections, which are kept`)
  const kept = [...events.keys()].reduce((sum, id) => sum + outbox.attemptsOf(id).length, 0)
  // It drops the attempts of a whole event at a time.
  t.ok(kept > 2_000 - 9 && kept <= 2_000, `the journal keeps ${kept} attempts`)
})

t.test('an event that cannot be kept for a moment is sent when it can', async (t) => {
  const to = await receiver(t, answering(200))
  const full = { left: 3 }
  const flush = async () => {
    if (full.left-- > 0) throw new Error('ENOSPC')
  }
  const { outbox, raise, delivery, clock, attempts } = world(t, to.url, { flush, retryFlushMs: 1 })
  const first = raise()
  await clock.idle()
  t.match(delivery(first.id), { status: 'pending', attempts: 0 }, 'nothing is sent that a crash would forget')
  while (attempts.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  await outbox.idle()
  t.match(delivery(first.id), { status: 'delivered', attempts: 1 })
  t.equal(to.got.length, 1)
})
