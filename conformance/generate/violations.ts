// Every single violation of a create that the live catalog allows for, and the rules it leaves untested.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import { seededRandom } from '../kit/seeded-random.ts'
import type { CatalogProduct } from './catalog-product.ts'
import { randomPick, type Choose, type CreateOrderRequest, type Ground } from './order-ground.ts'
import { fits, parts } from './order-parts.ts'
import type { ProductCoverage, Untested } from './product-coverage.ts'
import { abilities } from './product-abilities.ts'
import { requestFields } from './request-fields.ts'
import { schemaViolations } from './schema-violations.ts'
import { termViolations, type Outside } from './term-violations.ts'
import { validOrder } from './valid-order.ts'
import type { Template, Violation } from './violation.ts'

const candidates = (template: Template, { having, orderable }: ProductCoverage) =>
  (template.needs === undefined ? orderable : having[template.needs]).filter(
    (product) => template.fits?.(product) ?? true,
  )

const reasonFor = ({ needs }: Template): GivenReason =>
  needs === undefined ? 'no-product-that-fits' : reason('no-product-that', { asks: [abilities[needs].asks] })

/** The products that a template is tried with: the one that asks for least, and another where it is tried twice. */
const productsFor = (template: Template, coverage: ProductCoverage): CatalogProduct[] => {
  const [first, ...others] = candidates(template, coverage)
  if (first === undefined) return []
  if (template.again === undefined) return [first]
  const isOther = ({ reportFormat }: CatalogProduct): boolean => reportFormat !== first.reportFormat
  const hasAddOn = ({ addOns }: CatalogProduct): boolean => addOns.length > 0
  const second = others.find((one) => isOther(one) && hasAddOn(one)) ?? [first, ...others].find(hasAddOn)
  const third = second && isOther(second) ? undefined : others.find(isOther)
  const again = second ?? (template.again === 'always' ? first : undefined)
  return [first, again, third].filter((one) => one !== undefined)
}

/** What stands beside a refused value has no part in it: it differs from one to the next, and where one is tried again it is another. */
const occupancyFor = ({ enumerations }: Ground, { again, createsNothing }: Template, index: number, time: number) => {
  const others = enumerations.occupancy.filter((one) => one !== 'primary_residence')
  const isUsual = createsNothing.length === 0 || (again !== undefined && time === 0)
  return isUsual || others.length === 0 ? {} : { occupancy: others[(index + time) % others.length]! }
}

/** Parts that stand there already, or that would make another order of it. */
const decided = new Set(['property.has_adu', 'add_on_codes', 'borrower.contacts', 'lender_reference'])

/** Beside a further value of one rule stand an add-on and optional parts, each right in itself: all there are, then some. */
const putBeside = (
  valid: CreateOrderRequest,
  product: CatalogProduct,
  { enumerations, places }: Ground,
  nth: number,
  pick: Choose,
): void => {
  if (product.addOns.length > 0) valid.add_on_codes = [product.addOns[0]!]
  const making = { product, place: places[0]!, enumerations, reference: '', pick }
  for (const part of parts) {
    if (decided.has(part.name) || (part.name === 'loan.purchase_price' && valid.loan.purpose !== 'purchase')) continue
    const able = Object.keys(part.levels).filter((level) => fits(part, level, product, making.place))
    part.levels[nth === 1 ? able.at(-1)! : pick(able)]!.put?.(valid, making)
  }
}

/** @param earlier how many values of the same rule come before this one */
const prepare = (
  template: Template,
  coverage: ProductCoverage,
  ground: Ground,
  { index, earlier }: { index: number; earlier: number },
): Violation[] => {
  const { needs: _, fits: __, again: ___, choices, beside, mutate, ...rest } = template
  return productsFor(template, coverage).map((product, time) => {
    const mark = `v${String(index + 1).padStart(3, '0')}${time > 0 ? `-${time + 1}` : ''}`
    const reference = `${ground.marker}-${mark}`
    const nth = earlier + time
    const valid = validOrder(product, {
      ...ground,
      reference,
      ...occupancyFor(ground, template, index, time),
      ...(nth === 1 &&
        !template.at.includes('loan.purpose') &&
        product.purposes.includes('other') && { purpose: 'other' }),
      ...choices?.(product),
    })
    if (nth > 0) putBeside(valid, product, ground, nth, randomPick(seededRandom(0, reference)))
    beside?.(valid, product, ground.places[0]!)
    const request = structuredClone(valid)
    mutate(request, product)
    return { ...rest, id: time > 0 ? `${rest.id}-${time + 1}` : rest.id, valid, request }
  })
}

/** Rules that a violation asserts when something from outside the catalog is given, and what it is. */
const fromOutside = ({ unresolvablePostalCodes = [], withheldOrderType, withheldFromOther }: Outside): Untested[] => [
  ...(unresolvablePostalCodes.length > 0
    ? []
    : [{ rule: 'create.unresolvable-postal-code-refused', reason: 'no-unresolvable-postal-code' } as const]),
  ...((withheldOrderType ?? withheldFromOther) !== undefined
    ? []
    : [{ rule: 'create.product-not-offered-to-the-lender-refused', reason: 'no-withheld-product' } as const]),
]

/**
 * One violation for each conditional requirement and each constraint of the schema that a rule is about. A rule is
 * untested only where no violation asserts it. What a permitted reading may accept is left out.
 */
export const violationsOf = (
  coverage: ProductCoverage,
  ground: Ground,
  provided: Outside = {},
): { violations: Violation[]; untested: Untested[] } => {
  const terms = termViolations(coverage, ground, provided)
  const templates = [...terms, ...schemaViolations(requestFields())]
  const violations: Violation[] = []
  const missed: Untested[] = fromOutside(provided)
  const tried = new Map<string, number>()
  for (const [index, template] of templates.entries()) {
    const [rule] = template.rules
    // What may stand in one body with others has the base that they have.
    const isAlone = template.createsNothing.length > 0 && index < terms.length
    const earlier = isAlone ? (tried.get(rule!) ?? 0) : 0
    const prepared = prepare(template, coverage, ground, { index, earlier })
    tried.set(rule!, earlier + prepared.length)
    violations.push(...prepared)
    if (prepared.length === 0) missed.push(...template.rules.map((rule) => ({ rule, reason: reasonFor(template) })))
  }
  const answerable = new Set(violations.flatMap(({ rules }) => rules))
  const untested = missed.filter(
    ({ rule }, index) => !answerable.has(rule) && missed.findIndex((other) => other.rule === rule) === index,
  )
  return { violations, untested }
}
