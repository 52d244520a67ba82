// What lists of orders show.
import t from 'tap'
import { type Raised, none, post, seen } from './order-traffic.ts'

t.test('lists tell what is empty and what stands in them', async (t) => {
  const empty = (total_pages: number) =>
    seen('list.total-pages-when-empty', { operation: 'listMessages', body: { data: [], total: 0, total_pages } })
  t.same([empty(0), empty(1)], [['zero'], ['one']])

  const bare = { code: 'A', loan_types: [], add_ons: [], loan_purposes: [], property_types: [] }
  const catalog = (query: string, ...data: object[]) =>
    seen('catalog.empty-tiers', {
      operation: 'listOrderTypes',
      path: `/order-types${query}`,
      body: { data, total: data.length },
    })
  t.same(catalog('', { ...bare, add_ons: [{ code: 'X' }] }), ['some-do'])
  t.same(catalog('?has_adu=true', bare), ['none-do'])
  t.same(catalog('', bare), none, 'an add-on may need an accessory dwelling unit')

  const posted = (message: object): Raised => ({ type: 'order.message_posted', data: { message } })
  const message = (ids: unknown, attachments: unknown[]) => ({ recipient: 'lender', attachments, document_ids: ids })
  const file = { id: 'doc_1', filename: 'a.pdf' }
  t.same(seen('messages.attachments-shape', posted(message([], [file]))), ['document-summary'])
  t.same(seen('messages.attachments-shape', posted(message([], ['doc_1']))), ['identifier'])
  t.same(seen('messages.attachments-shape', posted(message([], []))), none)
  const ids = 'messages.company-document-ids'
  t.same(seen(ids, posted(message(['doc_1'], [file]))), ['attachment-ids'])
  t.same(seen(ids, posted(message([], [file]))), ['empty-array'])
  t.same(seen(ids, posted(message(null, ['doc_1']))), ['null-value'])
  t.same(seen(ids, posted(message([], []))), none)
  t.same(seen(ids, { operation: 'listMessages', body: { data: [message(['doc_1'], ['doc_1'])] } }), ['attachment-ids'])

  const answers = 'messages.unprompted-answers'
  const sent = post('sendMessage', { subject: 'The key (1)' })
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Re: The key (1)' })), ['by-itself'])
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Plat map' })), none)
})
