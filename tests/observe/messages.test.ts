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

t.test('a thread shows whether a reply on a request stands there too', async (t) => {
  const freedom = 'messages.revision-replies'
  const requests = {
    operation: 'listRevisionRequests',
    body: { data: [{ id: 'rr_1', responses: [{ id: 'msg_7', text: 'x' }] }] },
  }
  const thread = (total_pages: number, ...ids: string[]) => ({
    operation: 'listMessages',
    body: { data: ids.map((id) => ({ id })), total_pages },
  })
  t.same(seen(freedom, requests, thread(1, 'msg_1', 'msg_7')), ['in-thread-too'])
  t.same(seen(freedom, requests, thread(1, 'msg_1')), ['requests-only'])
  t.same(seen(freedom, requests, thread(2, 'msg_1')), none, 'it may be on another page')
  t.same(seen(freedom, thread(1, 'msg_1')), none, 'no reply is known')
})
