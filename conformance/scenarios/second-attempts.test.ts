// What failed once already is not made to fail again for a check to which any second attempt will do.
import t from 'tap'
import type { Scenario, StepContext } from '../kit/context.ts'
import { isLost, someRetried } from './second-attempts.ts'

const askedWith = async (...begun: string[]): Promise<string[]> => {
  const asked: string[] = []
  const context = {
    begun: ({ id }: Scenario<unknown>) => begun.includes(id),
    shared: async ({ id }: Scenario<unknown>) => void asked.push(id),
  }
  await someRetried(context as unknown as StepContext)
  return asked
}

t.test('some second attempt comes of the attempts that failed already', async (t) => {
  t.strictSame(await askedWith('failing-attempts'), ['second-attempts'])
  t.strictSame(await askedWith('failing-attempts', 'second-attempts'), ['second-attempts'])
})

t.test('where none failed, those that take ten seconds are left out', async (t) => {
  t.strictSame(await askedWith(), ['quick-second-attempts'])
})

/** Only the first attempt at the event came, and the feed counts these. */
const isLostOf = (attempts: number): boolean => {
  const event = { id: 'evt_1', type: 'order.on_hold', data: {} }
  const record = { ...event, order_id: 'ord_1', delivery: { status: 'failed', attempts } }
  const body = new TextEncoder().encode(JSON.stringify({ data: [record], next_cursor: null }))
  const page = { id: 'x1', response: { status: 200, headers: [], body } }
  const first = { error: { id: 'd1', receivedAt: 1, json: event } }
  return isLost({ first, second: {}, later: [page] } as unknown as Parameters<typeof isLost>[0], 'error')
}

t.test('one attempt that is counted and never came may be lost, and several are not', async (t) => {
  t.strictSame([1, 2, 3, 4].map(isLostOf), [false, true, false, false])
})
