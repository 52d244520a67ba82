// `simulator.company`: the operations of the control port as functions in the same process.
import type { SimulatorCompany } from '../public/company-types.ts'
import { checkAs, ofTheControlPort } from '../calls/check-call.ts'
import type { ControlParts } from '../control/operation.ts'
import { operations, type ServedOperation } from '../control/operations/index.ts'
import { requireKept } from '../http/write-guard.ts'

type Call = { params?: Record<string, string>; query?: object; body?: object }

const operationOf = (id: string): ServedOperation => operations().find((operation) => operation.id === id)!

/** As over HTTP: the call is validated against the document, and the answer is a copy. */
const callIn =
  (parts: ControlParts) =>
  async (id: string, { params = {}, query = {}, body }: Call): Promise<never> => {
    const operation = operationOf(id)
    const asked: Record<string, unknown> = { ...query }
    const sent = structuredClone(body ?? {})
    const said = { what: `What simulator.company gives ${id}`, see: ofTheControlPort }
    if (operation.parameters.some((parameter) => parameter.in === 'query')) checkAs(said, id, 'query', asked)
    if (operation.body) checkAs(said, id, 'body', sent)
    if (operation.method !== 'get') await requireKept(parts.services)
    const answer = await operation.handle({ ...parts, offered: [], params, query: asked, body: sent })
    return JSON.parse(JSON.stringify(answer)) as never
  }

const textAs = (name: string, given: string | object): object => (typeof given === 'string' ? { [name]: given } : given)
const optional = (name: string, text: string | undefined): object => (text === undefined ? {} : { [name]: text })

export const companyOf = (parts: ControlParts): SimulatorCompany => {
  const call = callIn(parts)
  const on = (id: string, order_id: string, body?: object) => call(id, { params: { order_id }, ...(body && { body }) })
  const onRevision = (id: string, order_id: string, revision_request_id: string, body: object) =>
    call(id, { params: { order_id, revision_request_id }, body })
  return {
    orders: (query = {}) => call('listCompanyOrders', { query }),
    order: (id) => on('getCompanyOrder', id),
    moves: (id) => on('listMoves', id),
    placeOrder: (body) => call('placePortalOrder', { body }),
    seedOrders: (body = {}) => call('seedOrders', { body }),
    place: (id, body) => on('placeReviewedOrder', id, body),
    assign: (id, given) => on('assignAppraiser', id, textAs('name', given)),
    move: (id, given) => on('moveOrder', id, textAs('to_status', given)),
    deliver: (id, body) => on('deliverReport', id, body),
    hold: (id, reason) => on('holdForCompany', id, optional('reason', reason)),
    resume: (id, reason) => on('resumeForCompany', id, optional('reason', reason)),
    decline: (id, reason) => on('cancelForCompany', id, { reason }),
    changeFee: (id, body) => on('changeFee', id, body),
    setDueDate: (id, given) => on('setDueDate', id, textAs('due_date', given)),
    acceptDueDate: (id, body) => on('acceptDueDate', id, body),
    declineDueDate: (id, body) => on('declineDueDate', id, body),
    message: (id, given) => on('postMessage', id, typeof given === 'string' ? { from: 'manager', body: given } : given),
    addDocument: (id, body) => on('addDocument', id, body),
    openRevision: (id, body) => on('openPortalRevision', id, body),
    acceptRevision: (id, request, body) => onRevision('acceptRevision', id, request, optional('body', body)),
    declineRevision: (id, request, body) => onRevision('declineRevision', id, request, optional('body', body)),
    answerRevision: (id, request, body) => onRevision('answerRevision', id, request, { body }),
    completeRevision: (id, request, body = {}) => onRevision('completeRevision', id, request, body),
    events: (query = {}) => call('listRaisedEvents', { query }),
    event: (event_id) => call('getRaisedEvent', { params: { event_id } }),
    attempts: (event_id) => call('listAttempts', { params: { event_id } }),
    redeliver: (event_id) => call('redeliverEvent', { params: { event_id } }),
  }
}
