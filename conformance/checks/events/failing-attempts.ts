// Events that were raised while deliveries failed.
import type { Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { fieldsIn } from '../../evidence/parts.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { failingAttempts } from '../../scenarios/failing-attempts.ts'
import { deliveredOf, recordsOf, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'

const hasFormat = 'events.completed-has-report-format'
const notRaised = 'events.message-posted-is-not-raised-by-the-lender'

/** What the company writes, be it on its own, is another message, or is to the lender. */
const isCompanys = ({ data }: SeenEvent, sent: Answered): boolean => {
  const shown = fieldsIn(data['message'])
  const isOther = (name: string): boolean =>
    typeof shown[name] === 'string' && shown[name] !== fieldAt(sent, `/${name}`)
  return shown['recipient'] === 'lender' || (isOther('id') && isOther('body'))
}

export default claims(failingAttempts, ['orders', 'sandbox', 'webhook'], {
  // Every `order.completed` of an order, that of a revised report too, names the report format that the order shows.
  'events.completed-names-the-orders-format': {
    verifies: [hasFormat],
    judge({ placed, feed }, context) {
      const format = fieldAt(placed.answer, '/order_type/report_format')
      const events = [...recordsOf(feed), ...deliveredOf(context, placed.id)]
      const completed = events.filter(({ type }) => type === 'order.completed')
      if (completed.length === 0 || typeof format !== 'string')
        throw blocked('no-report-delivered', placed.answer, ...feed)
      for (const event of completed) {
        const { requests, ...shown } = seenInEvent(event, '/report_format')
        context.expect(hasFormat).equal({ ...shown, requests: [...requests, placed.answer.id] }, format)
      }
    },
  },
  // A message of the lender raises no event, as the events that came after it prove.
  'events.own-message-raises-nothing': {
    verifies: [notRaised],
    judge({ message, placed, feed }, context) {
      const { expect } = context
      requireSuccess(message)
      const events = [...recordsOf(feed), ...deliveredOf(context, placed.id)]
      if (!events.some(({ type }) => type === 'order.completed')) throw blocked('nothing-after-message', message)
      const posted = events.filter((event) => event.type === 'order.message_posted' && !isCompanys(event, message))
      expect(notRaised).equal(
        computedFrom(
          posted.map(({ id }) => id),
          message,
          ...feed,
        ),
        [],
      )
    },
  },
})
