// Shows which previous status is taken for wrong, and which other orders and forms of the events are not.
import t from 'tap'
import type { SeenEvent } from './events-of.ts'
import { possiblePreviousStatuses } from './possible-previous-statuses.ts'

let count = 0

/** Events of one order, each a second after the one before, or at the same moment with `+`. */
const history = (...lines: string[]): SeenEvent[] => {
  let at = Date.parse('2026-06-01T10:00:00.000Z')
  return lines.map((line) => {
    const [name, ...rest] = line.replace('+', '').split(' ')
    if (!line.startsWith('+')) at += 1_000
    const data: Record<string, unknown> = { order_id: 'ord_1' }
    if (name === 'changed') Object.assign(data, { previous_status: { code: rest[0] }, status: { code: rest[1] } })
    if (name === 'created') data['status'] = { code: rest[0] }
    if (name === 'completed') data['revision'] = rest[0] === 'again'
    if (name === 'revision_requested') data['revision_request'] = { kind: rest[0] }
    return {
      id: `evt_${String((count += 1)).padStart(6, '0')}`,
      type: name === 'changed' ? 'order.status_changed' : `order.${name}`,
      createdAt: new Date(at).toISOString(),
      data,
      source: 'x1',
      via: 'feed' as const,
    }
  })
}

const wrong = (...lines: string[]): string[] =>
  possiblePreviousStatuses(history(...lines))
    .filter(({ left, possible }) => !possible.includes(left))
    .map(({ left, isReported }) => `${left}${isReported ? '' : ', never shown'}`)

t.test('what was left is what the last change led to', async (t) => {
  const path = ['created new', 'changed new appraiser_assigned', 'changed appraiser_assigned borrower_contacted']
  t.strictSame(wrong(...path, 'changed borrower_contacted left_message_for_borrower'), [])
  t.strictSame(wrong(...path, 'changed appraiser_assigned left_message_for_borrower'), ['appraiser_assigned'])
  t.strictSame(wrong(...path, 'changed awaiting_review report_complete'), ['awaiting_review, never shown'])
  t.strictSame(
    wrong(...path, 'changed report_complete awaiting_review'),
    ['report_complete'],
    'a report has its own event',
  )
  t.strictSame(wrong('created pending_review', 'changed new new'), ['new'])
  t.strictSame(wrong('created new', 'changed new new'), [], 'a change to the same status is one that repeats it')
})

t.test('a hold, a cancel or a delivery is reported by its own event, or by both, in either order', async (t) => {
  const start = ['created new', 'changed new appraiser_assigned']
  t.strictSame(wrong(...start, 'on_hold', 'resumed', 'changed off_hold appraiser_assigned'), [])
  t.strictSame(wrong(...start, 'on_hold', 'resumed', 'changed appraiser_assigned borrower_contacted'), [])
  t.strictSame(wrong(...start, 'on_hold', '+changed appraiser_assigned on_hold', 'resumed'), [])
  t.strictSame(wrong(...start, 'changed appraiser_assigned on_hold', '+on_hold', 'resumed'), [])
  t.strictSame(wrong(...start, 'on_hold', '+changed new on_hold'), ['new'])
  t.strictSame(wrong(...start, 'completed', 'changed report_complete awaiting_review'), [])
  t.strictSame(
    wrong(...start, 'cancelled', 'revision_requested correction', '+changed cancelled revision_requested'),
    [],
  )
})

t.test('a second revision leaves the revised report', async (t) => {
  const revised = [
    'changed new report_complete',
    'revision_requested correction',
    '+changed report_complete revision_requested',
    'completed again',
    '+changed revision_requested revised_report_complete',
    'revision_requested correction',
  ]
  t.strictSame(wrong(...revised, '+changed revised_report_complete revision_requested'), [])
  t.strictSame(wrong(...revised, '+changed report_complete revision_requested'), ['report_complete'])
})

t.test('steps of one change may come in any order, and nothing is known before the first event', async (t) => {
  t.strictSame(
    wrong('created new', 'changed appraiser_assigned borrower_contacted', '+changed new appraiser_assigned'),
    [],
  )
  t.strictSame(wrong('changed awaiting_review report_complete'), [])
  t.strictSame(wrong('assigned', '+changed new appraiser_assigned'), [])
  t.strictSame(wrong('on_hold', '+changed appraiser_assigned on_hold'), [])
})
