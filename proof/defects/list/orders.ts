// Defects of which orders are listed, and of what their items show.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { everyOne, found } from './filters.ts'

/** The list shows what an order showed first. */
const asCreated = (path: string, of: (order: Wire) => unknown) =>
  op.perTarget((first = new Map<unknown, unknown>()) => [
    op.falsify('present.listItem', path, (now, { id }) => (first.has(id) ? first.get(id) : now)),
    op.wrap('present.order', (order) => {
      if (!first.has(order['id'])) first.set(order['id'], of(order))
      return order
    }),
  ])

export const listOrders: readonly Defect[] = rows({
  'orders-listed-in-either-environment': {
    breaks: 'list.orders-are-of-one-environment',
    bug: 'The order list is filtered by the lender, whichever environment an order was placed in.',
    apply: op.instead('lists.orders', (usual, store, account, filter, cut) => {
      const lender = account.slice(0, account.lastIndexOf(':'))
      const all = ['production', 'sandbox'].map((environment) =>
        usual(store, `${lender}:${environment}`, filter, { ...cut, offset: 0, limit: cut.offset + cut.limit }),
      )
      const rows = all.flatMap((one) => one.rows).toSorted((one, other) => other.created_at - one.created_at)
      return {
        ...all[0]!,
        rows: rows.slice(cut.offset, cut.offset + cut.limit),
        total: all.reduce((sum, one) => sum + one.total, 0),
      }
    }),
  },
  'order-list-is-206': {
    breaks: 'list.orders-answers-200',
    bug: 'A page of orders is answered as partial content.',
    apply: op.succeed('listOrders', 206),
  },
  'order-list-without-held-orders': {
    breaks: 'list.orders-cover-the-whole-account',
    bug: 'The unfiltered list leaves out orders on hold.',
    apply: op.dropEntries('listOrders', 'data', ({ status }) => (status as Wire | undefined)?.['code'] === 'on_hold'),
  },
  'portal-orders-not-listed': {
    breaks: 'list.orders-cover-the-whole-account',
    bug: 'Orders that came from the portal are not in the list.',
    deep: 'only for an order that no credential placed',
    apply: found((find, filter, cut) => {
      const rows = find(filter, everyOne).rows.filter(({ client_id }) => client_id !== null)
      return { rows: rows.slice(cut.offset, cut.offset + cut.limit), total: rows.length }
    }),
  },
  'unknown-page-is-409': {
    breaks: 'list.orders-errors-are-the-listed-ones',
    bug: 'A parameter that cannot be used is a conflict.',
    apply: op.set('lists.unusableCode', 'idempotency_key_reused'),
  },
  'address-summary-by-lines': {
    breaks: 'list.order-item-address-summary-is-one-line',
    bug: 'The parts of the address stand on lines of their own.',
    apply: op.wrap('present.addressSummary', (summary) => summary.replaceAll(', ', '\n')),
  },
  'address-summary-of-the-borrower': {
    breaks: 'list.order-item-address-summary-is-of-the-property',
    bug: 'The address on the list is the one of the first borrower, where there is one.',
    deep: 'only for a borrower with an address',
    apply: op.wrap('present.listItem', (item, { borrowers }) => {
      const { street, city, state, postal_code } = borrowers[0]?.address ?? {}
      return street ? { ...item, property_address_summary: `${street}, ${city}, ${state} ${postal_code}` } : item
    }),
  },
  'order-list-by-credential': {
    breaks: 'list.orders-cover-the-whole-account',
    bug: 'The list is filtered by the client that placed the order.',
    deep: 'only for one role',
    also: ['auth.credentials-of-one-account-see-the-same-orders'],
    apply: op.perTarget((placers = new Map<unknown, string | null>()) => [
      op.edit('listOrders', (list, _answer, asker) => {
        list['data'] = (list['data'] as Wire[]).filter(({ id }) => [null, asker?.clientId].includes(placers.get(id)))
      }),
      op.note('present.listItem', ({ id, client_id }) => placers.set(id, client_id)),
    ]),
  },
  'list-knows-one-kind-of-request': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list has the status of a correction for every request, reconsiderations included.',
    deep: 'only in one status',
    apply: op.falsify('present.listItem', 'status.code', (code) =>
      String(code).replace('reconsideration_', 'revision_'),
    ),
  },
  'listed-label-is-the-code': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows the code of a status as its label.',
    apply: op.falsify('present.listItem', 'status.label', (_label, { status }) => (status as Wire)['code']),
  },
  'order-item-with-stale-update': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows when an order was created as its last change.',
    apply: op.falsify('present.listItem', 'dates.updated_at', (_at, { dates }) => (dates as Wire)['created_at']),
  },
  'list-shows-appointments-in-local-time': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows the time of an appointment in local time, written as UTC.',
    deep: 'only with an appointment',
    apply: op.respell('present.listItem', 'dates.appointment_at', (at) =>
      new Date(Date.parse(at) - 3_600_000).toISOString(),
    ),
  },
  'listed-order-is-never-completed': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list is read from a table that has no time of completion.',
    deep: 'only for a delivered order',
    apply: op.falsify('present.listItem', 'dates.completed_at', null),
  },
  'listed-as-first-completed': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list keeps the time of the first report, which a revised one no longer changes.',
    deep: 'only after a revised report',
    apply: op.perTarget((first = new Map<string, unknown>()) => [
      op.falsify('present.listItem', 'dates.completed_at', (at, _item, { id }) => first.get(id) ?? at),
      op.wrap('present.order', (shown, { id }) => {
        const { completed_at: at } = shown['dates'] as Wire
        if (at !== null && !first.has(id)) first.set(id, at)
        return shown
      }),
    ]),
  },
  'listed-certification-only-when-required': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows a certification only where it is demanded.',
    deep: 'only for a product with an optional certification',
    apply: op.falsify('present.listItem', 'order_type.appraiser_certification', (shown) =>
      shown === 'fha_optional' ? 'none' : shown,
    ),
  },
  'listed-reference-as-created': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The table that the list is read from keeps the reference of the creation.',
    deep: 'only for an order whose reference was amended',
    apply: asCreated('lender_reference', (order) => order['lender_reference']),
  },
  'requested-due-date-listed-at-once': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows the due date that was asked for before the company accepts it.',
    deep: 'only while a request for a due date is open',
    apply: op.instead('present.listItem', (usual, order, ...rest) => {
      const item = usual(order, ...rest) as Wire
      const { requested_due_date: asked } = order
      return asked === null ? item : { ...item, dates: { ...(item['dates'] as Wire), due_date: asked } }
    }),
  },
  'listed-due-date-as-created': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The table that the list is read from keeps the due date of the creation.',
    deep: 'only for an order whose due date was amended',
    apply: asCreated('dates.due_date', (order) => (order['dates'] as Wire)['due_date']),
  },
  'listed-status-since-its-creation': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The table that the list is read from keeps when an order took its first status.',
    deep: 'only for an order that has moved',
    apply: asCreated('status.changed_at', (order) => (order['status'] as Wire)['changed_at']),
  },
  'listed-reference-as-first-listed': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list keeps what it showed of a reference.',
    deep: 'only for an order that was listed before it was amended',
    apply: op.staleAt('present.listItem', 'lender_reference', (_company, { id }) => id),
  },
  'listed-as-updated-when-held': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows a held order as updated when it was held.',
    deep: 'only for an order that changed while it was held',
    apply: op.edit('present.listItem', (item) => {
      const { status, dates } = item as { status: Wire; dates: Wire }
      if (status['code'] === 'on_hold') dates['updated_at'] = status['changed_at']
    }),
  },
  'order-without-reference-listed-with-its-number': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows the order number where the order has no reference.',
    apply: op.edit('present.listItem', (item) => void (item['lender_reference'] ??= item['order_number'])),
  },
})
