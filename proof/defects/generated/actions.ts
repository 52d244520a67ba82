// Generated from the table of actions: each refused where it is taken, taken where it is refused, or leading elsewhere.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Defect } from '../defect.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import { rulesOf, type Cell } from '../rule-rows.ts'
import { besides, statusesTaking, codes, kebab, working } from './table.ts'

type Decision = 'mayHold' | 'mayResume' | 'mayCancel'

const decisions: Record<string, Decision> = { hold: 'mayHold', resume: 'mayResume', cancel: 'mayCancel' }

const isIn =
  (code: string) =>
  ({ status }: Order): boolean =>
    status.code === code

/** A defect for each status in which the rules say that an action is accepted, or refused. */
const inEach = (
  cell: Pick<Cell, 'action' | 'kind' | 'is'>,
  defect: (status: string) => Pick<Defect, 'id' | 'bug' | 'apply'>,
): Defect[] =>
  codes.flatMap((status) =>
    rulesOf({ ...cell, status }).map((breaks) => {
      const { id, bug, apply } = defect(status)
      return { id, breaks, bug, deep: `only in ${status}`, apply }
    }),
  )

const refused = Object.entries(decisions).flatMap(([action, decision]) =>
  inEach({ action, is: 'accepted' }, (status) => ({
    id: `${action}-refused-in-${kebab(status)}`,
    bug: `A ${action} is refused in \`${status}\`, which was left out of the list.`,
    apply: op.refuse(`lifecycle.${decision}`, isIn(status)),
  })),
)

// Written by hand as an example for readers: `hold-after-delivery`.
const byHand = 'hold-taken-in-report-complete'

const taken = Object.entries(decisions)
  .flatMap(([action, decision]) =>
    inEach({ action, is: 'refused' }, (status) => ({
      id: `${action}-taken-in-${kebab(status)}`,
      bug: `A ${action} is taken in \`${status}\`, which the guard does not name.`,
      apply: op.accept(`lifecycle.${decision}`, isIn(status)),
    })),
  )
  .filter(({ id }) => id !== byHand)

const kinds = { correction: 'correction', reconsideration: 'reconsideration_of_value' } as const

const revisionRefused = Object.entries(kinds).flatMap(([name, kind]) =>
  inEach({ action: 'revision_request', kind, is: 'accepted' }, (status) => ({
    id: `${name}-refused-in-${kebab(status)}`,
    bug: `A ${name} cannot be asked for in \`${status}\`.`,
    apply: op.refuse('lifecycle.mayRequestRevision', (order, asked) => order.status.code === status && asked === kind),
  })),
)

const revisionTaken = inEach({ action: 'revision_request', is: 'refused' }, (status) => ({
  id: `revision-taken-in-${kebab(status)}`,
  bug: `A revision can be asked for in \`${status}\`, where there is nothing to revise.`,
  apply: op.accept('lifecycle.mayRequestRevision', isIn(status)),
}))

type Move = { name: string; statuses: string[]; to: string; breaks: string; wrong: string }

const revisable = statusesTaking('revision_request')

const clientMoves: Move[] = [
  {
    name: 'hold',
    statuses: statusesTaking('hold'),
    to: 'on_hold',
    breaks: 'actions.hold-moves-order-to-on-hold',
    wrong: 'cancelled',
  },
  {
    name: 'cancel',
    statuses: statusesTaking('cancel'),
    to: 'cancelled',
    breaks: 'actions.cancel-moves-order-to-cancelled',
    wrong: 'on_hold',
  },
  {
    name: 'correction',
    statuses: revisable.filter((status) => status !== 'reconsideration_requested'),
    to: 'revision_requested',
    breaks: 'revisions.correction-moves-order-to-revision-requested',
    wrong: 'reconsideration_requested',
  },
  {
    name: 'reconsideration',
    statuses: revisable.filter((status) => status !== 'revision_requested'),
    to: 'reconsideration_requested',
    breaks: 'revisions.reconsideration-moves-order-to-its-status',
    wrong: 'revision_requested',
  },
]

const astray = clientMoves.flatMap(({ name, statuses, to, breaks, wrong }) =>
  statuses
    .filter((from) => from !== to)
    .map((from): Defect => ({
      id: `${name}-astray-from-${kebab(from)}`,
      breaks,
      bug: `A ${name} in \`${from}\` puts the order in \`${wrong}\`.`,
      deep: `only in ${from}`,
      apply: op.redirect(from, to, wrong),
    })),
)

/** Taken, answered, and forgotten. */
const stuck = clientMoves.flatMap(({ name, statuses, to, breaks }) =>
  statuses
    .filter((from) => from !== to)
    .map((from): Defect => ({
      id: `${name}-forgotten-in-${kebab(from)}`,
      breaks,
      bug: `A ${name} in \`${from}\` is answered as taken and leaves the order where it is.`,
      deep: `only in ${from}`,
      apply: op.redirect(from, to, null),
    })),
)

/** An order that was held in one status comes back in another. */
const restored = working.map((before): Defect => ({
  id: `resume-astray-to-${kebab(before)}`,
  breaks: 'actions.resume-restores-the-status-held-before',
  bug: `An order that was held in \`${before}\` comes back in \`${besides(before)}\`.`,
  deep: `only after a hold in ${before}`,
  apply: op
    .replace(
      'lifecycle.afterRest',
      besides(before),
      (order) => isIn('off_hold')(order) && order.previous_status === before,
    )
    .as('redirect'),
}))

const resumed: Defect = {
  id: 'resume-astray-from-on-hold',
  breaks: 'actions.resume-moves-order-to-off-hold',
  bug: 'A resume puts the order in `reactivated`, the other status that orders pass through.',
  apply: op.redirect('on_hold', 'off_hold', 'reactivated'),
}

export const actions: readonly Defect[] = [
  ...refused,
  ...taken,
  ...revisionRefused,
  ...revisionTaken,
  ...astray,
  ...stuck,
  ...restored,
  resumed,
]
