// What a create must have, what it must not have, and what of it comes from the catalog.
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import type { Call, Journal } from '../call.ts'
import { catalogBefore, type Catalog } from '../catalog.ts'
import { eachCall, ruleGroup, someOf, type Fault } from '../client-rule.ts'
import { bodyKey } from '../repeats.ts'
import { keyOf, named } from './idempotency.ts'

const missing = (pointer: string): Fault => ({ expected: 'a value', received: 'absent', pointer })

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const always = [
  'order_type_code',
  'due_date',
  'loan.purpose',
  'property.address.postal_code',
  'property.type',
  'property.occupancy',
  'borrowers.0.role',
  'borrowers.0.first_name',
  'borrowers.0.last_name',
]

const lacking = (call: Call, paths: readonly string[]): string | undefined =>
  paths.find((path) => !isGiven(at(call.sent, ...path.split('.'))))

const pointer = (path: string): string => `/${path.replaceAll('.', '/')}`

const productOf = (call: Call, catalog: Catalog | null): unknown =>
  catalog?.byCode.get(textAt(call.sent, 'order_type_code') ?? '')

/** The place of the borrower, who may be named behind the co-borrower. */
const borrowerIn = (call: Call): number =>
  Math.max(
    0,
    listAt(call.sent, 'borrowers').findIndex((row) => textAt(row, 'role') === 'borrower'),
  )

const contactsOf = (call: Call): unknown[] => listAt(call.sent, 'borrowers', borrowerIn(call), 'contacts')

const isNeeded = (call: Call, catalog: Catalog | null): string[] => {
  const product = productOf(call, catalog)
  const code = textAt(call.sent, 'order_type_code')
  const purpose = at(call.sent, 'loan', 'purpose')
  const certification = textAt(product, 'appraiser_certification')
  const forUnit = listAt(call.sent, 'add_on_codes').some(
    (addOn) =>
      catalog?.withAdu.has(`${code} ${String(addOn)}`) &&
      catalog.withoutAdu.size > 0 &&
      !catalog.withoutAdu.has(`${code} ${String(addOn)}`),
  )
  return [
    ...(purpose === 'other' ? ['loan.purpose_other'] : []),
    ...(purpose === 'purchase' ? ['loan.purchase_price'] : []),
    ...(certification === 'fha_required' || certification === 'usda' ? ['loan.fha_case_number'] : []),
    ...(listAt(product, 'loan_types').length > 0 ? ['loan_type_code'] : []),
    ...(listAt(call.sent, 'borrowers').length > 0 ? [`borrowers.${borrowerIn(call)}.contacts.0`] : []),
    ...(forUnit ? ['property.has_adu'] : []),
  ]
}

type Code = { path: string; sent: unknown; known: string[]; names: string[] }

const codesAndNames = (rows: readonly unknown[]): Pick<Code, 'known' | 'names'> => ({
  known: rows.flatMap((row) => textAt(row, 'code') ?? []),
  names: rows.flatMap((row) => textAt(row, 'name') ?? []),
})

const codesSent = (call: Call, catalog: Catalog): Code[] => {
  const product = productOf(call, catalog)
  const own = { path: '/order_type_code', sent: at(call.sent, 'order_type_code') }
  const codes: Code[] = [{ ...own, ...codesAndNames([...catalog.byCode.values()]) }]
  if (product === undefined) return codes
  const loanType = { path: '/loan_type_code', sent: at(call.sent, 'loan_type_code') }
  const addOns = listAt(call.sent, 'add_on_codes').map((sent, index) => ({ path: `/add_on_codes/${index}`, sent }))
  codes.push({ ...loanType, ...codesAndNames(listAt(product, 'loan_types')) })
  // Which add-ons there are depends on `has_adu`: only both lists together are whole.
  if (catalog.withAdu.size > 0 || listAt(product, 'add_ons').length === 0)
    for (const addOn of addOns) codes.push({ ...addOn, ...addOnsOf(catalog, textAt(product, 'code') ?? '', product) })
  return codes.filter(({ sent }) => sent !== undefined && sent !== null)
}

const addOnsOf = (catalog: Catalog, code: string, product: unknown): Pick<Code, 'known' | 'names'> => ({
  known: [...catalog.withAdu, ...catalog.withoutAdu].flatMap((key) =>
    key.startsWith(`${code} `) ? [key.slice(code.length + 1)] : [],
  ),
  names: codesAndNames(listAt(product, 'add_ons')).names,
})

const isMangled = ({ sent, known }: Code): boolean =>
  typeof sent !== 'string' ||
  (!known.includes(sent) &&
    known.some(
      (code) =>
        (Number(code) === Number(sent) && sent.trim() !== '') || code.toLowerCase() === sent.trim().toLowerCase(),
    ))

const isName = ({ sent, known, names }: Code): boolean =>
  typeof sent === 'string' && !known.includes(sent) && names.includes(sent)

