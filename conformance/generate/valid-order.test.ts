// Generated orders are valid under every permitted reading, and few of them use everything the catalog allows.
import * as fc from 'fast-check'
import t, { type TAP as Tap } from 'tap'
import { freedoms, openapi, rules } from '../contract/contract.ts'
import { errorsOf } from '../invariants/schema/validator.ts'
import { readCatalog, type CatalogProduct } from './catalog-product.ts'
import { coveringOrders, type GeneratedOrder } from './composed-order.ts'
import { coverageOf, ground, wireCatalog } from './demo-ground.support.ts'
import { addDays, lastPastDate, pastDueDate, safeDueDates } from './due-dates.ts'
import { orderArbitrary } from './order-arbitrary.ts'
import type { CreateOrderRequest } from './order-ground.ts'
import { parts } from './order-parts.ts'
import { pairwise, possiblePairs, type PartialRow } from './pairwise.ts'
import { abilities } from './product-abilities.ts'
import { coverCatalog } from './product-coverage.ts'
import * as texts from './texts.ts'
import { validOrder } from './valid-order.ts'

const schema = openapi().components.schemas['CreateOrderRequest']!
const { enumerations } = ground

/** What some permitted reading may refuse in an order that its schema takes: one line for each freedom concerned. */
const mayBeRefused = (request: CreateOrderRequest, product: CatalogProduct): string[] => {
  const { loan, property, borrowers, notes = [], parties, add_on_codes = [], due_date } = request
  const day = new Date(due_date).getUTCDay()
  const contacts = [
    ...borrowers.flatMap(({ contacts = [] }) => contacts),
    ...(parties?.real_estate_agent?.contacts ?? []),
  ]
  const addresses = [property.address, ...borrowers.flatMap(({ address }) => address ?? [])]
  const places = ground.places.map(({ postal_code, filled }) => ({ postal_code, ...filled }) as Record<string, unknown>)
  const every = JSON.stringify(request)
  const allTexts: string[] = []
  JSON.parse(every, (_, value: unknown) => (typeof value === 'string' && allTexts.push(value), value))
  const found: Record<string, boolean> = {
    'create.due-date-on-rest-days': day === 0 || day === 6 || due_date === '2026-12-25' || due_date === '2026-11-26',
    'create.past-due-date-code': due_date < addDays(ground.today, 3) || due_date > addDays(ground.today, 60),
    'create.borrower-roles':
      borrowers.map(({ role }) => role).join() !== ['borrower', 'co_borrower'].slice(0, borrowers.length).join(),
    'create.contacts-position': (borrowers[0]?.contacts ?? []).length === 0,
    'create.email-on-cell': contacts.some(({ type, role }) => type === 'email' && role === 'cell'),
    'create.phone-without-country-code': contacts.some(({ type, value }) => type === 'phone' && !value.startsWith('+')),
    'create.email-form': contacts.some(
      ({ type, value }) => type === 'email' && !/^[a-z.-]+@[a-z.]+\.(com|org)$/.test(value),
    ),
    'create.parts-left-out':
      borrowers.some(({ address }) => address && address.postal_code === undefined) ||
      [parties?.real_estate_agent ?? []].flat().some(({ first_name, last_name }) => !first_name || !last_name) ||
      (parties?.additional_contacts ?? []).some(({ purpose, name, email }) => !purpose || !name || !email),
    'create.money-form': loan.purchase_price !== undefined && !/^\d+\.\d\d$/.test(loan.purchase_price),
    'create.money-sign': loan.purchase_price !== undefined && Number(loan.purchase_price) <= 0,
    'create.currency-value': loan.currency !== undefined && loan.currency !== 'USD',
    'create.unused-conditional-fields':
      (loan.purpose_other !== undefined) !== (loan.purpose === 'other') ||
      (loan.purchase_price !== undefined) !== (loan.purpose === 'purchase') ||
      (loan.currency !== undefined && loan.purpose !== 'purchase'),
    'create.fha-number-on-none': loan.fha_case_number !== undefined && product.certification === 'none',
    'create.duplicate-add-ons': new Set(add_on_codes).size !== add_on_codes.length,
    'create.city-differs': addresses.some(
      (address) =>
        address.city !== undefined &&
        address.city !== places.find((place) => place['postal_code'] === address.postal_code)?.['city'],
    ),
    'create.state-or-county-differs': addresses.some((address) =>
      (['state', 'county'] as const).some(
        (part) =>
          address[part] !== undefined &&
          address[part] !== places.find((place) => place['postal_code'] === address.postal_code)?.[part],
      ),
    ),
    'create.postal-code-form': addresses.some(({ postal_code }) => !/^\d{5}$/.test(postal_code ?? '')),
    'create.inactive-product-refusal': !product.active,
    'create.restriction-code':
      !product.purposes.includes(loan.purpose) || !product.propertyTypes.includes(property.type),
    'create.two-notes-of-one-type': new Set(notes.map(({ type }) => type)).size !== notes.length,
    'create.inline-documents': request.documents !== undefined,
    'create.has-adu-false-code':
      product.aduAddOns.some((code) => add_on_codes.includes(code)) && property.has_adu !== true,
    'conventions.null-in-requests': every.includes('null,') || every.includes('null}'),
    'conventions.blank-required-text': allTexts.some((text) => text.trim() === ''),
    'conventions.surrounding-white-space': allTexts.some((text) => /^[\s\p{C}]|[\s\p{C}]$/u.test(text)),
    'limits.text-lengths': allTexts.some((text) => text.length > 200),
    'missing what the product asks for':
      product.loanTypes.length > 0 !== (request.loan_type_code !== undefined) ||
      (['fha_required', 'usda'].includes(product.certification) && loan.fha_case_number === undefined),
    'codes of another product':
      (request.loan_type_code !== undefined && !product.loanTypes.includes(request.loan_type_code)) ||
      !add_on_codes.every((code) => [...product.addOns, ...product.aduAddOns].includes(code)),
    'line breaks and control characters': allTexts.some((text) => /[\p{Cc}\p{Cs}]/u.test(text)),
    'no mark of the run': !every.includes(ground.marker),
  }
  return Object.keys(found).filter((name) => found[name])
}

