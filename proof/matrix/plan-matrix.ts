// What a kill matrix takes: runs of the suite without a defect, and an order for each defect, each with its expected cost.
import type { Check } from '../../conformance/kit/check.ts'
import type { Baseline } from './baseline.ts'
import type { Order } from './examine.ts'
import type { Defect } from './injected.ts'
import { budgets } from './rows.ts'
import { draw } from './select-defects.ts'

/** What decides how a defect is examined. */
export type Measures = {
  seed: number
  /** For how many defects the whole suite runs to its end, and within each budget; null: to its end for all of them. */
  whole: number | null
  /** For how many defects random plans run alone. */
  random: number
  /** For how many defects the plan that shows them is shortened. */
  shorten: number
  /** Whether the suite runs without a defect, within each budget and without one. */
  reference: boolean
}

export type Weighed = { order: Order; weight: number }

export type MatrixPlan = {
  /** The budgets of the runs without a defect. */
  references: (number | null)[]
  /** The longest first, so that none of them is left over for one worker alone. */
  orders: Weighed[]
}

const randomRequests = 3000

/** In CPU seconds, about; what looks back on the run waits for deliveries besides. */
export const weights = {
  targeted: 0.4,
  last: 4,
  unhinted: 2,
  whole: 18,
  budgets: 15,
  random: 12,
  shorten: 3,
  reference: 12,
}

const weigh = ({ hint, whole, budgets: within, random, shorten }: Order, late: ReadonlySet<string>): number =>
  (hint === undefined ? weights.unhinted : late.has(hint) ? weights.last : weights.targeted) +
  (whole === 'measured' ? weights.whole : 0) +
  (within.length > 0 ? weights.budgets : 0) +
  (random > 0 ? weights.random : 0) +
  (shorten ? weights.shorten : 0)

export const planMatrix = (
  defects: readonly Defect[],
  { seed, whole, random, shorten, reference }: Measures,
  { baseline, checks }: { baseline: Baseline; checks: readonly Check[] },
): MatrixPlan => {
  const late = new Set(checks.filter(({ phase }) => phase === 'last').map(({ id }) => id))
  const measured = new Set(draw(defects, whole ?? Infinity, seed, 'whole runs'))
  const wild = new Set(draw(defects, random, seed, 'random plans'))
  const walked = defects.filter(({ id }) => baseline.reproducers[id] !== undefined)
  const shortened = new Set(draw(walked, shorten, seed, 'shortened'))
  const orders = defects.map((defect): Weighed => {
    const hint = baseline.killed[defect.id]
    const reproducer = baseline.reproducers[defect.id]
    const order: Order = {
      defect,
      seed,
      whole: measured.has(defect) ? 'measured' : 'sought',
      budgets: whole !== null && measured.has(defect) ? budgets : [],
      random: wild.has(defect) ? randomRequests : 0,
      shorten: shortened.has(defect),
      ...(hint !== undefined && { hint }),
      ...(reproducer !== undefined && { reproducer }),
    }
    return { order, weight: weigh(order, late) }
  })
  return {
    references: reference ? [null, ...budgets].toReversed() : [],
    orders: orders.toSorted((a, b) => b.weight - a.weight),
  }
}

export const weightOf = ({ references, orders }: MatrixPlan): number =>
  orders.reduce((sum, { weight }) => sum + weight, references.length * weights.reference)
