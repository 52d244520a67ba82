// Permitted readings of the freedoms of the area amend.
import { accept, instead, misread, replace, set, together, wrap } from '../operators/index.ts'
import type { OrderPatch } from '../../domain/order-draft.ts'
import { mergeParties, noParties } from '../../domain/parties.ts'
import type { Contact } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { offending, Refusal } from '../../domain/refusal.ts'
import { localDate } from '../../places/time-zones.ts'
import type { CodeOfRefusal } from '../creation.ts'
import type { Shape } from '../shape.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { answers, faultsAs, succeedsWith } from './reading-patches.ts'

const closed = (statuses: readonly string[], takesLoanNumber: boolean | ((status: string) => boolean)): ReadingPatch =>
  together(
    set('lifecycle.closedForAmendment', [...statuses]),
    replace('lifecycle.closedTakesLoanNumber', takesLoanNumber),
  )

const delivered = ['cancelled', 'report_complete', 'revised_report_complete']
const revising = ['revision_requested', 'reconsideration_requested']
const loanFields = ['number', 'client', 'investor'] as const

/** The fields of a loan stand at the top level; an object of theirs is a field that nobody knows. */
const flat: ReadingPatch = ({ behaviour: { amendment, shapes } }) => {
  const { named } = amendment
  amendment.named = (patch) => {
    const { loan: _loan, ...others } = named.call(amendment, patch)
    const sent = loanFields.filter((field) => others[`loan_${field}`] !== undefined)
    if (sent.length === 0) return others
    return { ...others, loan: Object.fromEntries(sent.map((field) => [field, others[`loan_${field}`]])) }
  }
  const { properties } = shapes.amendOrder as { properties: Record<string, Shape> }
  delete properties['loan']
  for (const field of loanFields) properties[`loan_${field}`] = { type: ['string', 'null'] }
}

/** Where a field goes on creation, by the name that an amendment has for it. */
const ownNames: Record<string, (value: unknown) => OrderPatch> = {
  reference: (value) => ({ lender_reference: value }) as OrderPatch,
  instructions: (value) => ({ appraiser_instructions: value }) as OrderPatch,
  requested_due_date: (value) => ({ due_date: value }) as OrderPatch,
  append_notes: (value) => ({ notes: value }) as OrderPatch,
  lender_loan_number: (value) => ({ loan: { number: value } }) as OrderPatch,
  borrower_contacts: (value) => ({ borrowers: [{ contacts: value }] }) as OrderPatch,
}

const namesOfCreation = ['lender_reference', 'appraiser_instructions', 'due_date', 'notes', 'loan', 'borrowers']

/** All but the parties have names of their own, and any name that nobody knows is refused. */
const named: ReadingPatch = ({ behaviour: { amendment, problems, shapes } }) => {
  const { properties } = shapes.amendOrder as { properties: Record<string, Shape> }
  const fixed = new Set(Object.keys((shapes.createOrder as { properties: object }).properties))
  const { fixed: fixedOf, named: usual } = amendment
  for (const name of namesOfCreation) {
    delete properties[name]
    fixed.delete(name)
  }
  Object.assign(properties, Object.fromEntries(Object.keys(ownNames).map((name) => [name, {}])))
  const isKnown = (name: string) => name === 'order_type' || fixed.has(name) || name in ownNames
  amendment.fixed = (order) => {
    const { loan: _loan, borrowers: _borrowers, ...others } = fixedOf.call(amendment, order)
    return others
  }
  amendment.named = (patch) => {
    const sent = usual.call(amendment, patch) as Record<string, unknown>
    const own = Object.entries(sent).map(([name, value]) => ownNames[name]?.(value) ?? {})
    const kept = Object.entries(sent).filter(([name]) => fixed.has(name) || name === 'order_type')
    return Object.assign(Object.fromEntries(kept), ...own) as OrderPatch
  }
  const { read } = amendment
  amendment.read = function (patch) {
    const details = Object.entries(patch)
      .filter(([name]) => !isKnown(name))
      .map(([field, value]) => ({
        field,
        code: 'invalid_value',
        value: offending(value),
        message: 'is not known',
      }))
    if (details.length === 0) return read.call(this, patch)
    const fault = { ...details[0]!, kind: 'unusableValue' as const, keyword: 'additionalProperties' }
    throw new Refusal(problems.faultCode('amendOrder', fault), 'The amendment has an unknown field.', { details })
  }
}

const answeredWith = (change: (body: Record<string, unknown>) => Record<string, unknown> | undefined): ReadingPatch =>
  answers('amendOrder', (answer) =>
    answer.status < 300 ? { ...answer, body: change(answer.body as Record<string, unknown>) } : answer,
  )

const nulls = (patch: OrderPatch): string[] => {
  const within = (path: string, value: unknown): string[] => {
    if (value === null) return [path]
    if (typeof value !== 'object' || !['', 'loan', 'parties', 'borrowers'].includes(path.replace(/\.\d+$/, '')))
      return []
    return Object.entries(value as object).flatMap(([name, inner]) =>
      within(path === '' ? name : `${path}.${name}`, inner),
    )
  }
  return within('', patch)
}

const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > 2) return value
  if (Array.isArray(value)) return value.map((one) => withoutNulls(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, name === 'notes' ? inner : withoutNulls(inner, depth + 1)]),
  )
}

const reading = (change: (patch: OrderPatch) => OrderPatch): ReadingPatch =>
  misread('amendment.read', (patch) => [change(patch)])

