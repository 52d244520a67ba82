// The steps of a replayed plan as text: each with what was expected and what came.
import { shortly } from '../../reports/texts.ts'
import type { Assertion } from '../evidence/assertion.ts'
import type { DriveRecord } from '../model/drive.ts'
import type { Expectation } from '../model/step.ts'
import { step } from '../model/step.ts'
import { textAt } from '../model/body.ts'
import { describeStep } from '../steps/execute-plan.ts'
import type { PlanRun, PlanAssertion } from '../model/plan-run.ts'

const expectedText = (expectation: Expectation): string => {
  if (expectation.is === 'accepted') return 'accepted'
  if (expectation.is === 'open') return 'as the target likes'
  return `${expectation.refusal.statuses.join(' or ')}`
}

const receivedText = ({ answer }: DriveRecord): string => {
  const { status, body } = answer
  const shown = textAt(body, 'status', 'code') ?? textAt(body, 'current_status') ?? textAt(body, 'status')
  return shown === null ? `${status}` : `${status}, ${shown}`
}

const brokenText = ({ rule, expected, received, pointer }: Assertion): string =>
  `     ✗ ${rule}: expected ${shortly(expected, 400)}, received ${shortly(received, 400)}${pointer ? ` at ${pointer}` : ''}`

const row = (number: number, what: string, expected: string, received: string): string =>
  `${String(number).padStart(3)}  ${what.padEnd(40)}  expected ${expected.padEnd(24)}  received ${received}`

export const stepLines = ({ plan, drive, machine }: PlanRun, claims: readonly PlanAssertion[]): string[] => {
  const broken = claims.filter(({ claim }) => !claim.passed)
  const lines = plan.steps.flatMap((planned, index) => {
    const what = describeStep(planned)
    const record = drive.records.find((one) => one.index === index)
    const own = broken.filter(({ via, step: at }) => via === 'answer' && at === index)
    if (!record) return [row(index + 1, what, '', 'nothing: not sent, or not answered')]
    const expected = expectedText(step(machine, record.before, planned.action).expectation)
    return [row(index + 1, what, expected, receivedText(record)), ...own.map(({ claim }) => brokenText(claim))]
  })
  const after = broken.filter(({ via }) => via !== 'answer')
  return [...lines, ...after.flatMap(({ claim, about }) => [`     ${about}:`, brokenText(claim)])]
}
