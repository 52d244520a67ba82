// Creates that are each wrong in one point, sent one after the other, and the list of orders before and after them.
import { groupBy } from '../../reports/group-by.ts'
import { bundlesOf } from '../generate/bundles.ts'
import { violationsOf } from '../generate/violations.ts'
import type { ProductCoverage, Untested } from '../generate/product-coverage.ts'
import type { Outside } from '../generate/term-violations.ts'
import { nullForText } from '../generate/schema-violations.ts'
import type { Violation } from '../generate/violation.ts'
import { validOrder } from '../generate/valid-order.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { firstShare } from '../kit/effort.ts'
import { catalogOf } from '../steps/catalog.ts'
import { create } from '../steps/place-order.ts'
import { newestOrders } from '../steps/list-orders.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded, textAt } from '../steps/read.ts'
import { refuses } from '../steps/refuses.ts'
import { itemsOf } from '../steps/walk-pages.ts'
import type { Answered } from '../evidence/exchange.ts'
import { catalogReadings } from './catalog-readings.ts'
import { orderInputs } from './order-inputs.ts'

/** What a refused create breaks where it leaves anything behind. */
export const createsNothing = [
  'create.missing-required-field-creates-nothing',
  'create.past-due-date-creates-nothing',
  'create.refused-code-creates-nothing',
  'create.unknown-order-type-creates-nothing',
  'create.value-outside-the-products-lists-creates-nothing',
  'create.missing-conditional-field-creates-nothing',
  'create.unresolvable-postal-code-creates-nothing',
  'create.inactive-product-creates-nothing',
]

export type Tried = { violation: Violation; answer: Answered }

type ViolatingOrders = {
  tried: Tried[]
  untested: Untested[]
  /** A valid order placed before them, and the pages of the order list down to it. */
  landmark: Answered
  list: Answered[]
}

/**
 * A product that another lender of the company may order and this one is not shown; where there is none, one the other way round,
 * which the other lender orders. That is for the sandbox alone: in production the company would bill the other account.
 */
const withheldOrderType = async (context: StepContext, { orderable }: ProductCoverage): Promise<Outside> => {
  if (!context.has('other_lender')) return {}
  const { plain } = await context.shared(catalogReadings)
  const { products } = await context.shared(catalogOf('other_lender'))
  const own = new Set(plain.products.map(({ code }) => code))
  const theirs = products.find(({ code, active }) => active && !own.has(code))?.code
  if (theirs !== undefined) return { withheldOrderType: theirs }
  if (context.environment !== 'sandbox') return {}
  const shown = new Set(products.map(({ code }) => code))
  const ours = orderable.find(({ code }) => !shown.has(code))?.code
  return ours === undefined ? {} : { withheldFromOther: ours }
}

/** The date of which calendars make another, and one more. */
const datesOf = ([rollover, ...others]: readonly Violation[], at: number): Violation[] =>
  [rollover, others[at % Math.max(1, others.length)]].filter((one) => one !== undefined)

/** Which of a family are tried is left to chance, as each further one says little more: one wrong type for each field, two dates. */
const sampled = (all: readonly Violation[], random: () => number): Violation[] => {
  const families = groupBy(all, ({ id, family = id }) => family)
  const chosen = new Set(
    [...families].flatMap(([name, family]) => {
      const from = Math.floor(random() * family.length)
      return name.startsWith('date ') ? datesOf(family, from) : [family[from]!]
    }),
  )
  // Null is of the wrong type too: the field that is sent it needs no other.
  const fields = [...chosen].filter(({ family }) => family === nullForText).map(({ id }) => id.replace(/null$/, ''))
  const isAsGood = ({ id, family }: Violation): boolean =>
    family !== nullForText && fields.some((field) => id.startsWith(field))
  return all.filter((violation) => chosen.has(violation) && !isAsGood(violation))
}

