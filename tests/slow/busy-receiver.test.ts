// A receiver that takes one delivery at a time, and takes its time.
import t from 'tap'
import { receiver, world } from '../webhooks/support.ts'

t.test('waiting for a busy receiver does not use up the time it has to answer', async (t) => {
  const hook = await receiver(t, (_request, response) => void setTimeout(() => response.writeHead(200).end(), 100))
  const { outbox, raise, delivery } = world(t, hook.url, { decide: { attemptsAtATime: 1, timeoutMs: 2500 } })
  const ids = Array.from({ length: 30 }, () => raise().id)
  await outbox.idle()
  t.equal(hook.mostOpen, 1)
  t.same(
    ids.map((id) => delivery(id).status),
    ids.map(() => 'delivered'),
  )
  t.same(
    hook.got.map(({ headers }) => headers['x-service-event-id']),
    ids,
    'and the order is kept',
  )
})
