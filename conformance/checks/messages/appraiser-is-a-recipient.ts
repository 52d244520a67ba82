// A message to the appraiser of an assigned order is accepted and stands in the thread, unless the company forbids it.
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { workedOrder } from '../../scenarios/worked-order.ts'
import { fieldAt } from '../../steps/read.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { notApplicable } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const accepted = 'messages.appraiser-accepted-where-the-company-allows'
const holds = 'messages.thread-holds-what-the-lender-sent'
const recipient = 'messages.read-has-recipient'

export default check({
  id: 'messages.appraiser-is-a-recipient',
  verifies: [accepted, holds, recipient],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { id, message } = await shared(workedOrder)
    const { subject, answer } = message
    const kept = answer.response.status === 422 && fieldAt(answer, '/code') === 'recipient_not_allowed'
    recordReading('messages.appraiser-policy', kept ? 'recipient-not-allowed' : 'allowed', answer)
    if (kept) throw notApplicable('appraiser-contact-kept')
    if (!expect(accepted).status(answer, '2xx')) return
    const thread = await getPage(
      context,
      { operationId: 'listMessages', params: { order_id: id } },
      { per_page: limits().per_page_max },
    )
    const index = itemsOf([thread]).findIndex((one) => one['subject'] === subject)
    expect(holds).that(computedFrom(index, thread, answer), () => index >= 0, includes(subject))
    if (index >= 0) expect(recipient).equal(seen(thread, `/data/${index}/recipient`), 'appraiser')
  },
})