const isSound = (t: Pick<Tap, 'strictSame'>, { request, product }: GeneratedOrder, name: string) => {
  t.strictSame(errorsOf(schema, request), [], `${name} fits the schema`)
  t.strictSame(mayBeRefused(request, product), [], `${name} is refused by no reading`)
}

t.test('freedoms that the guard of this test names exist', async (t) => {
  const named = mayBeRefused(
    {
      ...validOrder(coverageOf(0).orderable[0]!, ground),
      due_date: '2026-11-14',
      notes: [{ type: 'order', text: ' ' }],
    },
    coverageOf(0).orderable[0]!,
  )
  t.ok(named.length > 0, 'the guard sees what it is there for')
  for (const name of named) t.ok(freedoms().has(name), name)
})

t.test('the smallest order of every product is sound and the same each time', async (t) => {
  for (const company of [0, 1])
    for (const product of coverageOf(company).orderable) {
      const request = validOrder(product, ground)
      t.strictSame(request, validOrder(product, ground))
      isSound(t, { request, product, place: ground.places[0]! }, product.code)
    }
})

t.test('random orders are sound, whatever is drawn', async (t) => {
  const { orderable } = coverageOf(0)
  const seen = { products: new Set<string>(), types: new Set<string>(), purposes: new Set<string>() }
  const bodies = new Set<string>()
  const runs = 600
  await fc.assert(
    fc.asyncProperty(orderArbitrary(orderable, ground), async (order) => {
      seen.products.add(order.product.code)
      seen.types.add(order.request.property.type)
      seen.purposes.add(order.request.loan.purpose)
      bodies.add(JSON.stringify(order.request))
      return errorsOf(schema, order.request).length === 0 && mayBeRefused(order.request, order.product).length === 0
    }),
    { seed: 7, numRuns: runs },
  )
  t.equal(seen.products.size, orderable.length, 'every product')
  t.equal(seen.types.size, enumerations.property_type.length, 'every property type')
  t.equal(seen.purposes.size, enumerations.loan_purpose.length, 'every purpose')
  t.ok(bodies.size > 0.95 * runs, 'hardly any order twice')
})

