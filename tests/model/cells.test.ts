// The model of an order and the table of the contract: what each status accepts, refuses and leaves open.
// Runs alone: its support asserts as it is loaded.
import t from 'tap'
import { freedoms, rules, type RuleCell } from '../../conformance/contract/contract.ts'
import {
  advance,
  cancel,
  correction,
  hold,
  reconsideration,
  resume,
  type Action,
} from '../../conformance/model/actions.ts'
import { open, revisable, rows, working } from '../../conformance/model/contract-table.support.ts'
import { rulesOfCells } from '../../conformance/model/cell-rules.ts'
import { type OrderModel } from '../../conformance/model/order-model.ts'
import { rulesOfPlans } from '../../conformance/model/rules-of-plans.ts'
import { step } from '../../conformance/model/step.ts'
import { statusCodes } from '../../conformance/model/tables.ts'
import { machine, orderIn, tables } from './support.ts'

const all = statusCodes(tables)
const expectationIs = (model: OrderModel, action: Action): string => step(machine, model, action).expectation.is

/** None of these is among the refusals. */
const taken = [...open, 'off_hold', 'reactivated']

/** Section "States and transitions" and its refusals; what neither names is open. */
const contract: [string, Action, string[], string[]][] = [
  ['hold', hold, taken, ['report_complete', 'revised_report_complete', 'revision_requested', 'cancelled', 'on_hold']],
  [
    'resume',
    resume,
    ['on_hold'],
    all.filter((code) => code !== 'on_hold' && code !== 'off_hold' && code !== 'reactivated'),
  ],
  [
    'cancel',
    cancel,
    taken,
    [
      'report_complete',
      'revised_report_complete',
      'revision_requested',
      'reconsideration_requested',
      'cancelled',
      'on_hold',
    ],
  ],
  ['correction', correction, revisable, [...working, 'pending_review', 'on_hold']],
  ['reconsideration', reconsideration, revisable, [...working, 'pending_review', 'on_hold']],
]

for (const [name, action, accepted, refused] of contract) {
  t.test(`${name} is accepted, refused or open as the contract has it, in each status`, async (t) => {
    t.equal(all.length, 17)
    for (const status of all) {
      const expected = accepted.includes(status) ? 'accepted' : refused.includes(status) ? 'refused' : 'open'
      // An order on its way back may be at its working status already.
      const passing = status === 'off_hold' || status === 'reactivated'
      const settled =
        passing && (name === 'resume' || name.startsWith('co') || name.startsWith('re')) ? 'refused' : expected
      t.equal(expectationIs(orderIn(status), action), settled, status)
    }
  })
}

/** The sandbox advance table, with the rows that have nothing. */
const advances: Record<string, string[]> = {
  ...rows,
  report_complete: [],
  revised_report_complete: [],
  on_hold: [],
  cancelled: [],
  // Held before at awaiting_review, whose row applies.
  off_hold: ['report_rejected_for_correction', 'report_complete'],
}

t.test('an advance is accepted for the rows of the sandbox table and for nothing else', async (t) => {
  for (const [status, row] of Object.entries(advances)) {
    for (const to of all) {
      t.equal(expectationIs(orderIn(status), advance(to)), row.includes(to) ? 'accepted' : 'refused', `${status} ${to}`)
    }
  }
})

t.test('an amendment is refused when cancelled, open once delivered, and otherwise accepted', async (t) => {
  const amend: Action = { do: 'amend', field: 'lender_reference', value: 'x' }
  for (const status of all) {
    const expected = status === 'cancelled' ? 'refused' : revisable.includes(status) ? 'open' : 'accepted'
    t.equal(expectationIs(orderIn(status), amend), expected, status)
  }
  const loanNumber: Action = { do: 'amend', field: 'loan.number', value: '1' }
  t.equal(expectationIs(orderIn('cancelled'), loanNumber), 'open', 'a revision request may need the loan number')
})

t.test(
  'a cancelled order that never had a report may be cancelled again while a reconsideration is open',
  async (t) => {
    t.equal(expectationIs(orderIn('reconsideration_requested', { delivered: false }), cancel), 'open')
    t.equal(expectationIs(orderIn('revision_requested', { delivered: false }), cancel), 'refused')
  },
)

t.test('a reconsideration without an acknowledgement and a request without a loan number are refused', async (t) => {
  const bare: Action = { do: 'revision', kind: 'reconsideration_of_value', acknowledgement: 'none' }
  t.equal(expectationIs(orderIn('report_complete'), bare), 'refused')
  const { expectation } = step(machine, orderIn('report_complete'), bare)
  t.strictSame(expectation.is === 'refused' && expectation.refusal.statuses, [422])
  t.equal(expectationIs(orderIn('report_complete', { loanNumber: false }), correction), 'refused')
  t.equal(expectationIs(orderIn('report_complete', { loanNumber: 'open' }), correction), 'open')
})

t.test('every rule and every freedom the model names exists', async (t) => {
  const named = rulesOfPlans()
  t.ok(named.length > rulesOfCells().length && rulesOfCells().length > 0, 'cells name rules, and so do the tables')
  t.strictSame(
    named.filter((id) => !rules().has(id)),
    [],
  )
  const open = all.flatMap((status) =>
    [hold, cancel, correction, { do: 'message', to: 'manager' } as Action, { do: 'upload' } as Action].flatMap(
      (action) => step(machine, orderIn(status), action).outcomes.flatMap(({ freedom }) => freedom ?? []),
    ),
  )
  t.strictSame(
    [...new Set(open)].filter((id) => !freedoms().has(id)),
    [],
  )
})

/** The actions of a cell, in the words of the lifecycle tables. */
const actionsOf = ({ action, kind, to }: RuleCell, status: string): Action[] => {
  if (action === 'advance') return (to === undefined ? all : [to === 'same' ? status : to]).map(advance)
  if (action === 'revision_request')
    return [correction, reconsideration].filter((one) => one.do === 'revision' && (kind ?? one.kind) === one.kind)
  const others: Action[] = [hold, resume, cancel, { do: 'upload' }, { do: 'message', to: 'manager' }]
  return [...others, { do: 'amend', field: 'lender_reference', value: 'x' } as Action].filter(
    (one) => one.do === action,
  )
}

t.test('the model says each rule of a cell, and says it of that cell alone', async (t) => {
  for (const { id, cell } of rules().values()) {
    if (!cell) continue
    const outcomes = all.flatMap((status) =>
      actionsOf(cell, status).flatMap((action) => step(machine, orderIn(status), action).outcomes),
    )
    const saying = outcomes.filter((outcome) => outcome.rules.includes(id))
    t.ok(saying.length > 0, id)
    t.strictSame(
      saying.filter(({ answer, from }) => answer !== cell.is || (cell.status ?? from) !== from),
      [],
      id,
    )
  }
})
