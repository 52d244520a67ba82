// One run against one target: the wire, what is known of the target, and the listeners of exchanges and deliveries.
import type { GivenReason } from '../evidence/inconclusive.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { isAnswered, jsonOf } from '../evidence/exchange.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import type { Patience } from '../kit/context.ts'
import type { Emit } from '../kit/event-stream.ts'
import type { Focus } from '../kit/focus.ts'
import type { Receiver } from '../receiver/receiver.ts'
import { baseUrl, isLoopback } from '../sut/addresses.ts'
import type { BoundCode } from '../sut/bounds.ts'
import { createControl, type Control } from '../sut/control.ts'
import { createHttp, type Http } from '../sut/http-client.ts'
import { inOtherCase } from '../sut/other-case.ts'
import { createPacing, type Pacing } from '../sut/pacing.ts'
import { createPersonal } from '../sut/personal.ts'
import type { Profile } from '../sut/profile.ts'
import { createRateWindows, type RateWindows } from '../sut/rate-windows.ts'
import { createSecrets, type Secrets } from '../sut/secrets.ts'
import { createWire, type Wire } from '../sut/send.ts'
import { createSpellings } from '../sut/spellings.ts'
import { createTokens, type Tokens } from '../sut/tokens.ts'
import { clockedControl } from './clocked-control.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createListeners, type Listener, type Listeners } from './listeners.ts'
import { anotherRun, anotherRunMessage, watchForOtherRuns } from './other-run.ts'
import { createRenewals } from './renewals.ts'
import { createQuietTime, type QuietTime } from './quiet-time.ts'
import { createRespellings } from './respelled.ts'
import { shownSecrets } from './shown-secrets.ts'
import { createTargetClock, type TargetClock } from './target-clock.ts'
import { windowRenewal } from './window-renewal.ts'
import { windowWait } from './window-wait.ts'
import { limits } from '../contract/limits.ts'

/** What the target or its profile lacks, each with the reason; null where nothing is missing. */
type Lacks = {
  control: GivenReason | null
  /** Base addresses that are of no use. */
  addresses: Map<Environment, string>
  /** Credentials of the profile that are of no use. */
  credentials: Map<Role, GivenReason>
  /** Why the account of main may place no order; null until that is known. */
  billing: GivenReason | null
  /** Why signatures cannot be judged by our clock. */
  clock: string | null
}

/** The wire to the target. */
type Connection = {
  http: Http
  tokens: Tokens
  pacing: Pacing
  rates: RateWindows
  /** Aborted when the target no longer answers, with a CodedError that says so. */
  lost: AbortController
}

export type Session = Connection &
  Pick<EventLog, 'emit' | 'mask' | 'trace'> & {
    /** Eight letters and digits that mark everything this run makes. */
    run: string
    seed: number
    profile: Profile
    patience: Patience | undefined
    /** How long the run waits for what only time shows, in seconds. */
    patientSeconds: number
    vouched: boolean
    /** Others take part in this run, on the same account. */
    isPart: boolean
    focus: Focus | null
    secrets: Secrets
    clock: TargetClock
    ledger: Ledger
    listeners: Listeners
    lacks: Lacks
    control: Control | null
    /** Calls of checks and scenarios that got no answer, and why; the first few. */
    unanswered: { call: string; why: string }[]
    /** Reads that were sent once more, since their connection was cut. */
    sentAgain: string[]
    /** The run ends, with what was judged so far. */
    giveUp(code: BoundCode, message: string): void
    /** Does without the control port, for this reason. */
    leaveControl(reason: GivenReason): void
    /** What is to be done before a window that main has nearly used up is given up for a new one. */
    atFullWindow: (() => Promise<unknown>) | null
    quiet: QuietTime
    /** Our receiver once the target sends to it. */
    receiver: Receiver | null
    close(): Promise<void>
  }

type SessionOptions = {
  run: string
  seed: number
  profile: Profile
  emit: Emit
  timeoutMs: number
  /** How long the run may take. */
  mostMinutes?: number | undefined
  /** The target's rate is N times what this run may take of it; 1 unless others share it. */
  sharers?: number
  /** Less than usual where the target is known to be quick. */
  patience?: Patience
  patientSeconds?: number
  /** The only rules of interest; all when not given. */
  focus?: Focus
  /**
   * Whether exchanges and deliveries are watched for readings and put on record, as they are by default; where the findings
   * alone are wanted, nobody reads them. No verdict depends on it.
   */
  observed?: boolean
  recorded?: boolean
  /** Our own program made the target's credentials: they need not be tried before they are used. */
  vouched?: boolean
  /** What requests go through on their way. */
  through?: (wire: Wire) => Wire
}

const mostUnanswered = 20

/** A token that was granted is a secret from then on, whichever client asked for it; so is what an answer calls a secret. */
const secretNoter = (secrets: Secrets, isRecorded: boolean): Listener => ({
  exchange(exchange) {
    if (!isAnswered(exchange)) return
    const { access_token } = (jsonOf(exchange.response.body) ?? {}) as { access_token?: unknown }
    if (exchange.operation === 'requestToken' && typeof access_token === 'string')
      secrets.add('access token', access_token)
    // What is called a secret is masked in the record alone, and looked for in no answer.
    if (isRecorded) for (const value of shownSecrets(exchange)) secrets.add('shown secret', value)
  },
})

