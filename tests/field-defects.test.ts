// The defects generated from the fields of the rule rows: one for each field of what they know to show.
import t from 'tap'
import { contractBehaviour } from '../simulator/behaviour/behaviour.ts'
import { falsified } from '../proof/defects/generated/falsified.ts'
import { fields } from '../proof/defects/generated/fields.ts'
import { otherwise } from '../proof/defects/generated/otherwise.ts'
import { shown } from '../proof/defects/generated/shown-fields.ts'
import { defects } from '../proof/defects/index.ts'
import { loadContract } from '../simulator/contract/contract.ts'
import { fixtureNames, loadFixture } from './fixture-files.ts'
import { knownValues } from './value-table.ts'

const rows = fixtureNames()
  .filter((name) => name.startsWith('rules/'))
  .flatMap((name) => loadFixture<{ rules: { id: string; field?: string | string[] }[] }>(name).rules)

t.test('every field of an object that is shown has a defect of its own', async (t) => {
  const broken = new Set(defects.map(({ breaks }) => breaks))
  for (const { area, components } of shown) {
    const isShown = (field: string): boolean => Object.keys(components).some((name) => field.startsWith(`${name}.`))
    const about = rows.filter(({ id, field = '' }) => id.startsWith(`${area}.`) && isShown([field].flat()[0] ?? ''))
    t.ok(about.length > 0, Object.keys(components).join())
    t.strictSame(
      about.filter(({ id }) => !broken.has(id)).map(({ id }) => id),
      [],
    )
  }
})

t.test('each lacks that field, and nothing else', async (t) => {
  const carrying = (id: string) => {
    const behaviour = contractBehaviour(loadContract())
    fields.find((defect) => defect.id === id)!.apply(behaviour)
    return behaviour
  }
  const { lists } = carrying('lists-without-total-pages')
  t.strictSame(lists.envelope([], { page: 1, per_page: 25, offset: 0 }, 0), {
    data: [],
    page: 1,
    per_page: 25,
    total: 0,
  })

  const status = { code: 'on_hold', label: 'On Hold', changed_at: '2026-02-03T10:00:00Z' }
  const held = { id: 'ord_1', order_number: '26-1', status, previous_status: { code: 'new', label: 'New' } }
  const { actions } = carrying('hold-answer-without-previous-status-label')
  t.strictSame(actions.body('holdOrder', { ...held, whole: () => ({}) }), { ...held, previous_status: { code: 'new' } })
  t.equal(held.previous_status.label, 'New', 'the order itself keeps it')

  const { webhooks } = carrying('envelope-without-api-version')
  const event = { id: 'evt_1', type: 'order.created', created_at: 0, order_id: 'ord_1', data: {} }
  t.notOk('api_version' in webhooks.envelope(event as never, 'v1', String))
})

t.test('each known value of an object that is shown has a defect that shows another one', async (t) => {
  const components = new Set(shown.flatMap((where) => Object.keys(where.components)))
  const about = knownValues().confirmed.filter(
    ({ value }) => components.has(value.split('.')[0]!) && !value.includes('*'),
  )
  t.equal(falsified.length, about.length)
  for (const { value, rule } of about)
    t.ok(
      falsified.some(({ breaks, bug }) => breaks === rule && bug.startsWith(`The ${value.split('.')[0]} `)),
      value,
    )
})

t.test('the other value is of the same form, and none where there was none', async (t) => {
  t.equal(otherwise('2026-02-03T10:00:00.000Z'), '2026-02-03T11:00:00.000Z')
  t.equal(otherwise('2026-02-03T10:00:00Z'), '2026-02-03T11:00:00Z')
  t.equal(otherwise('2026-12-31'), '2027-01-01')
  t.equal(otherwise('450.00'), '451.00')
  t.equal(otherwise('purchase'), 'refinance')
  t.match(otherwise('ord_01M82VJWWD7SPPGY42YQZHVXKJ'), /^ord_01M82VJWWD7SPPGY42YQZHVXK[01]$/)
  t.equal(otherwise(3), 4)
  t.equal(otherwise(true), false)
  t.equal(otherwise(null), null)

  const behaviour = contractBehaviour(loadContract())
  falsified.find(({ id }) => id === 'lists-with-another-total-pages')!.apply(behaviour)
  t.match(behaviour.lists.envelope([], { page: 1, per_page: 25, offset: 0 }, 30), { total: 30, total_pages: 3 })
})
