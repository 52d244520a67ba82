// What an accepted action makes of the order.
import type { Action, AmendableField } from './actions.ts'
import { union, type NoteType, type OrderModel, type RequestModel, type RequestStatus } from './order-model.ts'
import { targetRules } from './rule-ids.ts'
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { statusesBefore } from '../contract/stages.ts'

const without = <T>(list: readonly T[], item: T): T[] => list.filter((entry) => entry !== item)

const isUnfinished = ({ status }: RequestModel): boolean => status.some((s) => s === 'submitted' || s === 'accepted')

/** Freedoms decide which open requests a revised report completes; the latest, whose kind the status names, is in any case. */
const afterRevisedReport = (requests: readonly RequestModel[]): RequestModel[] =>
  requests.map((request, index) => {
    if (!isUnfinished(request)) return request
    const isLatest = index === requests.length - 1
    return { ...request, status: isLatest ? ['completed'] : union<RequestStatus>(request.status, ['completed']) }
  })

const supersedable = (request: RequestModel): RequestModel =>
  isUnfinished(request) ? { ...request, status: union(request.status, ['declined', 'completed']) } : request

const working = (model: OrderModel, to: StatusCode): Partial<OrderModel> => ({
  assigned: to === 'appraiser_assigned' ? true : model.assigned === true || to === 'new' ? model.assigned : 'open',
  dates: {
    appointment: to === 'appointment_scheduled' ? 'set' : appointmentAfter(model, to),
    completed: to === 'report_complete' || to === 'revised_report_complete' ? 'open' : model.dates.completed,
  },
})

const appointmentAfter = (model: OrderModel, to: StatusCode): OrderModel['dates']['appointment'] =>
  statusesBefore('appointment_scheduled').includes(to) ? model.dates.appointment : 'open'

const atLeast = (documents: OrderModel['documents'], added: Record<string, number>): OrderModel['documents'] => {
  const counts = { ...documents }
  for (const [kind, count] of Object.entries(added)) counts[kind] = (counts[kind] ?? 0) + count
  return counts
}

const advanced = (model: OrderModel, to: StatusCode): Partial<OrderModel> => {
  const base = { status: [to], previous: [], ...working(model, to) }
  if (to === 'report_complete') {
    const documents = atLeast(model.documents, { report_pdf: 1, report_data: 1 })
    return { ...base, delivered: true, deliveries: model.deliveries + 1, documents }
  }
  if (to !== 'revised_report_complete') return base
  const requests = afterRevisedReport(model.requests)
  return { ...base, delivered: true, deliveries: model.deliveries + 1, requests }
}

const remembered = (machine: Machine, model: OrderModel, from: StatusCode): StatusCode[] => {
  if (!machine.tables.advance_as_previous.includes(from)) return [from]
  const reading = machine.readings['lifecycle.remembered-while-transitional']
  const back = without(model.previous, from)
  if (reading === 'working-status') return back
  return reading === 'transitional-status' ? [from] : [...back, from]
}

const noteOf: Partial<Record<AmendableField, NoteType>> = {
  'notes.order': 'order',
  'notes.appointment': 'appointment',
}

/** Names of an amendment are open: until they are known, a sent field may or may not have been understood. */
const amended = (machine: Machine, model: OrderModel, field: AmendableField, value: string): Partial<OrderModel> => {
  const understood = machine.readings['amend.field-names'] !== undefined
  const note = noteOf[field]
  if (field === 'due_date') return {}
  if (note) return understood ? { notes: { ...model.notes, [note]: [...model.notes[note], value] } } : {}
  const before = model.fields[field] ?? [null]
  const fields = { ...model.fields, [field]: understood ? [value] : union<string | null>(before, [value]) }
  if (field !== 'loan.number') return { fields }
  return { fields, loanNumber: understood || model.loanNumber === true ? true : 'open' }
}

const revised = (model: OrderModel, action: Extract<Action, { do: 'revision' }>): Partial<OrderModel> => {
  const status = action.kind === 'correction' ? 'revision_requested' : 'reconsideration_requested'
  const opened: RequestModel = { kind: action.kind, status: ['submitted', 'accepted'] }
  return { status: [status], previous: [], requests: [...model.requests.map(supersedable), opened] }
}

const changes = (machine: Machine, model: OrderModel, from: StatusCode, action: Action): Partial<OrderModel> => {
  switch (action.do) {
    case 'advance':
      return advanced(model, action.to)
    case 'hold':
      return { status: ['on_hold'], previous: remembered(machine, model, from) }
    case 'resume':
      return { status: union(['off_hold'], model.previous) }
    case 'cancel':
      return { status: ['cancelled'], previous: remembered(machine, model, from) }
    case 'amend':
      return amended(machine, model, action.field, action.value)
    case 'message':
      return { messages: model.messages + 1 }
    case 'upload':
      return { documents: atLeast(model.documents, { supporting: 1 }) }
    case 'revision':
      return revised(model, action)
    default:
      return {}
  }
}

const remembering = ['on_hold', 'off_hold', 'cancelled', 'reactivated']

const movesOrder = (action: Action): boolean => ['advance', 'hold', 'resume', 'cancel', 'revision'].includes(action.do)

/** The order after an accepted action that found it in `from`. */
export const afterAccepted = (machine: Machine, model: OrderModel, from: StatusCode, action: Action): OrderModel => {
  const key = action.do === 'revision' ? `revision:${action.kind}` : action.do
  const owed = movesOrder(action) ? (targetRules[key] ?? []) : model.owed
  const previous = remembering.includes(from) ? model.previous : []
  const moved = movesOrder(action) ? {} : { status: [from] }
  return { ...model, previous, ...moved, ...changes(machine, model, from, action), owed }
}
