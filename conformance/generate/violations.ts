// Every single violation of a create that the live catalog allows for, and the rules it leaves untested.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { Ground } from './order-ground.ts'
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

const prepare = (
  template: Template,
  coverage: ProductCoverage,
  ground: Ground,
  index: number,
): Violation | undefined => {
  const { needs: _, fits: __, choices, mutate, ...rest } = template
  const product = candidates(template, coverage)[0]
  if (product === undefined) return undefined
  const reference = `${ground.marker}-v${String(index + 1).padStart(3, '0')}`
  const valid = validOrder(product, { ...ground, reference, ...choices?.(product) })
  const request = structuredClone(valid)
  mutate(request, product)
  return { ...rest, valid, request }
}

/** Rules that a violation speaks for when something from outside the catalog is given, and what it is. */
const fromOutside = ({ unresolvablePostalCodes = [], withheldOrderType }: Outside): Untested[] => [
  ...(unresolvablePostalCodes.length > 0
    ? []
    : [{ rule: 'create.unresolvable-postal-code-refused', reason: 'no-unresolvable-postal-code' } as const]),
  ...(withheldOrderType !== undefined
    ? []
    : [{ rule: 'create.product-not-offered-to-the-lender-refused', reason: 'no-withheld-product' } as const]),
]

/**
 * One violation for each conditional requirement and each constraint of the schema that a rule is about. A rule is
 * untested only where no violation speaks for it. What a permitted reading may accept is left out.
 */
export const violationsOf = (
  coverage: ProductCoverage,
  ground: Ground,
  provided: Outside = {},
): { violations: Violation[]; untested: Untested[] } => {
  const templates = [...termViolations(coverage, ground, provided), ...schemaViolations(requestFields())]
  const violations: Violation[] = []
  const missed: Untested[] = fromOutside(provided)
  for (const [index, template] of templates.entries()) {
    const violation = prepare(template, coverage, ground, index)
    if (violation) violations.push(violation)
    else missed.push(...template.rules.map((rule) => ({ rule, reason: reasonFor(template) })))
  }
  const answerable = new Set(violations.flatMap(({ rules }) => rules))
  const untested = missed.filter(
    ({ rule }, index) => !answerable.has(rule) && missed.findIndex((other) => other.rule === rule) === index,
  )
  return { violations, untested }
}
