// Whether a client works in parallel: the journal shows two of its calls under way at once. One that does not makes a call after another.
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import type { Call, Journal } from './call.ts'

/** When the answer was there, as far as its time tells. */
export const answerThere = ({ endedAt, known }: Call): number => endedAt - known.stepMs

const overlap = (calls: readonly Call[]): boolean => {
  let last = -Infinity
  return calls.some((call) => {
    const isBeside = call.startedAt < last
    last = Math.max(last, answerThere(call))
    return isBeside
  })
}

const parallelClients = memoizeByObject(
  ({ byClient }: Journal) => new Set([...byClient].flatMap(([name, calls]) => (overlap(calls) ? [name] : []))),
)

export const isParallel = (journal: Journal, client: string): boolean => parallelClients(journal).has(client)

/** Whether it began once the answer to the other was there. */
export const isAfterAnswer = (call: Call, { endedAt }: Call): boolean => call.startedAt >= endedAt

/** The same of a call that stands after the other: where no two are under way at once, their order tells it, also where their times are coarse. */
export const isInTurn = (journal: Journal, call: Call, other: Call): boolean =>
  isAfterAnswer(call, other) || !isParallel(journal, call.client)
