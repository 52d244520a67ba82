// Every `order.completed` of an order, that of a revised report too, names the report format that the order shows.
import { failingAttempts } from '../../scenarios/failing-attempts.ts'
import { deliveredOf, recordsOf, seenInEvent } from '../../steps/events-of.ts'
import { fieldAt } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.completed-has-report-format'

export default check({
  id: 'events.completed-names-the-orders-format',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'webhook'],
  async run(context) {
    const { placed, feed } = await context.shared(failingAttempts)
    const format = fieldAt(placed.answer, '/order_type/report_format')
    const events = [...recordsOf(feed), ...deliveredOf(context, placed.id)]
    const completed = events.filter(({ type }) => type === 'order.completed')
    if (completed.length === 0 || typeof format !== 'string')
      throw blocked('no-report-delivered', placed.answer, ...feed)
    for (const event of completed) {
      const { requests, ...shown } = seenInEvent(event, '/report_format')
      context.expect(rule).equal({ ...shown, requests: [...requests, placed.answer.id] }, format)
    }
  },
})
