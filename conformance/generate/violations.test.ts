// Every violation breaks what it says it breaks, differs from a valid order there alone, and asks for a ruled refusal.
import t from 'tap'
import { openapi, rules } from '../contract/contract.ts'
import { errorsOf } from '../invariants/schema/validator.ts'
import type { CatalogProduct } from './catalog-product.ts'
import { coverageOf, ground } from './demo-ground.support.ts'
import { concerns, setAt } from './violation.ts'
import { violationsOf } from './violations.ts'

const coverage = coverageOf(0)
const unresolvable = ['00000', '99999']
const provided = { unresolvablePostalCodes: unresolvable, withheldOrderType: 'PRIVATE-BANK' }
const { violations, untested } = violationsOf(coverage, ground, provided)
const schema = openapi().components.schemas['CreateOrderRequest']!

type Request = Record<string, unknown> & { loan: Record<string, unknown>; property: Record<string, unknown> }

/** The conditional rules of Endpoints / POST /orders, for an order that fits the schema: what it breaks. */
const brokenTerms = (request: Request, catalog: readonly CatalogProduct[]): string[] => {
  const product = catalog.find(({ code }) => code === request['order_type_code'])
  if (!product) return ['unknown product']
  const { loan, property } = request
  const add_ons = (request['add_on_codes'] ?? []) as string[]
  const address = property['address'] as { postal_code: string }
  const [borrower] = request['borrowers'] as { contacts?: unknown[] }[]
  const terms: Record<string, boolean> = {
    'rule 1, loan type':
      request['loan_type_code'] !== undefined && !product.loanTypes.includes(request['loan_type_code'] as string),
    'rule 1, add-ons': add_ons.some((code) => ![...product.addOns, ...product.aduAddOns].includes(code)),
    'rule 2, purpose': !product.purposes.includes(loan['purpose'] as string),
    'rule 2, property type': !product.propertyTypes.includes(property['type'] as string),
    'rule 3, loan type': product.loanTypes.length > 0 && request['loan_type_code'] === undefined,
    'rule 3, purpose_other': loan['purpose'] === 'other' && loan['purpose_other'] === undefined,
    'rule 3, case number': /^(fha_required|usda)$/.test(product.certification) && loan['fha_case_number'] === undefined,
    'rule 3, price': loan['purpose'] === 'purchase' && loan['purchase_price'] === undefined,
    'rule 3, contacts': (borrower?.contacts ?? []).length === 0,
    'rule 3, dwelling unit': product.aduAddOns.some((code) => add_ons.includes(code)) && property['has_adu'] !== true,
    'rule 4, postal code': [...unresolvable, 'K1A 0B1'].includes(address.postal_code),
    'rule 5, inactive': !product.active,
    'past due date': (request['due_date'] as string) < '2026-11-12',
  }
  return Object.keys(terms).filter((term) => terms[term])
}

const isInactive = (id: string): boolean => id.startsWith('order-type.inactive')

/** Paths at which two values differ. */
const differences = (one: unknown, other: unknown, path = ''): string[] => {
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  )
    return Object.is(one, other) ? [] : [path]
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], path === '' ? key : `${path}.${key}`),
  )
}

t.test('the order beside each violation is valid, a withdrawn product aside', async (t) => {
  for (const { id, valid } of violations) {
    t.strictSame(errorsOf(schema, valid), [], id)
    const expected = isInactive(id) ? ['rule 5, inactive'] : []
    t.strictSame(brokenTerms(valid as unknown as Request, coverage.catalog), expected, id)
  }
})

t.test('each violation breaks the schema, or one conditional rule and no other', async (t) => {
  const met = new Set<string>()
  for (const { id, request } of violations) {
    if (errorsOf(schema, request).length > 0) continue
    const broken = brokenTerms(request as Request, coverage.catalog)
    t.equal(broken.length, 1, `${id}: ${broken.join()}`)
    met.add(broken[0]!)
  }
  t.equal(met.size, 14, 'every conditional rule has a violation')
})

t.test('each violation differs from its valid order at the place it names, and there alone', async (t) => {
  for (const { id, valid, request, at } of violations) {
    const found = differences(valid, request)
    const stray = found.filter((path) => !concerns(path, at))
    t.strictSame(stray, [], id)
    t.equal(found.length === 0, isInactive(id), `${id} differs`)
    for (const path of at)
      t.ok(found.some((one) => concerns(one, [path])) || path === 'property.has_adu', `${id}: ${path}`)
  }
})