const nullsRefused = (code: CodeOfRefusal): ReadingPatch =>
  reading((patch) => {
    const details = nulls(patch).map((field) => ({
      field,
      code: 'invalid_value',
      value: null,
      message: 'must not be null',
    }))
    if (details.length > 0) throw new Refusal(code, 'A field cannot be cleared; details says which.', { details })
    return patch
  })

const emptyRefused = (code: CodeOfRefusal): ReadingPatch =>
  reading((patch) => {
    if (Object.keys(patch).length > 0) return patch
    throw new Refusal(code, 'The amendment names no field.')
  })

const fixedRefused = (refusal: (details: Detail[]) => Refusal | null): ReadingPatch =>
  replace('amendment.fixedRefusal', refusal)

const sentence = 'A field that cannot change was sent; details says which.'

const sameContact = (one: Contact, other: Contact): boolean =>
  one.type === other.type && one.role === other.role && one.value === other.value

const byRole: ReadingPatch = replace('amendment.addressed', (order, sent) => {
  const nameless = sent.findIndex(({ role, contacts }) => contacts && !role)
  if (nameless >= 0) {
    const details = [{ field: `borrowers.${nameless}.role`, code: 'required', value: null, message: 'is required' }]
    throw new Refusal('validation_failed', 'Contacts belong to the borrower of a role; details says where.', {
      details,
    })
  }
  const own = order.borrowers.map(({ role }, index) =>
    sent.find((one, at) => (one.role ? one.role === role : at === index)),
  )
  return [...own, ...sent.filter((one) => !own.includes(one))]
})

const joined = (join: (kept: string, sent: string, now: number) => string): ReadingPatch =>
  replace('amendment.joinNote', join)

const answersInSandbox = (accepts: boolean): ReadingPatch =>
  replace('amendment.dueDateAnswer', (environment) => (environment === 'sandbox' ? { seconds: 3, accepts } : null))

export const amend: AreaReadings = {
  'amend.closed-statuses': {
    'cancelled-and-delivered': closed(delivered, false),
    'delivered-alone-but-loan-number': closed(delivered, (status) => status !== 'cancelled'),
    'cancelled-delivered-and-revising': closed([...delivered, ...revising], false),
    'cancelled-delivered-and-revising-but-loan-number': closed([...delivered, ...revising], true),
    'cancelled-only': closed(['cancelled'], false),
    'cancelled-only-but-loan-number': closed(['cancelled'], true),
  },
  'amend.closed-refusal-code': {
    'another-code': set('problems.closedForAmendment', 'order_closed'),
  },
  'amend.field-names': { flat, 'own-names': named },
  'amend.response': {
    'status-200-short': answeredWith(({ id, order_number, status }) => ({ id, order_number, status })),
    'status-202-order': succeedsWith(['amendOrder'], 202),
    'status-204': (ground) => {
      succeedsWith(['amendOrder'], 204)(ground)
      answeredWith(() => undefined)(ground)
    },
  },
  'amend.null-clears': {
    ignored: reading((patch) => withoutNulls(patch) as OrderPatch),
    'status-422': nullsRefused('validation_failed'),
    'status-400': nullsRefused('invalid_request'),
  },
  'amend.fixed-fields': {
    'status-400': fixedRefused((details) => new Refusal('invalid_request', sentence, { details })),
    ignored: fixedRefused(() => null),
    'status-409': fixedRefused((details) => new Refusal('field_not_amendable', sentence, { details, status: 409 })),
  },
  'amend.fixed-fields-unchanged': {
    refused: wrap('amendment.keeps', (usual, field) => /^borrowers\.\d+\.role$/.test(field) && usual),
  },
  'amend.empty-body': {
    'status-422': emptyRefused('validation_failed'),
    'status-400': emptyRefused('invalid_request'),
  },
  'amend.no-op-updated-at': {
    moves: accept('amendment.touches'),
  },
  'amend.contacts-merge': {
    join: instead('amendment.contacts', (usual, kept, sent) => [
      ...kept,
      ...usual([], sent).filter((one) => !kept.some((old) => sameContact(old, one))),
    ]),
  },
  'amend.contacts-address': { 'by-role': byRole },
  'amend.parties-merge': {
    'whole-object': replace('amendment.parties', (kept, sent) =>
      sent === undefined ? kept : mergeParties(noParties, sent),
    ),
  },
  'amend.note-joining': {
    'blank-line': joined((kept, sent) => `${kept}\n\n${sent}`),
    'dated-line': joined((kept, sent, now) => `${kept}\n${new Date(now).toISOString().slice(0, 10)}, lender:\n${sent}`),
    space: joined((kept, sent) => `${kept} ${sent}`),
  },
  'amend.due-date-outcome': {
    'at-once': replace(
      'amendment.acceptsAtOnce',
      (order, requested, now) => requested >= localDate(now, order.property.address.postal_code),
    ),
  },
  'amend.due-date-in-sandbox': {
    'accepted-automatically': answersInSandbox(true),
    'declined-automatically': answersInSandbox(false),
  },
  'amend.due-date-declined-event': {
    'event-with-same-date': set('amendment.announcesDecline', true),
  },
  'amend.past-due-date': {
    'taken-as-request': replace('amendment.isPast', false),
  },
  'amend.permission': {
    'status-403': ({ world }) => {
      for (const lender of world.lenders) lender.may_amend = false
    },
  },
  'amend.media-type': {
    'merge-patch-too': wrap(
      'bodies.isJson',
      (usual, id, type) => usual || (id === 'amendOrder' && type === 'application/merge-patch+json'),
    ),
  },
  'amend.validation-status': {
    'status-400': faultsAs('amendOrder', ({ kind }) => kind === 'wrongType', 'invalid_request'),
  },
}
