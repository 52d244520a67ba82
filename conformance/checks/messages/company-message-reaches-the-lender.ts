// What the company writes to the lender is in the thread with its attachments, whose events are raised; what it writes to the appraiser is
// not, nor is it counted there.
import { attachedId } from '../../evidence/attached-id.ts'
import { excludes, includes } from '../../evidence/expected.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { companySide, documentAdded } from '../../scenarios/company-side.ts'
import { compareTotal, countsItems } from '../../steps/compare-total.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = {
  there: 'messages.thread-holds-what-the-lender-was-sent',
  recipient: 'messages.message-to-the-lender-has-recipient-lender',
  body: 'messages.read-has-body',
  subject: 'messages.read-has-subject',
  attachments: ['messages.attachments-are-the-other-sides-documents', 'messages.read-has-attachments'],
  onOrder: 'messages.attachments-are-on-the-order-too',
  internal: 'messages.thread-excludes-internal-notes',
  oldest: 'list.messages-oldest-first',
  once: 'list.pages-hold-every-item-once',
  announced: 'events.document-added-is-raised-by-an-attachment',
  posted: 'events.message-posted-has-message',
  counted: countsItems,
}

export default check({
  id: 'messages.company-message-reaches-the-lender',
  verifies: Object.values(rules).flat(),
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, shared } = context
    const { id, written, reply, internal, thread, second, documents, order, events } = await shared(companySide)
    const messages = entriesAt(thread, '/data')
    const index = messages.findIndex(({ subject }) => subject === written.subject)
    const subjects = messages.map(({ subject }) => subject)
    const there = expect(rules.there).that(computedFrom(subjects, thread), () => index >= 0, includes(written.subject))
    if (there) {
      const at = (field: string) => seen(thread, `/data/${index}/${field}`)
      expect(rules.recipient).equal(at('recipient'), 'lender')
      expect(rules.subject).equal(at('subject'), written.subject)
      expect(rules.body).equal(at('body'), written.body)
      const shown = at('attachments').value
      const ids = Array.isArray(shown) ? shown.map(attachedId) : []
      expect(rules.attachments).equal(
        { ...at('attachments'), value: ids.map(String).toSorted() },
        written.attached.toSorted(),
      )
      const posted = findEvent(events, {
        type: 'order.message_posted',
        fits: ({ message }) => valueAt(message, '/subject') === written.subject,
      })
      const [own, inEvent] = [at('id').value, posted && seenInEvent(posted, '/message/id')]
      if (typeof own === 'string' && typeof inEvent?.value === 'string')
        expect(rules.posted).equal({ ...inEvent, requests: [...inEvent.requests, thread.id] }, own)
    }
    // That one of them is missing says nothing of their order.
    const after = messages.findIndex(({ subject }) => subject === reply)
    if (!there || after < 0) expect(rules.oldest).notTested('messages-without-order')
    else
      expect(rules.oldest).that(
        computedFrom(subjects, thread),
        () => after > index,
        `${written.subject} before ${reply}`,
      )
    // What is written between the two and not shown takes no place on a page.
    if (subjects[1] === reply)
      expect(rules.once).equal(
        computedFrom(
          entriesAt(second, '/data').map(({ subject }) => subject),
          second,
          thread,
        ),
        [reply],
      )
    else expect(rules.once).notTested('messages-without-order')
    for (const [answer, pointer] of [
      [documents, '/data'],
      [order, '/documents'],
    ] as const) {
      const ids = entriesAt(answer, pointer).map(({ id }) => id)
      const all = written.attached.length > 0 && written.attached.every((id) => ids.includes(id))
      expect(rules.onOrder).that(computedFrom(ids, answer, thread), () => all, includes(written.attached))
    }
    for (const id of written.sent)
      expect(rules.announced).equal(seenEvent(events, documentAdded(id)), 'order.document_added')
    const text = JSON.stringify(fieldAt(thread, ''))
    for (const note of internal)
      expect(rules.internal).that(computedFrom(subjects, thread), () => !text.includes(note), excludes(note))
    await compareTotal(context, { operationId: 'listMessages', params: { order_id: id } }, thread)
  },
})
