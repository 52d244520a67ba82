// Every value that the service shows has a row in the table of known values, once, and each row is of such a value.
import t from 'tap'
import { serviceRules } from '../conformance/contract/contract.ts'
import { knownValues, shownValues } from './value-table.ts'

const { truth, unconfirmed } = knownValues()
const confirmed = Object.values(truth).flatMap((fields) => Object.keys(fields))

t.test('each value has its truth, or the reason why nothing confirms it', async (t) => {
  const rows = [...confirmed, ...Object.keys(unconfirmed)]
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
    'add each to `truth` or to `unconfirmed` of fixtures/known-values.yaml',
  )
  t.strictSame(
    rows.filter((field) => !shown.includes(field)),
    [],
    'no answer shows these',
  )
})

t.test('what a wrong value violates is a rule of the service', async (t) => {
  const ids = new Set(serviceRules().map(({ id }) => id))
  const named = Object.values(truth).flatMap((fields) => Object.values(fields))
  t.strictSame(
    named.filter((rule) => !ids.has(rule)),
    [],
  )
})