/** Under a budget the first violation of each rule comes first, and what is left out is reported. */
const withinBudget = (all: readonly Violation[], effort: number): { chosen: Violation[]; left: Untested[] } => {
  if (effort >= 1) return { chosen: [...all], left: [] }
  const covered = new Set<string>()
  const isFirst = ({ rules }: Violation): boolean => {
    const adds = rules.some((rule) => !covered.has(rule))
    for (const rule of rules) covered.add(rule)
    return adds
  }
  const firsts = new Set(all.filter(isFirst))
  const chosen = firstShare([...firsts, ...all.filter((one) => !firsts.has(one))], effort)
  const rules = all.filter((one) => !chosen.includes(one)).flatMap((one) => one.rules)
  return { chosen, left: [...new Set(rules)].map((rule) => ({ rule, reason: 'violation-outside-budget' })) }
}

const isRefusedFor = ({ refusal }: Violation, answer: Answered): boolean =>
  refusal.statuses.includes(answer.response.status) && refuses(answer, refusal.about[0]!)

/**
 * What says no more than another violation is sent several at once, for as long as the target names the places it refuses: one that
 * a refusal names would be refused alone too. Every other is sent alone.
 */
const tryAll = async (context: StepContext, all: readonly Violation[]): Promise<Tried[]> => {
  const { alone, bundles } = bundlesOf(all)
  const tried = new Map<Violation, Answered>()
  const tryAlone = async (violation: Violation): Promise<void> =>
    void tried.set(violation, await create(context, violation.request, violation.role && { role: violation.role }))
  for (const violation of alone) await tryAlone(violation)
  let isNaming = true
  for (const { violations, request } of bundles) {
    const answer: Answered | null = isNaming && violations.length > 1 ? await create(context, request) : null
    for (const violation of violations) {
      if (answer && isRefusedFor(violation, answer)) tried.set(violation, answer)
      else await tryAlone(violation)
    }
    if (answer === null) continue
    const named: number = violations.filter((one) => tried.get(one) === answer).length
    isNaming = named > 0
    if (named === violations.length) context.recordReading('errors.details-completeness', 'every-mistake', answer)
    else if (entriesAt(answer, '/details').length === 1)
      context.recordReading('errors.details-completeness', 'first-only', answer)
  }
  return all.map((violation) => ({ violation, answer: tried.get(violation)! }))
}

/** An account that pays by card is refused every order, whatever is ordered. */
const isUnbilled = ({ violation: { role }, answer }: Tried): boolean =>
  role !== undefined && answer.response.status === 403 && fieldAt(answer, '/code') === 'account_not_billable'

export const violatingOrders: Scenario<ViolatingOrders> = {
  id: 'violating-orders',
  async run(context) {
    const { coverage, ground: shared, bare } = await context.shared(orderInputs)
    const ground = { ...shared, marker: context.marker() }
    const named = context.profile.postal_codes.unresolvable
    const { violations, untested: unable } = violationsOf(coverage, ground, {
      unresolvablePostalCodes: named.length > 0 ? named : ['00000'],
      ...(await withheldOrderType(context, coverage)),
    })
    const some = context.effort > 1 ? violations : sampled(violations, context.random)
    const { chosen, left } = withinBudget(some, context.effort)
    const untested = [...unable, ...left]
    const placed = bare.map(({ answer }) => answer).findLast(succeeded)
    const landmark = placed ?? requireSuccess(await create(context, validOrder(coverage.orderable[0]!, ground)))
    const all = await tryAll(context, chosen)
    const tried = all.filter((one) => !isUnbilled(one))
    for (const { violation } of all.filter(isUnbilled))
      untested.push(...violation.rules.map((rule) => ({ rule, reason: 'no-withheld-product' as const })))
    const id = textAt(landmark, '/id')
    // Lists may show a new order moments later.
    const shows = (items: Record<string, unknown>[]) => items.some((item) => item['id'] === id)
    const list = await context.eventually(
      () => newestOrders(context, shows),
      (pages) => shows(itemsOf(pages)),
      context.patience.state,
    )
    return { tried, untested, landmark, list }
  },
}
