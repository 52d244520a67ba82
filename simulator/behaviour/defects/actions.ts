// Defects that break rules of the area actions.
import { accept, replace, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { Refusal } from '../../domain/refusal.ts'
import { carriedOut } from './carried-out.ts'
import { dropAt, type Wire } from '../operators/edit-wire.ts'
import { refusals } from './refusals.ts'

type ActionId = 'holdOrder' | 'resumeOrder' | 'cancelOrder'

const decided = (breaks: string, id: string, bug: string, apply: Defect['apply'], deep?: string): Defect => ({
  id,
  breaks: `actions.${breaks}`,
  bug,
  ...(deep !== undefined && { deep }),
  apply,
})

/** Changes the body that an action answers with. */
const answering =
  (action: ActionId, change: (body: Wire) => void) =>
  ({ actions: own }: Behaviour) => {
    const { body } = own
    own.body = (id, parts) => {
      const made = structuredClone(body(id, parts))
      if (id === action && made) change(made)
      return made
    }
  }

const words = { hold: /cannot be put on hold/, resume: /cannot be resumed/, cancel: /cannot be cancelled/ }
type Action = keyof typeof words

const isFor =
  (action: Action) =>
  ({ currentStatus, message }: Refusal): boolean =>
    currentStatus !== undefined && words[action].test(message)

const anyAction = ({ currentStatus, message }: Refusal): boolean =>
  currentStatus !== undefined && Object.values(words).some((pattern) => pattern.test(message))

const detailed = (breaks: string, id: string, bug: string, change: (detail: Wire) => void): Defect =>
  decided(
    breaks,
    id,
    bug,
    refusals(anyAction, (body) => {
      for (const detail of body['details'] as Wire[]) change(detail)
    }),
  )

/** Lenders whose cancel is not permitted, and what becomes of it. */
const unpermitted = (refuse: () => Refusal | null): Defect['apply'] =>
  replace('access.checkMayCancel', (lender) => {
    const refusal = lender.may_cancel ? null : refuse()
    if (refusal) throw refusal
  })

const notPermitted = (code: string, status: number) =>
  new Refusal(code, 'The company does not let this lender cancel.', { status })

/** Orders on which a call began before the answer to another was out. */
export const contested = ({ access }: Behaviour): ReadonlySet<string> => {
  const open = new Map<string, Set<object>>()
  const orders = new Set<string>()
  const { authorization } = access
  access.authorization = function noted(request, query) {
    const id = /ord_[^/?]+/.exec(request.url ?? '')?.[0] ?? ''
    const calls = open.get(id) ?? new Set()
    open.set(id, calls)
    if (!calls.has(request)) {
      calls.add(request)
      if (calls.size > 1) orders.add(id)
      request.once('close', () => {
        calls.delete(request)
        if (calls.size === 0) orders.delete(id)
      })
    }
    return authorization.call(this, request, query)
  }
  return orders
}

export const actions: readonly Defect[] = [
  decided(
    'refusal-detail-value-is-the-current-status',
    'refusal-detail-shows-where-the-action-leads',
    'The value of the detail is the status that was asked for, as it is for an advance.',
    ({ lifecycle }) => {
      const leadsTo = { hold: 'on_hold', resume: 'off_hold', cancel: 'cancelled' }
      lifecycle.refusalValue = (_order, action) => leadsTo[action]
    },
  ),
  decided(
    'cancel-returns-the-status-before',
    'cancel-answer-without-previous-status',
    'The answer to a cancel is the order, which has no `previous_status`.',
    answering('cancelOrder', (body) => dropAt(body, 'previous_status')),
  ),
  decided(
    'cancel-returns-the-status-before',
    'cancel-answer-repeats-the-new-status',
    'The answer to a cancel is made after the move, and its `previous_status` is `cancelled`.',
    answering('cancelOrder', (body) => {
      body['previous_status'] = structuredClone(body['status'])
    }),
  ),
  decided(
    'resume-raises-order-resumed',
    'second-resume-not-raised',
    'The resume of an order raises its event once; a later one finds it marked as raised.',
    ({ events }) => {
      const { raised } = events
      const shown = new Set<string>()
      events.raised = (decision) =>
        raised.call(events, decision).filter(({ type, order }) => {
          const isShown = type === 'order.resumed' && shown.has(order.id)
          if (type === 'order.resumed') shown.add(order.id)
          return !isShown
        })
    },
    'only at the second resume',
  ),
  decided(
    'hold-moves-order-to-on-hold',
    'hold-lost-to-an-advance',
    'An advance that comes together with a hold has read the order before it, and writes over it.',
    (behaviour) => {
      const orders = contested(behaviour)
      const { mayAdvance } = behaviour.lifecycle
      behaviour.lifecycle.mayAdvance = function overwriting(order, to) {
        const isStale = order.status.code === 'on_hold' && orders.has(order.id)
        const read = isStale ? { ...order, status: { ...order.status, code: order.previous_status ?? 'new' } } : order
        return mayAdvance.call(this, read, to)
      }
    },
    'under concurrency',
  ),
  decided(
    'cancel-moves-order-to-cancelled',
    'cancel-taken-twice-at-once',
    'Two cancels that come together both find the order open, and both are taken.',
    (behaviour) => {
      const orders = contested(behaviour)
      const { mayCancel } = behaviour.lifecycle
      behaviour.lifecycle.mayCancel = function both(order) {
        return (order.status.code === 'cancelled' && orders.has(order.id)) || mayCancel.call(this, order)
      }
    },
    'under concurrency',
  ),
  decided(
    'hold-refused-in-report-complete',
    'hold-after-delivery',
    'An order whose report is complete can still be put on hold.',
    accept('lifecycle.mayHold', (order) => order.status.code === 'report_complete'),
    'only in report_complete',
  ),
  decided(
    'resume-restores-the-status-held-before',
    'resume-starts-over',
    'A resumed order goes back to `new` whatever it was before the hold.',
    replace('lifecycle.afterRest', () => 'new'),
    'only after a resume',
  ),
  decided(
    'resume-restores-the-status-held-before',
    'second-hold-remembers-the-first',
    'The status held before is noted at the first hold of an order and never again.',
    ({ lifecycle }) => {
      const { remembered } = lifecycle
      const first = new Map<string, string>()
      lifecycle.remembered = function noted(order) {
        const before = remembered.call(this, order)
        if (!first.has(order.id)) first.set(order.id, before)
        return first.get(order.id)!
      }
    },
    'only after a second hold in another status',
  ),
  decided(
    'cancel-accepted-once-resumed',
    'once-held-never-cancelled',
    'The flag of a hold is not taken back by the resume, and bars a cancel for ever.',
    ({ lifecycle }) => {
      const held = new Set<string>()
      const { afterHold, mayCancel } = lifecycle
      lifecycle.afterHold = (order) => {
        held.add(order.id)
        return afterHold(order)
      }
      lifecycle.mayCancel = function neverOnceHeld(order) {
        return !held.has(order.id) && mayCancel.call(this, order)
      }
    },
    'only after a resume',
  ),
  decided(
    'hold-takes-a-reason',
    'hold-reason-is-a-code',
    'The reason of a hold is looked up in a list of codes, so that a text is refused.',
    wrap('actions.reason', (given, id) => {
      if (id === 'holdOrder' && given !== null && /\s/.test(given))
        throw new Refusal('validation_failed', 'The reason is not one of the list.')
      return given
    }),
  ),
  decided(
    'hold-without-a-reason-accepted',
    'hold-demands-a-reason',
    'The recommended reason of a hold is demanded.',
    ({ actions: own }) => {
      const { reason } = own
      own.reason = (id, body) => {
        const given = reason(id, body)
        if (id === 'holdOrder' && given === null) throw new Refusal('validation_failed', 'A hold needs a reason.')
        return given
      }
    },
  ),
  decided(
    'hold-answer-has-status',
    'hold-answer-made-before-the-hold',
    'The answer to a hold shows the status before it.',
    replace('actions.shown', (_id, before) => before),
  ),
  decided(
    'hold-returns-the-status-before',
    'hold-answer-names-the-new-status-twice',
    'The answer to a hold is made after the move and shows `on_hold` as the status before.',
    answering('holdOrder', (body) => {
      body['previous_status'] = { code: 'on_hold', label: 'On Hold' }
    }),
  ),
  decided(
    'hold-returns-the-status-before',
    'second-hold-answers-the-first-status',
    'The status before is cached with the order, and a second hold shows that of the first.',
    ({ actions: own }) => {
      const { previous } = own
      const first = new Map<string, string | null>()
      own.previous = (id, before, after) => {
        const shown = previous(id, before, after)
        if (id !== 'holdOrder') return shown
        if (!first.has(before.id)) first.set(before.id, shown)
        return first.get(before.id)!
      }
    },
    'only after a resume and another move',
  ),
  ...(Object.keys(words) as Action[]).flatMap((action) => [
    decided(
      `${action}-refusal-has-its-code`,
      `refused-${action}-is-a-conflict`,
      `A refused ${action} has the general code of conflicts.`,
      refusals(isFor(action), (body) => {
        body['code'] = 'conflict'
      }),
    ),
    decided(
      `${action}-refusal-has-current-status`,
      `refused-${action}-without-current-status`,
      `A refused ${action} does not show the status of the order.`,
      refusals(isFor(action), (body) => dropAt(body, 'current_status')),
    ),
    decided(
      `refused-${action}-leaves-the-status`,
      `refused-${action}-is-done-all-the-same`,
      `The status is written before the ${action} is refused, and not taken back.`,
      carriedOut(action, { moves: true, raises: false }),
      'only after a refusal',
    ),
    decided(
      'refused-action-raises-no-event-of-its-kind',
      `refused-${action}-is-announced`,
      `The event of a ${action} is raised before the ${action} is refused.`,
      carriedOut(action, { moves: false, raises: true }),
      'only after a refusal',
    ),
  ]),
  decided(
    'repeat-has-no-second-effect',
    'repeated-hold-is-announced-again',
    'A hold that is sent again is refused, but its event goes out a second time.',
    carriedOut('hold', { moves: false, raises: true, only: 'on_hold' }),
    'only when a hold is sent again',
  ),
  decided(
    'repeat-has-no-second-effect',
    'repeated-cancel-is-announced-again',
    'A cancel that is sent again is refused, but its event goes out a second time.',
    carriedOut('cancel', { moves: false, raises: true, only: 'cancelled' }),
    'only when a cancel is sent again',
  ),
  decided(
    'refusal-has-a-details-entry',
    'refused-action-without-details',
    'Refusals of actions have no details.',
    refusals(anyAction, (body) => dropAt(body, 'details')),
  ),
  detailed('refusal-detail-field-is-status', 'refusal-detail-names-the-action', 'The field is `action`.', (detail) => {
    detail['field'] = 'action'
  }),
  detailed(
    'refusal-detail-code-is-current-status',
    'refusal-detail-code-is-the-general-one',
    'The code of the detail is `invalid_value`.',
    (detail) => {
      detail['code'] = 'invalid_value'
    },
  ),
  detailed(
    'refusal-detail-value-is-the-current-status',
    'refusal-detail-shows-the-status-object',
    'The value of the detail is the status as an object.',
    (detail) => {
      detail['value'] = { code: detail['value'] }
    },
  ),
  detailed('refusal-detail-has-a-message', 'refusal-detail-is-silent', 'The detail has no message.', (detail) =>
    dropAt(detail, 'message'),
  ),
  decided(
    'cancel-not-permitted-is-403',
    'switched-off-cancel-works',
    'Whether the company lets a lender cancel is not looked at.',
    unpermitted(() => null),
    'only for a lender who may not cancel',
  ),
  decided(
    'cancel-not-permitted-has-its-code',
    'switched-off-cancel-is-not-billable',
    'A lender who may not cancel is refused because its account is not billable.',
    unpermitted(() => notPermitted('account_not_billable', 403)),
    'only for a lender who may not cancel',
  ),
  decided(
    'cancel-not-permitted-leaves-the-order',
    'switched-off-cancel-is-done-all-the-same',
    'The order is cancelled before the permission is looked at.',
    ({ access, lifecycle, wire }) => {
      const barred = new Set<string>()
      const done = new Set<unknown>()
      access.checkMayCancel = (lender) => {
        if (!lender.may_cancel) barred.add(lender.id)
      }
      const { mayCancel } = lifecycle
      lifecycle.mayCancel = function noted(order) {
        if (barred.has(order.account.split(':')[0]!)) done.add(order.id)
        return mayCancel.call(this, order)
      }
      const { finish } = wire
      wire.finish = function late(operationId, answer, asker) {
        if (operationId === 'cancelOrder' && done.has((answer.body as Wire | undefined)?.['id']))
          throw notPermitted('action_not_permitted_for_client', 403)
        return finish.call(this, operationId, answer, asker)
      }
    },
    'only for a lender who may not cancel',
  ),
  decided(
    'cancel-moves-order-to-cancelled',
    'settling-revives-a-cancelled-order',
    'The end of off_hold is planned when an order is resumed, and comes to an order that was cancelled meanwhile.',
    wrap(
      'lifecycle.stillRests',
      (usual, order, rest) => usual || (rest.code === 'off_hold' && order.status.code === 'cancelled'),
    ),
    'only when cancelled in off_hold',
  ),
]
