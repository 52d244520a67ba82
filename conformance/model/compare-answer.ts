// Compares one answer with the model: what it proves, what it contradicts, and the order afterwards.
import { not, oneOf } from '../evidence/expected.ts'
import { assertion, passed, type Assertion } from '../evidence/assertion.ts'
import type { Action } from './actions.ts'
import { textAt } from './body.ts'
import { blank, type Answer, type Excuse, type Observation } from './observation.ts'
import { culprits, settled, stillOwed } from './owed-rules.ts'
import { drift } from './resting.ts'
import { union, type OrderModel } from './order-model.ts'
import { mergeOutcomes, type Outcome } from './outcome.ts'
import { judgeRead } from './read-back.ts'
import { judgeRefusal } from './refusal-claims.ts'
import { ruleIds, targetRules } from './rule-ids.ts'
import { step } from './step.ts'
import { isOpen, statusCodes } from './tables.ts'
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { reachableSpontaneously } from './spontaneous.ts'

const common = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((item) => lists.every((list) => list.includes(item)))

const answerClass = (answer: Answer): Outcome['answer'] | 'other' => {
  if (answer.status >= 200 && answer.status < 300) return 'accepted'
  return answer.status >= 400 && answer.status < 500 ? 'refused' : 'other'
}

const matches = (outcome: Outcome, answer: Answer): boolean =>
  outcome.answer === answerClass(answer) &&
  (outcome.refusal === null || outcome.refusal.statuses.includes(answer.status))

const showsOrderStatus = (action: Action): boolean =>
  ['create', 'advance', 'hold', 'resume', 'cancel', 'amend'].includes(action.do) ||
  (action.do === 'read' && action.what === 'order')

/** Bodies that the contract does not show may hold a bare text as status, which counts only when it is a status code. */
const seenIn = (machine: Machine, action: Action, answer: Answer): StatusCode | null => {
  if (answerClass(answer) === 'refused') return textAt(answer.body, 'current_status')
  if (!showsOrderStatus(action)) return null
  const bare = textAt(answer.body, 'status')
  return textAt(answer.body, 'status', 'code') ?? statusCodes(machine.tables).find((code) => code === bare) ?? null
}

/** The rules of what was due: in the status that a refusal names, else in those the order was last known to have. */
const dueRules = (
  model: OrderModel | null,
  outcomes: readonly Outcome[],
  named: StatusCode | null,
): readonly string[] => {
  const decided = outcomes.filter(({ freedom, rules }) => freedom === null && rules.length > 0)
  const there = decided.filter(({ from }) => named !== null && from === named)
  const known = decided.filter(({ from }) => from === null || model?.status.includes(from))
  const due = [there, known, decided].find((some) => some.length > 0) ?? []
  const shared = common(due.map(({ rules }) => rules))
  // Of a transitional status and the one it leads to, the order rests in the second.
  return shared.length > 0 ? shared : (due.at(-1)?.rules ?? [])
}

/** What the company may do with an open order beside going on with it: hold it, resume it, and cancel one that it cannot take. */
const byCompany = ['on_hold', 'off_hold', 'cancelled']

/** The company may go on with an order on its own, and do what the lender may. */
const excuseFor = (machine: Machine, permitted: readonly StatusCode[], seen: StatusCode): Excuse | null =>
  machine.readings['sandbox.spontaneous-moves'] !== 'stays' &&
  (reachableSpontaneously(machine, permitted, seen) ||
    (byCompany.includes(seen) && permitted.some((code) => isOpen(machine.tables, code))))
    ? { freedom: 'sandbox.spontaneous-moves', statuses: [...permitted, seen] }
    : null

/** A hold that remembers another status may have met the order on its way. */
const excuseOfHold = (machine: Machine, expected: StatusCode[], [broken, ...others]: Assertion[]): Excuse | null => {
  const remembered = statusCodes(machine.tables).find((code) => code === broken?.received)
  if (broken?.rule !== ruleIds.holdPrevious || others.length > 0 || remembered === undefined) return null
  const excuse = excuseFor(machine, expected, remembered)
  return excuse && { ...excuse, before: 'order.on_hold' }
}

