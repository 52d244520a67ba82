// The defects generated from the fields of the rule rows: one for each field of what they know to show.
import t from 'tap'
import { contractBehaviour } from '../simulator/behaviour/behaviour.ts'
import { fields } from '../proof/defects/generated/fields.ts'
import { shown } from '../proof/defects/generated/shown-fields.ts'
import { defects } from '../proof/defects/index.ts'
import { loadContract } from '../simulator/contract/contract.ts'
import { fixtureNames, loadFixture } from './fixture-files.ts'

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
