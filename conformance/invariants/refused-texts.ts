// What a refused write was sent with is in nothing that is read afterwards: each text of a run is its own, so that it is known again.
import type { Answered, Exchange } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { excludes } from '../evidence/expected.ts'
import { marksIn } from '../evidence/run-marks.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'errors.refused-write-leaves-nothing'

type Known = {
  /** By text, the exchange that refused a write with it. */
  refused: Map<string, string>
  /** Texts of writes that were taken, or may have been. */
  taken: Set<string>
}

const nothingKnown = (): Known => ({ refused: new Map(), taken: new Set() })

/** A body of a file is no UTF-8. */
const marksOf = (body: Uint8Array): string[] => marksIn(Buffer.from(body).toString('latin1'))

const writes = new Set(['POST', 'PATCH', 'PUT'])

/** Files have no marks but in their names, which stand at the beginning or the end. */
const mostBytes = 1_000_000

/** Those that say what is wrong with the request; what is refused for a moment is sent again. */
const refusals = new Set([400, 401, 403, 404, 409, 413, 415, 422])

/** Of two creates under one key that cross, one may be refused and the other taken. */
const mayCross = ({ operation, response }: Exchange): boolean => operation === 'createOrder' && response?.status === 409

/** A failure may have come after the write, and an answer that was lost hides whether there was one. */
export const rememberWrite = (exchange: Exchange, memory: Memory): void => {
  const { id, request, response } = exchange
  const { body } = request
  if (!writes.has(request.method) || body === null || body.length > mostBytes) return
  const { refused, taken } = memory.of(nothingKnown)
  const isRefused = refusals.has(response?.status ?? 0)
  for (const mark of marksOf(body)) {
    if (!isRefused) taken.add(mark)
    else if (!refused.has(mark) && !mayCross(exchange)) refused.set(mark, id)
  }
}

/** What a request asks for may stand in its answer, as in a link to the next page. */
const marksShown = ({ request, response }: Answered): string[] =>
  marksOf(response.body).filter((mark) => !request.url.includes(mark))

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  rememberWrite(exchange, memory)
  const { operation, request, response } = exchange
  if (request.method !== 'GET' || operation === 'downloadDocument' || response.status >= 300) return []
  const { refused, taken } = memory.of(nothingKnown)
  const marks = marksShown(exchange)
  const left = marks.find((mark) => refused.has(mark) && !taken.has(mark))
  if (left !== undefined)
    return assertion(rule, false, excludes(left), left).map((one) => ({ ...one, requests: [refused.get(left)!] }))
  return refused.size > 0 && marks.length > 0 ? assertion(rule, true, null, null) : []
}

export const refusedTexts: ExchangeInvariant = { id: 'invariant.refused-texts', rules: [rule], assert }
