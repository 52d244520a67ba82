// One run against one target: the way there, what is remembered on the way, and what every exchange and delivery sets off.
import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { createTrace, type Trace } from './trace.ts'
import { createInvariantChecker, type InvariantChecker } from '../invariants/invariants.ts'
import { createWireCoverage, type WireCoverage } from '../coverage/wire-coverage.ts'
import { createLikeness, type Likeness } from '../likeness/likeness.ts'
import { createReadingsWatch } from '../observe/watch-readings.ts'
import type { Delivery } from '../evidence/delivery.ts'
import type { Receiver } from '../receiver/receiver.ts'
import { baseUrl, isLoopback } from '../sut/addresses.ts'
import { createControl, type Control } from '../sut/control.ts'
import { jsonOf, type Exchange } from '../evidence/exchange.ts'
import { createHttp, type Http } from '../sut/http-client.ts'
import { createPacing, type Pacing } from '../sut/pacing.ts'
import { createPersonal } from '../sut/personal.ts'
import type { Profile } from '../sut/profile.ts'
import { createRateWindows, type RateWindows } from '../sut/rate-windows.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import { createSecrets, type Secrets } from '../sut/secrets.ts'
import { createWire } from '../sut/send.ts'
import { createTokens, type Tokens } from '../sut/tokens.ts'
import { createInvariantLedger, type InvariantLedger } from '../verdict/invariant-ledger.ts'
import type { InvariantResult } from '../invariants/invariants.ts'
import type { Patience } from '../kit/context.ts'
import type { Emit } from '../kit/event-stream.ts'
import { recordDelivery, recordExchange } from './record.ts'
import { windowRenewal } from './window-renewal.ts'
import { createRenewals } from './renewals.ts'
import type { Focus } from '../kit/focus.ts'

export type Session = {
  /** Eight letters and digits that mark everything this run makes. */
  run: string
  seed: number
  profile: Profile
  patience: Patience | undefined
  focus: Focus | null
  http: Http
  tokens: Tokens
  control: Control | null
  /** Does without the control port, for this reason. */
  leaveControl(reason: string): void
  /** Why there is no control port. */
  controlLacks: string
  /** The base addresses that are of no use, with the reason. */
  addresses: Map<Environment, string>
  /** The credentials of the profile that are of no use, with the reason. */
  unusable: Map<Role, string>
  /** Why the account of main may place no order; null until that is known. */
  unbilled: string | null
  /** Why signatures cannot be judged by our clock; null when they can. */
  skew: string | null
  /** Aborted when the target no longer answers, with a CodedError that says so. */
  lost: AbortController
  pacing: Pacing
  rates: RateWindows
  /** What is to be done before a window that main has nearly used up is given up for a new one. */
  atFullWindow: (() => Promise<unknown>) | null
  secrets: Secrets
  invariantLedger: InvariantLedger
  coverage: WireCoverage
  likeness: Likeness
  emit: Emit
  /** What the run keeps of itself to find causes by. */
  trace: Trace
  /** Gets what the judges find in place of the ledger, while something is only tried again. */
  divert: ((judged: readonly InvariantResult[]) => void) | null
  /** Our receiver once the target sends to it. */
  receiver: Receiver | null
  /** The target's clock less ours, in milliseconds. */
  clockOffset: number
  /** From now on the target's clock is known to stand still until it is moved. */
  standClock(): void
  onDelivery(delivery: Delivery): void
  /** What the judges found so far counts, and what they find from now on: the preflight has passed. */
  openVerdicts(): void
  /** Hears of every exchange after it was recorded and judged. */
  listeners: Set<(exchange: Exchange) => void>
  close(): Promise<void>
}

export type SessionOptions = {
  run: string
  seed: number
  profile: Profile
  emit: Emit
  timeoutMs: number
  /** The target's rate is so many times what this run may take of it; 1 unless others share it. */
  sharers?: number
  /** Less than usual where the target is known to be quick. */
  patience?: Patience
  /** The only rules of interest; all unless told otherwise. */
  focus?: Focus
  /** Whether exchanges and deliveries are watched for readings, as they are by default. No verdict depends on it. */
  observed?: boolean
}

const requestsPerMinute = 600

const emitBreaches = (emit: Emit, judged: readonly InvariantResult[]): void => {
  for (const { invariant, assertions } of judged) {
    for (const assertion of assertions) {
      if (assertion.passed) continue
      const { rule, expected, received, pointer, requests } = assertion
      emit({ type: 'finding', rule, check: invariant, expected, received, pointer: pointer ?? null, requests })
    }
  }
}

/** A token that was granted is a secret from then on, whoever asked for it. */
const noteToken = ({ operation, response }: Exchange, secrets: Secrets): void => {
  if (operation !== 'requestToken' || response === null) return
  const { access_token } = (jsonOf(response.body) ?? {}) as { access_token?: unknown }
  if (typeof access_token === 'string') secrets.add('access token', access_token)
}

