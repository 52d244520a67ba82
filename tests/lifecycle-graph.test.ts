// The lifecycle table as a graph: the real one has no fault, and every detector finds the fault it is for.
import t from 'tap'
import { loadFixture } from './fixture-files.ts'
import { lifecycleFaults } from './lifecycle-graph.ts'
import type { LifecycleTable } from './lifecycle-graph.ts'

const table = loadFixture<LifecycleTable>('lifecycle.yaml')

/** The faults of a copy of the table after a change, as `kind: where`. */
const faultsAfter = (change: (broken: LifecycleTable) => void): string[] => {
  const broken = structuredClone(table)
  change(broken)
  return lifecycleFaults(broken).map(({ kind, where }) => `${kind}: ${where}`)
}

const transition = (broken: LifecycleTable, id: string): { from: string[]; to: string[] } =>
  broken.transitions.find((row) => row.id === id)!

t.test('the table has no fault', async (t) => {
  t.strictSame(lifecycleFaults(table), [])
})

t.test('the advance table lists 41 moves: 1, 8, 7, 6, 5, 5, 3, 2, 2, 0, 1, 1 and 0, row by row', async (t) => {
  t.equal(Object.values(table.advance).flat().length, 41)
})

t.test('every action has a cell for each of the seventeen statuses', async (t) => {
  t.equal(Object.values(table.cells).flatMap((row) => Object.keys(row)).length, 5 * 17)
})