const refuted = (machine: Machine, model: OrderModel | null, action: Action, answer: Answer): Observation => {
  const { expectation, outcomes } = step(machine, model, action)
  const seen = seenIn(machine, action, answer)
  const isRefused = answerClass(answer) === 'refused'
  const rules = dueRules(model, outcomes, isRefused ? seen : null)
  const expected = expectation.is === 'refused' ? oneOf(expectation.refusal.statuses) : '2xx'
  const status = seen === null ? (model?.status ?? []) : [seen]
  return {
    ...blank,
    outcome: 'contradiction',
    next: model === null ? null : { ...model, status, owed: [], lost: true },
    claims: assertion(rules, false, expected, answer.status, 'status'),
    seen,
    from: expectation.from.length === 1 ? expectation.from[0]! : null,
    // A refusal moves nothing: an order that it finds elsewhere went there on its own.
    excuse: isRefused && model && seen !== null ? excuseFor(machine, drift(machine, model), seen) : null,
  }
}

const readingsOf = (outcomes: readonly Outcome[]): Observation['readings'] => {
  const [first] = outcomes
  if (!first?.freedom || !first.reading || outcomes.some(({ freedom }) => freedom !== first.freedom)) return []
  return [{ freedom: first.freedom, reading: first.reading }]
}

/** The order is elsewhere than it may be. */
const misplaced = (
  machine: Machine,
  outcomes: readonly Outcome[],
  rules: readonly string[],
  permitted: StatusCode[],
  seen: StatusCode,
): Observation => ({
  ...blank,
  outcome: 'contradiction',
  next: { ...mergeOutcomes(outcomes), status: [seen], owed: [], lost: true },
  claims: assertion(rules, false, oneOf(permitted), seen, '/status/code'),
  taken: [...outcomes],
  seen,
  from: outcomes.length === 1 ? outcomes[0]!.from : null,
  excuse: excuseFor(machine, permitted, seen),
})

const compareAccepted = (machine: Machine, action: Action, answer: Answer, outcomes: Outcome[]): Observation => {
  const seen = seenIn(machine, action, answer)
  const fitting = seen === null ? outcomes : outcomes.filter(({ next }) => next.status.includes(seen))
  const owed = union(...outcomes.map(({ next }) => next.owed))
  const chosen = fitting.length > 0 ? fitting : outcomes
  const taken = common(chosen.map(({ rules }) => rules)).map(passed)
  if (seen !== null && fitting.length === 0) {
    const permitted = union(...outcomes.map(({ next }) => next.status))
    const target = action.do === 'create' ? targetRules['create']! : culprits(owed, seen)
    const observation = misplaced(machine, outcomes, target, permitted, seen)
    return { ...observation, claims: [...taken, ...observation.claims] }
  }
  const merged = mergeOutcomes(chosen)
  // The answer to a resume may show where the order is about to be.
  const isCertain = seen !== null && (action.do !== 'resume' || seen === 'off_hold')
  const model = isCertain ? { ...merged, status: [seen], owed: stillOwed(merged.owed, seen) } : merged
  const proven =
    seen === null ? [] : (action.do === 'create' ? targetRules['create']! : settled(owed, seen)).map(passed)
  const read = judgeRead(machine, model, action, answer.body)
  const claims = [...taken, ...proven, ...read.claims]
  const broken = claims.filter((one) => !one.passed)
  return {
    ...blank,
    outcome: broken.length > 0 ? 'contradiction' : 'accepted',
    next: read.next,
    claims,
    excuse: action.do === 'hold' ? excuseOfHold(machine, merged.previous, broken) : null,
    readings: readingsOf(chosen),
    taken: chosen,
    seen,
    from: chosen.length === 1 ? chosen[0]!.from : null,
  }
}

