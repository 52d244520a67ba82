// Functions that a plain target defines as its code is loaded, and that are called under other conditions alone.
import type { Executed } from './executed.ts'
import type { Mutant } from './mutant.ts'

const standsIn = (inner: Mutant, outer: Mutant): boolean =>
  inner.file === outer.file && (inner.in === outer.in || inner.in.startsWith(`${outer.in}.`))

/** Where a run reaches what a declaration holds, and the plain run only executed the declaration, its mutants show there alone. */
export const createEntered = (all: readonly Mutant[], plain: Pick<Executed, 'hits' | 'once'>) => {
  const once = new Set(plain.once)
  const isDefined = (mutant: Mutant): boolean => mutant.in !== '' && once.has(mutant.number)
  return {
    /** Whether it may be entered elsewhere, for all that the plain run shows. */
    isDefined,
    isEntered: (mutant: Mutant, { hits }: Pick<Executed, 'hits'>): boolean =>
      isDefined(mutant) &&
      all.some(
        (inner) =>
          hits[inner.number] !== undefined && plain.hits[inner.number] === undefined && standsIn(inner, mutant),
      ),
  }
}
