// A clean run that violates a rule: a false alarm, unless a reading in force disputes the rule.
import t from 'tap'
import { cleanRow } from './clean-row.ts'
import type { Executed } from './executed.ts'

const disputed = 'actions.cancel-returns-the-status-before'
const reading = { 'actions.cancel-response': 'without-previous-status' }

const run = (conditions: Executed['conditions'], falseAlarms: string[]): Executed => ({
  conditions,
  falseAlarms,
  outcome: 'complete',
  sources: {},
  asked: {},
  once: [],
  hits: { 1: 1 },
  verdicts: {},
  cpuMs: 7,
})

const alarms = async (conditions: Executed['conditions'], drawn: Record<string, string>) =>
  (await cleanRow(run(conditions, [disputed, 'order.has-id']), { readingsOf: async () => drawn })).false_alarms

t.test('a rule that a reading disputes is no false alarm under that reading', async (t) => {
  t.strictSame(await alarms({ vary: 1 }, reading), ['order.has-id'], 'a drawn one')
  t.strictSame(await alarms({ readings: reading }, {}), ['order.has-id'], 'one that is asked for')
})

t.test('it is one wherever that reading is not in force', async (t) => {
  t.strictSame(await alarms({}, reading), [disputed, 'order.has-id'], 'a plain target draws none')
  t.strictSame(await alarms({ vary: 1 }, { 'actions.cancel-response': 'previous-status-and-more' }), [
    disputed,
    'order.has-id',
  ])
})
