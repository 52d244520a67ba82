// Shows that a record contradicts its delivery where a success has failed, and nowhere else.
import t from 'tap'
import type { Delivery } from '../evidence/delivery.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { answeredDeliveries, recordsOfAnswered } from './answered-deliveries.ts'
import { createMemory } from './invariant.ts'

const answered = (answer: string) => ({ id: 'd1', answer, json: { id: 'evt_1' } }) as unknown as Delivery

const isRefused = (answers: string[], delivery: object): boolean => {
  const memory = createMemory(createSecrets())
  for (const answer of answers) answeredDeliveries.assert(answered(answer), memory)
  const feed = exchangeOf({ operation: 'listEvents', body: { data: [{ id: 'evt_1', delivery }], next_cursor: null } })
  return recordsOfAnswered.assert(feed, memory).some(({ passed }) => !passed)
}

t.test('a success that has failed', async (t) => {
  t.ok(isRefused(['201'], { status: 'failed', last_response_status: 201 }))
  t.ok(isRefused(['206', '206'], { status: 'dead_lettered', last_response_status: 206 }))
})

t.test('a success, a failure, one that came too late, and what we did not see', async (t) => {
  t.notOk(isRefused(['201'], { status: 'delivered', last_response_status: 201 }))
  t.notOk(isRefused(['201'], { status: 'failed', last_response_status: null }))
  t.notOk(isRefused(['503'], { status: 'failed', last_response_status: 503 }))
  t.notOk(isRefused(['204 after 12000 ms', '204'], { status: 'failed', last_response_status: 204 }))
  t.notOk(isRefused([], { status: 'failed', last_response_status: 204 }))
})
