// What was just sent, in the list of its order: no sentence says that it is there at once. Who sent it reads the list after a timeout,
// before it sends it again, so that a moment later is soon enough.
import type { Answered } from '../evidence/exchange.ts'
import type { StepContext } from '../kit/context.ts'
import { entriesAt, succeeded } from './read.ts'

/** The list once what it shows fits, or as it is when it is refused or the patience is up. */
export const awaitList = (
  { eventually, patience }: Pick<StepContext, 'eventually' | 'patience'>,
  look: () => Promise<Answered>,
  fits: (entries: Record<string, unknown>[]) => boolean,
): Promise<Answered> => eventually(look, (list) => !succeeded(list) || fits(entriesAt(list, '/data')), patience.state)

/** The list once it shows these ids. */
export const awaitListed = (
  context: Pick<StepContext, 'eventually' | 'patience'>,
  look: () => Promise<Answered>,
  ids: readonly unknown[],
): Promise<Answered> =>
  awaitList(context, look, (entries) => ids.every((id) => entries.some((entry) => entry['id'] === id)))
