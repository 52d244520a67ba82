// One run against one target: the way there, what is remembered on the way, and what every exchange and delivery sets off.
import { setTimeout as sleep } from 'node:timers/promises'
import { createJudge, type Judge } from '../judge/judge.ts'
import type { Delivery } from '../receiver/delivery.ts'
import type { Receiver } from '../receiver/receiver.ts'
import { baseUrl, isLoopback } from '../target/addresses.ts'
import { createControl, type Control } from '../target/control.ts'
import { jsonOf, type Exchange } from '../target/exchange.ts'
import { createHttp, type Http } from '../target/http-client.ts'
import { createPacing, type Pacing } from '../target/pacing.ts'
import type { Profile } from '../target/profile.ts'
import { createRateWindows, type RateWindows } from '../target/rate-windows.ts'
import { createSecrets, type Secrets } from '../target/secrets.ts'
import { createWire } from '../target/send.ts'
import { createTokens, type Tokens } from '../target/tokens.ts'
import { createJudgeLedger, type JudgeLedger } from '../verdict/judge-ledger.ts'
import type { Judged } from '../judge/judge.ts'
import type { Emit } from './event-stream.ts'
import { recordDelivery, recordExchange } from './record.ts'

export type Session = {
  /** Eight letters and digits that mark everything this run makes. */
  run: string
  seed: number
  profile: Profile
  http: Http
  tokens: Tokens
  control: Control | null
  pacing: Pacing
  rates: RateWindows
  /** What is to be done before a window that main has nearly used up is given up for a new one. */
  atFullWindow: (() => Promise<unknown>) | null
  secrets: Secrets
  judged: JudgeLedger
  emit: Emit
  /** Our receiver once the target sends to it. */
  receiver: Receiver | null
  /** The target's clock less ours, in milliseconds. */
  clockOffset: number
  onDelivery(delivery: Delivery): void
  /** What the judges found so far counts, and what they find from now on: the preflight has passed. */
  openVerdicts(): void
  /** Hears of every exchange after it was recorded and judged. */
  watchers: Set<(exchange: Exchange) => void>
  close(): Promise<void>
}

export type SessionOptions = { run: string; seed: number; profile: Profile; emit: Emit; timeoutMs: number }

const requestsPerMinute = 600
const nearlyAll = 500

const emitBreaches = (emit: Emit, judged: readonly Judged[]): void => {
  for (const { judge, comparisons } of judged) {
    for (const { rule, held, expected, received, pointer, requests } of comparisons)
      if (!held) emit({ type: 'finding', rule, check: judge, expected, received, pointer: pointer ?? null, requests })
  }
}

/** A token that was granted is a secret from then on, whoever asked for it. */
const noteToken = ({ operation, response }: Exchange, secrets: Secrets): void => {
  if (operation !== 'requestToken' || response === null) return
  const { access_token } = (jsonOf(response.body) ?? {}) as { access_token?: unknown }
  if (typeof access_token === 'string') secrets.add('access token', access_token)
}

export const createSession = ({ run, seed, profile, emit, timeoutMs }: SessionOptions): Session => {
  const secrets = createSecrets()
  for (const credential of Object.values(profile.credentials)) secrets.add('client secret', credential.client_secret)
  for (const token of Object.values(profile.tokens)) secrets.add('access token', token)

  const judge: Judge = createJudge(secrets)
  const judged = createJudgeLedger()
  const watchers = new Set<(exchange: Exchange) => void>()
  const main = baseUrl(profile, profile.credentials.main.environment)
  const wire = createWire({ timeoutMs, acceptAnyCertificate: isLoopback(main) })
  const rates = createRateWindows(Date.now)
  const port = profile.control_url === undefined ? null : createControl(profile.control_url, wire)
  const control = port && {
    ...port,
    async renewRateLimit() {
      await port.renewRateLimit()
      rates.begun()
    },
    async advanceClock(seconds: number) {
      await port.advanceClock(seconds)
      session.clockOffset += seconds * 1000
    },
  }
  const pacing = createPacing({
    requestsPerMinute,
    now: Date.now,
    sleep,
    renew: control
      ? async () => {
          const { startedAt, sent } = rates.of('main')
          // What it finds is told where it is asked for.
          if (startedAt !== null && sent > nearlyAll) await session.atFullWindow?.().catch(() => undefined)
          await control.renewRateLimit()
        }
      : undefined,
  })

  // A target that is not the one meant breaks no rule, so that nothing is ruled before the preflight has passed.
  let held: Judged[] | null = []
  const rule = (found: Judged[]): void => {
    if (held) return void held.push(...found)
    judged.add(found)
    emitBreaches((event) => emit(secrets.mask(event)), found)
  }

  const http = createHttp({
    profile,
    wire,
    pacing,
    sleep,
    tokenOf: (role, environment) => tokens.get(role, environment),
    forgetToken: (role, environment) => tokens.forget(role, environment),
    onExchange(exchange) {
      noteToken(exchange, secrets)
      rates.saw(exchange)
      emit({ type: 'exchange', exchange: recordExchange(exchange, secrets) })
      rule(judge.exchange(exchange))
      for (const watch of watchers) watch(exchange)
    },
  })
  const tokens = createTokens(() => http.as('tokens'), profile, secrets)

  const session: Session = {
    run,
    seed,
    profile,
    http,
    tokens,
    control,
    pacing,
    rates,
    atFullWindow: null,
    secrets,
    judged,
    emit,
    receiver: null,
    clockOffset: 0,
    watchers,
    onDelivery(delivery) {
      emit({ type: 'delivery', delivery: recordDelivery(delivery, secrets) })
      rule(judge.delivery(delivery))
    },
    openVerdicts() {
      const before = held ?? []
      held = null
      rule(before)
    },
    close: () => wire.close(),
  }
  return session
}
