// The steps of a script in which its receiver refuses the event of an order, and the clock is moved from one attempt to the next.
import { actAsCall } from './company-acts.ts'
import { hearing, isPlacing, isRealOrder } from './hearing.ts'
import { parsedJson } from './parsed-json.ts'
import { plainExchange } from './plain-exchange.ts'
import type { RecordedExchange } from './run-record.ts'

/** Every order raises it when it is placed. */
export const refusedType = 'order.created'

/** The clock is moved: a call at the control port. */
const clockMove = (id: string, by: string, seconds: number): RecordedExchange =>
  actAsCall({ by, act: 'POST /clock/advance', body: { seconds }, made: [] }, id)

type Refusing = {
  /** What the ids of the steps begin with. */
  name: string
  source: string
  answers: readonly string[]
  /** How far the clock is moved before each further attempt; null where it is not. */
  moves: readonly (number | null)[]
  /** What is sent before the last move. */
  meanwhile?: readonly RecordedExchange[]
}

/** Each attempt is heard, and the clock moved to the next; the last one is heard, too. */
export const refusingSteps = (
  order: string,
  { name, source, answers, moves, meanwhile = [] }: Refusing,
): RecordedExchange[] => {
  const heardAt = (times: number): RecordedExchange => {
    const of = `${order}/${refusedType}/${times}/${answers.map(encodeURIComponent).join(',')}`
    return hearing(`${name} heard ${times}`, source, of, [])
  }
  return [
    heardAt(1),
    ...moves.flatMap((seconds, index) => [
      ...(index === moves.length - 1
        ? meanwhile.map((one) => plainExchange(one, { id: `${name} ${one.id}`, started_at: '' }))
        : []),
      ...(seconds === null ? [] : [clockMove(`${name} moved ${index + 1}`, source, seconds)]),
      heardAt(index + 2),
    ]),
  ]
}

/** That order where the lender placed it, or else another one; null where none was placed. */
export const placedOrder = (wanted: string | null, exchanges: readonly RecordedExchange[]): string | null => {
  const orders = exchanges
    .filter(isPlacing)
    .map(({ response }) => ((parsedJson(response?.body?.text) ?? {}) as { id?: unknown }).id)
    .filter(isRealOrder)
  return orders.find((id) => id === wanted) ?? orders[0] ?? null
}
