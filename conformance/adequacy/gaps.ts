// The rules of the service that can be tested and that no deliberate defect breaks: nobody knows whether their checks can fail.
import type { Rule } from '../contract/contract.ts'

export const withoutDefect = (rules: Iterable<Rule>, defects: Iterable<{ breaks: string }>): string[] => {
  const broken = new Set([...defects].map(({ breaks }) => breaks))
  return [...rules]
    .filter(({ id, party, unobservable }) => party === 'service' && unobservable === undefined && !broken.has(id))
    .map(({ id }) => id)
    .toSorted()
}