const cases: [title: string, expected: string, change: (broken: LifecycleTable) => void][] = [
  [
    'an advance target that is no status is found',
    'unknown-status: advance.new: completed',
    (broken) => broken.advance.new!.push('completed'),
  ],
  [
    'an advance row of no status is found',
    'unknown-status: advance.archived: archived',
    (broken) => (broken.advance.archived = []),
  ],
  [
    'a transition from no status is found',
    'unknown-status: hold: assigned',
    (broken) => transition(broken, 'hold').from.push('assigned'),
  ],
  [
    'a refusal in no status is found',
    'unknown-status: refusals.hold: held',
    (broken) => broken.refusals[0]!.statuses.push('held'),
  ],
  [
    'a status nothing leads to is found',
    'unreachable: reactivated',
    (broken) => (broken.company_moves = broken.company_moves.filter(({ id }) => id !== 'reactivate')),
  ],
  [
    'a group of statuses that only lead to each other is found',
    'unreachable: borrower_contacted',
    (broken) => {
      const contact = ['borrower_contacted', 'left_message_for_borrower']
      for (const row of [...broken.company_moves, ...broken.transitions])
        row.to = row.to.filter((c) => !contact.includes(c))
      for (const [from, targets] of Object.entries(broken.advance))
        if (!contact.includes(from)) broken.advance[from] = targets.filter((to) => !contact.includes(to))
    },
  ],
  [
    'a status that is never created is found when nothing else leads to it',
    'unreachable: pending_review',
    (broken) => (transition(broken, 'place-for-review').to = ['new']),
  ],
  [
    'a status without a way out is found',
    'dead-end: on_hold',
    (broken) => (transition(broken, 'resume').from = ['new']),
  ],
  [
    'a transitional status without a way out is found',
    'dead-end: reactivated',
    (broken) => (broken.company_moves = broken.company_moves.filter(({ id }) => id !== 'settle-reactivated')),
  ],
  [
    'statuses from which no order ever ends are found',
    'never-ends: new',
    (broken) => broken.statuses.forEach((status) => (status.may_end = false)),
  ],
  [
    'a cell both accepted and refused is found',
    'accepted-and-refused: hold × new: accepted, refused',
    (broken) => broken.refusals[0]!.statuses.push('new'),
  ],
  [
    'a cell both decided and left open is found',
    'accepted-and-refused: hold × reconsideration_requested: refused, open: lifecycle.hold-in-reconsideration',
    (broken) => broken.refusals[0]!.statuses.push('reconsideration_requested'),
  ],
  [
    'a cell that says refused where a transition accepts is found',
    'cell-disagrees: cancel × awaiting_review: accepted',
    (broken) => (broken.cells.cancel!.awaiting_review = 'refused'),
  ],
  [
    'a cell that says accepted where nothing accepts is found',
    'cell-disagrees: revision_request × new: refused',
    (broken) => (broken.cells.revision_request!.new = 'accepted'),
  ],
  [
    'a cell that names another freedom than the refusal is found',
    'cell-disagrees: hold × reconsideration_requested: open: lifecycle.hold-in-reconsideration',
    (broken) => (broken.cells.hold!.reconsideration_requested = { open: 'amend.closed-statuses' }),
  ],
  [
    'a cell nothing speaks of is found',
    'cell-disagrees: resume × new: unclaimed',
    (broken) => {
      const resume = broken.refusals.find(({ action }) => action === 'resume')!
      resume.statuses = resume.statuses.filter((code) => code !== 'new')
    },
  ],
  ['a missing cell is found', 'missing-cell: amend × new', (broken) => delete broken.cells.amend!.new],
  [
    'an exception that changes nothing is found',
    'idle-exception: cancel × new: report-delivered-before',
    (broken) =>
      (broken.exceptions.find(
        ({ action, when }) => action === 'cancel' && when === 'report-delivered-before',
      )!.outcome = 'accepted'),
  ],
  [
    'a hold accepted after delivery is found',
    'against-the-status: hold × report_complete',
    (broken) => {
      broken.cells.hold!.report_complete = 'accepted'
      transition(broken, 'hold').from.push('report_complete')
      broken.refusals[0]!.statuses = broken.refusals[0]!.statuses.filter((code) => code !== 'report_complete')
    },
  ],
  [
    'a resume accepted off hold is found',
    'against-the-status: resume × new',
    (broken) => (broken.cells.resume!.new = 'accepted'),
  ],
  [
    'an amendment accepted on a closed order is found',
    'against-the-status: amend × cancelled',
    (broken) => (broken.cells.amend!.cancelled = 'accepted'),
  ],
  [
    'an advance that goes backwards is found',
    'backwards: awaiting_review → appraiser_assigned',
    (broken) => broken.advance.awaiting_review!.push('appraiser_assigned'),
  ],
  ['an advance out of a hold is found', 'backwards: on_hold → new', (broken) => broken.advance.on_hold!.push('new')],
  [
    'an advance to the same status is found',
    'same-status: appraiser_assigned',
    (broken) => broken.advance.appraiser_assigned!.push('appraiser_assigned'),
  ],
  [
    'an advance to a status no advance leads to is found',
    'forbidden-target: new → on_hold',
    (broken) => broken.advance.new!.push('on_hold'),
  ],
  ['a status without an advance row is found', 'no-advance-row: new', (broken) => delete broken.advance.new],
  [
    'a transitional status with a row of its own is found',
    'two-advance-rows: off_hold',
    (broken) => (broken.advance.off_hold = []),
  ],
  [
    'a revision state nothing leads to is found',
    'unreachable-state: declined',
    (broken) => (broken.revision_requests.moves = broken.revision_requests.moves.filter(({ to }) => to !== 'declined')),
  ],
  [
    'a revision state without a way out is found',
    'dead-end-state: accepted',
    (broken) => (broken.revision_requests.moves = broken.revision_requests.moves.slice(0, 2)),
  ],
  [
    'a move between unknown revision states is found',
    'unknown-state: rejected',
    (broken) => broken.revision_requests.moves.push({ from: 'submitted', to: 'rejected' }),
  ],
  [
    'a way on from an end of a revision request is found',
    'end-with-a-way-on: completed',
    (broken) => broken.revision_requests.moves.push({ from: 'completed', to: 'accepted' }),
  ],
]

for (const [title, expected, change] of cases)
  t.test(title, async (t) => {
    const found = faultsAfter(change)
    t.ok(found.includes(expected), expected, { found })
  })
