// Defects of an order that is reconsidered a second time, after a revised report.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

const asked = 'reconsideration_requested'

/** `isAgain` says of an order whether it was reconsidered before its latest revised report. */
const fromTheSecondOn = (make: (isAgain: (order: Order) => boolean) => Mutation): Mutation =>
  op.perTarget((open = new Set<string>(), over = new Set<string>()) => [
    make(({ id }) => over.has(id)),
    op.note('events.raised', ({ order: { id, status } }) => {
      if (status.code === asked) open.add(id)
      if (status.code === 'revised_report_complete' && open.has(id)) over.add(id)
    }),
  ])

export const revisionsSecondRounds: readonly Defect[] = rows({
  'reconsidered-once-only': {
    breaks: 'revisions.reconsideration-accepted-in-revised-report-complete',
    bug: 'An order is reconsidered once: the mark of the first reconsideration is never taken back.',
    deep: 'only at the second reconsideration',
    apply: fromTheSecondOn((isAgain) =>
      op.refuse('lifecycle.mayRequestRevision', (order, kind) => kind === 'reconsideration_of_value' && isAgain(order)),
    ),
  },
  'reconsidered-again-and-cancelled': {
    breaks: 'actions.cancel-refused-in-reconsideration-requested',
    bug: 'The bar on a cancel is the open request that followed the first report; a second one has no such mark.',
    deep: 'only at the second reconsideration',
    apply: fromTheSecondOn((isAgain) =>
      op.accept('lifecycle.mayCancel', (order) => order.status.code === asked && isAgain(order)),
    ),
  },
  'reconsidered-again-and-resumed': {
    breaks: 'actions.resume-refused-in-reconsideration-requested',
    bug: 'A second reconsideration is kept as a pause of the order, which a resume ends.',
    deep: 'only at the second reconsideration',
    apply: fromTheSecondOn((isAgain) =>
      op.accept('lifecycle.mayResume', (order) => order.status.code === asked && isAgain(order)),
    ),
  },
  'reconsidered-again-and-never-revised': {
    breaks: 'sandbox.reconsideration-advances-to-revised-complete',
    bug: 'A second reconsideration takes no revised report, as the order has one.',
    deep: 'only at the second reconsideration',
    apply: fromTheSecondOn((isAgain) =>
      op.refuse('lifecycle.mayAdvance', (order) => order.status.code === asked && isAgain(order)),
    ),
  },
  'reconsidered-again-comes-back-revised': {
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A hold of a second reconsideration remembers the revised report before it.',
    deep: 'only at the second reconsideration, and where the company lets it be held',
    apply: fromTheSecondOn((isAgain) =>
      op.together(
        op.replace(
          'lifecycle.afterRest',
          'revised_report_complete',
          (order) => order.previous_status === asked && isAgain(order),
        ),
        // Which is permitted.
        op.accept('lifecycle.mayHold', ({ status }) => status.code === asked),
      ),
    ),
  },
})