t.test('what each refusal must be is as ruled', async (t) => {
  for (const { id, refusal, at, rules: named } of violations) {
    t.ok(named.length > 0, id)
    t.ok(['422', '400,422'].includes(refusal.statuses.join()), id)
    t.ok(
      refusal.codes.every((code) => /^(semantic_)?validation_failed$/.test(code)),
      id,
    )
    if (refusal.codeRule) t.equal(refusal.codes.length, 1, `${id}: a ruled code is one code`)
    if (refusal.field) t.ok(concerns(refusal.field.path, refusal.about))
    t.ok(at.length === 0 || refusal.about.some((path) => concerns(path, at)), `${id} is about what it changes`)
  }
  const contacts = violations.find(({ id }) => id === 'borrower-contacts.empty')
  t.match(contacts, {
    refusal: { statuses: [422], codes: ['validation_failed'], field: { path: 'borrowers.0.contacts' } },
  })
})

t.test('rows that name a code are bound to it', async (t) => {
  const bound = new Set(violations.flatMap(({ refusal }) => refusal.codeRule ?? []))
  t.strictSame([...bound].toSorted(), [
    'create.borrower-contacts-missing-has-code',
    'create.fha-case-number-missing-has-code',
    'create.has-adu-missing-has-code',
    'create.loan-type-code-missing-has-code',
    'create.purchase-price-missing-has-code',
    'create.purpose-other-missing-has-code',
    'create.unknown-add-on-has-code',
    'create.unknown-loan-type-has-code',
  ])
})

t.test('every refusal row of a create that the body alone decides has a violation', async (t) => {
  const covered = new Set(violations.flatMap(({ rules, createsNothing }) => [...rules, ...createsNothing]))
  const elsewhere = new Set(['create.card-billed-account-refused', 'create.card-billed-account-creates-nothing'])
  const rows = [...rules().values()].filter(
    ({ id, party, area }) =>
      party === 'service' &&
      area === 'create' &&
      /-(refused|required|required-with-tier|required-when-\w+|creates-nothing)$/.test(id),
  )
  t.ok(rows.length > 0)
  for (const { id } of rows) t.ok(covered.has(id) || elsewhere.has(id), id)
})

t.test('ids are single, and every rule named exists', async (t) => {
  const ids = violations.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  const references = violations.map(({ valid }) => valid.lender_reference)
  t.equal(new Set(references).size, references.length, 'each is known by its reference')
  const named = violations.flatMap((one) => [
    ...one.rules,
    ...one.createsNothing,
    one.refusal.codeRule ?? [],
    one.refusal.field?.rule ?? [],
  ])
  for (const rule of new Set(named.flat())) t.equal(rules().get(rule)?.party, 'service', rule)
  t.comment(`${violations.length} violations`)
})

t.test('every documented field of a create is met by a value of another type', async (t) => {
  const { schemas } = openapi().components as { schemas: Record<string, { properties?: object }> }
  const fields = (name: string) => Object.keys(schemas[name]!.properties ?? {})
  const met = violations.flatMap(({ id }) => (id.startsWith('type.') ? [id.split('.').slice(1, -1)] : []))
  const last = (path: string[]) => path.findLast((step) => !/^\d+$/.test(step))
  const names = new Set(met.map(last))
  for (const field of [
    'CreateOrderRequest',
    'LoanInput',
    'PropertyInput',
    'AddressInput',
    'BorrowerInput',
    'PartiesInput',
  ].flatMap(fields))
    t.ok(names.has(field) || field === 'documents', field)
})

t.test('what the catalog or the profile lacks is untested, with the reason', async (t) => {
  t.strictSame(untested, [])
  const poor = violationsOf(coverageOf(1), ground).untested
  const reasons = Object.fromEntries(poor.map(({ rule, reason }) => [rule, reason]))
  const lacks = (asks: string) => ({ code: 'no-product-that', parameters: { asks: [asks] } })
  t.match(reasons, {
    'create.unresolvable-postal-code-refused': 'no-unresolvable-postal-code',
    'create.product-not-offered-to-the-lender-refused': 'no-withheld-product',
    'create.inactive-product-refused': lacks('that is inactive'),
    'create.fha-case-number-required-when-usda': lacks('whose certification is usda'),
    'create.loan-purpose-outside-the-products-list-refused': lacks('that restricts loan purposes'),
  })
  const none = violationsOf({ ...coverageOf(1), orderable: [] }, ground)
  t.ok(none.untested.some(({ rule }) => rule === 'create.due-date-required'))
})

t.test('a value is set at a path, on the way making what is not there', async (t) => {
  const request = { borrowers: [{ role: 'borrower' }] }
  setAt(request, 'borrowers.0.contacts.0', 'x')
  setAt(request, 'parties.real_estate_agent.first_name', 5)
  setAt(request, 'borrowers.0.role', undefined)
  t.strictSame(request, {
    borrowers: [{ contacts: ['x'] }],
    parties: { real_estate_agent: { first_name: 5 } },
  } as unknown as typeof request)
  t.ok(concerns('borrowers.0', ['borrowers.0.contacts']))
  t.ok(concerns('borrowers.0.contacts.0.value', ['borrowers.0.contacts']))
  t.notOk(concerns('borrowers.1.contacts', ['borrowers.0.contacts']))
  t.notOk(concerns('loan_type_code', ['loan']), 'a name that only begins alike is another field')
})
