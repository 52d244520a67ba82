// Messages without a part, with odd texts or with documents that nobody has are taken or refused, and never by half.
import { oddTexts } from '../../generate/odd-texts.ts'
import { oddOrder } from '../../scenarios/odd-order.ts'
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
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { check } from '../../kit/check.ts'

const shownTo = 'messages.read-has-recipient'

const isUnassigned = (status: unknown): boolean => status === 'new' || status === 'pending_review'

export default check({
  id: 'messages.odd-messages-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing, shownTo],
  needs: ['orders'],
  async run(context) {
    const { client, expect, marker, recordReading, shared } = context
    const { id } = await shared(oddOrder)
    const unknown = `doc_${unknownLike(id).replace(/^ord_/, '')}`
    const send = (change: (message: Record<string, unknown>) => Record<string, unknown>) => {
      const mark = marker()
      const json = change({ recipient: 'manager', subject: mark, body: `A note of ${mark}.` })
      return { mark, operation: 'sendMessage', options: { params: { order_id: id }, json } }
    }
    const oddities: Oddity[] = [
      {
        what: 'no subject',
        rule: unforeseen,
        ...send(({ subject: _subject, ...others }) => others),
        freedom: 'messages.subject-missing',
        taken: 'accepted',
        refused: only422,
      },
      {
        what: 'no body',
        rule: unusable,
        ...send(({ body: _body, ...others }) => others),
        freedom: 'messages.body-missing',
        taken: 'accepted',
        refused: only422,
      },
      {
        what: 'U+0000 in its texts',
        rule: unforeseen,
        ...send(({ body, subject, ...others }) => ({
          ...others,
          subject,
          body: `${String(body)} ${oddTexts['U+0000']}`,
        })),
      },
      {
        what: 'a document that nobody has',
        rule: unusable,
        ...send((message) => ({ ...message, document_ids: [unknown] })),
      },
      {
        what: 'a document id that is malformed, twice',
        rule: unusable,
        ...send((message) => ({ ...message, document_ids: [oddTexts.malformed, oddTexts.malformed] })),
      },
      {
        what: 'null for the documents',
        rule: unforeseen,
        ...send((message) => ({ ...message, document_ids: null })),
      },
    ]
    const toAppraiser: Oddity = {
      what: 'an appraiser who is not there yet',
      rule: unforeseen,
      ...send((message) => ({ ...message, recipient: 'appraiser' })),
    }
    const early = await askOddly(context, toAppraiser)
    const order = await readOrder(context, id)
    // The company may keep its appraisers to itself at any time, which is a 422.
    if (fieldAt(order, '/appraiser') === null && isUnassigned(statusOf(order))) {
      if (succeeded(early)) recordReading('messages.appraiser-before-assignment', 'accepted', early, order)
      if (early.response.status === 409)
        recordReading('messages.appraiser-before-assignment', 'status-409', early, order)
    }
    const asked = [{ oddity: toAppraiser, answer: early }, ...(await askAll(context, oddities))]
    const thread = await lookForLeft(context, asked, () =>
      client.call('listMessages', { params: { order_id: id }, query: { per_page: 100 } }),
    )
    expect(shownTo).notTested('no-early-message')
    const index = thread ? entriesAt(thread, '/data').findIndex(({ subject }) => subject === toAppraiser.mark) : -1
    if (thread && succeeded(early) && index >= 0)
      expect(shownTo).equal(seen(thread, `/data/${index}/recipient`), 'appraiser')
  },
})
