// What an order must show holds under every reading, and no wrong value passes.
import t from 'tap'
import { rules } from '../contract/contract.ts'
import { valueAt } from '../evidence/seen.ts'
import type { CatalogProduct } from './catalog-product.ts'
import { coveringOrders, type GeneratedOrder } from './composed-order.ts'
import { coverageOf, ground } from './demo-ground.support.ts'
import { expectedOrder, shownIfRead } from './expected-order.ts'
import type { CreateOrderRequest } from './order-ground.ts'
import { setAt } from './violation.ts'
import { sameEntries, sameStreet, sameText, sameUnit, contactKey, memberKey } from './same-value.ts'

type Reading = {
  text: (text: string) => string
  street: (text: string) => string
  list: <T>(list: T[]) => T[] | null
  unset: null | false
  state: string
  county: string | null
}

const plain: Reading = {
  text: (text) => text,
  street: (text) => text,
  list: (list) => list,
  unset: false,
  state: 'TX',
  county: 'Travis',
}

/** Everything the other way, where the contract leaves a choice. */
const other: Reading = {
  text: (text) => text.normalize('NFC'),
  street: (text) =>
    text
      .toUpperCase()
      .replace('STREET', 'ST')
      .replace('AVENUE', 'AVE')
      .replace('NORTH', 'N')
      .replace('APARTMENT', 'APT'),
  list: (list) => (list.length === 0 ? null : list.toReversed()),
  unset: null,
  state: 'Texas',
  county: null,
}

/** The order that a target which keeps the contract shows, written out field by field from the contract's tables. */
const shownFor = (request: CreateOrderRequest, product: CatalogProduct, city: string, reading: Reading) => {
  const { text, street, list, unset } = reading
  const optional = (value: string | undefined) => (value === undefined ? null : text(value))
  const { loan, property, borrowers, parties, notes = [], add_on_codes = [] } = request
  const contacts = (given: { type: string; role: string; value: string }[] = []) =>
    list(given.map((one) => ({ ...one, value: one.type === 'phone' ? one.value : text(one.value) })))
  const agent = parties?.real_estate_agent
  return {
    lender_reference: optional(request.lender_reference),
    status: { code: 'new', label: 'New', changed_at: '2026-11-13T10:00:00Z' },
    order_type: {
      code: product.code,
      name: 'A name',
      report_format: product.reportFormat,
      appraiser_certification: product.certification,
    },
    loan: {
      purpose: loan.purpose,
      ...(loan.purpose_other === undefined ? {} : { purpose_other: text(loan.purpose_other) }),
      number: optional(loan.number),
      client: optional(loan.client),
      investor: optional(loan.investor),
      ...(loan.fha_case_number === undefined ? {} : { fha_case_number: loan.fha_case_number }),
      ...(loan.purchase_price === undefined
        ? {}
        : { purchase_price: loan.purchase_price, currency: loan.currency ?? 'USD' }),
      loan_type: request.loan_type_code === undefined ? null : { code: request.loan_type_code, name: 'A name' },
      add_ons: list(add_on_codes.map((code) => ({ code, name: 'A name' }))),
    },
    property: {
      address: {
        street: property.address.street === undefined ? null : street(property.address.street),
        unit: property.address.unit === undefined ? null : street(property.address.unit),
        city,
        state: property.address.state ?? reading.state,
        county: property.address.county ?? reading.county,
        postal_code: property.address.postal_code,
      },
      type: property.type,
      occupancy: property.occupancy,
      has_adu: property.has_adu ?? unset,
    },
    borrowers: list(
      borrowers.map((borrower) => ({
        role: borrower.role,
        first_name: text(borrower.first_name),
        last_name: text(borrower.last_name),
        receives_report: borrower.receives_report ?? false,
        receives_status_updates: borrower.receives_status_updates ?? false,
        address: borrower.address
          ? {
              ...borrower.address,
              street: street(borrower.address.street!),
              unit: street(borrower.address.unit!),
              county: borrower.address.county ?? null,
            }
          : null,
        contacts: contacts(borrower.contacts),
      })),
    ),
    parties:
      parties === undefined
        ? unset && {}
        : {
            real_estate_agent: agent
              ? {
                  first_name: text(agent.first_name!),
                  last_name: text(agent.last_name!),
                  contacts: contacts(agent.contacts),
                }
              : null,
            additional_contacts: list(
              (parties.additional_contacts ?? []).map((one) => ({ ...one, name: text(one.name!) })),
            ),
          },
    notes: list(notes.map((note) => ({ ...note, text: text(note.text) }))),
    flags: {
      rush: request.rush ?? unset,
      complex: request.complex ?? unset,
      rural: request.rural ?? unset,
      priority: request.priority ?? unset,
      certified_appraiser_required: request.certified_appraiser_required ?? unset,
    },
    appraiser_instructions: optional(request.appraiser_instructions),
    appraiser: null,
    dates: { due_date: request.due_date, appointment_at: null, completed_at: null },
    documents: list([]),
  }
}

