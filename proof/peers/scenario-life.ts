// The part of the scenario that lives an order: amended, moved, corrected, talked about, listened to.
import { dayFrom, uploadOf, webhookOf } from './examples.ts'
import type { Step, Values } from './step.ts'

const revisionOf = (kind: string) => ({
  kind,
  reason: 'Two closer sales were left out.',
  acknowledgements: { prior_appraisal_provided: false, comparable_sales_provided: true },
})

export const amending = ({ now }: Values): Step[] => {
  const amend = (id: string, status: Step['status'], body: object, order = '<a>'): Step => ({
    id: `amend-${id}`,
    operation: 'amendOrder',
    params: { order_id: order },
    body,
    status,
  })
  return [
    amend('reference', '2XX', { lender_reference: 'REF-0009' }),
    amend('due-date', '2XX', { due_date: dayFrom(now, 30) }),
    amend('note', '2XX', { notes: [{ type: 'appointment', text: 'Or in the evening.' }] }),
    amend('past-due-date', 422, { due_date: '2020-01-31' }),
    amend('none', 404, { lender_reference: 'REF-0009' }, 'ord_none'),
    { ...amend('other', 404, { lender_reference: 'REF-0009' }), as: 'other_lender' },
    { id: 'read-amended', operation: 'getOrder', params: { order_id: '<a>' }, status: 200 },
  ]
}

const act = (action: string, order: string, status: Step['status'], note = ''): Step => ({
  id: `${action}-${order}${note}`,
  operation: `${action}Order`,
  params: { order_id: `<${order}>` },
  body: { reason: 'The borrower is travelling.' },
  status,
})

const move = (order: string, to: string, status: Step['status'] = '2XX', note = ''): Step => ({
  id: `advance-${order}-${to.replaceAll('_', '-')}${note}`,
  operation: 'advanceOrder',
  params: { order_id: `<${order}>` },
  body: { to_status: to },
  status,
})

const look = (order: string, after: string): Step => ({
  id: `read-${order}-${after}`,
  operation: 'getOrder',
  params: { order_id: `<${order}>` },
  status: 200,
})

export const living = (): Step[] => [
  move('a', 'appraiser_assigned'),
  move('a', 'appraiser_accepted'),
  act('hold', 'a', '2XX'),
  look('a', 'held'),
  act('hold', 'a', 409, '-again'),
  act('cancel', 'a', 409, '-held'),
  move('a', 'awaiting_review', 409, '-held'),
  act('resume', 'a', '2XX'),
  look('a', 'resumed'),
  act('resume', 'a', 409, '-again'),
  move('a', 'borrower_contacted'),
  move('a', 'appointment_scheduled'),
  look('a', 'scheduled'),
  move('a', 'appraiser_assigned', 409, '-back'),
  move('a', 'awaiting_review'),
  move('a', 'report_rejected_for_correction'),
  move('a', 'report_complete'),
  look('a', 'delivered'),
  act('hold', 'a', 409, '-delivered'),
  act('cancel', 'a', 409, '-delivered'),
  move('a', 'on_hold', 409),
  { ...move('a', 'nonsense', 422) },
  { ...act('hold', 'a', 404, '-none'), params: { order_id: 'ord_none' } },
  { ...act('hold', 'b', 401, '-nobody'), as: 'nobody' },
  { ...act('cancel', 'b', 404, '-other'), as: 'other_lender' },
  act('cancel', 'b', '2XX'),
  look('b', 'cancelled'),
  act('cancel', 'b', 409, '-again'),
  act('hold', 'b', 409, '-cancelled'),
  act('resume', 'b', 409, '-cancelled'),
]

export const revising = (): Step[] => {
  const ask = (id: string, order: string, body: object, status: Step['status']): Step => ({
    id: `revise-${id}`,
    operation: 'createRevisionRequest',
    params: { order_id: order },
    body,
    status,
  })
  const read = (id: string): Step => ({
    id: `revisions-${id}`,
    operation: 'listRevisionRequests',
    params: { order_id: '<a>' },
    status: '2XX',
  })
  return [
    ask('early', '<c>', revisionOf('correction'), 409),
    ask('kind', '<a>', { ...revisionOf('correction'), kind: 'wish' }, 422),
    ask('unacknowledged', '<a>', { ...revisionOf('reconsideration_of_value'), acknowledgements: {} }, 422),
    ask('correction', '<a>', revisionOf('correction'), '2XX'),
    look('a', 'revising'),
    act('hold', 'a', 409, '-revising'),
    read('one'),
    move('a', 'revised_report_complete'),
    ask('value', '<a>', revisionOf('reconsideration_of_value'), '2XX'),
    move('a', 'revised_report_complete', '2XX', '-again'),
    look('a', 'revised'),
    read('two'),
    ask('none', 'ord_none', revisionOf('correction'), 404),
  ]
}

