// The exchanges and deliveries that show a finding, in the order in which they happened: the shortened plan's, where one was run.
import { neededFor } from '../curl-script.ts'
import type { CauseFound, Finding, RecordedDelivery, RecordedExchange } from '../run-record.ts'
import type { Run } from '../summary.ts'
import type { Traffic } from './links.ts'

export type Step =
  | { kind: 'exchange'; id: string; at: string; exchange: RecordedExchange; guilty: boolean }
  | { kind: 'delivery'; id: string; at: string; delivery: RecordedDelivery; guilty: boolean }

export type Sequence = { steps: Step[]; shortened: boolean }

const operations: Record<string, string> = {
  create: 'createOrder',
  advance: 'advanceOrder',
  hold: 'holdOrder',
  resume: 'resumeOrder',
  cancel: 'cancelOrder',
  amend: 'amendOrder',
  message: 'sendMessage',
  upload: 'uploadDocument',
  revision: 'createRevisionRequest',
}

const reads: Record<string, string> = {
  order: 'getOrder',
  requests: 'listRevisionRequests',
  messages: 'listMessages',
  documents: 'listDocuments',
}

const rerunSource = 'second-tries'

/** The last rerun that sent just what the plan says. */
const shortened = (cause: CauseFound | null, run: Run): RecordedExchange[] | null => {
  if (!cause?.plan || !('plan' in cause.plan.run)) return null
  const { steps } = cause.plan.run.plan
  const wanted = steps.map(({ action }) =>
    action.do === 'read' ? reads[String(action['what'])] : operations[action.do],
  )
  if (wanted.includes(undefined)) return null
  const tries = run.exchanges.filter(({ source }) => source === rerunSource)
  const guilty = wanted.at(-1)
  for (let end = tries.length; end >= wanted.length; end -= 1) {
    const window = tries.slice(end - wanted.length, end)
    if (window.every(({ operation }, index) => operation === wanted[index]) && window.at(-1)?.operation === guilty)
      return window
  }
  return null
}

const statusOf = (finding: Finding): string | null => /\b([1-5]\d\d)\b/.exec(String(finding.received))?.[1] ?? null

export const sequenceOf = (finding: Finding, cause: CauseFound | null, run: Run, traffic: Traffic): Sequence => {
  const exchangeStep = (exchange: RecordedExchange, guilty: boolean): Step => ({
    kind: 'exchange',
    id: exchange.id,
    at: exchange.started_at,
    exchange,
    guilty,
  })
  const again = shortened(cause, run)
  // A window of the same operations that ended otherwise would show something else.
  const status = statusOf(finding)
  const last = again?.at(-1)
  if (again && last && (finding.pointer !== 'status' || status === null || String(last.response?.status) === status))
    return { steps: again.map((one, index) => exchangeStep(one, index === again.length - 1)), shortened: true }
  const own = new Set(finding.requests)
  const exchanges = neededFor(finding, run.exchanges).map((one) => exchangeStep(one, own.has(one.id)))
  const deliveries = finding.requests.flatMap((id): Step[] => {
    const delivery = traffic.deliveries.get(id)
    return delivery ? [{ kind: 'delivery', id, at: delivery.received_at, delivery, guilty: true }] : []
  })
  const steps = [...exchanges, ...deliveries].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return { steps, shortened: false }
}
