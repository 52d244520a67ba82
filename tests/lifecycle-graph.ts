// Walks the lifecycle table as a graph and names its faults: what no order reaches, leaves or survives.

type Outcome = 'accepted' | 'refused' | { open: string }

export type LifecycleTable = {
  statuses: {
    code: string
    stage: number | null
    standing: string
    transitional: boolean
    report_delivered: boolean
    on_hold: boolean
    may_end: boolean
  }[]
  transitions: { id: string; by: string; action: string; from: string[]; to: string[] }[]
  company_moves: { id: string; from: string[]; to: string[] }[]
  cells: Record<string, Record<string, Outcome>>
  exceptions: { action: string; statuses: string[]; when: string; outcome: Outcome }[]
  refusals: { action: string; decided_by: string; statuses: string[] }[]
  advance: Record<string, string[]>
  advance_as_previous: string[]
  advance_never_to: string[]
  revision_requests: { states: string[]; initial: string; may_end: string[]; moves: { from: string; to: string }[] }
}

/** `kind` names the detector, `where` the place in the table. */
type Fault = { kind: string; where: string }

type Edges = Map<string, Set<string>>

const fault = (kind: string, where: string): Fault => ({ kind, where })

const codesOf = (table: LifecycleTable): string[] => table.statuses.map(({ code }) => code)

/** Everywhere a status code stands in the table, with its place. */
const mentions = (table: LifecycleTable): [where: string, code: string][] => [
  ...[...table.transitions, ...table.company_moves].flatMap(({ id, from, to }) =>
    [...from, ...to.filter((code) => code !== 'previous_status')].map((code): [string, string] => [id, code]),
  ),
  ...Object.entries(table.cells).flatMap(([action, row]) =>
    Object.keys(row).map((code): [string, string] => [`cells.${action}`, code]),
  ),
  ...table.exceptions.flatMap(({ action, when, statuses }) =>
    statuses.map((code): [string, string] => [`exceptions.${action}.${when}`, code]),
  ),
  ...table.refusals.flatMap(({ action, statuses }) =>
    statuses.map((code): [string, string] => [`refusals.${action}`, code]),
  ),
  ...Object.entries(table.advance).flatMap(([source, targets]) =>
    [source, ...targets].map((code): [string, string] => [`advance.${source}`, code]),
  ),
  ...[...table.advance_as_previous, ...table.advance_never_to].map((code): [string, string] => ['advance', code]),
]

const unknownStatuses = (table: LifecycleTable): Fault[] => {
  const known = new Set(codesOf(table))
  return mentions(table)
    .filter(([, code]) => !known.has(code))
    .map(([where, code]) => fault('unknown-status', `${where}: ${code}`))
}

/** Statuses an order may return to: those from which it can be held or cancelled. */
const rememberedStatuses = (table: LifecycleTable): string[] =>
  table.transitions.filter(({ action }) => action === 'hold' || action === 'cancel').flatMap(({ from }) => from)

/**
 * Who leads to whom. A return to the previous status is a way out, yet it reaches nothing new: the order has been there.
 */
const edgesOf = (table: LifecycleTable, returns: 'with-returns' | 'without-returns'): Edges => {
  const edges: Edges = new Map(codesOf(table).map((code) => [code, new Set<string>()]))
  const remembered = returns === 'with-returns' ? rememberedStatuses(table) : []
  const add = (from: string, to: string): void => {
    for (const target of to === 'previous_status' ? remembered : [to]) if (target !== from) edges.get(from)?.add(target)
  }
  // A status that is only passed through must lead on without a call.
  const passing = new Set(table.statuses.filter(({ transitional }) => transitional).map(({ code }) => code))
  for (const { from, to } of table.transitions) {
    for (const source of from) if (to[0] && !passing.has(source)) add(source, to[0])
    // What follows the first target is where the order goes on to on its own.
    to.slice(1).forEach((next, index) => add(to[index]!, next))
  }
  for (const { from, to } of table.company_moves) for (const source of from) for (const next of to) add(source, next)
  for (const [source, targets] of Object.entries(table.advance)) for (const target of targets) add(source, target)
  return edges
}

const reach = (edges: Edges, starts: Iterable<string>): Set<string> => {
  const seen = new Set(starts)
  for (const code of seen) for (const next of edges.get(code) ?? []) seen.add(next)
  return seen
}

const unreachableStatuses = (table: LifecycleTable): Fault[] => {
  const starts = table.transitions.filter(({ from }) => from.length === 0).flatMap(({ to }) => to)
  const seen = reach(edgesOf(table, 'without-returns'), starts)
  return codesOf(table)
    .filter((code) => !seen.has(code))
    .map((code) => fault('unreachable', code))
}

const deadEnds = (table: LifecycleTable): Fault[] => {
  const edges = edgesOf(table, 'with-returns')
  const ends = new Set(table.statuses.filter(({ may_end }) => may_end).map(({ code }) => code))
  return codesOf(table)
    .filter((code) => !ends.has(code))
    .flatMap((code) => {
      if (edges.get(code)!.size === 0) return [fault('dead-end', code)]
      return [...reach(edges, [code])].some((next) => ends.has(next)) ? [] : [fault('never-ends', code)]
    })
}

