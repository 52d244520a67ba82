// Why no check verifies a rule.
import type { Rule } from '../contract/contract.ts'

export const unverifiedReason = ({ unobservable, party }: Rule): string => {
  if (party === 'client') return 'none: it is a rule for clients, and a server is judged here'
  return unobservable === undefined ? 'none yet' : `none: ${unobservable}`
}
