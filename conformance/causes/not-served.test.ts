// An operation that is never served is one cause, headed by its own rule.
import t from 'tap'
import type { ExchangeFacts } from '../evidence/exchange-facts.ts'
import { finding, missing } from './findings.support.ts'
import { groupFindings } from './group-findings.ts'
import { withUnserved } from './not-served.ts'

const facts = (operation: string, status: number): ExchangeFacts => ({ operation, status, explains: [] })

const status = (rule: string, id: string, received = 404) =>
  finding(rule, [id], { kind: 'refused', key: 'listMessages 404 not_found', expected: '2xx', received })

const served = 'transport.serves-get-messages'

const found = [
  missing('list.envelope-has-page', 'page', 'x1'),
  status('list.per-page-1-accepted', 'x1'),
  status(served, 'x2'),
  finding('messages.in-the-thread', ['x9', 'x2'], { kind: 'missing_entry', key: 'a', pointer: null }),
  finding('limits.a-header', ['x1'], { kind: 'missing_header', key: 'X-A', pointer: 'header:X-A' }),
]

const answers: [string, ExchangeFacts][] = [
  ['x1', facts('listMessages', 404)],
  ['x2', facts('listMessages', 404)],
  ['x8', facts('listMessages', 401)],
  ['x9', facts('sendMessage', 201)],
]

t.test('all that was looked for in its answers follows from that', async (t) => {
  const [cause, ...others] = groupFindings(withUnserved(found, answers))
  t.match(cause, { id: served, kind: 'not_served', key: 'listMessages', example: 2, findings: [0, 1, 2, 3, 4] })
  t.equal(others.length, 0)
})

t.test('one that was served once is served, and so is one whose rule passes', async (t) => {
  t.equal(withUnserved(found, [...answers, ['x3', facts('listMessages', 200)]]), found)
  const others = found.filter(({ rule }) => rule !== served)
  t.equal(withUnserved(others, answers), others)
})
