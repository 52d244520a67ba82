// Whether a client works in parallel: the journal shows two of its calls under way at once. One that does not makes a call after another.
import type { Call, Journal } from './call.ts'

const overlap = (calls: readonly Call[]): boolean => {
  let last = -Infinity
  return calls.some(({ startedAt, endedAt, known }) => {
    const isBeside = startedAt < last
    // As far as their times tell.
    last = Math.max(last, endedAt - known.stepMs)
    return isBeside
  })
}

const clients = new WeakMap<Journal, ReadonlySet<string>>()

export const isParallel = (journal: Journal, client: string): boolean => {
  const known =
    clients.get(journal) ?? new Set([...journal.byClient].flatMap(([name, calls]) => (overlap(calls) ? [name] : [])))
  clients.set(journal, known)
  return known.has(client)
}

/** Whether it began once the answer to the other was there. */
export const isAfterAnswer = (call: Call, { endedAt }: Call): boolean => call.startedAt >= endedAt

/** The same of a call that stands after the other: where no two are under way at once, their order tells it, also where their times are coarse. */
export const isInTurn = (journal: Journal, call: Call, other: Call): boolean =>
  isAfterAnswer(call, other) || !isParallel(journal, call.client)
