// Violations that say no more than another one does, several of them in one body.
import { concerns, setAt, structural, valueIn, type Violation } from './violation.ts'

/** A body that is wrong at the place of each violation, and right but for these. */
type Bundle = { violations: Violation[]; request: object }

/** Whether its refusal says nothing but that this one place is wrong in its form. */
const isPlain = ({ at, createsNothing, refusal }: Violation): boolean =>
  at.length === 1 &&
  refusal.about.length === 1 &&
  refusal.field === undefined &&
  refusal.codeRule === undefined &&
  (refusal.codes.join() === structural.join() || createsNothing.length === 0)

/** Alike but for the reference, and refused alike: what is wrong in the one body is wrong in the other for no other reason. */
const baseOf = ({ valid, refusal }: Violation): string =>
  JSON.stringify([refusal.codes, { ...valid, lender_reference: null }])

const isApart = (one: Violation, other: Violation): boolean => !concerns(one.at[0]!, other.at)

/**
 * Put together where none of their places lies within another's. Of those after which nothing may have been created the first is left
 * alone: a body that is wrong at many places is no order that a server could keep.
 */
export const bundlesOf = (all: readonly Violation[]): { alone: Violation[]; bundles: Bundle[] } => {
  const said = new Set<string>()
  const alone: Violation[] = []
  const bundles: Bundle[] = []
  for (const violation of all) {
    const adds = violation.createsNothing.some((rule) => !said.has(rule))
    for (const rule of violation.createsNothing) said.add(rule)
    if (adds || !isPlain(violation)) {
      alone.push(violation)
      continue
    }
    const open = bundles.find(
      ({ violations }) =>
        baseOf(violations[0]!) === baseOf(violation) && violations.every((one) => isApart(one, violation)),
    )
    if (!open) {
      bundles.push({ violations: [violation], request: structuredClone(violation.request) as object })
      continue
    }
    const [at] = violation.at
    setAt(open.request, at!, structuredClone(valueIn(violation.request, at!)))
    open.violations.push(violation)
  }
  return { alone, bundles }
}
