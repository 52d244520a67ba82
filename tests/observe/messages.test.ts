// What messages from the company show.
import t from 'tap'
import { type Raised, none, post, seen } from './order-traffic.ts'

t.test('messages show their attachments and whether the company answers unasked', async (t) => {
  const posted = (message: object): Raised => ({ type: 'order.message_posted', data: { message } })
  const message = (ids: unknown, attachments: unknown[]) => ({ recipient: 'lender', attachments, document_ids: ids })
  const file = { id: 'doc_1', filename: 'a.pdf' }
  t.same(seen('messages.attachments-shape', posted(message([], [file]))), ['document-summary'])
  t.same(seen('messages.attachments-shape', posted(message([], ['doc_1']))), ['identifier'])
  const named = { document_id: 'doc_1', filename: 'a.pdf' }
  t.same(seen('messages.attachments-shape', posted(message([], [named]))), ['named-identifier'])
  t.same(seen('messages.attachments-shape', posted(message([], []))), none)
  const ids = 'messages.company-document-ids'
  t.same(seen(ids, posted(message(['doc_1'], [file]))), ['attachment-ids'])
  t.same(seen(ids, posted(message([], [file]))), ['empty-array'])
  t.same(seen(ids, posted(message(null, ['doc_1']))), ['null-value'])
  t.same(seen(ids, posted(message([], []))), none)
  t.same(seen(ids, { operation: 'listMessages', body: { data: [message(['doc_1'], ['doc_1'])] } }), ['attachment-ids'])

  const answers = 'messages.spontaneous-answers'
  const sent = post('sendMessage', { subject: 'The key (1)' })
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Re: The key (1)' })), ['automatic'])
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Plat map' })), none)
})
