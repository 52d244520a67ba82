// Generated from the table of actions: each refused where it is taken, taken where it is refused, or leading elsewhere.
import { accept, instead, refuse, replace } from '../../operators/index.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { Defect } from '../defect.ts'
import type { Order } from '../../../domain/records.ts'
import { rulesOf, type Cell } from '../rule-rows.ts'
import { besides, cellsThatAre, codes, kebab, working } from './table.ts'

type Lifecycle = Behaviour['lifecycle']
type Decision = 'mayHold' | 'mayResume' | 'mayCancel'

const decisions: Record<string, Decision> = { hold: 'mayHold', resume: 'mayResume', cancel: 'mayCancel' }

/** Answers one decision differently in one status. */
const deciding =
  (decision: Decision, status: string, answer: boolean): Defect['apply'] =>
  ({ lifecycle }) => {
    const original = lifecycle[decision] as (order: Order) => boolean
    lifecycle[decision] = function decided(this: Lifecycle, order: Order) {
      return order.status.code === status ? answer : original.call(this, order)
    }
  }

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
    apply: deciding(decision, status, false),
  })),
)

// Written by hand as an example for readers: `hold-after-delivery`.
const byHand = 'hold-taken-in-report-complete'

const taken = Object.entries(decisions)
  .flatMap(([action, decision]) =>
    inEach({ action, is: 'refused' }, (status) => ({
      id: `${action}-taken-in-${kebab(status)}`,
      bug: `A ${action} is taken in \`${status}\`, which the guard does not name.`,
      apply: deciding(decision, status, true),
    })),
  )
  .filter(({ id }) => id !== byHand)

const kinds = { correction: 'correction', reconsideration: 'reconsideration_of_value' } as const

const revisionRefused = Object.entries(kinds).flatMap(([name, kind]) =>
  inEach({ action: 'revision_request', kind, is: 'accepted' }, (status) => ({
    id: `${name}-refused-in-${kebab(status)}`,
    bug: `A ${name} cannot be asked for in \`${status}\`.`,
    apply: refuse('lifecycle.mayRequestRevision', (order, asked) => order.status.code === status && asked === kind),
  })),
)

const revisionTaken = inEach({ action: 'revision_request', is: 'refused' }, (status) => ({
  id: `revision-taken-in-${kebab(status)}`,
  bug: `A revision can be asked for in \`${status}\`, where there is nothing to revise.`,
  apply: accept('lifecycle.mayRequestRevision', (order) => order.status.code === status),
}))

/** The move for `to` from one status ends elsewhere; null: where it began. */
const landing = (from: string, to: string, elsewhere: string | null): Defect['apply'] =>
  replace(
    'lifecycle.landsIn',
    (order) => elsewhere ?? order.status.code,
    (order, target) => order.status.code === from && target === to,
  )

type Move = { name: string; statuses: string[]; to: string; breaks: string; wrong: string }

const revisable = cellsThatAre('accepted', 'revision_request')

const clientMoves: Move[] = [
  {
    name: 'hold',
    statuses: cellsThatAre('accepted', 'hold'),
    to: 'on_hold',
    breaks: 'actions.hold-moves-order-to-on-hold',
    wrong: 'cancelled',
  },
  {
    name: 'cancel',
    statuses: cellsThatAre('accepted', 'cancel'),
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
      apply: landing(from, to, wrong),
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
      apply: landing(from, to, null),
    })),
)

/** An order that was held in one status comes back in another. */
const restored = working.map((before): Defect => ({
  id: `resume-astray-to-${kebab(before)}`,
  breaks: 'actions.resume-restores-the-status-held-before',
  bug: `An order that was held in \`${before}\` comes back in \`${besides(before)}\`.`,
  deep: `only after a hold in ${before}`,
  apply: instead('lifecycle.afterRest', (usual, order) => {
    const isIt = order.status.code === 'off_hold' && order.previous_status === before
    return isIt ? besides(before) : usual(order)
  }),
}))

const resumed: Defect = {
  id: 'resume-astray-from-on-hold',
  breaks: 'actions.resume-moves-order-to-off-hold',
  bug: 'A resume puts the order in `reactivated`, the other status that orders pass through.',
  apply: landing('on_hold', 'off_hold', 'reactivated'),
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
