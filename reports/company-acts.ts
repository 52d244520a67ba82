// What the company did at the control port, as calls among those of the lender: a script does it again where it is given a control port.
import type { CompanyAct, RecordedExchange } from './run-record.ts'

/** An act, and how many exchanges of the record stand before it. */
export type ActDone = Omit<CompanyAct, 'type'> & { after: number }

/** In the place of the address of a control port. */
export const controlBase = 'control:'

export const isAct = ({ request }: RecordedExchange): boolean => request.url.startsWith(controlBase)

export const movesClock = ({ request }: RecordedExchange): boolean => request.url.startsWith(`${controlBase}/clock/`)

export const actAsCall = ({ by, act, body, made }: Omit<CompanyAct, 'type'>, id: string): RecordedExchange => {
  const [method = '', path = ''] = act.split(' ')
  const sent = body === null || body === undefined ? null : JSON.stringify(body)
  const answered = JSON.stringify(made ?? [])
  return {
    id,
    source: by,
    operation: null,
    role: null,
    environment: 'sandbox',
    request: {
      method,
      url: controlBase + path,
      headers: sent === null ? [] : [['Content-Type', 'application/json']],
      body: sent === null ? null : { text: sent, bytes: sent.length, sha256: '', cut: false },
    },
    // Older records do not say what was sent.
    response:
      made === undefined
        ? null
        : {
            status: 200,
            headers: [],
            body: { text: answered, bytes: answered.length, sha256: '', cut: false },
          },
    failure: null,
    started_at: '',
    ms: 0,
  }
}

/** All in the order in which it happened. */
export const withActs = (exchanges: readonly RecordedExchange[], acts: readonly ActDone[]): RecordedExchange[] => {
  const calls = acts.map((act, index) => ({ after: act.after, call: actAsCall(act, `a${index + 1}`) }))
  const all: RecordedExchange[] = []
  let next = 0
  for (let index = 0; index <= exchanges.length; index += 1) {
    for (; next < calls.length && calls[next]!.after <= index; next += 1) all.push(calls[next]!.call)
    if (index < exchanges.length) all.push(exchanges[index]!)
  }
  return all
}

/** Of the whole world, and not of the clock alone: it counts whenever it was done. */
const isOfWorld = ({ request }: RecordedExchange): boolean =>
  !/^control:\/(?:clock|orders\/|rate-limit)/.test(request.url)

/** Acts on no order, by the check or by one who sent a request of the script; of the clock once its first request was sent. */
export const actsFor = (
  check: string,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): RecordedExchange[] => {
  const own = new Set(needed)
  const first = all.findIndex((one) => own.has(one))
  const last = all.findLastIndex((one) => own.has(one))
  const sources = new Set([check, ...needed.map(({ source }) => source)])
  return all.filter(
    (one, index) =>
      isAct(one) &&
      !own.has(one) &&
      index < last &&
      sources.has(one.source) &&
      !/\b(?:ord|doc|msg|rr|evt)_/.test(one.request.url) &&
      (isOfWorld(one) || index > first),
  )
}
