// Permitted readings of an order's life, the actions on it and its revision requests, each shown over HTTP to differ from the default.
import t from 'tap'
import { minimal, pdf } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import type { Order, Revision } from '../simulator/wire-types.ts'
import { outcome, shown, type Cases } from './shown.ts'

type Body = Record<string, unknown>

const act =
  (action: string, status: string, body: unknown = {}) =>
  async (api: Api) => {
    const { id } = await api.reach(status)
    return outcome(await api.call('main', 'POST', `/orders/${id}/${action}`, { body }))
  }
/** Sent with no body at all. */
const bare =
  (action: string, status: string, headers: Record<string, string> = {}) =>
  async (api: Api) => {
    const { id } = await api.reach(status)
    return outcome(await api.call('main', 'POST', `/orders/${id}/${action}`, { headers }))
  }
const answerOf =
  <T>(action: string, status: string, look: (body: Body | undefined, status: number) => T, sent: unknown = {}) =>
  async (api: Api) => {
    const { id } = await api.reach(status)
    const answer = await api.call<Body>('main', 'POST', `/orders/${id}/${action}`, { body: sent })
    return look(answer.body, answer.status)
  }
const code = (status: unknown) => (status as { code?: string } | null | undefined)?.code
const keys = (body: Body | undefined) => Object.keys(body ?? {})

const statusAfter = (seconds: number, status: string) => async (api: Api) => {
  const { id } = await api.reach(status)
  await api.simulator.advance(seconds)
  return (await api.read(id)).status.code
}
/** An order that was cancelled before any report, with a reconsideration open on it. */
const reconsidered = async (api: Api) => {
  const { id } = await api.reach('cancelled')
  await api.revise(id, { kind: 'reconsideration_of_value', acknowledgements: { prior_appraisal_provided: true } })
  return id
}
const reactivated = async (api: Api): Promise<Order> => {
  const { id } = await api.reach('appraiser_assigned')
  await api.act(id, 'cancel')
  await api.company(`/orders/${id}/move`, { to_status: 'reactivated' })
  return api.read(id)
}
const companyCancels = async (api: Api) => {
  const { id } = await api.reach('on_hold')
  const url = `${api.simulator.controlUrl}/orders/${id}/cancel`
  return (await api.fetchRaw('POST', url, { body: { reason: 'Nobody is free.' } })).status
}
const companyMoves = async (api: Api) => {
  const { id } = await api.reach('appointment_scheduled')
  await api.company(`/orders/${id}/move`, { to_status: 'awaiting_review' })
  const changes = await api.events({ order_id: id, type: 'order.status_changed' })
  return changes.slice(-3).map(({ data }) => code(data['status']))
}
const repeated = async (api: Api) => {
  const { id, status } = await api.reach('borrower_contacted')
  await api.simulator.advance(60)
  await api.company(`/orders/${id}/move`, { to_status: 'borrower_contacted', repeat: true })
  return (await api.read(id)).status.changed_at === status.changed_at
}
const inProduction = async (api: Api) => {
  const body = minimal(api.now())
  const { id } = await api.ok<Order>('production', 'POST', '/orders', { body, status: 201 })
  const url = `${api.simulator.controlUrl}/orders/${id}/move`
  return (await api.fetchRaw('POST', url, { body: { to_status: 'left_message_for_borrower' } })).status
}
const resumed = async (api: Api) => {
  const { id } = await api.reach('on_hold')
  await api.act(id, 'resume')
  return (await api.read(id)).status.code
}

