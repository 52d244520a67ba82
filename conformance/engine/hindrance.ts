// What of the target's answers explains that a check did not come to its end: a field that is not as described, or a last answer that is no
// success.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Trace } from './trace.ts'

type Hindrance = {
  /** Where an answer is not as the contract describes it; null where every answer of the run is. */
  misshapen: { operation: string; pointer: string } | null
  /** The last answer of the check, where it was refused or did not come. */
  refused: GivenReason | null
}

const misshapenIn = ({ findings, look }: Trace): Hindrance['misshapen'] => {
  for (const { check, pointer, requests } of findings) {
    const operation = requests.map((id) => look(id)?.operation ?? null).find((name) => name !== null)
    if (check === 'invariant.fields' && operation && pointer) return { operation, pointer }
  }
  return null
}

/** @param last the last exchange of the check itself, null where it sent nothing */
export const hindranceOf = (trace: Trace, last: Exchange | null): Hindrance => {
  const status = last?.response?.status ?? null
  const call = last && `${last.request.method} ${new URL(last.request.url).pathname}`
  return {
    misshapen: misshapenIn(trace),
    refused:
      call === null || (status !== null && status < 400)
        ? null
        : reason('ended-after', { call, answer: status === null ? 'not at all' : String(status) }),
  }
}