/** A refusal shows where the order was, and so proves what the steps before it wait for. */
const compareRefused = (
  machine: Machine,
  model: OrderModel,
  action: Action,
  answer: Answer,
  outcomes: Outcome[],
): Observation => {
  const seen = seenIn(machine, action, answer)
  const permitted = drift(machine, model)
  const fitting = seen === null ? outcomes : outcomes.filter(({ from }) => from === seen)
  const chosen = fitting.length > 0 ? fitting : outcomes
  const taken = common(chosen.map(({ rules }) => rules)).map(passed)
  const form = judgeRefusal(machine, action, answer.body, chosen)
  if (seen !== null && !permitted.includes(seen)) {
    const misnamed = assertion(form.currentStatusRules, false, oneOf(permitted), seen, '/current_status')
    const moved = assertion(culprits(model.owed, seen), false, oneOf(permitted), seen, '/current_status')
    const certain = model.owed.length === 0
    return {
      ...blank,
      outcome: 'contradiction',
      next: { ...mergeOutcomes(chosen), status: [seen], owed: [], lost: true },
      claims: [...taken, ...form.claims, ...(certain ? misnamed : [])],
      taken: chosen,
      seen,
      doubt: certain ? null : { permitted, ifMoved: moved, ifNot: misnamed },
      excuse: excuseFor(machine, permitted, seen),
    }
  }
  // A 409 from a status that would have accepted the action names a status that does not explain it.
  const unexplained = seen !== null && fitting.length === 0
  const mismatch = unexplained ? assertion(form.currentStatusRules, false, not(seen), seen) : []
  const proven = seen === null ? [] : settled(model.owed, seen).map(passed)
  // One that names the status ahead of an order seen at `off_hold` is right where no later answer shows it there.
  const isAhead = seen !== null && seen !== 'off_hold' && model.status.includes('off_hold')
  const ahead = isAhead && !unexplained ? form.currentStatusRules : []
  const shown = seen === null || unexplained || isAhead ? [] : form.currentStatusRules.map(passed)
  const ownOwed = union(...chosen.map(({ next }) => next.owed.filter((rule) => !model.owed.includes(rule))))
  const owed = seen === null ? union(model.owed, ownOwed) : union(stillOwed(model.owed, seen), ownOwed, ahead)
  const claims = [...taken, ...proven, ...form.claims, ...shown, ...mismatch]
  return {
    ...blank,
    outcome: claims.some((one) => !one.passed) ? 'contradiction' : 'refused',
    next: { ...mergeOutcomes(chosen), owed },
    claims,
    readings: readingsOf(chosen),
    taken: chosen,
    seen,
    from: seen ?? (chosen.length === 1 ? chosen[0]!.from : null),
  }
}

const compareAsIs = (machine: Machine, model: OrderModel | null, action: Action, answer: Answer): Observation => {
  if (answer.status === 429 || answer.status === 503) return { ...blank, outcome: 'inconclusive', next: model }
  const { outcomes } = step(machine, model, action)
  const matching = outcomes.filter((outcome) => matches(outcome, answer))
  if (matching.length === 0) return refuted(machine, model, action, answer)
  if (answerClass(answer) === 'accepted') return compareAccepted(machine, action, answer, matching)
  return compareRefused(machine, model!, action, answer, matching)
}

/** `model` is null before the order was created. */
export const compareAnswer = (
  machine: Machine,
  model: OrderModel | null,
  action: Action,
  answer: Answer,
): Observation => {
  const observation = compareAsIs(machine, model, action, answer)
  const underReview = model !== null && drift(machine, model).includes('pending_review')
  const waits = machine.readings['lifecycle.placement-delay'] === 'on-command'
  return { ...observation, ifPlaced: observation.outcome === 'contradiction' && underReview && !waits }
}

/** What the bare status of an order, as a list shows it, proves or contradicts of the steps before. */
export const compareStatus = (machine: Machine, model: OrderModel, seen: StatusCode): Assertion[] => {
  const permitted = drift(machine, model)
  return permitted.includes(seen)
    ? settled(model.owed, seen).map(passed)
    : assertion(culprits(model.owed, seen), false, oneOf(permitted), seen, '/data/*/status/code')
}