const living: Cases = {
  'lifecycle.labels=company-wording': [async (api) => (await api.create()).status.label, 'Received'],
  'lifecycle.unused-statuses=some-unused': [inProduction, 409],
  'lifecycle.company-path=any-way': [companyMoves, ['appraiser_assigned', 'appraiser_assigned', 'awaiting_review']],
  'lifecycle.placement-delay=automatic': [statusAfter(60, 'pending_review'), 'new'],
  'lifecycle.hold-in-reconsideration=accepted': [act('hold', 'reconsideration_requested'), '200'],
  'lifecycle.cancel-in-reconsideration=accepted': [
    async (api) => outcome(await api.call('main', 'POST', `/orders/${await reconsidered(api)}/cancel`, { body: {} })),
    '200',
  ],
  'lifecycle.remembered-while-transitional=transitional-status': [
    answerOf('hold', 'off_hold', (body) => code(body?.['previous_status'])),
    'off_hold',
  ],
  'lifecycle.delivered-then-working=judged-by-status': [
    async (api) => {
      const { id } = await api.reach('report_complete')
      await api.company(`/orders/${id}/move`, { to_status: 'awaiting_review' })
      return outcome(await api.call('main', 'POST', `/orders/${id}/hold`, { body: {} }))
    },
    '200',
  ],
  'lifecycle.off-hold-length=not-seen': [resumed, 'new'],
  'lifecycle.off-hold-length=minutes': [statusAfter(60, 'off_hold'), 'off_hold'],
  'lifecycle.reactivated-length=moments-then-new': [
    async (api) => {
      const { id } = await reactivated(api)
      await api.simulator.advance(60)
      return (await api.read(id)).status.code
    },
    'new',
  ],
  'lifecycle.reactivated-length=minutes-then-previous': [
    async (api) => {
      const { id } = await reactivated(api)
      await api.simulator.advance(60)
      return (await api.read(id)).status.code
    },
    'reactivated',
  ],
  'lifecycle.company-cancel-scope=working-only': [companyCancels, 409],
  'lifecycle.repeated-status-changed-at=stays': [repeated, true],
}

const reasonOf = async (api: Api, action: string, status: string, type: string) => {
  const { id } = await api.reach(status)
  await api.act(id, action, { reason: 'Because.' })
  const [event] = await api.events({ order_id: id, type })
  return event?.data['reason']
}
const nowhere = (body: unknown) => async (api: Api) =>
  outcome(
    await api.call('main', 'POST', '/orders/ord_none/hold', { body, headers: { 'content-type': 'application/json' } }),
  )
const notPermitted = async (api: Api) => {
  const body = minimal(api.now())
  const { id } = await api.ok<Order>('no_cancel', 'POST', '/orders', { body, status: 201 })
  await api.act(id, 'hold', {}, 'no_cancel')
  return outcome(await api.call('no_cancel', 'POST', `/orders/${id}/cancel`, { body: {} }))
}

const acting: Cases = {
  'actions.success-status=status-201': [act('hold', 'new'), '201'],
  'actions.success-status=status-202': [act('hold', 'new'), '202'],
  'actions.hold-without-body=status-400': [bare('hold', 'new'), '400 invalid_request'],
  'actions.hold-without-body=status-415': [bare('hold', 'new'), '415 unsupported_media_type'],
  'actions.resume-body=ignored': [(api) => reasonOf(api, 'resume', 'on_hold', 'order.resumed'), null],
  'actions.resume-without-body=status-400': [bare('resume', 'on_hold'), '400 invalid_request'],
  'actions.resume-without-body=status-415': [bare('resume', 'on_hold'), '415 unsupported_media_type'],
  'actions.cancel-body=ignored': [(api) => reasonOf(api, 'cancel', 'new', 'order.cancelled'), null],
  'actions.cancel-body=required-reason': [
    async (api) => outcome(await api.call('main', 'POST', `/orders/${(await api.create()).id}/cancel`, { body: {} })),
    '422 validation_failed',
  ],
  'actions.cancel-without-body=status-400': [bare('cancel', 'new'), '400 invalid_request'],
  'actions.cancel-without-body=status-415': [bare('cancel', 'new'), '415 unsupported_media_type'],
  'actions.cancel-without-body=status-422': [bare('cancel', 'new'), '422 validation_failed'],
  'actions.resume-response=whole-order': [answerOf('resume', 'on_hold', (body) => 'loan' in (body ?? {})), true],
  'actions.resume-response=empty': [answerOf('resume', 'on_hold', (body, status) => [status, keys(body)]), [204, []]],
  'actions.resume-response-status=working-status': [
    answerOf('resume', 'on_hold', (body) => code(body?.['status'])),
    'new',
  ],
  'actions.cancel-response=previous-status-and-more': [
    answerOf('cancel', 'new', (body) => [code(body?.['previous_status']), 'loan' in (body ?? {})]),
    ['new', true],
  ],
  'actions.cancel-response=without-previous-status': [
    answerOf('cancel', 'new', (body) => keys(body)),
    ['id', 'order_number', 'status'],
  ],
  'actions.cancel-permission=status-403': [act('cancel', 'new'), '403 action_not_permitted_for_client'],
  'actions.other-switches=status-403': [act('hold', 'new'), '403 action_not_permitted_for_client'],
  'actions.permission-precedence=status-409': [notPermitted, '409 action_not_allowed_in_status'],
  'actions.unknown-order-precedence=status-422': [nowhere({ reason: 7 }), '422 validation_failed'],
  'actions.unknown-order-precedence=status-400': [nowhere('{'), '400 invalid_request'],
  'actions.state-precedence=state-first': [act('hold', 'cancelled', { reason: 7 }), '409 action_not_allowed_in_status'],
  'actions.malformed-id=status-400': [
    async (api) => outcome(await api.call('main', 'GET', '/orders/17')),
    '400 invalid_request',
  ],
  'actions.malformed-id=status-422': [
    async (api) => outcome(await api.call('main', 'POST', `/orders/ord_${'0'.repeat(80)}/hold`, { body: {} })),
    '422 validation_failed',
  ],
}

