// What the clock of the service showed at a call: it may be ahead of the clock of the recorder, and a client may take the time from it.
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import { at, listAt, textAt } from '../model/body.ts'
import { isSuccess, type Call, type Journal } from './call.ts'
import { answerHeader } from './repeats.ts'

const shown = [['created_at'], ['updated_at'], ['dates', 'created_at'], ['dates', 'updated_at']]

/** How much later than its end the latest time of an answer is; the service writes no time that is still to come. */
const leadIn = (call: Call): number => {
  const end = call.clock + call.endedAt - call.startedAt
  let lead = 0
  for (const row of [call.received, ...listAt(call.received, 'data')])
    for (const path of shown) {
      const time = Date.parse(textAt(row, ...path) ?? '')
      if (time - end > lead) lead = time - end
    }
  return lead
}

/** How far the service is ahead at least, by all that it answered. */
const leadOf = memoizeByObject(({ calls }: Journal): number => {
  let lead = 0
  for (const call of calls) if (isSuccess(call) && at(call.received) !== undefined) lead = Math.max(lead, leadIn(call))
  return lead
})

export const serviceClock = (journal: Journal, call: Call): number => {
  const date = Date.parse(answerHeader(call, 'date') ?? '')
  return Math.max(call.clock + leadOf(journal), Number.isNaN(date) ? 0 : date)
}
