// Whether the target still answers: pinged when a call got no answer, and given up after a few failed pings.
import type { Exchange } from '../evidence/exchange.ts'
import { intermediaryOf } from './intermediary.ts'

type Liveness = {
  /**
   * Called for every call; one without an answer waits until it is known whether the target still answers. That an unpaced call is refused for
   * its rate says nothing: some are made to be.
   */
  saw(exchange: Exchange, isUnpaced?: boolean): Promise<void>
  /** A call was refused for its rate, or for the service's pause, until it was given up. */
  refused(status: number, by?: string | null): void
}

type LivenessOptions = {
  /** Whether a ping is answered by the service itself, soon. */
  ping: () => Promise<boolean>
  sleep: (ms: number) => Promise<void>
  /** Called once, with the reason. */
  onLost: (code: string, message: string) => void
}

const pauses = [0, 2_000, 5_000]
const mostRefused = 2

/** What limits the rate before the service lets some calls through, after a wait each: the run ends where this many of the last ones are refused. */
const limited = { most: 20, of: 60 }

// What a proxy says in place of a service that does not answer it.
const gateway = new Set([502, 504])

// Some calls are made to be cut off, so that one cut alone says nothing.
const conclusive = new Set(['timeout', 'refused', 'dns', 'tls'])

export const createLiveness = ({ ping, sleep, onLost }: LivenessOptions): Liveness => {
  let unanswered = 0
  let refusals = 0
  const lately: boolean[] = []
  let looking: Promise<void> | null = null
  let isLost = false

  const lose = (code: string, message: string): void => {
    if (isLost) return
    isLost = true
    onLost(code, message)
  }

  const loseTo = (by: string, status: number): void =>
    lose(
      'not_the_service',
      `Something before the service (${by}) answers ${status} again and again, however long is waited; ` +
        `set the limit of ${by} above the rate of the contract, or see whether the service behind it is up, and repeat the run.`,
    )

  const countLimited = (exchange: Exchange): void => {
    const status = exchange.response?.status
    const by = status === 429 || status === 503 ? intermediaryOf(exchange) : null
    lately.push(by !== null)
    if (lately.length > limited.of) lately.shift()
    if (by !== null && lately.filter(Boolean).length >= limited.most) loseTo(by, status!)
  }

  const look = async (last: string): Promise<void> => {
    for (const pause of pauses) {
      if (pause > 0) await sleep(pause)
      if (await ping()) return void (unanswered = 0)
    }
    lose(
      'target_lost',
      `The target no longer answers, not even a ping (${last}); what was judged until then is reported. ` +
        'See its log, start it again, and repeat the run.',
    )
  }

  return {
    async saw(exchange, isUnpaced = false) {
      if (isLost) return
      if (!isUnpaced) countLimited(exchange)
      const { response, failure } = exchange
      if (response && !gateway.has(response.status)) {
        unanswered = 0
        if (response.status !== 429 && response.status !== 503) refusals = 0
        return
      }
      unanswered += 1
      if (unanswered < 2 && !conclusive.has(failure?.kind ?? '')) return
      const last = failure?.message ?? `a proxy answers ${response?.status} in its place`
      looking ??= look(last).finally(() => (looking = null))
      await looking
    },
    refused(status, by = null) {
      refusals += 1
      if (refusals < mostRefused) return
      const why = status === 429 ? 'refuses for its rate' : 'says that it is not serving'
      if (by !== null) loseTo(by, status)
      else
        lose(
          'target_not_serving',
          `The target ${why} (${status}) again and again, however long is waited; let it rest, and repeat the run.`,
        )
    },
  }
}