const orders = coveringOrders(coverageOf(0).orderable, ground).orders
const expectationsOf = ({ request, product, place }: GeneratedOrder) => expectedOrder(request, product, place)
const shownOf = ({ request, product, place }: GeneratedOrder, reading: Reading) =>
  shownFor(request, product, place.filled?.city ?? 'San Juan', {
    ...reading,
    // Where a target fills one in for the place, it does so whatever else is sent.
    county: place.filled?.county ?? reading.county,
  })

const broken = (order: GeneratedOrder, shown: object): string[] =>
  expectationsOf(order)
    .filter(({ pointer, accept }) => !accept(valueAt(shown, pointer)))
    .map(({ pointer, rule }) => `${pointer} ${rule}`)

t.test('an order shown in either reading of each freedom is as expected', async (t) => {
  for (const [index, order] of orders.entries()) {
    t.strictSame(broken(order, shownOf(order, plain)), [], `order ${index}, as sent`)
    t.strictSame(broken(order, shownOf(order, other)), [], `order ${index}, otherwise`)
  }
})

t.test('each single value that is changed on the way is noticed under its own rule', async (t) => {
  const changes: Record<string, (value: unknown) => unknown> = {
    lost: () => null,
    other: (value) => (typeof value === 'string' ? `${value}x` : typeof value === 'boolean' ? !value : 'x'),
  }
  const noticed = new Set<string>()
  const leaves = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
      : [path]
  for (const order of orders) {
    const sent = leaves(order.request, '')
    const where = sent
      .map((path) =>
        path.replace(/^order_type_code$/, 'order_type.code').replace(/^loan_type_code$/, 'loan.loan_type.code'),
      )
      .map((path) =>
        path.replace(/^add_on_codes\.(\d)$/, 'loan.add_ons.$1.code').replace(/^due_date$/, 'dates.due_date'),
      )
      .map((path) => path.replace(/^(rush|complex|rural|priority|certified_appraiser_required)$/, 'flags.$1'))
      // The address of a borrower is ruled only by its postal code; the street and unit alone by their words.
      .filter((path) => !/^borrowers\.\d\.address\.(street|city|state)$/.test(path))
      .filter((path) => !['property.address.state', 'property.address.county'].includes(path))
    for (const path of where)
      for (const [name, change] of Object.entries(changes)) {
        // A place may have another name where a borrower lives, but must have one.
        if (name === 'other' && /^borrowers\.\d\.address\.(city|state|county)$/.test(path)) continue
        const shown = shownOf(order, plain)
        const value = valueAt(shown, `/${path.replaceAll('.', '/')}`)
        setAt(shown, path, change(value))
        const found = broken(order, shown)
        if (found.length === 0) t.fail(`${name} ${path} of ${JSON.stringify(value)} passed`)
        for (const one of found) noticed.add(one.split(' ')[1]!)
      }
  }
  const named = new Set(orders.flatMap(expectationsOf).map(({ rule }) => rule))
  const never = [...named].filter((rule) => !noticed.has(rule)).toSorted()
  t.strictSame(
    never,
    [
      'conventions.empty-fields-are-sent-as-null',
      'create.county-is-filled-from-the-postal-code',
      'create.order-shows-no-loan-type-when-none-was-sent',
      'create.order-shows-the-products-certification',
      'create.order-shows-the-products-report-format',
      'create.state-is-filled-from-the-postal-code',
      'lifecycle.order-starts-in-new-or-pending-review',
      'order.appointment-at-is-null-until-set',
      'order.appraiser-is-null-until-assigned',
      'order.completed-at-is-null-until-set',
      'order.documents-are-empty-at-creation',
    ],
    'only what was not sent is left for the next test',
  )
  t.comment(`${named.size} rules, ${orders.flatMap(expectationsOf).length} expectations on ${orders.length} orders`)
})

