// Testable rules of the service without a defect: whether their checks can fail is unknown.
import type { Rule } from '../../conformance/contract/contract.ts'

export const withoutDefect = (rules: Iterable<Rule>, defects: Iterable<{ breaks: string }>): string[] => {
  const broken = new Set([...defects].map(({ breaks }) => breaks))
  return [...rules]
    .filter(({ id, party, unobservable }) => party === 'service' && unobservable === undefined && !broken.has(id))
    .map(({ id }) => id)
    .toSorted()
}
