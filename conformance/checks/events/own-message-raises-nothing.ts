// A message of the lender raises no event, as the events that came after it prove.
import { failingAttempts } from '../../scenarios/failing-attempts.ts'
import { deliveredOf, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { computedFrom } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { fieldsIn } from '../../evidence/parts.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.message-posted-is-not-raised-by-the-lender'

/** What the company writes, be it on its own, is another message, or is to the lender. */
const isCompanys = ({ data }: SeenEvent, sent: Answered): boolean => {
  const shown = fieldsIn(data['message'])
  const isOther = (name: string): boolean =>
    typeof shown[name] === 'string' && shown[name] !== fieldAt(sent, `/${name}`)
  return shown['recipient'] === 'lender' || (isOther('id') && isOther('body'))
}

export default check({
  id: 'events.own-message-raises-nothing',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'webhook'],
  async run(context) {
    const { expect, shared } = context
    const { message, placed, feed } = await shared(failingAttempts)
    requireSuccess(message)
    const events = [...recordsOf(feed), ...deliveredOf(context, placed.id)]
    if (!events.some(({ type }) => type === 'order.completed')) throw blocked('nothing-after-message', message)
    const posted = events.filter((event) => event.type === 'order.message_posted' && !isCompanys(event, message))
    expect(rule).equal(
      computedFrom(
        posted.map(({ id }) => id),
        message,
        ...feed,
      ),
      [],
    )
  },
})
