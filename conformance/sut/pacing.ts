// A token bucket for each client, so that no minute of ours holds more requests than the target allows.
import { Inconclusive } from '../evidence/inconclusive.ts'

export type Pacing = {
  /** Waits until one more request of this client fits; no longer once the signal is aborted, and then none is counted. */
  take(client: string, signal?: AbortSignal): Promise<void>
  /** One request that asked for no turn; it counts all the same. */
  pass(client: string): void
  /** The target reported that the window is spent: nothing more until `seconds` have passed. */
  pause(client: string, seconds: number): void
  /** No more new windows can be begun: from now on they have to be waited for, by clients that sent more than is sent without. */
  stopRenewing(): void
  /** Requests so far, and milliseconds spent waiting. */
  readonly spent: { requests: number; waitedMs: number }
}

export type PacingOptions = {
  requestsPerMinute: number
  now: () => number
  /** Ends early, and without an error, when the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /**
   * Begins a new window on the target for this client, where a control port can, or waits for one. Gives how many requests
   * it holds where they are fewer than a whole window, as when an old one has some left; null where none ever begins.
   */
  renew?: ((client: string, blockedUntil: number) => Promise<number | undefined | null>) | undefined
  /** Whether the windows of this client turn out to have no beginning. */
  slides?: (client: string) => boolean
  /** Whether there is a reason to have done with the present window though some of it is left. */
  isDue?: ((client: string) => boolean) | undefined
}

type Bucket = { tokens: number; filledAt: number; blockedUntil: number; sent: number }

// A full bucket and one minute of refill together stay below the limit, whether its window is fixed or sliding.
const share = { burst: 0.5, refill: 0.45 }
// Where new windows can be begun, each is used up but for what may have been counted beside it.
const shareOfRenewed = { burst: 0.97, refill: 0 }

const windowMs = 60_000

export const createPacing = ({ requestsPerMinute, now, sleep, renew, slides, isDue }: PacingOptions): Pacing => {
  let renewal = renew
  let capacity = 0
  let perMs = 0
  const set = ({ burst, refill }: typeof share): void => {
    capacity = Math.max(1, Math.floor(requestsPerMinute * burst))
    perMs = (requestsPerMinute * refill) / windowMs
  }
  set(renew ? shareOfRenewed : share)
  const buckets = new Map<string, Bucket>()
  const spent = { requests: 0, waitedMs: 0 }

  const bucketOf = (client: string): Bucket => {
    const bucket = buckets.get(client) ?? { tokens: capacity, filledAt: now(), blockedUntil: 0, sent: 0 }
    buckets.set(client, bucket)
    const at = now()
    bucket.tokens = Math.min(capacity, bucket.tokens + (at - bucket.filledAt) * perMs)
    bucket.filledAt = at
    return bucket
  }

  const count = (bucket: Bucket): void => {
    bucket.tokens -= 1
    bucket.sent += 1
    spent.requests += 1
  }

  const waitFor = (bucket: Bucket): number => {
    const blocked = bucket.blockedUntil - now()
    const short = bucket.tokens >= 1 ? 0 : (1 - bucket.tokens) / perMs
    return Math.ceil(Math.max(blocked, short))
  }

  /** As if it had never been quicker: a client that sent more by then waits until none of that counts any longer. */
  const stopRenewing = (): void => {
    if (!renewal) return
    renewal = undefined
    set(share)
    for (const bucket of buckets.values()) {
      const left = capacity - bucket.sent
      Object.assign(bucket, { tokens: Math.max(0, left), filledAt: now() })
      if (left < 0) bucket.blockedUntil = Math.max(bucket.blockedUntil, now() + windowMs)
    }
  }

  const beginWindow = async (client: string, renewed: NonNullable<typeof renew>): Promise<void> => {
    try {
      const held = await renewed(client, bucketOf(client).blockedUntil)
      if (held === null) return stopRenewing()
      Object.assign(bucketOf(client), { tokens: Math.min(capacity, held ?? capacity), blockedUntil: 0 })
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      stopRenewing()
    }
  }

  const renewalDue = (client: string): typeof renewal =>
    waitFor(bucketOf(client)) > 0 || isDue?.(client) ? renewal : undefined

  return {
    spent,
    stopRenewing,
    async take(client, signal) {
      const isOver = (): boolean => signal?.aborted === true
      if (slides?.(client)) stopRenewing()
      for (let due = renewalDue(client); due && !isOver(); due = renewalDue(client)) await beginWindow(client, due)
      let bucket = bucketOf(client)
      for (let ms = waitFor(bucket); ms > 0 && !isOver(); ms = waitFor(bucket)) {
        spent.waitedMs += ms
        await sleep(ms, signal)
        bucket = bucketOf(client)
      }
      if (isOver()) return
      count(bucket)
    },
    pass: (client) => count(bucketOf(client)),
    pause(client, seconds) {
      bucketOf(client).blockedUntil = now() + seconds * 1000
    },
  }
}
