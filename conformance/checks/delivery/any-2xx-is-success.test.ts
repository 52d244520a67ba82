// Each of three answers shows a part of the rule: where one of them shows nothing, what the others show is no pass.
import t from 'tap'
import type { Delivery } from '../../evidence/delivery.ts'
import { exchangeOf } from '../../evidence/exchange.support.ts'
import type { Receiver } from '../../receiver/receiver.ts'
import { judgedBy } from '../judged-by.support.ts'
import check from './any-2xx-is-success.ts'

const faults = ['accepted', 'unusual', 'patient'] as const
type Fault = (typeof faults)[number]

const deliveryOf = (fault: Fault) => ({ id: `d-${fault}`, json: { id: `evt_${fault}` } }) as unknown as Delivery

type Given = { failed?: Fault; late?: Fault; lost?: Fault; absent?: Fault; attempts?: number }

const outcomeOf = async ({ failed, late, lost, absent, attempts = 1 }: Given) => {
  const data = faults.map((fault) => ({
    id: `evt_${fault}`,
    type: 'order.assigned',
    delivery: { status: fault === failed ? 'failed' : 'delivered', attempts: fault === 'patient' ? attempts : 1 },
  }))
  const later = [exchangeOf({ operation: 'listEvents', body: { data, next_cursor: null } })]
  const came = faults.filter((fault) => fault !== absent)
  const first = Object.fromEntries(came.map((fault) => [fault, deliveryOf(fault)]))
  const arrivals = Object.fromEntries(came.flatMap((fault) => (fault === lost ? [] : [[fault, {}]])))
  const receiver = {
    inbox: { all: came.map(deliveryOf) },
    late: new Set(late ? [`d-${late}`] : []),
  } as unknown as Receiver
  const seen = { first, arrivals, feed: later, slowOver: later, firstOver: later, later }
  const [outcome] = await judgedBy(check, seen, { receiver })
  return outcome
}

t.test('three answers that were taken are a pass', async (t) => {
  t.match(await outcomeOf({}), { verdict: 'pass', compared: 12 })
})

t.test('one answer that shows nothing leaves the rule open, and says why', async (t) => {
  for (const [given, code] of [
    [{ late: 'patient' }, 'receiver-answered-late'],
    [{ lost: 'unusual' }, 'attempt-may-be-lost'],
    [{ absent: 'patient' }, 'success-not-shown'],
    [{ attempts: 2 }, 'success-not-shown'],
  ] as [Given, string][])
    t.match(await outcomeOf(given), { verdict: 'not-tested', reason_code: code, compared: 8 }, code)
})

t.test('an answer that was taken for a failure is a violation, whatever the others show', async (t) => {
  for (const failed of faults) t.match(await outcomeOf({ failed }), { verdict: 'fail' }, failed)
  t.match(await outcomeOf({ failed: 'accepted', late: 'patient' }), { verdict: 'fail' })
})