export const talking = (): Step[] => {
  const params = { order_id: '<a>' }
  const message = { recipient: 'manager', subject: 'Access', body: 'Grüße: the code has changed.', document_ids: [] }
  return [
    { id: 'send', operation: 'sendMessage', params, body: message, status: '2XX' },
    { id: 'send-nobody-to', operation: 'sendMessage', params, body: { ...message, recipient: 'mayor' }, status: 422 },
    { id: 'send-none', operation: 'sendMessage', params: { order_id: 'ord_none' }, body: message, status: 404 },
    { id: 'thread', operation: 'listMessages', params, status: '2XX' },
    { id: 'thread-other', operation: 'listMessages', params, as: 'other_lender', status: 404 },
    { id: 'upload', operation: 'uploadDocument', params, raw: uploadOf(), status: '2XX', keep: { d: 'id' } },
    { id: 'upload-kind', operation: 'uploadDocument', params, raw: uploadOf('report_pdf'), status: 422 },
    {
      id: 'upload-program',
      operation: 'uploadDocument',
      params,
      raw: uploadOf('supporting', 'MZ\u0001\u0002', 'a.exe'),
      status: 415,
    },
    { id: 'documents', operation: 'listDocuments', params, status: '2XX', keep: { report: 'data.0.id' } },
    { id: 'documents-page', operation: 'listDocuments', params: { ...params, per_page: 1, page: 2 }, status: '2XX' },
    {
      id: 'document',
      operation: 'getDocument',
      params: { document_id: '<d>' },
      status: '2XX',
      keep: { link: 'download.url' },
    },
    { id: 'document-report', operation: 'getDocument', params: { document_id: '<report>' }, status: '2XX' },
    { id: 'download', operation: 'downloadDocument', link: 'link', as: 'nobody', status: '2XX' },
    { id: 'document-none', operation: 'getDocument', params: { document_id: 'doc_none' }, status: 404 },
    { id: 'document-other', operation: 'getDocument', params: { document_id: '<d>' }, as: 'other_lender', status: 404 },
    { id: 'document-nobody', operation: 'getDocument', params: { document_id: '<d>' }, as: 'nobody', status: 401 },
  ]
}

export const listening = (): Step[] => {
  const params = { order_id: '<a>' }
  const hook = webhookOf()
  return [
    { id: 'events', operation: 'listEvents', status: '2XX', keep: { cursor: 'next_cursor' } },
    { id: 'events-order', operation: 'listEvents', params, status: '2XX' },
    {
      id: 'events-page',
      operation: 'listEvents',
      params: { ...params, per_page: 2 },
      status: '2XX',
      keep: { next: 'next_cursor' },
    },
    { id: 'events-after', operation: 'listEvents', params: { ...params, after: '<next>' }, status: '2XX' },
    { id: 'events-type', operation: 'listEvents', params: { type: 'order.status_changed' }, status: '2XX' },
    { id: 'events-nobody', operation: 'listEvents', as: 'nobody', status: 401 },
    { id: 'hook-set', operation: 'setWebhook', body: hook, status: '2XX' },
    { id: 'hook-read', operation: 'getWebhook', status: '2XX' },
    { id: 'hook-some', operation: 'setWebhook', body: { url: hook.url, events: ['order.completed'] }, status: '2XX' },
    { id: 'hook-test', operation: 'testWebhook', body: { type: 'order.completed' }, status: '2XX' },
    { id: 'hook-short-secret', operation: 'setWebhook', body: { ...hook, secret: 'short' }, status: 422 },
    { id: 'hook-http', operation: 'setWebhook', body: { ...hook, url: 'http://lender.example.com/' }, status: 422 },
    { id: 'hook-event', operation: 'setWebhook', body: { ...hook, events: ['order.painted'] }, status: 422 },
    { id: 'hook-nobody', operation: 'getWebhook', as: 'nobody', status: 401 },
  ]
}
