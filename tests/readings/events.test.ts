// Permitted readings of events and the sandbox: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import type { Answer, Api } from '../simulator/support.ts'
import type { FeedEvent, Summary } from '../simulator/wire-types.ts'
import { recordsOf, send, type Wire } from './feed.ts'
import { outcome, shown, type Cases } from './shown.ts'

const day = 86_400

const advance = (api: Api, id: string, to_status: string) =>
  send(api, 'POST', `/sandbox/orders/${id}/advance`, { to_status })
const typesOf = (events: readonly FeedEvent[]) => events.map(({ type }) => type.replace('order.', ''))
/** The types raised by what is done to an order. */
const raised =
  (act: (api: Api, id: string) => Promise<unknown>, from = 'new') =>
  async (api: Api) => {
    const { id } = await api.reach(from)
    const before = (await recordsOf(api, id)).length
    await act(api, id)
    return typesOf((await recordsOf(api, id)).slice(before)).join(' ')
  }
/** The data of the last event of a type. */
const shownStatus =
  (type: string, act: (api: Api, id: string) => Promise<unknown>, show: (data: Wire) => unknown, from = 'new') =>
  async (api: Api) => {
    const { id } = await api.reach(from)
    await act(api, id)
    const events = await recordsOf(api, id)
    return show(events.findLast((event) => event.type === `order.${type}`)!.data)
  }
const times =
  (count: (all: string[]) => unknown, act: (api: Api, id: string) => Promise<unknown>, from = 'new') =>
  async (api: Api) =>
    count((await raised(act, from)(api)).split(' '))

const move = (to: string) => (api: Api, id: string) => advance(api, id, to)
const act =
  (action: string, body: Wire = {}) =>
  (api: Api, id: string) =>
    send(api, 'POST', `/orders/${id}/${action}`, body)
const company =
  (path: string, body: Wire = {}) =>
  (api: Api, id: string) =>
    api.company(`/orders/${id}/${path}`, body)
const upload = (api: Api, id: string) => api.attach(id)
const inline = async (api: Api) => {
  const { id } = await api.create({
    documents: [{ filename: 'a.txt', content_type: 'text/plain', content: Buffer.from('text').toString('base64') }],
  })
  return typesOf(await recordsOf(api, id)).join(' ')
}
const count = (type: string) => (all: string[]) => all.filter((one) => one === type).length
const codeOf = (status: unknown) => (status as { code: string }).code
const createdAt = async (api: Api) => {
  const { id } = await api.create()
  await advance(api, id, 'appraiser_assigned')
  const instants = (await recordsOf(api, id)).slice(1).map(({ created_at }) => created_at)
  return new Set(instants).size === instants.length
}
const accept = async (api: Api, id: string) => {
  const { data } = await api.ok<{ data: { id: string }[] }>('main', 'GET', `/orders/${id}/revision-requests`)
  await company(`revision-requests/${data[0]!.id}/accept`)(api, id)
}
const askedDate = async (api: Api, id: string) => {
  const date = new Date(api.now() + 40 * day * 1000).toISOString().slice(0, 10)
  await api.ok('main', 'PATCH', `/orders/${id}`, { body: { due_date: date } })
  const other = new Date(api.now() + 45 * day * 1000).toISOString().slice(0, 10)
  await company('due-date/accept', { due_date: other })(api, id)
}
const ids = (documents: unknown) => (documents as Summary[]).length

