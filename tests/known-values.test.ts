// Of every value that the service shows a rule says what else confirms it, or why nothing does.
import t from 'tap'
import { serviceRules } from '../conformance/contract/contract.ts'
import { knownValues, shownValues } from './value-table.ts'

const { confirmed, unconfirmed } = knownValues()

t.test('each value has its truth, or the reason why nothing confirms it', async (t) => {
  const rows = [...confirmed.map(({ value }) => value), ...Object.keys(unconfirmed)]
  t.strictSame(
    rows.filter((field, index) => rows.indexOf(field) !== index),
    [],
    'in one row each',
  )
  const shown = shownValues()
  t.ok(shown.includes('Order.order_number') && shown.includes('Message.document_ids.*'))
  t.strictSame(
    shown.filter((field) => !rows.includes(field)),
    [],
    'the row of its rule must have `known_from` or `unconfirmed`',
  )
  t.strictSame(
    rows.filter((field) => !shown.includes(field)),
    [],
    'no answer shows these',
  )
})

t.test('what a wrong value violates is a rule of the service', async (t) => {
  const ids = new Set(serviceRules().map(({ id }) => id))
  t.strictSame(
    confirmed.filter(({ rule }) => !ids.has(rule)),
    [],
  )
})
