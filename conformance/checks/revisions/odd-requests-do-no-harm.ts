// Holds, resumes and revision requests with odd texts or bodies are taken or refused, and never by half.
import { oddTexts } from '../../generate/odd-texts.ts'
import {
  askAll,
  askOddly,
  lookForLeft,
  leavesNothing,
  only422,
  unforeseen,
  unusable,
  type Oddity,
} from '../../steps/ask-oddly.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { moveTo } from '../../steps/advance.ts'
import { requireSuccess } from '../../steps/read.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'revisions.odd-requests-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, marker, orders } = context
    const { id, status } = await placeOrder(context)
    if (status === 'pending_review') await moveTo(context, id, 'new')
    const params = { order_id: id }
    await askOddly(context, {
      what: 'U+0000 in the reason',
      rule: unforeseen,
      operation: 'holdOrder',
      options: { params, json: { reason: oddTexts['U+0000'] } },
    })
    await askOddly(context, {
      what: 'a malformed body',
      rule: unforeseen,
      operation: 'resumeOrder',
      options: { params, body: '{"reason":', headers: { 'Content-Type': 'application/json' } },
      freedom: 'errors.unread-bodies',
      taken: 'ignored',
    })
    // Refused for its body or taken, the order is off hold after this one.
    await client.call('resumeOrder', { params, json: { reason: 'The borrower is back.' } })
    requireSuccess(await client.call('cancelOrder', { params, json: { reason: 'The sale fell through.' } }))
    orders.settled(id)
    const open = (change: Record<string, unknown>) => {
      const mark = marker()
      const json = { kind: 'correction', reason: `The garage is missing (${mark}).`, ...change }
      return { mark, operation: 'createRevisionRequest', options: { params, json } }
    }
    const oddities: Oddity[] = [
      {
        what: 'acknowledgements of a correction',
        rule: unforeseen,
        ...open({ acknowledgements: { prior_appraisal_provided: true, comparable_sales_provided: false } }),
        freedom: 'revisions.acknowledgements-on-correction',
        taken: 'ignored',
      },
      {
        what: 'a document that nobody has',
        rule: unusable,
        ...open({ document_ids: [`doc_${unknownLike(id).replace(/^ord_/, '')}`] }),
        freedom: 'revisions.unknown-documents',
        taken: 'ignored',
      },
      { what: 'U+0000 in the reason', rule: unforeseen, ...open({ reason: oddTexts['U+0000'] }) },
      { what: 'null for the documents', rule: unforeseen, ...open({ document_ids: null, acknowledgements: null }) },
      {
        what: 'no reason',
        rule: unforeseen,
        operation: 'createRevisionRequest',
        options: { params, json: { kind: 'correction' } },
        freedom: 'revisions.reason-missing',
        taken: 'accepted',
        refused: only422,
      },
    ]
    const asked = await askAll(context, oddities)
    await lookForLeft(context, asked, () => client.call('listRevisionRequests', { params, query: { per_page: 100 } }))
  },
})
