// A simulator made to answer like a deployment: its catalog, names, labels and words, beside the readings it takes.
import type { AddOn, Named, Product } from '../../domain/records.ts'
import type { Ground } from '../readings/reading.ts'
import type { World } from '../../domain/world.ts'
import type { Likeness } from './read-likeness.ts'
import { words } from './words.ts'

/** Where the report does not show a fee. */
const usualFees = { product: '500.00', addOn: '100.00' }

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const named = (value: unknown): Named[] =>
  (Array.isArray(value) ? (value as Partial<Named>[]) : [])
    .filter((one) => typeof one?.code === 'string')
    .map(({ code, name }) => ({ code: code!, name: typeof name === 'string' ? name : code! }))

const formats = ['uad_2_6', 'uad_3_6'] as const
const certifications = ['none', 'fha_required', 'fha_optional', 'usda'] as const

const oneOf = <T extends string>(known: readonly T[], value: unknown): T =>
  known.find((one) => one === value) ?? known[0]!

const feeOf = (fees: Likeness['fees'], code: string): string | null => {
  const fee = Object.hasOwn(fees, code) ? fees[code]! : usualFees.product
  return fee === null || /^\d{1,12}\.\d\d$/.test(fee) ? fee : usualFees.product
}

const productOf = (shown: Record<string, unknown>, fees: Likeness['fees']): Product => {
  const code = String(shown['code'])
  const aduOnly = new Set(texts(shown['with_adu_only']))
  const addOn = (one: Named): AddOn => ({ ...one, fee: usualFees.addOn, requires_adu: aduOnly.has(one.code) })
  return {
    code,
    name: typeof shown['name'] === 'string' ? shown['name'] : code,
    report_format: oneOf(formats, shown['report_format']),
    appraiser_certification: oneOf(certifications, shown['appraiser_certification']),
    active: shown['active'] !== false,
    fee: feeOf(fees, code),
    loan_types: named(shown['loan_types']),
    add_ons: named(shown['add_ons']).map(addOn),
    loan_purposes: texts(shown['loan_purposes']),
    property_types: texts(shown['property_types']),
    withheld_from: [],
  }
}

const mainOf = (world: World) => {
  const credential = world.credentials.find(({ id }) => id === world.roles.main)
  const lender = world.lenders.find(({ id }) => id === credential?.lender_id)
  const company = world.companies.find(({ id }) => id === lender?.company_id)
  return { lender, company }
}

/** Changes the company of the role `main`, which is whom the report was made with. */
export const takeLikeness = (likeness: Likeness, ground: Ground): void => {
  const { lender, company } = mainOf(ground.world)
  if (lender && likeness.lender !== null) lender.name = likeness.lender
  if (company) {
    if (likeness.company !== null) company.name = likeness.company
    company.status_labels = { ...company.status_labels, ...likeness.status_labels }
    const catalog = likeness.order_types
      .filter(({ code }) => typeof code === 'string')
      .map((shown) => productOf(shown, likeness.fees))
    if (catalog.length > 0) company.catalog = catalog
  }
  for (const [freedom, word] of Object.entries(likeness.words))
    if (Object.hasOwn(words, freedom)) words[freedom]!(word)(ground)
}
