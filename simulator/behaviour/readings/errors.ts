// Permitted readings of the freedoms of the area errors.
import { accept, instead, refuse, replace, wrap } from '../operators/index.ts'
import { randomBytes } from 'node:crypto'
import type { Detail, Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { ShapeName } from '../shapes.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { faultsAs, stepAfter } from './reading-patches.ts'

type Body = Record<string, unknown>
type Shown = { refusal: Refusal; operationId: string | undefined; status: number }

/** Changes the standard body of every refusal. */
export const saying = (change: (body: Body, shown: Shown) => Body): ReadingPatch =>
  wrap('problems.body', function (shown, refusal, _correlationId, operationId) {
    return change(shown, { refusal, operationId, status: this.status(refusal) })
  })

const codeOf400 = (code: string): ReadingPatch =>
  saying((body, { status }) => (status === 400 ? { ...body, code } : body))

const without = (body: Body, field: string): Body => {
  const { [field]: _left, ...rest } = body
  return rest
}

const detailsOf = (body: Body): Detail[] => (body['details'] as Detail[] | null | undefined) ?? []

/** Changes the details, where there are any. */
const detailing = (change: (details: Detail[], shown: Shown) => Detail[]): ReadingPatch =>
  saying((body, shown) => {
    const details = detailsOf(body)
    if (details.length === 0) return body
    const changed = change(details, shown)
    return changed.length > 0 ? { ...body, details: changed } : without(body, 'details')
  })

const withoutValue = ({ value: _value, ...detail }: Detail): Detail => detail

/** The entries that the contract shows stay: the contacts of a borrower, and the status of an order. */
const isShown = ({ field, code }: Detail): boolean =>
  /^borrowers\.\d+\.contacts$/.test(field) || code === 'current_status'

const whenNone = (value: [] | null): ReadingPatch =>
  saying((body) => (detailsOf(body).length > 0 ? body : { ...body, details: value }))

const secretLength = /secret/

/** Finer codes beside `invalid_value`, which carries the value wherever it stands. */
const finer = (detail: Detail): Detail => {
  if (detail.code !== 'invalid_value') return detail
  if (detail.message === 'is in the past') return { ...detail, code: 'in_the_past' }
  if (secretLength.test(detail.field)) return { ...detail, code: 'too_short' }
  if (detail.message.startsWith('must be one of')) return { ...detail, code: 'not_in_list' }
  return detail
}

const elsewhere: readonly ShapeName[] = [
  'advanceOrder',
  'testWebhook',
  'setWebhook',
  'createRevisionRequest',
  'sendMessage',
]

const faultsElsewhere =
  (kind: 'missingField' | 'wrongType', shapes: readonly ShapeName[]): ReadingPatch =>
  (ground) => {
    for (const shape of shapes) faultsAs(shape, (fault) => fault.kind === kind, 'invalid_request')(ground)
  }

const withBodies = [
  'createOrder',
  'amendOrder',
  'sendMessage',
  'createRevisionRequest',
  'setWebhook',
  'testWebhook',
  'advanceOrder',
  'holdOrder',
  'resumeOrder',
  'cancelOrder',
]

const bare = ['resumeOrder', 'cancelOrder']

const parameterFields: ReadingPatch = ({ behaviour: { catalog, lists } }) => {
  const unnamed = (refusal: Refusal): Refusal => {
    for (const detail of refusal.details) detail.field = ''
    return refusal
  }
  for (const one of [lists, catalog.lists]) {
    const { unreadable, unusable } = one
    one.unreadable = function (...args) {
      return unnamed(unreadable.apply(this, args))
    }
    one.unusable = function (...args) {
      return unnamed(unusable.apply(this, args))
    }
  }
}

const identified = (form: () => string): ReadingPatch => replace('problems.newCorrelationId', form)

const callersId = /^[\w.:-]{8,64}$/

const takenOver: ReadingPatch = instead('problems.newCorrelationId', (usual, headers) => {
  const sent = headers?.['x-correlation-id'] ?? headers?.['x-request-id']
  return typeof sent === 'string' && callersId.test(sent) ? sent : usual(headers)
})

const wordings = ['Sorry, that did not work.', 'We could not do this for you.', 'Computer says no.']

const reworded: ReadingPatch = (ground) => {
  let turn = 0
  saying((body) => ({ ...body, message: wordings[(turn += 1) % wordings.length] }))(ground)
  const { problems } = ground.behaviour
  const { tokenBody } = problems
  problems.tokenBody = function (...args) {
    return { ...tokenBody.apply(this, args), error_description: wordings[(turn += 1) % wordings.length] }
  }
}

const furtherFields: ReadingPatch = (ground) => {
  const more = { documentation_url: 'https://docs.assay.invalid/errors', retryable: false }
  saying((body) => ({ ...more, ...body }))(ground)
  const { problems } = ground.behaviour
  const { tokenBody } = problems
  problems.tokenBody = function (...args) {
    return { ...tokenBody.apply(this, args), error_uri: more.documentation_url }
  }
}

const weighing =
  (usual: 'validation_failed' | 'semantic_validation_failed'): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { weigh } = creation
    creation.weigh = (structural, semantic) => {
      if (structural.length === 0 || semantic.length === 0) return weigh.call(creation, structural, semantic)
      const faults = usual === 'validation_failed' ? [...structural, ...semantic] : [...semantic, ...structural]
      return { usual, faults }
    }
  }

