// What a script's own webhook receiver is to hear, as a call among the others: of which order or specimen, how often, and how it answers.
import { isAct } from './company-acts.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import type { Asked } from './script-judge.ts'

/** In the place of the address of a receiver; behind it the order whose deliveries are heard, or `specimen`. */
const listenerBase = 'listener:/'

export const isHearing = ({ request }: RecordedExchange): boolean => request.url.startsWith(listenerBase)

/** What is neither a call of the lender nor sent at all. */
export const isCall = (one: RecordedExchange): boolean => !isHearing(one) && !isAct(one)

export const specimen = 'specimen'

/** What a receiver says of a signature: `later` where it is right with the second secret of the script. */
export const signatures = { right: 'valid', later: 'valid with the later secret', wrong: 'invalid' }

export const realOrder = /^ord_(?!test_)[\w-]+$/

export const isRealOrder = (id: unknown): id is string => typeof id === 'string' && realOrder.test(id)

/** Of the body of a delivery; the listener of a script tells them apart in the same way. */
export const isSpecimen = ({ test, data }: { test?: unknown; data?: { order_id?: unknown } | null }): boolean =>
  test === true || !isRealOrder(data?.order_id)

type HeardFor = { of: string; type: string; times: number; answers: string[] }

/** What is heard for: the order or the specimen, the type that is waited for, any where there is none, and how often; and how those are answered. */
export const heardFor = ({ request }: RecordedExchange): HeardFor => {
  const [of = '', type = '', times = '1', answers = ''] = request.url.slice(listenerBase.length).split('/')
  return {
    of,
    type,
    times: Number(times),
    answers: answers
      .split(',')
      .filter((one) => one !== '')
      .map(decodeURIComponent),
  }
}

/** How the receiver answers the first deliveries of each order's event of that type, in the words of a record. */
export type Refusals = { type: string; answers: readonly string[] }

/** How the receiver of a script answers before it takes what comes. */
export const refusalsIn = (needed: readonly RecordedExchange[]): Refusals | null => {
  const longest = needed
    .filter(isHearing)
    .map(heardFor)
    .toSorted((one, other) => other.answers.length - one.answers.length)[0]
  return longest && longest.answers.length > 0 ? { type: longest.type, answers: longest.answers } : null
}

/**
 * `settings`: the writes of the webhook that count; those that say all of it where there are none. `steps`: what stands before the read, and
 * without which nothing shows; `asked`: what is compared, where that is known.
 */
export type HeardFinding = {
  finding: Finding
  read: RecordedExchange
  settings?: string[]
  steps?: RecordedExchange[]
  asked?: Asked
  /** Nobody knows what was wrong with the secret: that of the script has all that may be. */
  isOdd?: boolean
}

/** `of`: what is heard for, as it stands behind the address. */
export const hearing = (id: string, source: string, of: string, data: unknown[]): RecordedExchange => {
  const text = JSON.stringify({ data })
  return {
    id,
    source,
    operation: 'hearDeliveries',
    role: 'main',
    environment: 'sandbox',
    request: { method: 'GET', url: listenerBase + of, headers: [], body: null },
    response: { status: 200, headers: [], body: { text, bytes: text.length, sha256: '', cut: false } },
    failure: null,
    started_at: '',
    ms: 0,
  }
}

export const isOfMain = ({ role, environment }: RecordedExchange): boolean =>
  role === 'main' && environment === 'sandbox'

export const isPlacing = (one: RecordedExchange): boolean =>
  isOfMain(one) && one.operation === 'createOrder' && one.response?.status === 201 && one.request.body?.cut === false

/** A write of the webhook that says all, so that none before it counts. */
export const hearsAll = ({ request: { body } }: RecordedExchange): boolean =>
  ['"url"', '"secret"', '"*"'].every((part) => body?.text?.includes(part)) &&
  /"enabled"\s*:\s*true/.test(body?.text ?? '')

export const isSetting = (one: RecordedExchange): boolean =>
  isOfMain(one) && one.operation === 'setWebhook' && one.response?.status === 200

export const isWholeSetting = (one: RecordedExchange): boolean => isSetting(one) && hearsAll(one)

/** Of the order that is heard for, the write of the webhook that was in force when it was placed; null where it was placed before any. */
export const settingFor = (heard: RecordedExchange, exchanges: readonly RecordedExchange[]): string | null => {
  const { of } = heardFor(heard)
  const placed = exchanges.findIndex((one) => isPlacing(one) && one.response?.body?.text?.includes(`"${of}"`))
  return exchanges.slice(0, Math.max(placed, 0)).findLast(isWholeSetting)?.id ?? null
}
