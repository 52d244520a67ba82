// Defects of a hold, a resume and a cancel that are taken.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { contested } from './contested.ts'

export const actionsMoves: readonly Defect[] = rows({
  'cancel-answer-without-previous-status': {
    breaks: 'actions.cancel-returns-the-status-before',
    bug: 'The answer to a cancel is the order, which has no `previous_status`.',
    apply: op.drop('actions.body', 'previous_status', (id) => id === 'cancelOrder'),
  },
  'second-resume-not-raised': {
    breaks: 'actions.resume-raises-order-resumed',
    bug: 'The resume of an order raises its event once; a later one finds it marked as raised.',
    deep: 'only at the second resume',
    apply: op.perTarget((shown = new Set<string>()) =>
      op.unraised(({ type, order }) => {
        const isShown = type === 'order.resumed' && shown.has(order.id)
        if (type === 'order.resumed') shown.add(order.id)
        return isShown
      }),
    ),
  },
  'order-taken-back-is-cancelled': {
    breaks: 'actions.cancel-refused-once-delivered',
    bug: 'A cancel is judged by the present status alone, which says nothing of a report that was delivered before.',
    deep: 'only for a delivered order that the company has taken back to work',
    apply: op.accept('lifecycle.mayCancel', ({ delivered, status }) => delivered && status.code === 'awaiting_review'),
  },
  'hold-lost-to-an-advance': {
    breaks: 'actions.hold-moves-order-to-on-hold',
    bug: 'An advance that comes together with a hold has read the order before it, and writes over it.',
    deep: 'under concurrency',
    apply: op.mutation('misread', (behaviour) => {
      const orders = contested(behaviour)
      const { mayAdvance } = behaviour.lifecycle
      behaviour.lifecycle.mayAdvance = function overwriting(order, to) {
        const isStale = order.status.code === 'on_hold' && orders.has(order.id)
        const read = isStale ? { ...order, status: { ...order.status, code: order.previous_status ?? 'new' } } : order
        return mayAdvance.call(this, read, to)
      }
    }),
  },
  'cancel-taken-twice-at-once': {
    breaks: 'actions.cancel-moves-order-to-cancelled',
    bug: 'Two cancels that come together both find the order open, and both are taken.',
    deep: 'under concurrency',
    apply: op.mutation('accept', (behaviour) => {
      const orders = contested(behaviour)
      const { mayCancel } = behaviour.lifecycle
      behaviour.lifecycle.mayCancel = function both(order) {
        return (order.status.code === 'cancelled' && orders.has(order.id)) || mayCancel.call(this, order)
      }
    }),
  },
  'resume-taken-twice-at-once': {
    breaks: 'actions.resume-refused-in-off-hold',
    bug: 'Two resumes that come together both find the order on hold, and both are taken.',
    deep: 'under concurrency',
    apply: op.mutation('accept', (behaviour) => {
      const orders = contested(behaviour)
      const { mayResume } = behaviour.lifecycle
      behaviour.lifecycle.mayResume = function both(order) {
        return (order.status.code === 'off_hold' && orders.has(order.id)) || mayResume.call(this, order)
      }
    }),
  },
  'hold-of-the-company-is-its-own': {
    breaks: 'actions.resume-accepted-in-on-hold',
    bug: 'What the company put on hold only the company may resume.',
    deep: 'only after a hold by the company',
    apply: op.perTarget((mine = new Set<string>(), now = '') => [
      op.refuse('lifecycle.mayResume', ({ id }) => now === id && !mine.has(id)),
      op.instead('idempotency.around', async (usual, id, call, work) => {
        const order = /ord_[^/?]+/.exec(call.request.url ?? '')?.[0] ?? ''
        if (id === 'holdOrder') mine.add(order)
        if (id !== 'resumeOrder') return usual(id, call, work)
        now = order
        try {
          return await usual(id, call, work)
        } finally {
          now = ''
        }
      }),
    ]),
  },
  'resume-starts-over': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A resumed order goes back to `new` whatever it was before the hold.',
    deep: 'only after a resume',
    apply: op.replace('lifecycle.afterRest', 'new'),
  },
  'second-hold-remembers-the-first': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'The status held before is noted at the first hold of an order and never again.',
    deep: 'only after a second hold in another status',
    apply: op.stale('lifecycle.remembered', ({ id }) => id),
  },
  'hold-in-off-hold-forgets-the-work': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A hold of an order that comes off a hold remembers `off_hold`, from which the next resume finds no way back to the work.',
    deep: 'only when held again in off_hold',
    apply: op.together(
      op.replace('lifecycle.remembered', 'off_hold', ({ status }) => status.code === 'off_hold'),
      op.replace('lifecycle.afterRest', 'new', ({ previous_status: before }) => before === 'off_hold'),
    ),
  },
  'resumed-review-is-over': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'An order that was held under review comes back as placed: every resumed order counts as reviewed.',
    deep: 'only of an order held in pending_review',
    apply: op.replace('lifecycle.afterRest', 'new', ({ previous_status: before }) => before === 'pending_review'),
  },
  'review-held-by-the-lender-is-over': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A lender who holds an order under review and resumes it is taken to have placed it.',
    deep: 'only of an order held in pending_review, and by the lender',
    apply: op.perTarget((held = new Set<string>()) => [
      op.replace(
        'lifecycle.afterRest',
        'new',
        ({ id, previous_status: before }) => before === 'pending_review' && held.has(id),
      ),
      op.note('lifecycle.mayHold', ({ id }) => void held.add(id)),
    ]),
  },
  'refused-cancel-forgets-the-status-held': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A cancel of a held order is refused after the status to come back to was cleared.',
    deep: 'only after a refused cancel, of an order held while it was worked on',
    also: ['sandbox.off-hold-advances-no-other-way'],
    apply: op.wrap('lifecycle.mayCancel', (may, order) => {
      if (order.status.code === 'on_hold') order.previous_status = 'new'
      return may
    }),
  },
  'held-once-only': {
    breaks: 'actions.hold-accepted-in-report-rejected-for-correction',
    bug: 'An order can be held once; the mark of the first hold is never taken back.',
    deep: 'only at the second hold',
    also: ['actions.hold-accepted-in-off-hold', 'actions.hold-accepted-in-reactivated'],
    apply: op.perTarget((held = new Set<string>()) => [
      op.refuse('lifecycle.mayHold', ({ id }) => held.has(id)),
      op.note('lifecycle.afterHold', ({ id }) => void held.add(id)),
    ]),
  },
  'once-held-never-cancelled': {
    breaks: 'actions.cancel-accepted-once-resumed',
    bug: 'The flag of a hold is not taken back by the resume, and bars a cancel for ever.',
    deep: 'only after a resume',
    apply: op.perTarget((held = new Set<string>()) => [
      op.refuse('lifecycle.mayCancel', ({ id }) => held.has(id)),
      op.note('lifecycle.afterHold', ({ id }) => held.add(id)),
    ]),
  },
  'held-without-a-reason-is-cancelled': {
    breaks: 'actions.cancel-refused-in-on-hold',
    bug: 'An order is taken for held while it shows a reason, so that one held without a reason can be cancelled.',
    deep: 'only after a hold without a reason',
    apply: op.perTarget((bare = new Set<string>(), reason: string | null = null) => [
      op.accept('lifecycle.mayCancel', ({ id, status }) => status.code === 'on_hold' && bare.has(id)),
      op.wrap('actions.reason', (given) => (reason = given)),
      op.note('lifecycle.afterHold', ({ id }) => (reason === null ? void bare.add(id) : void bare.delete(id))),
    ]),
  },
  'hold-reason-is-a-code': {
    breaks: 'actions.hold-takes-a-reason',
    bug: 'The reason of a hold is looked up in a list of codes, so that a text is refused.',
    apply: op.wrap('actions.reason', (given, id) => {
      if (id !== 'holdOrder' || given === null || !/\s/.test(given)) return given
      throw new Refusal('validation_failed', 'The reason is not one of the list.')
    }),
  },
  'hold-demands-a-reason': {
    breaks: 'actions.hold-without-a-reason-accepted',
    bug: 'The recommended reason of a hold is demanded.',
    apply: op.refuseWith(
      'actions.reason',
      (id, { reason }) =>
        id === 'holdOrder' && !reason?.trim() && new Refusal('validation_failed', 'A hold needs a reason.'),
    ),
  },
  'hold-answer-made-before-the-hold': {
    breaks: 'actions.hold-answer-has-status',
    bug: 'The answer to a hold shows the status before it.',
    apply: op.replace('actions.shown', (_id, before) => before),
  },
  'hold-answer-has-the-number-of-its-id': {
    breaks: 'actions.hold-answer-has-order-number',
    bug: 'The answer to a hold makes the number out of the id, as that of the order is in another table.',
    apply: op.respell('holdOrder', 'order_number', (number) => `0-${number.slice(-5)}`),
  },
  'hold-answer-keeps-the-time-before': {
    breaks: 'actions.hold-answer-has-status',
    bug: 'The answer to a hold shows the new status with the time of the one before.',
    deep: 'only where the order had its status for a while',
    apply: op.wrap('actions.shown', (shown, id, { status: { changed_at } }) =>
      id === 'holdOrder' ? { ...shown, status: { ...shown.status, changed_at } } : shown,
    ),
  },
  'hold-answer-in-local-time': {
    breaks: 'actions.hold-answer-has-status',
    bug: 'The answer to a hold shows the time of the hold in local time, and calls it UTC.',
    apply: op.respell('holdOrder', 'status.changed_at', (at) => new Date(Date.parse(at) - 5 * 3_600_000).toISOString()),
  },
  'hold-answer-names-the-new-status-twice': {
    breaks: 'actions.hold-returns-the-status-before',
    bug: 'The answer to a hold is made after the move and shows `on_hold` as the status before.',
    apply: op.falsify(
      'actions.body',
      'previous_status',
      { code: 'on_hold', label: 'On Hold' },
      (id) => id === 'holdOrder',
    ),
  },
  'second-hold-answers-the-first-status': {
    breaks: 'actions.hold-returns-the-status-before',
    bug: 'The status before is cached with the order, and a second hold shows that of the first.',
    deep: 'only after a resume and another move',
    apply: op.perTarget((first = new Map<string, string | null>()) =>
      op.wrap('actions.previous', (shown, id, before) => {
        if (id !== 'holdOrder') return shown
        if (!first.has(before.id)) first.set(before.id, shown)
        return first.get(before.id)!
      }),
    ),
  },
  'end-of-off-hold-ends-a-second-hold': {
    breaks: 'actions.hold-moves-order-to-on-hold',
    bug: 'The end of off_hold is planned when an order is resumed, and takes one that is held again off its hold.',
    deep: 'only when held again in off_hold',
    apply: op.accept(
      'lifecycle.stillRests',
      ({ status }, { code, changed_at }) =>
        code === 'off_hold' && status.code === 'on_hold' && status.changed_at > changed_at,
    ),
  },
  'end-of-off-hold-revives-a-cancelled-order': {
    breaks: 'actions.cancel-moves-order-to-cancelled',
    bug: 'The end of off_hold is planned when an order is resumed, and comes to an order that was cancelled meanwhile.',
    deep: 'only when cancelled in off_hold',
    apply: op.accept(
      'lifecycle.stillRests',
      (order, { code }) => code === 'off_hold' && order.status.code === 'cancelled',
    ),
  },
})