const events: Cases = {
  'events.hold-also-status-changed=own-event-only': [raised(act('hold')), 'on_hold'],
  'events.resume-also-status-changed=own-event-only': [raised(act('resume'), 'on_hold'), 'resumed'],
  'events.cancel-also-status-changed=own-event-only': [raised(act('cancel')), 'cancelled'],
  'events.delivery-also-status-changed=own-event-only': [
    times((all) => all.includes('status_changed'), move('report_complete'), 'awaiting_review'),
    false,
  ],
  'events.revision-also-status-changed=own-event-only': [
    times(
      (all) => all.includes('status_changed'),
      (api, id) => api.revise(id),
      'report_complete',
    ),
    false,
  ],
  'events.revised-also-status-changed=own-event-only': [
    times((all) => all.includes('status_changed'), move('revised_report_complete'), 'revision_requested'),
    false,
  ],
  'events.creation-also-status-changed=both': [
    async (api) =>
      typesOf(await recordsOf(api, (await api.create()).id))
        .toSorted()
        .join(' '),
    'created status_changed',
  ],
  'events.no-op-status-changed=sometimes': [
    times(count('status_changed'), move('appraiser_accepted'), 'appraiser_assigned'),
    2,
  ],
  'events.first-delivery-document-added=later-files-only': [times(count('document_added'), move('report_complete')), 0],
  'events.own-upload-document-added=raised': [raised(upload), 'document_added'],
  'events.inline-document-added=raised': [async (api) => (await inline(api)).includes('document_added'), true],
  'events.order-within-one-change=status-changed-first': [
    times((all) => all[0], act('hold'), 'appraiser_assigned'),
    'status_changed',
  ],
  'events.created-at-within-one-change=growing': [createdAt, true],
  'events.assignment-when-skipped=not-raised': [times(count('assigned'), move('awaiting_review')), 0],
  'events.skipped-statuses=each-step': [times(count('status_changed'), move('appointment_scheduled')), 4],
  'events.appraiser-shared=null-value': [
    shownStatus('assigned', move('appraiser_assigned'), (data) => data['appraiser']),
    null,
  ],
  'events.note-content=some-text': [
    shownStatus('status_changed', move('appraiser_assigned'), (data) => data['note']),
    'The order has moved on.',
  ],
  'events.reason-when-none=default-text': [
    shownStatus('cancelled', act('cancel'), (data) => data['reason']),
    'Cancelled by lender',
  ],
  'events.resumed-reason=of-the-hold': [
    shownStatus(
      'resumed',
      async (api, id) => {
        await act('hold', { reason: 'Wait.' })(api, id)
        await act('resume', { reason: 'Go on.' })(api, id)
      },
      (data) => data['reason'],
    ),
    'Wait.',
  ],
  'events.resumed-status=working-status': [
    shownStatus('resumed', act('resume'), (data) => codeOf(data['status']), 'on_hold'),
    'new',
  ],
  'events.completed-documents=all-on-order': [
    shownStatus(
      'completed',
      async (api, id) => {
        await upload(api, id)
        await advance(api, id, 'report_complete')
      },
      ({ documents }) =>
        (documents as { kind: string }[]).some(({ kind }) => kind === 'supporting') && ids(documents) > 2,
    ),
    true,
  ],
  'events.revision-responded-count=once': [
    times(count('revision_responded'), move('revised_report_complete'), 'revision_requested'),
    1,
  ],
  'events.revision-responded-response=object': [
    shownStatus(
      'revision_responded',
      accept,
      (data) => (data['response'] as Wire | null)?.['body'] === null,
      'revision_requested',
    ),
    true,
  ],
  'events.revision-responded-response=text': [
    shownStatus('revision_responded', accept, (data) => data['response'], 'revision_requested'),
    'The request is accepted.',
  ],
  'events.revision-completed-event=not-raised': [
    shownStatus('revision_responded', move('revised_report_complete'), (data) => data['status'], 'revision_requested'),
    'accepted',
  ],
  'events.extra-payload-fields=further-fields': [
    shownStatus('status_changed', move('appraiser_assigned'), (data) => typeof data['company_code']),
    'string',
  ],
  'events.fee-reason=some-text': [
    shownStatus('fee_changed', company('fee', { appraisal_fee: '777.00' }), (data) => data['reason']),
    'The fee was reviewed.',
  ],
  'events.due-date-requester-when-asked=company': [
    shownStatus('due_date_changed', askedDate, (data) => data['requested_by']),
    'company',
  ],
  'events.revision-responded-status=of-the-order': [
    shownStatus('revision_responded', accept, (data) => codeOf(data['status']), 'revision_requested'),
    'revision_requested',
  ],
}

