// Rules without a result because of the target: no delivery came, or the feed stayed empty.
import { recordedReason } from '../../reports/reasons/reason.ts'
import type { RecordedCoverage } from '../../reports/run-record.ts'
import { serviceRules, type Rule } from '../contract/contract.ts'
import type { GivenReason } from '../evidence/inconclusive.ts'
import { invariantsOfDeliveries } from '../invariants/invariants.ts'
import type { RuleResult } from '../verdict/rule-verdicts.ts'

const result = (rule: string, source: string, reason: GivenReason): RuleResult => ({
  rule,
  source,
  verdict: 'not-tested',
  compared: 0,
  requests: [],
  ...recordedReason(reason),
})

const fieldsOf = ({ field = [] }: Rule): string[] => [field].flat()

const isOfEnvelope = (rule: Rule): boolean => fieldsOf(rule).some((field) => field.startsWith('EventEnvelope.'))

const undelivered = (reason: GivenReason): RuleResult[] => [
  ...invariantsOfDeliveries().flatMap(({ id, rules }) => rules.map((rule) => result(rule, id, reason))),
  ...serviceRules()
    .filter(isOfEnvelope)
    .map(({ id }) => result(id, 'invariant.fields', reason)),
]

/** Orders were placed and the feed was read, and no event was ever in it. */
const hasEmptyFeed = ({ events_in_feed: feed, operations: { statuses } }: RecordedCoverage): boolean =>
  feed.reached === 0 && statuses['createOrder']?.['201'] !== undefined && statuses['listEvents']?.['200'] !== undefined

const ofFeed = (): RuleResult[] =>
  serviceRules()
    .filter(
      ({ operations, unobservable }) => operations !== 'all' && operations.includes('listEvents') && !unobservable,
    )
    .map(({ id }) => result(id, 'invariant.fields', 'no-event-of-run'))

/** @param lacks why no delivery could be judged; null where they could */
export const unexercised = (
  heard: readonly RuleResult[],
  { lacks, coverage }: { lacks: GivenReason | null; coverage: RecordedCoverage },
): RuleResult[] => {
  const shown = new Set(heard.map(({ rule }) => rule))
  const found = [...(lacks === null ? [] : undelivered(lacks)), ...(hasEmptyFeed(coverage) ? ofFeed() : [])]
  return found.filter(({ rule }) => !shown.has(rule))
}
