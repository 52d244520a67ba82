// A token that the target refuses is renewed and the call repeated; whether its hour was over is judged here.
import type { InvariantResult } from '../invariants/invariants.ts'
import { jsonOf, type Answered, type Exchange } from '../evidence/exchange.ts'
import { limits } from '../contract/limits.ts'

type Renewals = {
  saw(exchange: Exchange): void
  /** Called when a token of a role was refused and renewed, with the refusal and the answer to the fresh token. */
  renewed(refused: Answered, token: string, again: Answered): Promise<void>
}

type RenewalOptions = {
  /** The target's clock less ours, as the run knows it. */
  offset: () => number
  /** One ping. */
  ping: () => Promise<Answered | null>
  found: (results: InvariantResult[]) => void
}

type Grant = { at: number; id: string }

const rule = 'auth.token-is-valid-for-60-minutes'
const leewayMs = 60_000
// One is enough for a verdict; each costs a request.
const mostFound = 3

const codeOf = ({ response }: Answered): string => {
  const { code } = (jsonOf(response.body) ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : String(response.status)
}

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
    async renewed(refused, token, again) {
      const grant = grants.get(token)
      if (!grant || reported >= mostFound) return
      const says = codeOf(refused)
      // An answer that refuses the fresh token too is not about the age of the first.
      if (says !== 'token_expired' && again.response.status === 401) return
      const age = refused.startedAt + offset() - grant.at
      if (age >= 1000 * limits().access_token_lifetime_seconds - leewayMs) return
      const now = await ping()
      // A clock that runs otherwise than ours may have used up the hour; one that shows nothing cannot be judged by.
      const drift = now === null ? Number.NaN : timeIn(now) - (now.startedAt + now.ms / 2) - offset()
      if (!(Math.abs(drift) < leewayMs)) return
      reported += 1
      found([
        {
          invariant: 'invariant.token-life',
          assertions: [
            {
              rule,
              passed: false,
              expected: 'a token accepted until 60 minutes after it was given out',
              received: `${says} after ${Math.round(age / 1000)} s`,
              pointer: '/code',
              requests: [refused.id, grant.id],
            },
          ],
        },
      ])
    },
  }
}
