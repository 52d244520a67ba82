// Every identifier is a text of at most 64 characters with the prefix of its kind.
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import { atMost, ofType, startsWith } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'
import type { Visit } from './schema/visit.ts'
import { limits } from '../contract/limits.ts'

const isText = 'conventions.identifiers-are-strings'
const isShort = 'conventions.identifiers-have-at-most-64-characters'

const prefixes: Record<string, { prefix: string; rule: string }> = {
  OrderId: { prefix: 'ord_', rule: 'conventions.order-ids-start-with-ord' },
  DocumentId: { prefix: 'doc_', rule: 'conventions.document-ids-start-with-doc' },
  MessageId: { prefix: 'msg_', rule: 'conventions.message-ids-start-with-msg' },
  RevisionRequestId: { prefix: 'rr_', rule: 'conventions.revision-request-ids-start-with-rr' },
  EventId: { prefix: 'evt_', rule: 'conventions.event-ids-start-with-evt' },
  ClientId: { prefix: 'cli_', rule: 'conventions.client-ids-start-with-cli' },
  LenderId: { prefix: 'len_', rule: 'conventions.lender-ids-start-with-len' },
  CompanyId: { prefix: 'cmp_', rule: 'conventions.company-ids-start-with-cmp' },
}

const kindOf = memoizeByObject((components: readonly string[]) =>
  components.map((component) => prefixes[component]).find((known) => known !== undefined),
)

const aText = ofType(['string'])

const judgeOne = ({ value, pointer, components }: Visit): Assertion[] => {
  const kind = kindOf(components)
  if (!kind) return []
  const text = assertion(isText, typeof value === 'string', aText, value, pointer)
  if (typeof value !== 'string') return text
  return [
    ...text,
    ...assertion(
      isShort,
      value.length <= limits().identifier_max_characters,
      atMost(`${limits().identifier_max_characters} characters`),
      value,
      pointer,
    ),
    ...assertion(kind.rule, value.startsWith(kind.prefix), startsWith(kind.prefix), value, pointer),
  ]
}

export const identifiers: ShapeInvariant = {
  id: 'invariant.identifiers',
  rules: [isText, isShort, ...Object.values(prefixes).map(({ rule }) => rule)],
  assert: ({ visits }) => visits.flatMap((visit) => (visit.missing ? [] : judgeOne(visit))),
}