t.test('few orders use every pair of optional parts, every product and every member of an enumeration', async (t) => {
  for (const company of [0, 1]) {
    const { orderable } = coverageOf(company)
    const { orders, rows, unusable } = coveringOrders(orderable, ground)
    t.comment(`company ${company}: ${rows} rows for ${parts.length} parts, ${orders.length} orders`)
    t.ok(orders.length <= rows + orderable.length, `${orders.length} orders: one a row, or for a product or a value`)
    t.strictSame(unusable, { loan_purpose: [], property_type: [] })
    for (const [index, order] of orders.entries()) isSound(t, order, `order ${index}`)
    const used = (of: (order: GeneratedOrder) => unknown) => [...new Set(orders.flatMap(of))].toSorted()
    const contacts = ({ request }: GeneratedOrder) => request.borrowers.flatMap(({ contacts = [] }) => contacts)
    t.strictSame(
      used(({ product }) => product.code),
      orderable.map(({ code }) => code).toSorted(),
    )
    t.strictSame(
      used(({ request }) => request.loan.purpose),
      enumerations.loan_purpose.toSorted(),
    )
    t.strictSame(
      used(({ request }) => request.property.type),
      enumerations.property_type.toSorted(),
    )
    t.strictSame(
      used(({ request }) => request.property.occupancy),
      enumerations.occupancy.toSorted(),
    )
    t.strictSame(
      used((order) => contacts(order).map(({ type, role }) => `${type} ${role}`)),
      ['email home', 'email other', 'email work', 'phone cell', 'phone home', 'phone other', 'phone work'],
    )
    t.strictSame(used(({ request }) => request.notes?.map(({ type }) => type)).filter(Boolean), [
      'appointment',
      'order',
    ])
    t.strictSame(
      used(({ request }) => request.parties?.additional_contacts?.map(({ purpose }) => purpose)).filter(Boolean),
      ['report', 'status'],
    )
    t.strictSame(
      used(({ request }) => request.loan_type_code).filter(Boolean),
      [...new Set(orderable.flatMap(({ loanTypes }) => loanTypes))].toSorted(),
      'every loan type',
    )
    const references = orders.flatMap(({ request }) => request.lender_reference ?? [])
    t.equal(new Set(references).size, references.length, 'no reference twice')
    const names = JSON.stringify(orders.map(({ request }) => request))
    for (const name of [...texts.firstNames, ...texts.lastNames])
      t.ok(names.includes(JSON.stringify(name).slice(1, -1)), name)
  }
})

t.test('a covering array has every possible pair and few rows', async (t) => {
  const shapes: [number[], number][] = [
    [[2, 2, 2], 4],
    [[3, 3, 3, 3], 12],
    [Array.from({ length: 20 }, () => 2), 12],
    [[4, 3, 3, 2, 2, 2, 2], 14],
    [[2], 0],
    [[], 0],
  ]
  for (const [levels, most] of shapes) {
    const rows = pairwise(levels)
    t.ok(rows.length <= most, `${levels.join()}: ${rows.length} rows`)
    const missing = possiblePairs(levels, () => true).filter(
      ([one, level, two, other]) => !rows.some((row) => row[one] === level && row[two] === other),
    )
    t.strictSame(missing, [], 'no pair is missing')
    t.ok(rows.every((row) => row.length === levels.length && row.every((level, factor) => level < levels[factor]!)))
  }
})

t.test('a covering array keeps to what is possible', async (t) => {
  // The second factor's level 1 needs the first one's.
  const possible = (row: PartialRow) => !(row[0] === 0 && row[1] === 1)
  const rows = pairwise([2, 2, 3], possible)
  t.notOk(rows.some(([first, second]) => first === 0 && second === 1))
  t.ok(rows.some(([first, second]) => first === 1 && second === 1))
  t.equal(possiblePairs([2, 2, 3], possible).length, 4 - 1 + 6 + 6)
})

