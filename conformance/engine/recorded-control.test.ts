// A move that the control port refuses is in the record as one that was not made.
import t from 'tap'
import { absorb, emptyRun } from '../../reports/summary.ts'
import type { RunEvent, Unstamped } from '../../reports/run-record.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import type { Control } from '../sut/control.ts'
import { recordedControl } from './recorded-control.ts'

const portThat = (ask: Control['ask']): Control => ({ ask }) as Partial<Control> as Control

const recorded = async (ask: Control['ask']): Promise<Unstamped[]> => {
  const events: Unstamped[] = []
  const control = recordedControl(portThat(ask), 'a.check', (event) => void events.push(event))
  await control.ask('POST', '/orders/ord_1/due-date', { due_date: '2026-12-29' }).catch(() => undefined)
  return events
}

const refusal = reason('control-refused', { request: 'POST /orders/ord_1/due-date', answer: '404' })

const actsOf = (events: readonly Unstamped[]) => {
  const run = emptyRun()
  for (const event of events) absorb(run, { at: '2026-03-02T15:04:05.000Z', ...event } as RunEvent)
  return run.acts
}

t.test('what the company did, and what it could not do', async (t) => {
  const act = {
    type: 'company-act',
    by: 'a.check',
    act: 'POST /orders/ord_1/due-date',
    body: { due_date: '2026-12-29' },
  }
  const done = await recorded(async () => ({ order: { id: 'ord_1' } }))
  t.strictSame(done, [{ ...act, made: ['ord_1'] }])
  t.equal(actsOf(done).length, 1)
  const refused = await recorded(async () => {
    throw blocked(refusal)
  })
  t.match(refused, [{ ...act, made: [], refused: /404/ }])
  t.strictSame(actsOf(refused), [], 'no script makes it')
})
