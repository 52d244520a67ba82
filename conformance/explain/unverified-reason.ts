// Why no check verifies a rule.
import type { Rule } from '../contract/contract.ts'

export const unverifiedReason = ({ unobservable, party }: Rule): string => {
  if (unobservable !== undefined) return `none: ${unobservable}`
  return party === 'client' ? 'none: it is a rule for clients, which assay audit and assay receiver judge' : 'none yet'
}