const codeRule =
  (expected: string, isWrong: (code: Code, catalog: Catalog) => boolean) =>
  (call: Call, journal: Journal): Fault | true | null => {
    const catalog = catalogBefore(journal, call)
    if (catalog === null || call.sent === undefined) return null
    const wrong = codesSent(call, catalog).find((code) => isWrong(code, catalog))
    return wrong === undefined ? true : { expected, received: wrong.sent, pointer: wrong.path }
  }

/** The day before has ended nowhere in the territories later than eleven hours after it ends in UTC. */
const earliestToday = (clock: number): string => new Date(clock - 11 * 3_600_000).toISOString().slice(0, 10)

const firstsWithKey = memoizeByObject(({ calls }: Journal) => {
  const firsts = new Map<string, Call>()
  for (const call of calls)
    if (call.operation === 'createOrder' && keyOf(call) !== undefined && !firsts.has(named(call, keyOf(call))))
      firsts.set(named(call, keyOf(call)), call)
  return firsts
})

/** A repeat has the body of the first attempt, also on the day after. */
const firstWithKey = (journal: Journal, call: Call): Call => {
  const first = firstsWithKey(journal).get(named(call, keyOf(call))) ?? call
  return bodyKey(first) === bodyKey(call) ? first : call
}

const withCatalog = {
  shownBy: 'create after a read of the catalog',
  toTry: 'Let the client read `/order-types`, and place an order.',
}

const place = { shownBy: 'create', toTry: 'Let the client place an order.' }

export const creates = ruleGroup(
  'creates',
  [
    {
      rule: 'create.client-sends-the-required-fields',
      ...place,
      toChange: 'Send every field that the contract marks as required.',
      judge: eachCall('createOrder', (call) => {
        if (call.sent === undefined) return null
        const others = listAt(call.sent, 'borrowers').flatMap((_, index) =>
          ['role', 'first_name', 'last_name'].map((name) => `borrowers.${index}.${name}`),
        )
        const path = lacking(call, [...always, ...others])
        return path === undefined ? true : missing(pointer(path))
      }),
    },
    {
      rule: 'create.client-sends-what-other-values-call-for',
      ...place,
      toChange: 'Send the fields that the product, the purpose and the add-ons call for.',
      judge: eachCall('createOrder', (call, journal) => {
        if (call.sent === undefined) return null
        const path = lacking(call, isNeeded(call, catalogBefore(journal, call)))
        return path === undefined ? true : missing(pointer(path))
      }),
    },
    {
      rule: 'create.client-names-two-borrowers-at-most',
      ...place,
      toChange: 'Name one borrower, or two.',
      judge: eachCall('createOrder', ({ sent }) => {
        const { length } = listAt(sent, 'borrowers')
        if (length === 0) return null
        return length <= 2 ? true : { expected: 'one borrower or two', received: length, pointer: '/borrowers' }
      }),
    },
    {
      rule: 'create.client-sends-no-past-due-date',
      ...place,
      toChange: 'Send a due date of today or later, as the calendar at the property has it.',
      judge: eachCall('createOrder', (call, journal) => {
        const due = textAt(call.sent, 'due_date')
        if (due === null || !/^\d{4}-\d\d-\d\d$/.test(due)) return null
        const today = earliestToday(firstWithKey(journal, call).clock)
        return due >= today ? true : { expected: `${today} or later`, received: due, pointer: '/due_date' }
      }),
    },
    {
      rule: 'create.client-gives-the-borrowers-phone',
      ...place,
      toChange: "Give the borrower's phone number where you have it; appraisers use it for access.",
      judge({ calls }, seen) {
        const own = calls.filter((call) => call.operation === 'createOrder' && contactsOf(call).length > 0)
        const given = own.filter((call) => contactsOf(call).some((one) => textAt(one, 'type') === 'phone'))
        if (given.length > 0) seen.occasion(...someOf(given))
        else if (own.length > 0)
          seen.violation(
            { expected: 'a phone number', received: 'email alone', pointer: '/borrowers/0/contacts' },
            ...own.slice(0, 3),
          )
      },
    },
    {
      rule: 'create.client-takes-codes-from-the-catalog',
      ...withCatalog,
      toChange: 'Take the codes from `/order-types`; those of loan types and add-ons from the product itself.',
      judge: eachCall(
        'createOrder',
        codeRule(
          'a code of the catalog',
          (code, { isWhole }) =>
            isWhole &&
            typeof code.sent === 'string' &&
            !code.known.includes(code.sent) &&
            !isMangled(code) &&
            !isName(code),
        ),
      ),
    },
    {
      rule: 'catalog.client-treats-codes-as-opaque-strings',
      ...withCatalog,
      toChange: 'Keep codes as the strings that the catalog gives, also where they look like numbers.',
      judge: eachCall('createOrder', codeRule('the code as the catalog has it', isMangled)),
    },
    {
      rule: 'catalog.client-takes-names-as-display-text',
      ...withCatalog,
      toChange: 'Send the code of the product, loan type or add-on; its name is for display.',
      judge: eachCall('createOrder', codeRule('a code', isName)),
    },
  ],
  ['request bodies'],
)
