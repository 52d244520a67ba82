// Defects of refused actions, and of actions that a company has switched off.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { carriedOut } from '../carried-out.ts'

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

const notPermitted = (code: string) =>
  new Refusal(code, 'The company does not let this lender cancel.', { status: 403 })

export const actionsRefusals: readonly Defect[] = [
  ...(['holdOrder', 'resumeOrder', 'cancelOrder'] as const).map((operation) =>
    decided(
      'missing-body-is-no-failure',
      `${operation.replace('Order', '')}-without-a-body-crashes`,
      `The body of ${operation} is read without asking whether there is one.`,
      op.refuseWith('bodies.empty', (id) => id === operation && new Refusal('internal_error', 'Something went wrong.')),
      'only without a body',
    ),
  ),
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
      `refused-${action}-takes-effect`,
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
    'second-cancel-names-the-first-status': {
      breaks: 'actions.cancel-returns-the-status-before',
      bug: 'The status before a cancel is kept once, so that a later cancel gives that of the first.',
      deep: 'only for a second cancel',
      apply: op.perTarget((first = new Map<unknown, unknown>()) =>
        op.falsify(
          'actions.body',
          'previous_status',
          (usual, { id }) => {
            if (!first.has(id)) first.set(id, usual)
            return first.get(id)
          },
          (id) => id === 'cancelOrder',
        ),
      ),
    },
    'hold-after-delivery': {
      breaks: 'actions.hold-refused-in-report-complete',
      bug: 'An order whose report is complete can still be put on hold.',
      deep: 'only in report_complete',
      apply: op.accept('lifecycle.mayHold', ({ status }) => status.code === 'report_complete'),
    },
    'hold-in-a-second-correction': {
      breaks: 'actions.hold-refused-in-revision-requested',
      bug: 'Only the first correction of an order closes it to a hold.',
      deep: 'only in a second correction',
      apply: op.perTarget((rounds = new Map<string, number>()) => [
        op.accept(
          'lifecycle.mayHold',
          ({ id, status }) => status.code === 'revision_requested' && (rounds.get(id) ?? 0) > 1,
        ),
        op.note('events.raised', ({ order: { id }, raised }) => {
          if (raised.some(({ type }) => type === 'order.revision_requested')) rounds.set(id, (rounds.get(id) ?? 0) + 1)
        }),
      ]),
    },
    'cancel-in-a-correction-without-a-report': {
      breaks: 'actions.cancel-refused-in-revision-requested',
      bug: 'A cancel is refused for a delivered report alone, so that a correction of a cancelled order does not bar it.',
      deep: 'only in a correction of an order that was cancelled',
      apply: op.accept(
        'lifecycle.mayCancel',
        ({ delivered, status }) => !delivered && status.code === 'revision_requested',
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
    'refused-resume-shows-the-status-ahead': {
      breaks: 'actions.resume-refusal-has-current-status',
      bug: 'The refusal of a resume in off_hold shows the status that the order goes on to.',
      deep: 'only in off_hold',
      apply: op.perTarget((ahead: string | null = null) => [
        op.edit(
          'problems.body',
          (body) => {
            if (body['current_status'] === 'off_hold') body['current_status'] = ahead
            for (const detail of body['details'] as Wire[]) if (detail['value'] === 'off_hold') detail['value'] = ahead
          },
          isFor('resume'),
        ),
        op.note('lifecycle.mayResume', ({ previous_status: before }) => {
          ahead = before
        }),
      ]),
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
    'switched-off-cancel-works-after-an-assignment': {
      breaks: 'actions.cancel-not-permitted-is-403',
      bug: 'Whether the company lets a lender cancel is looked at only until an appraiser has the order.',
      deep: 'only for a lender who may not cancel, once the order is worked on',
      apply: op.perTarget((barred = false) => [
        op.replace('access.checkMayCancel', ({ may_cancel }) => {
          barred = !may_cancel
        }),
        op.note('lifecycle.mayCancel', ({ appraiser }) => {
          const isRefused = barred && appraiser === null
          barred = false
          if (isRefused) throw notPermitted('action_not_permitted_for_client')
        }),
      ]),
    },
    'switched-off-cancel-is-not-billable': {
      breaks: 'actions.cancel-not-permitted-has-its-code',
      bug: 'A lender who may not cancel is refused because its account is not billable.',
      deep: 'only for a lender who may not cancel',
      apply: op.refusedAs('access.checkMayCancel', () => notPermitted('account_not_billable')),
    },
    'switched-off-cancel-takes-effect': {
      breaks: 'actions.cancel-not-permitted-leaves-the-order',
      bug: 'The order is cancelled before the permission is looked at.',
      deep: 'only for a lender who may not cancel',
      apply: op.perTarget((barred = new Set<string>(), done = new Set<unknown>()) => [
        'late',
        op.answer('cancelOrder', (given) =>
          done.has((given.body as Wire | undefined)?.['id']) ? notPermitted('action_not_permitted_for_client') : given,
        ),
        op.replace('access.checkMayCancel', ({ id, may_cancel }) => {
          if (!may_cancel) barred.add(id)
        }),
        op.note('lifecycle.mayCancel', ({ id, account }) => {
          if (barred.has(account.split(':')[0]!)) done.add(id)
        }),
      ]),
    },
  }),
]