const advanced =
  (show: (answer: Answer<Wire>) => unknown, to = 'appraiser_assigned') =>
  async (api: Api) =>
    show(await advance(api, (await api.create()).id, to))
const after = (to: string, show: (order: Wire) => unknown) => async (api: Api) => {
  const { id } = await api.create()
  await advance(api, id, to)
  return show((await send(api, 'GET', `/orders/${id}`)).body)
}
const heldTwice = async (api: Api) => {
  const { id } = await api.reach('off_hold')
  await act('hold')(api, id)
  await act('resume')(api, id)
  return (await advance(api, id, 'appraiser_assigned')).status
}
const inProduction = async (api: Api) =>
  (await api.fetchRaw('POST', `${api.simulator.productionUrl}/sandbox/orders/ord_x/advance`, { body: {} })).status
const detail = ({ body }: Answer<Wire>) => {
  const [{ field, code } = {}] = body['details'] as Wire[]
  return [field, code]
}
const later = (seconds: number, show: (answer: Answer<Wire>) => unknown) => async (api: Api) => {
  const { id } = await api.create()
  await api.simulator.advance(seconds)
  return show(await send(api, 'GET', `/orders/${id}`))
}

const sandbox: Cases = {
  'sandbox.success-status=status-201': [advanced(({ status }) => status), 201],
  'sandbox.success-status=status-202': [advanced(({ status }) => status), 202],
  'sandbox.advance-response=like-hold': [
    advanced(({ body }) => Object.keys(body).join(' ')),
    'id order_number status previous_status',
  ],
  'sandbox.advance-response=empty': [advanced(({ status, bytes }) => [status, bytes.length]), [204, 0]],
  'sandbox.unknown-target=status-409': [advanced(outcome, 'finished'), '409 action_not_allowed_in_status'],
  'sandbox.unknown-target=status-400': [advanced(outcome, 'finished'), '400 invalid_request'],
  'sandbox.refusal-detail-names=field-to-status': [advanced(detail, 'cancelled'), ['to_status', 'invalid_value']],
  'sandbox.appointment-value=now': [
    async (api) =>
      (await after('appointment_scheduled', ({ dates }) => (dates as Wire)['appointment_at'])(api)) ===
      new Date(api.now()).toISOString(),
    true,
  ],
  'sandbox.appointment-when-skipped=made-up': [
    after('report_complete', ({ dates }) => typeof (dates as Wire)['appointment_at']),
    'string',
  ],
  'sandbox.appraiser-value=null-value': [after('appraiser_assigned', ({ appraiser }) => appraiser), null],
  'sandbox.rejection-without-report=submission-too': [
    times(count('status_changed'), move('report_rejected_for_correction'), 'appointment_scheduled'),
    2,
  ],
  'sandbox.spontaneous-moves=moves-automatically': [
    later(10, ({ body }) => codeOf(body['status'])),
    'appraiser_assigned',
  ],
  'sandbox.data-lifetime=cleared-at-times': [later(4 * day, ({ status }) => status), 404],
  'sandbox.delivered-files=report-files-only': [after('report_complete', ({ documents }) => ids(documents)), 2],
  'sandbox.production-answer=status-401': [inProduction, 401],
  'sandbox.advance-after-hold-chain=nothing': [heldTwice, 409],
}

const alone = [
  'events.creation-also-status-changed',
  'events.no-op-status-changed',
  'events.order-within-one-change',
  'events.assignment-when-skipped',
  'events.skipped-statuses',
  'events.reason-when-none',
  'events.note-content',
  'events.revision-responded-count',
  'events.revision-responded-response',
  'events.revision-completed-event',
  'events.revision-responded-status',
  'sandbox.success-status',
  'sandbox.advance-response',
  'sandbox.spontaneous-moves',
  'sandbox.data-lifetime',
  'sandbox.appraiser-value',
  'sandbox.rejection-without-report',
]

await shown(t, { ...events, ...sandbox }, alone)