/** What the transitions and refusals say of one cell, in the words of the cells. */
const claims = (table: LifecycleTable, action: string, status: string): string[] => [
  ...table.transitions
    .filter((row) => row.by === 'client' && row.action === action && row.from.includes(status))
    .map(() => 'accepted'),
  ...table.refusals
    .filter((row) => row.action === action && row.statuses.includes(status))
    .map(({ decided_by }) => (decided_by === 'contract' ? 'refused' : `open: ${decided_by}`)),
]

const inWords = (outcome: Outcome): string => (typeof outcome === 'string' ? outcome : `open: ${outcome.open}`)

const contradictions = (table: LifecycleTable): Fault[] =>
  Object.entries(table.cells).flatMap(([action, row]) =>
    codesOf(table).flatMap((status) => {
      const where = `${action} × ${status}`
      const outcome = row[status]
      if (outcome === undefined) return [fault('missing-cell', where)]
      const said = new Set(claims(table, action, status))
      if (said.size > 1) return [fault('accepted-and-refused', `${where}: ${[...said].join(', ')}`)]
      // An accepted amendment leaves the status alone, so no transition claims it.
      const expected = [...said][0] ?? (action === 'amend' ? 'accepted' : 'unclaimed')
      return inWords(outcome) === expected ? [] : [fault('cell-disagrees', `${where}: ${expected}`)]
    }),
  )

/** An exception must say something else than the cell it excepts; else it decides nothing. */
const idleExceptions = (table: LifecycleTable): Fault[] =>
  table.exceptions.flatMap(({ action, statuses, when, outcome }) =>
    statuses
      .filter((status) => inWords(table.cells[action]?.[status] ?? 'accepted') === inWords(outcome))
      .map((status) => fault('idle-exception', `${action} × ${status}: ${when}`)),
  )

/** Cells that go against what the status itself says: work to pause, a report not yet out, a hold to end. */
const traitConflicts = (table: LifecycleTable): Fault[] =>
  table.statuses.flatMap((status) => {
    const accepts = (action: string): boolean => table.cells[action]?.[status.code] === 'accepted'
    const wrong = [
      accepts('hold') && (status.report_delivered || status.on_hold || status.standing === 'closed') && 'hold',
      accepts('cancel') && (status.report_delivered || status.on_hold || status.standing === 'closed') && 'cancel',
      accepts('resume') !== status.on_hold && 'resume',
      accepts('amend') && status.standing !== 'open' && 'amend',
    ].filter((action) => action !== false)
    return wrong.map((action) => fault('against-the-status', `${action} × ${status.code}`))
  })

const advanceFaults = (table: LifecycleTable): Fault[] => {
  const stage = new Map(table.statuses.map(({ code, stage }) => [code, stage]))
  const moves = Object.entries(table.advance).flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
  return [
    ...codesOf(table)
      .filter((code) => code in table.advance === table.advance_as_previous.includes(code))
      .map((code) => fault(code in table.advance ? 'two-advance-rows' : 'no-advance-row', code)),
    ...moves
      .filter(({ to }) => table.advance_never_to.includes(to))
      .map(({ from, to }) => fault('forbidden-target', `${from} → ${to}`)),
    ...moves.filter(({ from, to }) => from === to).map(({ from }) => fault('same-status', from)),
    ...moves
      .filter(({ from, to }) => stage.has(to) && (stage.get(to) ?? -1) < (stage.get(from) ?? Infinity))
      .map(({ from, to }) => fault('backwards', `${from} → ${to}`)),
  ]
}

const revisionFaults = ({ revision_requests: requests }: LifecycleTable): Fault[] => {
  const edges: Edges = new Map(requests.states.map((state) => [state, new Set<string>()]))
  for (const { from, to } of requests.moves) edges.get(from)?.add(to)
  const seen = reach(edges, [requests.initial])
  const named = [requests.initial, ...requests.may_end, ...requests.moves.flatMap(({ from, to }) => [from, to])]
  return [
    ...named.filter((state) => !edges.has(state)).map((state) => fault('unknown-state', state)),
    ...requests.states.filter((state) => !seen.has(state)).map((state) => fault('unreachable-state', state)),
    ...requests.states
      .filter((state) => edges.get(state)!.size === 0 && !requests.may_end.includes(state))
      .map((state) => fault('dead-end-state', state)),
    ...requests.may_end
      .filter((state) => (edges.get(state)?.size ?? 0) > 0)
      .map((state) => fault('end-with-a-way-on', state)),
  ]
}

/** Every fault of the table; none is what a sound one has. */
export const lifecycleFaults = (table: LifecycleTable): Fault[] => [
  ...unknownStatuses(table),
  ...unreachableStatuses(table),
  ...deadEnds(table),
  ...contradictions(table),
  ...idleExceptions(table),
  ...traitConflicts(table),
  ...advanceFaults(table),
  ...revisionFaults(table),
]