export const createSession = (options: SessionOptions): Session => {
  const { run, seed, profile, emit: give, timeoutMs, sharers = 1, observed = true } = options
  const trace = createTrace()
  const emit: Emit = (event) => {
    trace.event(event)
    if (event.type === 'reading') likeness.reading(event.freedom, event.reading, event.requests)
    // Exchanges and deliveries are masked as they are recorded; a reason or a note may quote what a target said.
    give(event.type === 'exchange' || event.type === 'delivery' ? event : personal.inEvent(secrets.maskOwn(event)))
  }
  const secrets = createSecrets()
  const personal = createPersonal()
  for (const credential of Object.values(profile.credentials)) secrets.add('client secret', credential.client_secret)
  for (const token of Object.values(profile.tokens)) secrets.add('access token', token)

  const judge: InvariantChecker = createInvariantChecker(secrets)
  const judged = createInvariantLedger()
  const listeners = new Set<(exchange: Exchange) => void>()
  const readings = observed ? createReadingsWatch() : null
  const main = baseUrl(profile, profile.credentials.main.environment)
  const wire = createWire({ timeoutMs, acceptAnyCertificate: isLoopback(main) })
  const rates = createRateWindows(Date.now, sharers > 1)
  const port =
    profile.control_url === undefined
      ? null
      : createControl(profile.control_url, wire, (kind, secret) => secrets.add(kind, secret))
  const coverage = createWireCoverage()
  const likeness = createLikeness()
  const control = port && {
    ...port,
    async ask(...asked: Parameters<Control['ask']>) {
      if (asked[0] !== 'GET') coverage.companyActed(asked[1])
      personal.sent(asked[2])
      return port.ask(...asked)
    },
    async renewRateLimit() {
      await port.renewRateLimit()
      rates.begun()
    },
    async advanceClock(seconds: number) {
      const now = await port.advanceClock(seconds)
      coverage.companyActed('/clock/advance')
      // While what fell due is run the domain clock may stand still, so that it is better asked than reckoned.
      session.clockOffset = now === null ? session.clockOffset + seconds * 1000 : now - Date.now()
      return now
    },
    async holdClock(milliseconds: number) {
      const now = await port.holdClock(milliseconds)
      session.clockOffset = now === null ? session.clockOffset - milliseconds : now - Date.now()
      return now
    },
  }
  const pacing = createPacing({
    requestsPerMinute: requestsPerMinute / sharers,
    now: Date.now,
    sleep,
    renew: control
      ? windowRenewal({ profile, rates, control, atFullWindow: async () => session.atFullWindow?.() })
      : undefined,
  })

  // A target that is not the one meant breaks no rule, so that nothing is ruled before the preflight has passed.
  let pending: InvariantResult[] | null = []
  const rule = (found: InvariantResult[]): void => {
    if (pending) return void pending.push(...found)
    if (session.divert) return session.divert(found)
    judged.add(found)
    emitBreaches(emit, found)
  }

  const http = createHttp({
    profile,
    wire,
    pacing,
    sleep,
    tokenOf: (role, environment) => tokens.get(role, environment),
    forgetToken: (role, environment, token) => tokens.forget(role, environment, token),
    onRenewed: (refused, token, again) => renewals.renewed(refused, token, again),
    onLost: (code, message) => session.lost.abort(new CodedError(code, message, exitCodes.couldNotJudge)),
    onExchange(exchange) {
      noteToken(exchange, secrets)
      personal.saw(exchange)
      rates.saw(exchange)
      renewals.saw(exchange)
      emit({ type: 'exchange', exchange: recordExchange(exchange, secrets, personal) })
      rule(judge.exchange(exchange))
      coverage.exchange(exchange)
      likeness.exchange(exchange)
      for (const found of readings?.exchange(exchange) ?? []) emit({ type: 'reading', ...found, check: 'observed' })
      for (const watch of listeners) watch(exchange)
    },
  })
  const tokens = createTokens(
    () => http.as('tokens'),
    profile,
    secrets,
    () => Date.now() + session.clockOffset,
  )

  const renewals = createRenewals({
    offset: () => session.clockOffset,
    ping: () => http.as('tokens').call('ping', { token: null }),
    found: rule,
  })

  let offset = 0
  let stoodAt: number | null = null

  const session: Session = {
    run,
    seed,
    profile,
    patience: options.patience,
    focus: options.focus ?? null,
    http,
    tokens,
    control,
    leaveControl(reason) {
      session.control = null
      session.controlLacks = reason
      pacing.stopRenewing()
    },
    controlLacks: 'the profile names no control_url',
    addresses: new Map(),
    unusable: new Map(),
    unbilled: null,
    skew: null,
    lost: new AbortController(),
    pacing,
    rates,
    atFullWindow: null,
    secrets,
    invariantLedger: judged,
    coverage,
    likeness,
    emit,
    trace,
    divert: null,
    receiver: null,
    get clockOffset() {
      return stoodAt === null ? offset : stoodAt - Date.now()
    },
    set clockOffset(given) {
      offset = given
      if (stoodAt !== null) stoodAt = Date.now() + given
    },
    standClock() {
      stoodAt = Date.now() + offset
    },
    listeners,
    onDelivery(delivery) {
      emit({ type: 'delivery', delivery: recordDelivery(delivery, secrets, personal) })
      rule(judge.delivery(delivery))
      coverage.delivery(delivery)
      for (const found of readings?.delivery(delivery) ?? []) emit({ type: 'reading', ...found, check: 'observed' })
    },
    openVerdicts() {
      const before = pending ?? []
      pending = null
      rule(before)
    },
    close: () => wire.close(),
  }
  return session
}
