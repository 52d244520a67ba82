// A token that the target calls expired is renewed and the call repeated; whether it had expired is judged here.
import type { Judged } from '../judge/judge.ts'
import { jsonOf, type Answered, type Exchange } from '../target/exchange.ts'

export type Renewals = {
  saw(exchange: Exchange): void
  /** Called before a token of a role is renewed, with the answer that calls it expired. */
  expired(answer: Answered, token: string): Promise<void>
}

export type RenewalOptions = {
  /** The target's clock less ours, as the run knows it. */
  offset: () => number
  /** One ping. */
  ping: () => Promise<Answered | null>
  found: (judged: Judged[]) => void
}

type Grant = { at: number; id: string }

const rule = 'auth.token-is-valid-for-60-minutes'
const lifeMs = 3_600_000
const leewayMs = 60_000
// One is enough for a verdict; each costs a request.
const mostFound = 3

const timeIn = (answer: Answered | null): number => {
  const { time } = (answer && (jsonOf(answer.response.body) as { time?: unknown } | null)) ?? {}
  return typeof time === 'string' ? Date.parse(time) : Number.NaN
}

export const createRenewals = ({ offset, ping, found }: RenewalOptions): Renewals => {
  const grants = new Map<string, Grant>()
  let reported = 0
  return {
    saw({ operation, response, startedAt, id }) {
      if (operation !== 'requestToken' || response?.status !== 200) return
      const { access_token } = (jsonOf(response.body) ?? {}) as { access_token?: unknown }
      if (typeof access_token === 'string') grants.set(access_token, { at: startedAt + offset(), id })
    },
    async expired(answer, token) {
      const grant = grants.get(token)
      if (!grant || reported >= mostFound) return
      const age = answer.startedAt + offset() - grant.at
      if (age >= lifeMs - leewayMs) return
      const now = await ping()
      // A clock that runs otherwise than ours may have used up the hour; one that tells nothing cannot be judged by.
      const drift = now === null ? Number.NaN : timeIn(now) - (now.startedAt + now.ms / 2) - offset()
      if (!(Math.abs(drift) < leewayMs)) return
      reported += 1
      found([
        {
          judge: 'judge.token-life',
          comparisons: [
            {
              rule,
              held: false,
              expected: 'a token accepted until 60 minutes after it was given out',
              received: `token_expired after ${Math.round(age / 1000)} s`,
              pointer: '/code',
              requests: [answer.id, grant.id],
            },
          ],
        },
      ])
    },
  }
}
