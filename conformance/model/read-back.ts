// What an accepted answer shows besides the status: the remembered status, the request opened, the order's own content.
import { atLeast, atMost, oneOf, present } from '../evidence/expected.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { Action } from './actions.ts'
import { at, listAt, textAt } from './body.ts'
import { union, type OrderModel } from './order-model.ts'
import { fieldRules, ruleIds } from './rule-ids.ts'
import type { Machine } from './machine.ts'

type ReadBack = { next: OrderModel; claims: Assertion[] }

const kindsIn = (documents: readonly unknown[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const document of documents) {
    const kind = textAt(document, 'kind') ?? ''
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

const judgeDocuments = (
  model: OrderModel,
  documents: readonly unknown[],
  pointer: string,
  uploads: string,
): Assertion[] => {
  const counts = kindsIn(documents)
  return Object.entries(model.documents).flatMap(([kind, least]) => {
    const rule = kind === 'supporting' ? uploads : ruleIds.deliveredDocuments
    const found = counts.get(kind) ?? 0
    return assertion(rule, found >= least, atLeast(`${least} ${kind}`), found, pointer)
  })
}

const judgeDates = (model: OrderModel, body: unknown): Assertion[] => {
  const appointment = at(body, 'dates', 'appointment_at') ?? null
  const completed = at(body, 'dates', 'completed_at') ?? null
  const { dates } = model
  return [
    ...(dates.appointment === 'null'
      ? assertion(ruleIds.appointmentNull, appointment === null, null, appointment, '/dates/appointment_at')
      : []),
    ...(dates.appointment === 'set'
      ? assertion(ruleIds.appointmentShown, appointment !== null, present, appointment, '/dates/appointment_at')
      : []),
    ...(dates.completed === 'null'
      ? assertion(ruleIds.completedNull, completed === null, null, completed, '/dates/completed_at')
      : []),
  ]
}

const judgeNotes = (model: OrderModel, body: unknown): Assertion[] => {
  const notes = listAt(body, 'notes')
  return Object.entries(model.notes).flatMap(([type, sent]) => {
    if (sent.length === 0) return []
    const ofType = notes.filter((note) => textAt(note, 'type') === type)
    const text = textAt(ofType[0], 'text') ?? ''
    const earlier = sent.slice(0, -1)
    return [
      ...assertion(ruleIds.oneNotePerType, ofType.length === 1, 1, ofType.length, '/notes'),
      ...assertion(ruleIds.noteAdded, text.includes(sent.at(-1)!), sent.at(-1), text, '/notes'),
      ...(earlier.length > 0
        ? assertion(
            ruleIds.noteKept,
            earlier.every((part) => text.includes(part)),
            earlier,
            text,
            '/notes',
          )
        : []),
    ]
  })
}

const judgeFields = (model: OrderModel, body: unknown): Assertion[] =>
  Object.entries(model.fields).flatMap(([field, values]) => {
    if (values.length !== 1) return []
    const found = at(body, ...field.split('.')) ?? null
    return assertion(fieldRules[field]!, found === values[0], values[0], found, `/${field.replaceAll('.', '/')}`)
  })

const judgeOrder = (model: OrderModel, body: unknown): Assertion[] => [
  ...judgeDates(model, body),
  ...judgeNotes(model, body),
  ...judgeFields(model, body),
  ...judgeDocuments(model, listAt(body, 'documents'), '/documents', ruleIds.uploadOnOrder),
]

/** As they were opened; null where the company may have opened others, or where some are of one age. */
const inTurn = (model: OrderModel, entries: readonly unknown[]): unknown[] | null => {
  const timeOf = (entry: unknown): number => Date.parse(textAt(entry, 'created_at') ?? '')
  const isSure = entries.length === model.requests.length && new Set(entries.map(timeOf)).size === entries.length
  return isSure ? entries.toSorted((one, other) => timeOf(one) - timeOf(other)) : null
}

/** What a revised report was delivered against is no longer open; the company may have declined it before. */
const judgeCompleted = (model: OrderModel, entries: readonly unknown[]): Assertion[] =>
  (inTurn(model, entries) ?? []).flatMap((entry, index) => {
    if (model.requests[index]!.status.join() !== 'completed') return []
    const status = textAt(entry, 'status')
    const isOpen = status === 'submitted' || status === 'accepted'
    return assertion(ruleIds.requestCompletes, !isOpen, 'completed', status, `/data/${entries.indexOf(entry)}/status`)
  })

const judgeRequests = (model: OrderModel, body: unknown): Assertion[] => {
  const entries = listAt(body, 'data')
  const kinds = union(model.requests.map(({ kind }) => kind))
  const listed = kinds.flatMap((kind) => {
    const expected = model.requests.filter((request) => request.kind === kind).length
    const found = entries.filter((entry) => textAt(entry, 'kind') === kind).length
    return assertion(ruleIds.requestListed, found >= expected, atLeast(`${expected} ${kind}`), found, '/data')
  })
  const most = model.requests.length
  return [
    ...listed,
    ...judgeCompleted(model, entries),
    ...assertion(ruleIds.refusedRequestAbsent, entries.length <= most, atMost(most), entries.length, '/data'),
  ]
}

/** Fewer pages are read than there may be, so a list that has another page proves no absence. */
const isWhole = (body: unknown): boolean => at(body, 'total_pages') === undefined || at(body, 'total_pages') === 1

const judgeList = (model: OrderModel, what: string, body: unknown): Assertion[] => {
  if (!isWhole(body)) return []
  if (what === 'requests') return judgeRequests(model, body)
  if (what === 'documents') return judgeDocuments(model, listAt(body, 'data'), '/data', ruleIds.uploadListed)
  const sent = listAt(body, 'data').filter((message) => textAt(message, 'recipient') !== 'lender').length
  return assertion(ruleIds.messageListed, sent >= model.messages, atLeast(model.messages), sent, '/data')
}

const judgeHold = (model: OrderModel, body: unknown): ReadBack => {
  const code = textAt(body, 'previous_status', 'code')
  const fits = code !== null && model.previous.includes(code)
  const claims = [
    ...assertion(ruleIds.holdStatus, (at(body, 'status') ?? null) !== null, present, at(body, 'status'), '/status'),
    ...assertion(ruleIds.holdPrevious, fits, oneOf(model.previous), code, '/previous_status/code'),
  ]
  return { next: fits ? { ...model, previous: [code] } : model, claims }
}

const judgeRequest = (model: OrderModel, kind: string, body: unknown): ReadBack => ({
  next: model,
  claims: [
    ...assertion(
      ruleIds.requestSubmitted,
      textAt(body, 'status') === 'submitted',
      'submitted',
      textAt(body, 'status'),
      '/status',
    ),
    ...assertion(ruleIds.requestKind, textAt(body, 'kind') === kind, kind, textAt(body, 'kind'), '/kind'),
  ],
})

/** What the body of an accepted answer proves of the model, and the model with what it made certain. */
export const judgeRead = (_machine: Machine, model: OrderModel, action: Action, body: unknown): ReadBack => {
  switch (action.do) {
    case 'create': {
      const documents = listAt(body, 'documents')
      return {
        next: model,
        claims: assertion(ruleIds.noDocumentsAtFirst, documents.length === 0, 0, documents.length, '/documents'),
      }
    }
    case 'hold':
      return judgeHold(model, body)
    case 'revision':
      return judgeRequest(model, action.kind, body)
    case 'read':
      return {
        next: model,
        claims: action.what === 'order' ? judgeOrder(model, body) : judgeList(model, action.what, body),
      }
    default:
      return { next: model, claims: [] }
  }
}
