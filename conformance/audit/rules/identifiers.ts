// Identifiers are used as they were given: never altered, never taken apart, never put together.
import { limits } from '../../contract/limits.ts'
import { listAt } from '../../model/body.ts'
import { isRefused, type Call, type Journal } from '../call.ts'
import { ruleGroup, type ClientRule } from '../client-rule.ts'
import { thresholds } from '../thresholds.ts'

const prefixed = /^(ord|doc|msg|rr|evt|cli|len|cmp)_(?:test_)?(.+)$/

/** The identifiers that answers gave, and by what another writing of one is found, or a part of one. */
type Known = { whole: Set<string>; lower: Set<string>; tails: Set<string> }

const inAnswer = (value: unknown, found: Known): void => {
  if (typeof value === 'string') {
    if (!prefixed.test(value) || value.length > limits().identifier_max_characters) return
    found.whole.add(value)
    found.lower.add(value.toLowerCase())
    found.tails.add(tailOf(value))
  } else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) inAnswer(entry, found)
}

type Used = { id: unknown; pointer?: string }

const usedBy = (call: Call): Used[] => [
  ...Object.values(call.ids).map((id) => ({ id })),
  ...(call.operation === 'listEvents' ? ['after', 'order_id'] : []).flatMap((name) =>
    call.url.searchParams.getAll(name).map((id) => ({ id, pointer: `query:${name}` })),
  ),
  ...listAt(call.sent, 'document_ids').map((id, index) => ({ id, pointer: `/document_ids/${index}` })),
]

const tailOf = (id: string): string => prefixed.exec(id)?.[2] ?? id

/** Another writing of a known identifier: the same but for its case, its space, or its type. */
const isAltered = (id: unknown, { whole, lower }: Known): boolean =>
  typeof id !== 'string' || (!whole.has(id) && lower.has(id.trim().toLowerCase()))

/** A part of a known identifier, or one put together from such a part. What is served was given: it may come from before the journal. */
const isParsed = (id: unknown, known: Known, call: Call): boolean => {
  if (!isRefused(call) || typeof id !== 'string' || known.whole.has(id) || isAltered(id, known)) return false
  const tail = tailOf(id)
  return tail.length >= thresholds.shortestTail && known.tails.has(tail)
}

const identifierRule = (
  rule: string,
  toChange: string,
  expected: string,
  isWrong: (id: unknown, known: Known, call: Call) => boolean,
): ClientRule => ({
  rule,
  shownBy: 'call with an identifier that an earlier answer gave',
  toTry: 'Let the client place an order and read it.',
  toChange,
  judge(journal: Journal, seen) {
    const known: Known = { whole: new Set(), lower: new Set(), tails: new Set() }
    for (const { delivery } of journal.deliveries) inAnswer(delivery.json, known)
    for (const call of journal.calls) {
      for (const { id, pointer } of usedBy(call)) {
        if (isWrong(id, known, call)) seen.violation({ expected, received: id, ...(pointer && { pointer }) }, call)
        else if (known.whole.has(String(id))) seen.occasion(call)
      }
      inAnswer(call.received, known)
    }
  },
})

export const identifiers = ruleGroup(
  'identifiers',
  [
    identifierRule(
      'conventions.client-keeps-identifiers-as-strings',
      'Store and compare identifiers as the strings that came, in their own case.',
      'the identifier as it was given',
      isAltered,
    ),
    identifierRule(
      'conventions.client-never-parses-identifiers',
      'Store whole identifiers, prefix and all; never take one apart or make one up.',
      'a whole identifier that was given',
      isParsed,
    ),
  ],
  ['answer bodies'],
)
