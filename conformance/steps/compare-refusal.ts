// Asserts the form of a refusal of hold, resume or cancel by the order's status, and that it changed nothing.
import { atLeast, ofType } from '../evidence/expected.ts'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom, seen, type Seen } from '../evidence/seen.ts'
import { entriesAt, fieldAt } from './read.ts'
import type { Action, Refused } from './act.ts'
import { statusTakenAt } from './later-timestamp.ts'

const sharedRefusalRules = [
  'errors.current-status-is-the-order-status-code',
  'actions.refusal-has-a-details-entry',
  'actions.refusal-detail-field-is-status',
  'actions.refusal-detail-code-is-current-status',
  'actions.refusal-detail-value-is-the-current-status',
  'actions.refusal-detail-has-a-message',
  statusTakenAt,
] as const

/** The rules about refusals of this action alone. */
const rulesByAction = {
  hold: {
    code: 'actions.hold-refusal-has-its-code',
    current: 'actions.hold-refusal-has-current-status',
    leaves: 'actions.refused-hold-leaves-the-status',
  },
  resume: {
    code: 'actions.resume-refusal-has-its-code',
    current: 'actions.resume-refusal-has-current-status',
    leaves: 'actions.refused-resume-leaves-the-status',
  },
  cancel: {
    code: 'actions.cancel-refusal-has-its-code',
    current: 'actions.cancel-refusal-has-current-status',
    leaves: 'actions.refused-cancel-leaves-the-status',
  },
} as const satisfies Record<Action, object>

export const refusalRules = (action: Action): string[] => {
  const { code, current, leaves } = rulesByAction[action]
  return [code, current, leaves, ...sharedRefusalRules]
}

/**
 * Compares nothing where the order is no longer in the status it is to be refused in.
 * @param rules those about a refusal in this very status
 */
export const compareRefusal = (
  { expect }: CheckContext,
  action: Action,
  { answer, before, after }: Refused,
  ...rules: string[]
): void => {
  const status = fieldAt(before, '/status/code')
  if (status !== 'on_hold') return
  const own = rulesByAction[action]
  expect(rules).status(answer, 409)
  expect(own.leaves).equal({ ...seen(after, '/status/code'), requests: [answer.id, after.id] }, status)
  if (answer.response.status !== 409) return
  if (fieldAt(after, '/status/code') === status)
    expect(statusTakenAt).equal(
      { ...seen(after, '/status/changed_at'), requests: [answer.id, before.id, after.id] },
      fieldAt(before, '/status/changed_at'),
    )
  expect(own.code).equal(seen(answer, '/code'), 'action_not_allowed_in_status')
  expect([own.current, 'errors.current-status-is-the-order-status-code']).equal(seen(answer, '/current_status'), status)

  const details = entriesAt(answer, '/details')
  const entry = details.find(({ code }) => code === 'current_status') ?? details[0]
  const at = entry === undefined ? 0 : details.indexOf(entry)
  const part = (name: string): Seen => seen(answer, `/details/${at}/${name}`)
  expect('actions.refusal-has-a-details-entry').that(
    { ...computedFrom(details, answer), pointer: '/details' },
    () => details.length > 0,
    atLeast('1 entry'),
  )
  expect('actions.refusal-detail-field-is-status').equal(part('field'), 'status')
  expect('actions.refusal-detail-code-is-current-status').equal(part('code'), 'current_status')
  expect('actions.refusal-detail-value-is-the-current-status').equal(part('value'), status)
  expect('actions.refusal-detail-has-a-message').that(
    part('message'),
    (value) => typeof value === 'string',
    ofType(['string']),
  )
}
