// Permitted readings of the freedoms of the area actions.
import { refuse, replace, wrap } from '../operators/index.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { ActionId, ActionParts } from '../actions.ts'
import type { BodyFault } from '../bodies.ts'
import type { CodeOfRefusal } from '../creation.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { stepAfter, succeedsWith } from './reading-patches.ts'

const moves = ['holdOrder', 'resumeOrder', 'cancelOrder'] as const
const onOrders = [...moves, 'amendOrder', 'createRevisionRequest']
const withBodies = [...onOrders, 'sendMessage', 'advanceOrder']

const withoutBody = (action: ActionId, faultOf: (mediaType: string) => BodyFault | null): ReadingPatch =>
  replace(
    'bodies.empty',
    (_id, type) => faultOf(type),
    (id) => id === action,
  )

const objectNeeded = (action: ActionId): ReadingPatch => withoutBody(action, () => 'invalid_request')
const typeNeeded = (action: ActionId): ReadingPatch =>
  withoutBody(action, (type) => (type === '' ? 'unsupported_media_type' : null))

const unusable = (action: ActionId): ReadingPatch => withoutBody(action, () => 'validation_failed')

const bodyIgnored = (action: ActionId): ReadingPatch => refuse('bodies.isRead', (id) => id === action)

const answeredWith = (
  action: ActionId,
  change: (body: Record<string, unknown>, parts: ActionParts) => Record<string, unknown> | undefined,
): ReadingPatch =>
  wrap('actions.body', (usual, id, parts) => {
    return id === action && usual ? change(usual, parts) : usual
  })

const reasonNeeded: ReadingPatch = wrap('actions.reason', (given, id) => {
  if (id !== 'cancelOrder' || given !== null) return given
  const details = [{ field: 'reason', code: 'required', value: null, message: 'is required' }]
  throw new Refusal('validation_failed', 'A cancellation needs a reason.', { details })
})

/** An id that no resource could have: too long, or without a prefix. */
const idsChecked =
  (code: CodeOfRefusal): ReadingPatch =>
  ({ behaviour: { access }, contract }) => {
    const most = contract.limits.identifier_max_characters
    access.checkId = (id) => {
      if (id.length > most || !/^[a-z]+_./.test(id))
        throw new Refusal(code, `An id has a prefix and at most ${most} characters; this one has not.`)
    }
  }

export const actions: AreaReadings = {
  'actions.success-status': { 'status-201': succeedsWith(moves, 201), 'status-202': succeedsWith(moves, 202) },
  'actions.hold-without-body': {
    'status-400': objectNeeded('holdOrder'),
    'status-415': typeNeeded('holdOrder'),
    'status-422': unusable('holdOrder'),
  },
  'actions.resume-body': { ignored: bodyIgnored('resumeOrder') },
  'actions.resume-without-body': {
    'status-400': objectNeeded('resumeOrder'),
    'status-415': typeNeeded('resumeOrder'),
    'status-422': unusable('resumeOrder'),
  },
  'actions.cancel-body': { ignored: bodyIgnored('cancelOrder'), 'required-reason': reasonNeeded },
  'actions.cancel-without-body': {
    'status-400': objectNeeded('cancelOrder'),
    'status-415': typeNeeded('cancelOrder'),
    'status-422': unusable('cancelOrder'),
  },
  'actions.resume-response': {
    'whole-order': answeredWith('resumeOrder', (_body, { whole }) => whole()),
    empty: (ground) => {
      succeedsWith(['resumeOrder'], 204)(ground)
      answeredWith('resumeOrder', () => undefined)(ground)
    },
  },
  'actions.resume-response-status': {
    'working-status': ({ behaviour: { actions, lifecycle } }) => {
      const { shown } = actions
      actions.shown = (id, before, after) => {
        const usual = shown.call(actions, id, before, after)
        return id === 'resumeOrder' && usual.status.code === 'off_hold'
          ? { ...usual, status: { ...usual.status, code: lifecycle.afterRest(usual) } }
          : usual
      }
    },
  },
  'actions.cancel-response': {
    'previous-status-and-more': answeredWith('cancelOrder', ({ previous_status }, { whole }) => ({
      ...whole(),
      previous_status,
    })),
    'without-previous-status': answeredWith('cancelOrder', ({ previous_status: _left, ...body }) => body),
  },
  'actions.cancel-permission': {
    'status-403': ({ world }) => {
      for (const lender of world.lenders) lender.may_cancel = false
    },
  },
  'actions.other-switches': {
    'status-403': replace('access.checkMayAct', (_lender, operationId) => {
      throw new Refusal(
        'action_not_permitted_for_client',
        `The company has switched ${operationId} off; ask by message.`,
      )
    }),
  },
  'actions.permission-precedence': { 'status-409': stepAfter(onOrders, 'permit', 'decision') },
  'actions.unknown-order-precedence': {
    'status-422': stepAfter(withBodies, 'address', 'shape'),
    'status-400': stepAfter(withBodies, 'address', 'body'),
  },
  'actions.state-precedence': { 'state-first': stepAfter(onOrders, 'state', 'body') },
  'actions.malformed-id': {
    'status-400': idsChecked('invalid_request'),
    'status-422': idsChecked('validation_failed'),
  },
}
