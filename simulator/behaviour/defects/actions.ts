// Defects that break rules of the area actions.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import * as op from '../operators/index.ts'
import type { Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { Refusal } from '../../domain/refusal.ts'
import { carriedOut } from './carried-out.ts'

const decided = (breaks: string, id: string, bug: string, apply: Defect['apply'], deep?: string): Defect => ({
  id,
  breaks: `actions.${breaks}`,
  bug,
  ...(deep !== undefined && { deep }),
  apply,
})

const words = { hold: /cannot be put on hold/, resume: /cannot be resumed/, cancel: /cannot be cancelled/ }
type Action = keyof typeof words

const isFor =
  (action: Action) =>
  ({ currentStatus, message }: Refusal): boolean =>
    currentStatus !== undefined && words[action].test(message)

const anyAction = ({ currentStatus, message }: Refusal): boolean =>
  currentStatus !== undefined && Object.values(words).some((pattern) => pattern.test(message))

const notPermitted = (code: string, status: number) =>
  new Refusal(code, 'The company does not let this lender cancel.', { status })

const raced = new Set(['amendOrder', 'holdOrder', 'cancelOrder', 'advanceOrder'])

/** Orders on which a call began before another was carried out. Each waits a moment, so that calls sent together meet. */
export const contested = ({ idempotency }: Behaviour): ReadonlySet<string> => {
  const open = new Map<string, number>()
  const orders = new Set<string>()
  const { around } = idempotency
  idempotency.around = async (operationId, call, work) => {
    const id = /ord_[^/?]+/.exec(call.request.url ?? '')?.[0] ?? ''
    if (!raced.has(operationId)) return around(operationId, call, work)
    open.set(id, (open.get(id) ?? 0) + 1)
    if (open.get(id)! > 1) orders.add(id)
    await pause(10)
    await nextTurn()
    try {
      return await around(operationId, call, work)
    } finally {
      open.set(id, open.get(id)! - 1)
      if (open.get(id) === 0) orders.delete(id)
    }
  }
  return orders
}

export const actions: readonly Defect[] = [
  ...(Object.keys(words) as Action[]).flatMap((action) => [
    decided(
      `${action}-refusal-has-its-code`,
      `refused-${action}-is-a-conflict`,
      `A refused ${action} has the general code of conflicts.`,
      op.recode(isFor(action), 'conflict'),
    ),
    decided(
      `${action}-refusal-has-current-status`,
      `refused-${action}-without-current-status`,
      `A refused ${action} does not show the status of the order.`,
      op.drop('problems.body', 'current_status', isFor(action)),
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
  ...rows({
    'refusal-detail-shows-where-the-action-leads': {
      breaks: 'actions.refusal-detail-value-is-the-current-status',
      bug: 'The value of the detail is the status that was asked for, as it is for an advance.',
      apply: op.replace(
        'lifecycle.refusalValue',
        (_order, action) => ({ hold: 'on_hold', resume: 'off_hold', cancel: 'cancelled' })[action],
      ),
    },
    'cancel-answer-without-previous-status': {
      breaks: 'actions.cancel-returns-the-status-before',
      bug: 'The answer to a cancel is the order, which has no `previous_status`.',
      apply: op.drop('actions.body', 'previous_status', (id) => id === 'cancelOrder'),
    },
    'cancel-answer-repeats-the-new-status': {
      breaks: 'actions.cancel-returns-the-status-before',
      bug: 'The answer to a cancel is made after the move, and its `previous_status` is `cancelled`.',
      apply: op.falsify(
        'actions.body',
        'previous_status',
        (_before, { status }) => structuredClone(status),
        (id) => id === 'cancelOrder',
      ),
    },
    'second-resume-not-raised': {
      breaks: 'actions.resume-raises-order-resumed',
      bug: 'The resume of an order raises its event once; a later one finds it marked as raised.',
      deep: 'only at the second resume',
      apply: op.perTarget((shown = new Set<string>()) =>
        op.unraised(({ type, order }) => {
          const isShown = type === 'order.resumed' && shown.has(order.id)
          if (type === 'order.resumed') shown.add(order.id)
          return isShown
        }),
      ),
    },
    'hold-lost-to-an-advance': {
      breaks: 'actions.hold-moves-order-to-on-hold',
      bug: 'An advance that comes together with a hold has read the order before it, and writes over it.',
      deep: 'under concurrency',
      apply: op.mutation('misread', (behaviour) => {
        const orders = contested(behaviour)
        const { mayAdvance } = behaviour.lifecycle
        behaviour.lifecycle.mayAdvance = function overwriting(order, to) {
          const isStale = order.status.code === 'on_hold' && orders.has(order.id)
          const read = isStale ? { ...order, status: { ...order.status, code: order.previous_status ?? 'new' } } : order
          return mayAdvance.call(this, read, to)
        }
      }),
    },
    'cancel-taken-twice-at-once': {
      breaks: 'actions.cancel-moves-order-to-cancelled',
      bug: 'Two cancels that come together both find the order open, and both are taken.',
      deep: 'under concurrency',
      apply: op.mutation('accept', (behaviour) => {
        const orders = contested(behaviour)
        const { mayCancel } = behaviour.lifecycle
        behaviour.lifecycle.mayCancel = function both(order) {
          return (order.status.code === 'cancelled' && orders.has(order.id)) || mayCancel.call(this, order)
        }
      }),
    },
    'hold-after-delivery': {
      breaks: 'actions.hold-refused-in-report-complete',
      bug: 'An order whose report is complete can still be put on hold.',
      deep: 'only in report_complete',
      apply: op.accept('lifecycle.mayHold', ({ status }) => status.code === 'report_complete'),
    },
    'resume-starts-over': {
      breaks: 'actions.resume-restores-the-status-held-before',
      bug: 'A resumed order goes back to `new` whatever it was before the hold.',
      deep: 'only after a resume',
      apply: op.replace('lifecycle.afterRest', 'new'),
    },
    'second-hold-remembers-the-first': {
      breaks: 'actions.resume-restores-the-status-held-before',
      bug: 'The status held before is noted at the first hold of an order and never again.',
      deep: 'only after a second hold in another status',
      apply: op.stale('lifecycle.remembered', ({ id }) => id),
    },
    'once-held-never-cancelled': {
      breaks: 'actions.cancel-accepted-once-resumed',
      bug: 'The flag of a hold is not taken back by the resume, and bars a cancel for ever.',
      deep: 'only after a resume',
      apply: op.perTarget((held = new Set<string>()) => [
        op.refuse('lifecycle.mayCancel', ({ id }) => held.has(id)),
        op.note('lifecycle.afterHold', ({ id }) => held.add(id)),
      ]),
    },
    'hold-reason-is-a-code': {
      breaks: 'actions.hold-takes-a-reason',
      bug: 'The reason of a hold is looked up in a list of codes, so that a text is refused.',
      apply: op.wrap('actions.reason', (given, id) => {
        if (id !== 'holdOrder' || given === null || !/\s/.test(given)) return given
        throw new Refusal('validation_failed', 'The reason is not one of the list.')
      }),
    },
    'hold-demands-a-reason': {
      breaks: 'actions.hold-without-a-reason-accepted',
      bug: 'The recommended reason of a hold is demanded.',
      apply: op.refuseWith(
        'actions.reason',
        (id, { reason }) =>
          id === 'holdOrder' && !reason?.trim() && new Refusal('validation_failed', 'A hold needs a reason.'),
      ),
    },
    'hold-answer-made-before-the-hold': {
      breaks: 'actions.hold-answer-has-status',
      bug: 'The answer to a hold shows the status before it.',
      apply: op.replace('actions.shown', (_id, before) => before),
    },
    'hold-answer-names-the-new-status-twice': {
      breaks: 'actions.hold-returns-the-status-before',
      bug: 'The answer to a hold is made after the move and shows `on_hold` as the status before.',
      apply: op.falsify(
        'actions.body',
        'previous_status',
        { code: 'on_hold', label: 'On Hold' },
        (id) => id === 'holdOrder',
      ),
    },
    'second-hold-answers-the-first-status': {
      breaks: 'actions.hold-returns-the-status-before',
      bug: 'The status before is cached with the order, and a second hold shows that of the first.',
      deep: 'only after a resume and another move',
      apply: op.perTarget((first = new Map<string, string | null>()) =>
        op.wrap('actions.previous', (shown, id, before) => {
          if (id !== 'holdOrder') return shown
          if (!first.has(before.id)) first.set(before.id, shown)
          return first.get(before.id)!
        }),
      ),
    },
    'repeated-hold-is-announced-again': {
      breaks: 'actions.repeat-has-no-second-effect',
      bug: 'A hold that is sent again is refused, but its event goes out a second time.',
      deep: 'only when a hold is sent again',
      apply: carriedOut('hold', { moves: false, raises: true, only: 'on_hold' }),
    },
    'repeated-cancel-is-announced-again': {
      breaks: 'actions.repeat-has-no-second-effect',
      bug: 'A cancel that is sent again is refused, but its event goes out a second time.',
      deep: 'only when a cancel is sent again',
      apply: carriedOut('cancel', { moves: false, raises: true, only: 'cancelled' }),
    },
    'refused-action-without-details': {
      breaks: 'actions.refusal-has-a-details-entry',
      bug: 'Refusals of actions have no details.',
      apply: op.drop('problems.body', 'details', anyAction),
    },
    'refusal-detail-names-the-action': {
      breaks: 'actions.refusal-detail-field-is-status',
      bug: 'The field is `action`.',
      apply: op.falsify('problems.body', 'details.*.field', 'action', anyAction),
    },
    'refusal-detail-code-is-the-general-one': {
      breaks: 'actions.refusal-detail-code-is-current-status',
      bug: 'The code of the detail is `invalid_value`.',
      apply: op.falsify('problems.body', 'details.*.code', 'invalid_value', anyAction),
    },
    'refusal-detail-shows-the-status-object': {
      breaks: 'actions.refusal-detail-value-is-the-current-status',
      bug: 'The value of the detail is the status as an object.',
      apply: op.edit(
        'problems.body',
        (body) =>
          (body['details'] as Wire[]).forEach((detail) => {
            detail['value'] = { code: detail['value'] }
          }),
        anyAction,
      ),
    },
    'refusal-detail-is-silent': {
      breaks: 'actions.refusal-detail-has-a-message',
      bug: 'The detail has no message.',
      apply: op.drop('problems.body', 'details.*.message', anyAction),
    },
    'switched-off-cancel-works': {
      breaks: 'actions.cancel-not-permitted-is-403',
      bug: 'Whether the company lets a lender cancel is not looked at.',
      deep: 'only for a lender who may not cancel',
      apply: op.skip('access.checkMayCancel'),
    },
    'switched-off-cancel-is-not-billable': {
      breaks: 'actions.cancel-not-permitted-has-its-code',
      bug: 'A lender who may not cancel is refused because its account is not billable.',
      deep: 'only for a lender who may not cancel',
      apply: op.refusedAs('access.checkMayCancel', () => notPermitted('account_not_billable', 403)),
    },
    'switched-off-cancel-is-done-all-the-same': {
      breaks: 'actions.cancel-not-permitted-leaves-the-order',
      bug: 'The order is cancelled before the permission is looked at.',
      deep: 'only for a lender who may not cancel',
      apply: op.perTarget((barred = new Set<string>(), done = new Set<unknown>()) => [
        'late',
        op.answer('cancelOrder', (given) =>
          done.has((given.body as Wire | undefined)?.['id'])
            ? notPermitted('action_not_permitted_for_client', 403)
            : given,
        ),
        op.replace('access.checkMayCancel', ({ id, may_cancel }) => {
          if (!may_cancel) barred.add(id)
        }),
        op.note('lifecycle.mayCancel', ({ id, account }) => {
          if (barred.has(account.split(':')[0]!)) done.add(id)
        }),
      ]),
    },
    'settling-revives-a-cancelled-order': {
      breaks: 'actions.cancel-moves-order-to-cancelled',
      bug: 'The end of off_hold is planned when an order is resumed, and comes to an order that was cancelled meanwhile.',
      deep: 'only when cancelled in off_hold',
      apply: op.accept(
        'lifecycle.stillRests',
        (order, { code }) => code === 'off_hold' && order.status.code === 'cancelled',
      ),
    },
  }),
]