const otherConflicts = ['createRevisionRequest', 'amendOrder', 'createOrder']

const onConflict = (operations: readonly string[], field: string): ReadingPatch =>
  saying((body, { operationId, status }) =>
    status === 409 && operations.includes(operationId ?? '') ? without(body, field) : body,
  )

const unavailable = (retryAfter: Behaviour['problems']['retryAfterUnavailable']): ReadingPatch =>
  replace('problems.retryAfterUnavailable', retryAfter)

export const errors: AreaReadings = {
  'errors.code-of-400': {
    'validation-failed': codeOf400('validation_failed'),
    'another-code': codeOf400('bad_request'),
  },
  'errors.missing-required-elsewhere': { 'status-400': faultsElsewhere('missingField', elsewhere) },
  'errors.wrong-type-elsewhere': {
    'status-400': faultsElsewhere('wrongType', [...elsewhere, 'action']),
    ignored: refuse('bodies.isJudged', (operationId) => bare.includes(operationId)),
  },
  'errors.malformed-json-precedence': { 'body-first': stepAfter(withBodies, 'body', 'token') },
  'errors.unread-bodies': {
    ignored: accept('bodies.forgivesMalformed', (operationId) => bare.includes(operationId)),
  },
  'errors.details-presence': {
    absent: detailing((details, { status }) => (status === 422 ? details.filter(isShown) : details)),
  },
  'errors.details-when-none': { 'empty-array': whenNone([]), 'null-value': whenNone(null) },
  'errors.details-completeness': { 'first-only': detailing((details) => details.slice(0, 1)) },
  'errors.detail-codes': { 'further-codes': detailing((details) => details.map(finer)) },
  'errors.detail-value-when-missing': {
    'left-out': detailing((details) =>
      details.map((detail) => (detail.code === 'required' ? withoutValue(detail) : detail)),
    ),
  },
  'errors.detail-field-forms': { 'empty-or-null': parameterFields },
  'errors.secret-values-in-details': {
    'left-out': detailing((details) =>
      details.map((detail) => (detail.field === 'secret' ? withoutValue(detail) : detail)),
    ),
  },
  'errors.current-status-elsewhere': { 'null-value': saying((body) => ({ current_status: null, ...body })) },
  'errors.correlation-id-form': {
    'prefixed-text': identified(() => `req_${randomBytes(9).toString('base64url')}`),
    'trace-id': identified(() => randomBytes(16).toString('hex')),
  },
  'errors.correlation-id-source': { 'taken-over': takenOver },
  'errors.correlation-header': {
    'header-too': replace('problems.correlationHeaders', (correlationId) => ({ 'X-Correlation-Id': correlationId })),
  },
  'errors.message-wording': { 'other-wording': reworded },
  'errors.retry-after-with-503': {
    'http-date': unavailable((seconds) => new Date(Date.now() + seconds * 1000).toUTCString()),
  },
  'errors.extra-fields': { 'further-fields': furtherFields },
  'errors.precedence-of-codes': {
    'semantic-code': weighing('semantic_validation_failed'),
    'details-of-both': weighing('validation_failed'),
  },
  'errors.details-on-other-conflicts': { none: onConflict(otherConflicts, 'details') },
  'errors.current-status-on-other-refusals': {
    absent: onConflict(['amendOrder'], 'current_status'),
  },
}
