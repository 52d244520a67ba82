// What a refusal for the order's status must say: its code, the status it found, and the details that explain it.
import { atLeast, oneOf, present as presentForm } from '../evidence/expected.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { Action } from './actions.ts'
import { listAt, textAt } from './body.ts'
import type { Outcome, Refusal } from './outcome.ts'
import { currentStatusPresent, currentStatusRules, refusalCodeRules, ruleIds } from './rule-ids.ts'
import { statusCodes } from './tables.ts'
import type { Machine } from './machine.ts'

const judgeCurrentStatusDetail = (machine: Machine, body: unknown): Assertion[] => {
  const details = listAt(body, 'details')
  const present = assertion(ruleIds.refusalHasDetails, details.length > 0, atLeast('1 entry'), details, '/details')
  if (details.length === 0) return present
  const entry = details.find((one) => textAt(one, 'code') === 'current_status') ?? details[0]
  const value = textAt(entry, 'value')
  const current = textAt(body, 'current_status')
  const fitting = current === null ? statusCodes(machine.tables) : [current]
  return [
    ...present,
    ...assertion(
      ruleIds.refusalDetailField,
      textAt(entry, 'field') === 'status',
      'status',
      textAt(entry, 'field'),
      '/details',
    ),
    ...assertion(
      ruleIds.refusalDetailCode,
      textAt(entry, 'code') === 'current_status',
      'current_status',
      textAt(entry, 'code'),
      '/details',
    ),
    ...assertion(
      ruleIds.refusalDetailValue,
      value !== null && fitting.includes(value),
      oneOf(fitting),
      value,
      '/details',
    ),
  ]
}

const judgeRequestedStatusDetail = (body: unknown, to: string): Assertion[] =>
  assertion(
    ruleIds.refusedAdvanceNamesTarget,
    textAt(body, 'details', 0, 'value') === to,
    to,
    textAt(body, 'details', 0, 'value'),
    '/details/0/value',
  )

const judgeDetail = (machine: Machine, action: Action, refusal: Refusal, body: unknown): Assertion[] => {
  if (refusal.detail === 'current-status') return judgeCurrentStatusDetail(machine, body)
  return refusal.detail === 'requested-status' && action.do === 'advance'
    ? judgeRequestedStatusDetail(body, action.to)
    : []
}

/** Only what every remaining outcome demands is demanded. */
export const judgeRefusal = (
  machine: Machine,
  action: Action,
  body: unknown,
  outcomes: readonly Outcome[],
): { claims: Assertion[]; currentStatusRules: string[] } => {
  const refusals = outcomes.flatMap(({ refusal }) => (refusal ? [refusal] : []))
  const [refusal] = refusals
  if (!refusal) return { claims: [], currentStatusRules: [] }
  const agree = (read: (one: Refusal) => unknown): boolean => refusals.every((one) => read(one) === read(refusal))
  const owesStatus = refusal.currentStatus && agree((one) => one.currentStatus)
  const rulesOfStatus = currentStatusRules[action.do] ?? []
  const rulesOfPresence = currentStatusPresent[action.do] ?? rulesOfStatus
  const permissionRules = [action.do === 'cancel' ? ruleIds.cancelPermission : ruleIds.amendPermission]
  const codeRules = refusal.statuses[0] === 403 ? permissionRules : (refusalCodeRules[action.do] ?? [])
  const code = textAt(body, 'code')
  const current = textAt(body, 'current_status')
  return {
    claims: [
      ...(refusal.code !== null && agree((one) => one.code)
        ? assertion(codeRules, code === refusal.code, refusal.code, code, '/code')
        : []),
      ...(owesStatus ? assertion(rulesOfPresence, current !== null, presentForm, current, '/current_status') : []),
      ...(agree((one) => one.detail) ? judgeDetail(machine, action, refusal, body) : []),
    ],
    currentStatusRules: rulesOfStatus,
  }
}