t.test('what was not sent and shows all the same is noticed', async (t) => {
  const order = orders.find(({ request }) => request.loan_type_code === undefined && request.notes === undefined)!
  const bare = { ...order, request: { ...order.request, borrowers: [{ ...order.request.borrowers[0]! }] } }
  delete bare.request.borrowers[0]!.receives_report
  delete bare.request.borrowers[0]!.receives_status_updates
  delete bare.request.add_on_codes
  delete bare.request.loan.client
  const wrong: [path: string, value: unknown, rule: string][] = [
    ['loan.client', '', 'conventions.empty-fields-are-sent-as-null'],
    ['loan.loan_type', { code: 'CONV', name: 'Conventional' }, 'create.order-shows-no-loan-type-when-none-was-sent'],
    ['loan.add_ons', [{ code: 'RENT', name: 'Rent' }], 'create.order-shows-the-add-ons-sent'],
    ['order_type.report_format', 'uad_3_6', 'create.order-shows-the-products-report-format'],
    ['order_type.appraiser_certification', null, 'create.order-shows-the-products-certification'],
    ['status.code', 'appraiser_assigned', 'lifecycle.order-starts-in-new-or-pending-review'],
    ['dates.appointment_at', '2026-11-13T10:00:00Z', 'order.appointment-at-is-null-until-set'],
    ['dates.completed_at', '2026-11-13T10:00:00Z', 'order.completed-at-is-null-until-set'],
    ['appraiser', { name: 'Someone' }, 'order.appraiser-is-null-until-assigned'],
    ['documents', [{ id: 'doc_1' }], 'order.documents-are-empty-at-creation'],
    ['borrowers.0.receives_report', null, 'order.receives-report-omitted-shows-false'],
    ['borrowers.0.receives_status_updates', true, 'order.receives-status-updates-omitted-shows-false'],
    ['property.address.city', null, 'create.city-is-filled-from-the-postal-code'],
    ['property.address.state', ' ', 'create.state-is-filled-from-the-postal-code'],
    ['property.address.county', '', 'create.county-is-filled-from-the-postal-code'],
  ]
  for (const [path, value, rule] of wrong) {
    const shown = shownOf(bare, plain)
    setAt(shown, path, value)
    t.strictSame(
      broken(bare, shown),
      [`/${path.startsWith('borrowers') ? 'borrowers' : path.replaceAll('.', '/')} ${rule}`],
      path,
    )
  }
})

t.test('only what the company may set on its own is marked so', async (t) => {
  const [order] = orders
  t.strictSame(
    expectationsOf(order!).flatMap(({ pointer, companyMayChange }) => (companyMayChange ? [pointer] : [])),
    ['/status/code', '/dates/due_date', '/documents', '/appraiser', '/dates/appointment_at', '/dates/completed_at'],
  )
})

t.test('every rule named is a service rule', async (t) => {
  for (const rule of new Set(orders.flatMap(expectationsOf).map(({ rule }) => rule)))
    t.equal(rules().get(rule)?.party, 'service', rule)
})

t.test('texts, streets and entries are the same as loosely as the contract lets them be, and no looser', async (t) => {
  t.ok(sameText('Jose\u0301')('José'))
  t.ok(sameText('Jose\u0301')('Jose\u0301'))
  t.notOk(sameText('José')('Jose\u0301'), 'a target has no reason to take a text apart')
  t.notOk(sameText('José')('Jose'))
  t.notOk(sameText('𠮷野')('?野'))
  t.ok(sameStreet('47 North Example Avenue')('47 N EXAMPLE AVE.'))
  t.notOk(sameStreet('47 North Example Avenue')('74 N EXAMPLE AVE'))
  t.notOk(sameStreet('47 North Example Avenue')(null))
  t.ok(sameUnit('Apartment 4B')('# 4B'))
  t.ok(sameUnit('Apartment 4B')('#4b'))
  t.notOk(sameUnit('Apartment 4B')('APT 4'))
  const phone = { type: 'phone', role: 'home', value: '+1 512 555 0142' }
  t.ok(
    sameEntries([phone], contactKey)([{ ...phone, verified: true }]),
    'fields the contract does not know are ignored',
  )
  t.notOk(sameEntries([phone], contactKey)([{ ...phone, value: '+15125550142' }]))
  t.notOk(sameEntries([phone], contactKey)([phone, phone]))
  t.notOk(sameEntries([phone], contactKey)([null]))
  t.notOk(sameEntries([{ code: 'A' }], memberKey('code'))(null))
  t.ok(sameEntries([], memberKey('code'))(null))
})

t.test('what a conformant target could dispute does not show that a request was not read', (t) => {
  const { product, place, request } = orders.find(
    (one) => one.request.loan.purchase_price !== undefined && one.request.loan.purpose === 'purchase',
  )!
  const expectations = expectedOrder(request, product, place)
  const rulesOf = (ones: typeof expectations) => ones.map(({ rule }) => rule)
  const disputed = 'order.loan-currency-stands-beside-a-price'
  t.ok(rulesOf(expectations).includes(disputed))
  const left = rulesOf(shownIfRead(expectations))
  t.notOk(left.includes(disputed))
  t.ok(left.includes('create.order-shows-the-purchase-price-sent'))
  t.notOk(left.includes('create.order-shows-the-due-date-sent'), 'the company may move it')
  t.end()
})
