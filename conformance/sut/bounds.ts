// The bounds of a run, whatever the target does: requests, minutes, and megabytes of answers.
import { bounds } from '../../fixtures/bounds.ts'
import { limits } from '../contract/limits.ts'
import type { Exchange } from '../evidence/exchange.ts'

type Bounds = {
  /** The run begins, and means to send N requests. */
  plan(requests: number): void
  saw(exchange: Exchange): void
}

type BoundsOptions = {
  mostMinutes: number
  now: () => number
  /** Calls back then, whether or not there is traffic. */
  later?: (ms: number, call: () => void) => void
  /** Called once, with a code and a sentence. */
  onPassed: (code: BoundCode, message: string) => void
}

export const boundCodes = [
  'too_many_requests',
  'out_of_time',
  'too_many_unanswered',
  'answers_too_large',
  'too_many_deliveries',
] as const

export type BoundCode = (typeof boundCodes)[number]

/** Retries, reruns and what puts things back come on top of a plan, and what it takes to use up the rate of a client. */
export const mostRequests = (planned: number): number => Math.ceil(planned * 1.5) + 2 * limits().requests_per_minute

const most = { unansweredMinutes: 10, megabytes: bounds.answered.bytesOfRun / 2 ** 20 }

export const tooManyDeliveries =
  `The target has delivered ${bounds.answered.deliveriesOfRun} events or ${bounds.answered.bytesDelivered / 2 ** 20} MB of them: ` +
  'see in the record which it delivers so often; what was judged until then is reported.'

const minute = 60_000
const megabyte = 1024 * 1024

export const createBounds = ({ mostMinutes, now, later, onPassed }: BoundsOptions): Bounds => {
  const spent = { requests: 0, unansweredMs: 0, bytes: 0 }
  let planned: number | null = null
  const startedAt = now()
  let isPassed = false

  const pass = (code: BoundCode, message: string): void => {
    if (isPassed) return
    isPassed = true
    onPassed(code, `${message}; what was judged until then is reported.`)
  }

  const outOfTime = (): void =>
    pass(
      'out_of_time',
      `The run was not done after ${mostMinutes} minutes: make the target faster, or give more with --max-minutes`,
    )

  // A target that asks for patience is not heard of again, so that no exchange would show that the time is over.
  if (Number.isFinite(mostMinutes)) later?.(mostMinutes * minute, outOfTime)

  return {
    plan(requests) {
      planned = requests
    },
    saw({ operation, response, redirected, ms }) {
      spent.requests += 1
      if (response === null) spent.unansweredMs += ms
      // A file is as large as the one that was uploaded.
      else if (operation !== 'downloadDocument' && !redirected) spent.bytes += response.body.length
      if (planned !== null && spent.requests > mostRequests(planned))
        pass(
          'too_many_requests',
          `The run has sent ${spent.requests} requests where ${planned} were planned: see in its record what the target makes it repeat`,
        )
      else if (now() - startedAt > mostMinutes * minute) outOfTime()
      else if (spent.unansweredMs > most.unansweredMinutes * minute)
        pass(
          'too_many_unanswered',
          `The run has waited more than ${most.unansweredMinutes} minutes for answers that never came: see in its record which calls the target leaves without one`,
        )
      else if (spent.bytes > most.megabytes * megabyte)
        pass(
          'answers_too_large',
          `The target has sent more than ${most.megabytes} MB in answers that are no files: see in its record which answers are so large`,
        )
    },
  }
}
