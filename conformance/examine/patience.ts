// A receiver that is busy, limits its rate or starts again answers so to any delivery: that delivery is sent again, as a deployment does.
import { instantIn } from '../contract/instant.ts'
import { busyStatuses } from '../evidence/busy-statuses.ts'
import { headerOf, type Exchange } from '../evidence/exchange.ts'

const waitsMs = [1_000, 2_000, 4_000]
/** Of one examination: its deliveries are signed when it begins, and `t` gets old. */
const mostMs = 30_000

/** Whether an answer alone says nothing of its delivery. */
export const isBusy = ({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean =>
  response === null ? failure?.kind === 'refused' || failure?.kind === 'reset' : busyStatuses.has(response.status)

const askedMs = ({ response, startedAt, ms }: Exchange): number => {
  const asked = headerOf(response?.headers ?? [], 'retry-after') ?? ''
  const waitMs = /^\d+$/.test(asked) ? Number(asked) * 1000 : instantIn(asked) - startedAt - ms
  return waitMs > 0 ? Math.min(waitMs, mostMs) : 0
}

export type Patience = {
  /** An examination begins. */
  begin(): void
  /** The answer to a delivery in the end, which may still be that of a busy receiver. */
  whenAnswered(first: Exchange, again: () => Promise<Exchange>): Promise<Exchange>
  /** Whether that one says nothing of its delivery: a receiver that closes the connection, and is gone, ended on it. */
  isUnknown(answer: Exchange): boolean
}

export const createPatience = (pause: (ms: number) => Promise<void>): Patience => {
  let leftMs = mostMs
  // One that stayed busy is waited for again once it has answered.
  let isAway = false
  const endings = new Set<Exchange>()
  return {
    begin: () => void (leftMs = mostMs),
    async whenAnswered(first, again) {
      let answer = first
      for (const leastMs of isAway ? [] : waitsMs) {
        const waitMs = Math.max(leastMs, askedMs(answer))
        if (!isBusy(answer) || waitMs > leftMs) break
        leftMs -= waitMs
        await pause(waitMs)
        answer = await again()
      }
      isAway = isBusy(answer)
      if (first.failure?.kind === 'reset' && answer.failure?.kind === 'refused') endings.add(answer)
      return answer
    },
    isUnknown: (answer) => isBusy(answer) && !endings.has(answer),
  }
}
