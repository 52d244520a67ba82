// What others than the lender make of an order, which an amendment leaves alone.
import type { CheckContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { instantIn } from '../contract/instant.ts'
import { eventsOf, fieldIn, type SeenEvent } from './events-of.ts'
import { seenComparable } from './comparable.ts'
import { statusOf } from './order-state.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { entriesAt, fieldAt, textAt } from './read.ts'

const worked = [
  '/status/code',
  '/order_number',
  '/appraiser',
  '/dates/created_at',
  '/dates/due_date',
  '/dates/appointment_at',
  '/dates/completed_at',
  '/fees',
  '/documents',
]

const shownAt = (order: Answered, pointer: string): unknown => seenComparable(order, pointer).value

const isSame = (before: Answered, after: Answered): boolean =>
  worked.every((pointer) => JSON.stringify(shownAt(before, pointer)) === JSON.stringify(shownAt(after, pointer)))

// A timestamp may be cut to the second.
const secondMs = 1_000

// Long enough for a feed that is written a moment after the order.
const lagMs = 1_500

const idsOf = (order: Answered): unknown[] => entriesAt(order, '/documents').map(({ id }) => id)

/** What it names was another before: so it is of the time between, where all times are cut to one second. */
const isOfChange = (event: SeenEvent, before: Answered): boolean => {
  const { type, data } = event
  const was = (field: string, pointer: string): boolean =>
    data[field] !== undefined && JSON.stringify(data[field]) === JSON.stringify(fieldAt(before, pointer))
  const document = fieldsIn(data['document'])['id']
  return (
    (type === 'order.document_added' && document !== undefined && !idsOf(before).includes(document)) ||
    fieldIn(event, 'previous_status') === statusOf(before) ||
    was('previous_due_date', '/dates/due_date') ||
    was('previous_appraisal_fee', '/fees/appraisal_fee')
  )
}

/** A company may have gone on with its work meanwhile, which its events report; within one second all times may be one. */
const changedMeanwhile = async (context: CheckContext, before: Answered, after: Answered): Promise<boolean> => {
  const [from, to] = [before, after].map((order) => instantIn(fieldAt(order, '/dates/updated_at')))
  const isOfWork = (event: SeenEvent): boolean => {
    const time = instantIn(event.createdAt)
    const hasLeft = time === from && isOfChange(event, before)
    // One that leads to where the order was is of before: it may be dated a moment after the order.
    return (time > from! || hasLeft) && time < to! + secondMs && fieldIn(event, 'status') !== statusOf(before)
  }
  const events = await context.eventually(
    () => eventsOf(context, textAt(before, '/id')),
    (seen) => seen.some(isOfWork),
    Math.min(context.patience.feed, lagMs),
  )
  return events.some(isOfWork)
}

/** Compares an order as it was read before an amendment and after it. */
export const compareUnchangedByAmendment = async (
  context: CheckContext,
  rule: string,
  { before, after, requests }: { before: Answered; after: Answered; requests: string[] },
): Promise<void> => {
  const { expect } = context
  const isAlone = isSame(before, after) || !(await changedMeanwhile(context, before, after))
  if (!isAlone) expect(rule).notTested('moved-while-amended')
  else
    for (const pointer of worked)
      expect(rule).equal({ ...seenComparable(after, pointer), requests }, shownAt(before, pointer))
}
