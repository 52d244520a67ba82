// Which checks can show a broken rule: those that verify it, the one that caught the defect before, else those of its area.
import type { Check } from '../checks/check.ts'

export type Aim = {
  checks: Check[]
  /** Whether a check speaks for the rule by itself, or only the judges that look at every exchange. */
  verified: boolean
}

export const areaOf = (id: string): string => id.split('.')[0]!

/**
 * Random plans come upon a rule or not, so that they are no check to aim with.
 * @param hint the check under which the defect was caught before
 */
export const chooseChecks = (all: readonly Check[], rule: string, hint: string | undefined): Aim => {
  const verifying = all.filter(({ id, verifies }) => verifies.includes(rule) && areaOf(id) !== 'random')
  const hinted = all.filter(({ id }) => id === hint && !verifying.some((check) => check.id === id))
  if (verifying.length > 0) return { checks: [...verifying, ...hinted], verified: true }
  const near = all.filter(({ id }) => areaOf(id) === areaOf(rule) && id !== hint)
  return { checks: [...hinted, ...near], verified: false }
}