t.test('due dates are working days ahead, and the past one is past everywhere', async (t) => {
  for (const today of ['2026-11-13', '2026-12-20', '2027-02-28', '2028-02-28', '2026-06-01']) {
    const dates = safeDueDates(today)
    t.ok(dates.length > 0, `${dates.length} dates from ${today}`)
    t.equal(new Set(dates).size, dates.length, 'no date twice')
    t.ok(dates.every((date) => date >= addDays(today, 3) && date <= addDays(today, 60)))
    t.ok(dates.every((date) => ![0, 1, 5, 6].includes(new Date(date).getUTCDay())))
    t.ok(pastDueDate(today) < addDays(today, -2))
  }
  t.equal(lastPastDate(Date.parse('2026-11-13T11:59:59Z')), '2026-11-11', 'where it may still be the 12th')
  t.equal(lastPastDate(Date.parse('2026-11-13T12:00:00Z')), '2026-11-12', 'the 13th everywhere')
  t.notOk(safeDueDates('2026-11-13').includes('2026-11-26'), 'Thanksgiving')
  t.notOk(safeDueDates('2026-10-01').includes('2026-11-11'), 'Veterans Day')
})

t.test('the difference of the two catalogs is the add-ons for dwelling units', async (t) => {
  const { having, untested } = coverageOf(0)
  const codes = (list: CatalogProduct[]) => list.map(({ code }) => code).toSorted()
  t.strictSame(codes(having.adu_add_on), ['1004', 'URAR-36'])
  t.strictSame(
    having.adu_add_on.map(({ aduAddOns }) => aduAddOns),
    [['ADU'], ['ADU']],
  )
  t.strictSame(codes(having.tiered), ['URAR-36'])
  t.strictSame(codes(having.fha_required), ['1004-FHA'])
  t.strictSame(codes(having.fha_optional), ['1004-FHA-OPT'])
  t.strictSame(codes(having.usda), ['1004-USDA'])
  t.strictSame(codes(having.restricted_purposes), ['REFI-DESK'])
  t.strictSame(codes(having.restricted_types), ['1073', 'LAND'])
  t.strictSame(codes(having.inactive), ['2055', 'URAR-36-TRIAL'])
  t.strictSame(codes(having.uad_3_6), ['URAR-36'])
  t.strictSame(untested, [], 'the demo world meets every rule')
})

t.test('what a catalog cannot exercise is named with its reason', async (t) => {
  const { untested, orderable } = coverageOf(1)
  t.strictSame(
    orderable.map(({ code }) => code),
    ['7', '12'],
  )
  t.match(
    untested.find(({ rule }) => rule === 'create.inactive-product-refused'),
    { reason: { code: 'no-product-that', parameters: { asks: ['that is inactive'] } } },
  )
  t.match(
    untested.find(({ rule }) => rule === 'create.fha-case-number-missing-has-code'),
    {
      reason: {
        code: 'no-product-that',
        parameters: { asks: ['whose certification is fha_required', 'whose certification is usda'] },
      },
    },
  )
  t.notOk(
    untested.some(({ rule }) => rule === 'create.order-shows-the-fha-case-number-sent'),
    'one ability of several is enough',
  )
  const none = coverCatalog([], enumerations)
  const all = new Set(Object.values(abilities).flatMap(({ rules }): readonly string[] => rules))
  t.equal(none.untested.length, all.size, 'an empty catalog exercises nothing')
})

t.test('a catalog with nulls, unknown values or an unknown certification is read without harm', async (t) => {
  const [product] = wireCatalog(0, false)
  const odd = [
    { ...product!, code: 'nulls', loan_types: null, add_ons: null, loan_purposes: null, property_types: null },
    { ...product!, code: 'new-purpose', loan_purposes: ['reverse_mortgage'] },
    { ...product!, code: 'new-certification', appraiser_certification: 'va_required' },
    { ...product!, code: 'some-new', loan_purposes: ['reverse_mortgage', 'purchase'] },
  ]
  const catalog = readCatalog(odd, [], enumerations)
  const { orderable } = coverCatalog(catalog, enumerations)
  t.strictSame(orderable.map(({ code }) => code).toSorted(), ['nulls', 'some-new'])
  const bought = orderable.find(({ code }) => code === 'some-new')!
  t.equal(validOrder(bought, ground).loan.purpose, 'purchase')
  t.ok(validOrder(bought, ground).loan.purchase_price)
  for (const order of coveringOrders(orderable, ground).orders) isSound(t, order, order.product.code)
})

t.test('every rule that an ability names is a service rule', async (t) => {
  for (const [name, { rules: named }] of Object.entries(abilities))
    for (const id of named) t.equal(rules().get(id)?.party, 'service', `${name}: ${id}`)
})
