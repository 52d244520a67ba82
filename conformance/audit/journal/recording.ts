// What a recording as a whole shows of the wire, so that what none of its entries has is unknown, and not absent.
import { headerOf } from '../../evidence/exchange.ts'
import { thresholds } from '../thresholds.ts'
import { headersIn, type HarEntry } from './har-entry.ts'

export type Recording = {
  /** Some call shows an `Authorization` header: browsers leave them out of what they export. */
  credentials: boolean
  queries: boolean
  /** Some entry has an answer, so that one without has none. */
  answers: boolean
  requestBodies: boolean
  answerBodies: boolean
  /** Between instants that it can distinguish. */
  stepMs: number
}

/** An entry of the simulator's journal, which leaves nothing out but what it marks. */
export const isOwn = ({ _kind }: HarEntry): boolean => _kind === 'request'

/** HAR has 0, and some tools -1, where no answer came. */
export const statusIn = ({ response }: HarEntry): number | null =>
  response?.status !== undefined && response.status >= 100 ? response.status : null

const secondMs = 1000

export const recordingOf = (entries: readonly HarEntry[]): Recording => {
  const hasFractions = entries.some(({ startedDateTime }) => Date.parse(startedDateTime) % secondMs !== 0)
  return {
    credentials: entries.some(({ request }) => headerOf(headersIn(request.headers), 'authorization') !== undefined),
    queries: entries.some(({ request }) => request.url.includes('?')),
    answers: entries.some((entry) => statusIn(entry) !== null),
    requestBodies: entries.some(({ request: { postData } }) => postData?.text !== undefined && postData.text !== ''),
    answerBodies: entries.some(({ response }) => response?.content?.text !== undefined && response.content.text !== ''),
    stepMs: hasFractions || entries.length < thresholds.fewestInstants ? 1 : secondMs,
  }
}