const ask =
  (body: Body, status = 'report_complete') =>
  async (api: Api) => {
    const { id } = await api.reach(status)
    return outcome(await api.call('main', 'POST', `/orders/${id}/revision-requests`, { body }))
  }
const correction = { kind: 'correction', reason: 'The garage is missing.' }
const value = { kind: 'reconsideration_of_value', reason: 'The value looks low.' }
const proven = { ...value, acknowledgements: { prior_appraisal_provided: true } }
const numberless = async (api: Api) => {
  const { id } = await api.create()
  await api.move(id, 'report_complete')
  return outcome(await api.call('main', 'POST', `/orders/${id}/revision-requests`, { body: correction }))
}
/** The requests of an order, the oldest first. */
const requests = async (api: Api, id: string): Promise<Revision[]> => {
  const { data } = await api.ok<{ data: Revision[] }>('main', 'GET', `/orders/${id}/revision-requests`)
  return data.toReversed()
}
const statuses = async (api: Api, id: string) => (await requests(api, id)).map(({ status }) => status)
/** Two requests of different kinds, and then whatever happens. */
const twice = (then: (api: Api, id: string) => Promise<unknown>) => async (api: Api) => {
  const { id } = await api.reach('revision_requested')
  await api.simulator.advance(60)
  await api.revise(id, proven)
  await then(api, id)
  return statuses(api, id)
}
const revised = (api: Api, id: string) => api.move(id, 'revised_report_complete')
const answered = async (api: Api, verb: string, then: (id: string, request: Revision) => Promise<unknown>) => {
  const { id } = await api.reach('revision_requested')
  const [request] = await requests(api, id)
  await api.simulator.advance(60)
  await api.company(`/orders/${id}/revision-requests/${request!.id}/${verb}`, { body: 'Words.' })
  return then(id, request!)
}
const responseKeys = (api: Api) =>
  answered(api, 'answer', async (id) => Object.keys((await requests(api, id))[0]!.responses[0] as unknown as Body))
const declineOfAccepted = (api: Api) =>
  answered(api, 'accept', async (id, request) => {
    const url = `${api.simulator.controlUrl}/orders/${id}/revision-requests/${request.id}/decline`
    return (await api.fetchRaw('POST', url, { body: {} })).status
  })
const responded = async (api: Api) => {
  const { id } = await api.reach('revised_report_complete')
  return (await api.events({ order_id: id, type: 'order.revision_responded' })).map(({ data }) => data['status'])
}
const evidence = { ...correction, evidence: [{ name: 'plat.pdf', base64: pdf().toString('base64') }] }