const secretsOf = ({ credentials, tokens, control_token }: Profile): Secrets => {
  const secrets = createSecrets(Object.values(credentials).map(({ client_id }) => client_id))
  for (const { client_secret } of Object.values(credentials)) {
    secrets.add('client secret', client_secret)
    // As it is sent to be refused, it still shows the right one.
    secrets.add('client secret', inOtherCase(client_secret))
  }
  for (const token of Object.values(tokens)) secrets.add('access token', token)
  if (control_token !== undefined) secrets.add('control token', control_token)
  return secrets
}

const untilAborted = async (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

export const createSession = (options: SessionOptions): Session => {
  const { run, seed, profile, timeoutMs, sharers = 1, observed = true, recorded = true, vouched = false } = options
  const { through = (wire) => wire } = options
  const secrets = secretsOf(profile)
  const personal = createPersonal()
  const log = createEventLog(options.emit, secrets, personal, recorded)
  const emit: Emit = (event) => {
    if (event.type === 'reading') ledger.likeness.reading(event.freedom, event.reading, event.requests)
    log.emit(event)
  }
  const ledger = createLedger({ secrets, emit, factsOf: log.trace.look, isObserved: observed })
  const clock = createTargetClock()
  const listeners = createListeners()
  const quiet = createQuietTime()
  const lost = new AbortController()
  const unanswered: Session['unanswered'] = []
  const sentAgain: string[] = []

  const main = baseUrl(profile, profile.credentials.main.environment)
  const wire = through(createWire({ timeoutMs, acceptAnyCertificate: isLoopback(main) }))
  const rates = createRateWindows(Date.now, sharers > 1)
  const { control_url, control_token } = profile
  const control =
    control_url === undefined
      ? null
      : clockedControl(
          createControl({ url: control_url, token: control_token }, wire, (kind, secret) => secrets.add(kind, secret)),
          { clock, rates, companyActed: ledger.companyActed, personal, quiet: quiet.over },
        )
  const rest = async (ms: number): Promise<void> => {
    pacing.spent.waitedMs += ms
    await sleep(ms)
  }
  const atFullWindow = async (): Promise<unknown> => session.atFullWindow?.()
  // Several runs that share a window would each wait for it, and use it up together.
  const waiting = control || sharers > 1 ? null : windowWait({ profile, rates, now: Date.now, rest, atFullWindow })
  const renewing = control && windowRenewal({ profile, rates, control, now: Date.now, atFullWindow })
  const pacing = createPacing({
    requestsPerMinute: limits().requests_per_minute / sharers,
    now: Date.now,
    sleep: untilAborted,
    renew: (renewing ?? waiting)?.renew,
    isDue: (renewing ?? waiting)?.isDue,
    ...(waiting && { slides: waiting.slides }),
  })
  const http = createHttp({
    profile,
    wire,
    pacing,
    spellings: createSpellings(seed, (refused, plain, what) => respelled(refused, plain, what)),
    sleep: untilAborted,
    mostMinutes: options.mostMinutes,
    tokenOf: (role, environment) => tokens.get(role, environment),
    forgetToken: (role, environment, token) => tokens.forget(role, environment, token),
    onRenewed: (refused, token, again) => renewals.renewed(refused, token, again),
    onUnanswered: (call, why) => void (unanswered.length < mostUnanswered && unanswered.push({ call, why })),
    onSentAgain: (call) => void sentAgain.push(call),
    onLost: (code, message) => lost.abort(new CodedError(code, message, exitCodes.couldNotJudge)),
    onExchange: (exchange) => listeners.exchange(exchange),
  })
  const tokens = createTokens(
    () => http.as('tokens'),
    profile,
    secrets,
    () => Date.now() + clock.offset,
  )
  const renewals = createRenewals({
    offset: () => clock.offset,
    ping: () => http.as('tokens').call('ping', { token: null }),
    found: ledger.add,
  })
  const respelled = createRespellings(ledger.add)

  const stop = (reason: GivenReason, code: string, message: string): void => {
    http.halt(reason, ['cleanup', 'subscription'])
    lost.abort(new CodedError(code, message, exitCodes.couldNotJudge))
  }
  const stopForAnother = (trace: string): void => stop('another-run', anotherRun, anotherRunMessage(trace))

  // What is secret or personal is known before the exchange is recorded, and the record stands before what it shows.
  for (const listener of [
    secretNoter(secrets, recorded),
    ...(recorded ? [{ exchange: personal.saw }] : []),
    { exchange: rates.saw },
    { exchange: renewals.saw },
    log.recorder,
    ...ledger.listeners,
    // Parts of one run share an account.
    ...(sharers > 1 ? [] : [watchForOtherRuns(run, profile.credentials.main.environment, stopForAnother)]),
  ])
    listeners.add(listener)

  const session: Session = {
    run,
    seed,
    profile,
    patience: options.patience,
    patientSeconds: options.patientSeconds ?? 0,
    vouched,
    isPart: sharers > 1,
    focus: options.focus ?? null,
    secrets,
    emit,
    mask: log.mask,
    trace: log.trace,
    clock,
    ledger,
    listeners,
    lacks: {
      control: control ? null : 'no-control-url',
      addresses: new Map(),
      credentials: new Map(),
      billing: null,
      clock: null,
    },
    http,
    tokens,
    pacing,
    rates,
    lost,
    control,
    unanswered,
    sentAgain,
    giveUp: (code, message) => stop('given-up', code, message),
    leaveControl(reason) {
      session.control = null
      session.lacks.control = reason
      pacing.stopRenewing()
    },
    atFullWindow: null,
    quiet,
    receiver: null,
    close: () => wire.close(),
  }
  return session
}
