// Whatever the lender can see change moves `updated_at`; a change of status moves `changed_at`; `created_at` never moves. By its
// change alone the order is found again.
import { pacedOrder, type Change, type PacedChange } from '../../scenarios/paced-order.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { includes } from '../../evidence/expected.ts'
import { itemsOf } from '../../steps/walk-pages.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt } from '../../steps/read.ts'
import { reason, type Inconclusive } from '../../evidence/inconclusive.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules: Record<Change, string> = {
  hold: 'order.updated-at-moves-with-the-status',
  resume: 'order.updated-at-moves-with-the-status',
  status: 'order.updated-at-moves-with-the-status',
  date: 'order.updated-at-moves-with-a-date',
  fee: 'order.updated-at-moves-with-the-fee',
  document: 'order.updated-at-moves-with-a-document',
  'held document': 'order.updated-at-moves-with-a-document',
  message: 'order.updated-at-moves-with-a-message',
  'own message': 'order.updated-at-moves-with-a-message',
  'message to the appraiser': 'order.updated-at-moves-with-a-message',
  'own field': 'order.updated-at-moves-with-its-own-fields',
}

const changedAt = 'order.status-changed-at-moves-with-the-status'
const createdAt = 'order.created-at-never-changes'
const answered = 'actions.hold-answer-has-status'
const isFound = 'list.updated-since-includes-the-instant-itself'

/** A time may be cut to the second in one place and not in another, or be taken a moment later. */
const isNear = (one: unknown, other: unknown): boolean =>
  Math.abs(Date.parse(String(one)) - Date.parse(String(other))) <= 1_500

const times = ({ before, after }: PacedChange, pointer: string): [number, number] => [
  Date.parse(String(fieldAt(before, pointer))),
  Date.parse(String(fieldAt(after, pointer))),
]

export default check({
  id: 'order.updated-at-moves-with-every-change',
  verifies: [...new Set(Object.values(rules)), changedAt, createdAt, answered, isFound],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { id, changes, found } = await shared(pacedOrder)
    for (const pages of Object.values(found)) {
      if (!pages) continue
      const ids = itemsOf(pages).map((item) => item['id'])
      expect(isFound).that(computedFrom(ids, ...pages), () => ids.includes(id), includes(id))
    }
    const { hold } = changes
    const inAnswer = hold.answer && seen(hold.answer, '/status/changed_at')
    const taken = fieldAt(hold.after, '/status/changed_at')
    const wasTaken = fieldAt(hold.before, '/status/changed_at')
    // The order took the status that it had before at least two seconds earlier, or its own time does not move.
    const isTimed = typeof inAnswer?.value === 'string' && taken !== wasTaken
    if (!hold.missed && isTimed && statusOf(hold.after) === 'on_hold')
      expect(answered).that(
        { ...inAnswer, requests: [...inAnswer.requests, hold.after.id] },
        (at) => isNear(at, taken),
        taken,
      )
    const missed: Inconclusive[] = []
    for (const [change, rule] of Object.entries(rules) as [Change, string][]) {
      const step = changes[change]
      // A company may keep its appraisers, and there may be none yet.
      if (change === 'message to the appraiser' && [409, 422].includes(step.answer?.response.status ?? 0)) continue
      const { before, after, pointer } = step
      const [was, now] = [before, after].map((order) => JSON.stringify(fieldAt(order, pointer)))
      if (step.missed || (was === now && rule !== 'order.updated-at-moves-with-a-message')) {
        missed.push(step.missed ?? notTested(reason('change-not-shown', { pointer })))
        continue
      }
      const seenAt = (at: string) => ({ ...computedFrom(fieldAt(after, at), before, after), pointer: at })
      expect(rule).that(
        seenAt('/dates/updated_at'),
        () => times(step, '/dates/updated_at')[1] > times(step, '/dates/updated_at')[0],
        `after ${String(fieldAt(before, '/dates/updated_at'))}`,
      )
      const [statusBefore, statusAfter] = [before, after].map((order) => fieldAt(order, '/status/code'))
      const [took, takes] = times(step, '/status/changed_at')
      expect(changedAt).that(
        seenAt('/status/changed_at'),
        () => (statusBefore === statusAfter ? took === takes : takes > took),
        statusBefore === statusAfter
          ? fieldAt(before, '/status/changed_at')
          : `after ${String(fieldAt(before, '/status/changed_at'))}`,
      )
      expect(createdAt).that(
        seenAt('/dates/created_at'),
        () => times(step, '/dates/created_at')[0] === times(step, '/dates/created_at')[1],
        fieldAt(before, '/dates/created_at'),
      )
    }
    if (missed[0]) throw missed[0]
  },
})