const revising: Cases = {
  'revisions.success-status=status-200': [ask(correction), '200'],
  'revisions.success-status=status-202': [ask(correction), '202'],
  'revisions.location-header=present': [
    async (api) => {
      const { id } = await api.reach('report_complete')
      const { headers } = await api.call('main', 'POST', `/orders/${id}/revision-requests`, { body: correction })
      return headers['location']?.includes(`/orders/${id}/revision-requests/rr_`)
    },
    true,
  ],
  'revisions.missing-loan-number=validation-422': [numberless, '422 validation_failed'],
  'revisions.missing-loan-number=status-409': [numberless, '409 action_not_allowed_in_status'],
  'revisions.missing-loan-number=status-400': [numberless, '400 invalid_request'],
  'revisions.reason-missing=accepted': [ask({ kind: 'correction' }), '201'],
  'revisions.reason-missing=status-400': [ask({ kind: 'correction' }), '400 invalid_request'],
  'revisions.unknown-kind-status=semantic-422': [ask({ ...correction, kind: 'x' }), '422 semantic_validation_failed'],
  'revisions.unknown-kind-status=status-400': [ask({ reason: 'none' }), '400 invalid_request'],
  'revisions.acknowledgement-code=validation-failed': [ask(value), '422 validation_failed'],
  'revisions.acknowledgements-on-correction=status-422': [
    ask({ ...correction, acknowledgements: { prior_appraisal_provided: true } }),
    '422 validation_failed',
  ],
  'revisions.unknown-documents=validation-422': [
    ask({ ...correction, document_ids: ['doc_none'] }),
    '422 validation_failed',
  ],
  'revisions.unknown-documents=status-404': [ask({ ...correction, document_ids: ['doc_none'] }), '404 not_found'],
  'revisions.unknown-documents=status-400': [ask({ ...correction, document_ids: ['doc_none'] }), '400 invalid_request'],
  'revisions.unknown-documents=ignored': [ask({ ...correction, document_ids: ['doc_none'] }), '201'],
  'revisions.refusal-code=another-code': [ask(correction, 'new'), '409 revision_not_open'],
  'revisions.inline-evidence=own-shape': [
    async (api) => {
      const { id } = await api.reach('cancelled')
      await api.ok('main', 'POST', `/orders/${id}/revision-requests`, { body: evidence, status: 201 })
      return (await api.read(id)).documents.map(({ filename }) => filename)
    },
    ['plat.pdf'],
  ],
  'revisions.response-shape=text-and-time': [responseKeys, ['id', 'text', 'time']],
  'revisions.response-shape=identifier-and-text': [responseKeys, ['id', 'text']],
  'revisions.second-while-open=first-superseded': [twice(async () => undefined), ['declined', 'submitted']],
  'revisions.completed-by-delivery=latest-only': [twice(revised), ['submitted', 'completed']],
  'revisions.completed-by-delivery=of-one-kind': [twice(revised), ['submitted', 'completed']],
  'revisions.delivery-while-submitted=straight': [responded, ['completed']],
  'revisions.acceptance-in-sandbox=automatic': [twice((api) => api.simulator.advance(60)), ['accepted', 'accepted']],
  'revisions.acceptance-in-sandbox=at-once': [twice((api) => api.simulator.advance(0)), ['accepted', 'accepted']],
  'revisions.status-after-decline=stays-open': [
    (api) => answered(api, 'decline', async (id) => (await api.read(id)).status.code),
    'revision_requested',
  ],
  'revisions.status-after-decline=delivered-status': [
    async (api) => {
      const { id } = await api.reach('revision_requested')
      const [first] = await requests(api, id)
      await api.company(`/orders/${id}/cancel`, { reason: 'Nobody is free.' })
      const { id: second } = await api.revise(id)
      await api.company(`/orders/${id}/revision-requests/${first!.id}/decline`)
      await api.company(`/orders/${id}/revision-requests/${second}/decline`)
      return (await api.read(id)).status.code
    },
    'report_complete',
  ],
  'revisions.updated-at-on-answer=stays': [
    (api) =>
      answered(api, 'answer', async (id, before) => (await requests(api, id))[0]!.updated_at === before.updated_at),
    true,
  ],
  'revisions.moves-outside-the-table=also-others': [declineOfAccepted, 200],
}

/** What reaches into the cases of other freedoms. */
const alone = [
  'lifecycle.labels',
  'lifecycle.company-path',
  'lifecycle.off-hold-length',
  'lifecycle.remembered-while-transitional',
  'lifecycle.reactivated-length',
  'lifecycle.repeated-status-changed-at',
  'actions.success-status',
  'actions.resume-body',
  'actions.resume-response',
  'actions.resume-response-status',
  'actions.cancel-body',
  'actions.cancel-without-body',
  'actions.cancel-response',
  'actions.cancel-permission',
  'actions.other-switches',
  'actions.state-precedence',
  'revisions.success-status',
  'revisions.missing-loan-number',
  'revisions.reason-missing',
  'revisions.second-while-open',
  'revisions.completed-by-delivery',
  'revisions.delivery-while-submitted',
  'revisions.acceptance-in-sandbox',
  'revisions.status-after-decline',
  'revisions.moves-outside-the-table',
]

await shown(t, { ...living, ...acting, ...revising }, alone)
