// The suite's way to the target: paced, recorded, polite about 429 and 503, one client for each source of requests.
import { baseUrl } from './addresses.ts'
import { plainRequest, requestOf, type CallOptions } from './call.ts'
import { isAnswered, jsonOf, type Answered, type Exchange, type Headers } from '../evidence/exchange.ts'
import { createBounds } from './bounds.ts'
import { createHalt } from './halt.ts'
import { intermediaryOf } from './intermediary.ts'
import { later } from './later.ts'
import { createLinkGuard, type Resolve } from './link-guard.ts'
import { createLiveness } from './liveness.ts'
import type { Pacing } from './pacing.ts'
import type { Profile } from './profile.ts'
import { waitOf } from './retry-after.ts'
import { isCutRead, isRefusalTooLarge, maySendAgain, whyUnanswered } from './unanswered.ts'
import { plainly, type Spell, type Spellings } from './spellings.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import { bytesOfFile, inOnePiece, type Wire, type WireRequest } from './send.ts'
import { reason, Inconclusive, type GivenReason } from '../evidence/inconclusive.ts'

export type Client = {
  /** Calls an operation and returns its answer. @throws Inconclusive when no answer came or the rate was refused too often. */
  call(operationId: string, options?: CallOptions): Promise<Answered>
  /** Fetches an address as it is; `operation` says which operation it belongs to. */
  fetch(
    url: string,
    options?: {
      method?: string
      headers?: Headers
      operation?: string
      /** A redirect led there: the file is not kept by the service. */
      redirected?: true
      unpaced?: boolean
      limitMs?: number
    },
  ): Promise<Answered>
  /** Calls under way: not 0 after a check has ended means that it forgot to wait. */
  readonly inFlight: number
}

type HttpOptions = {
  profile: Profile
  wire: Wire
  pacing: Pacing
  /** Ordinary requests are written in other ways too; plainly where there are none. */
  spellings?: Spellings
  /** Ends early, and without an error, when the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Sees every exchange, also those that are repeated. */
  onExchange: (exchange: Exchange) => void
  tokenOf: (role: Role, environment: Environment) => Promise<string>
  forgetToken: (role: Role, environment: Environment, token: string) => void
  /** Called with the 401 to a token of the run's own, and with the answer to a fresh one. */
  onRenewed?: (refused: Answered, token: string, again: Answered) => Promise<void>
  /** Finds the addresses of a host; the system's way when not given. */
  resolve?: Resolve
  /** How long the run may take. */
  mostMinutes?: number | undefined
  /** Called with why a call got no answer, where a check or a scenario waits for it. */
  onUnanswered?: (call: string, why: string) => void
  /** Called with each read that is sent once more, since its connection was cut. */
  onSentAgain?: (call: string) => void
  /** Called with the code and the sentence when the target is given up; nothing more is sent then. */
  onLost?: (code: string, message: string) => void
}

type Labels = {
  source: string
  operation: string | null
  role: Role | null
  environment: Environment
  redirected?: true
}

/** How often a call is refused for its rate, or for the service's pause, before it is given up. */
const mostRefusals = 3

/** A code as `{"code": "token_expired"}` has it, or null where the body has none. */
const codeOf = ({ response }: Answered): unknown => (jsonOf(response.body) as { code?: unknown } | null)?.code ?? null

export type Http = {
  as(source: string): Client
  /** Waits, and no longer once nothing more is sent for that source. */
  rest(source: string, ms: number): Promise<void>
  /** The run begins, and means to send N requests. */
  plan(requests: number): void
  /** Nothing more is sent, and what is under way is soon given up, but for the sources that are spared, while they are answered. */
  halt(reason: GivenReason, spared?: readonly string[]): void
}

/** What is asked by none of them decides nothing. */
const besides = new Set(['preflight', 'liveness', 'cleanup', 'subscription'])

/** Once a run is halted: how long what is under way has, each answer to those that are spared, the orders to be cancelled, and the webhook. */
const halting = { graceMs: 1_000, limitMs: 2_000, cleanupMs: 40_000, subscriptionMs: 5_000 }

export const createHttp = (options: HttpOptions): Http => {
  const {
    profile,
    wire,
    pacing,
    sleep,
    onExchange,
    tokenOf,
    forgetToken,
    onRenewed,
    onLost,
    onUnanswered,
    onSentAgain,
    mostMinutes = Infinity,
    spellings,
  } = options
  let count = 0
  // What refuses a fresh token too is no matter of the token, and is not asked twice each time.
  const standing = new Set<string>()
  const halt = createHalt()
  /** Somebody waits for the end of the run. */
  let isUrgent = false
  const underWay = new Map<AbortController, string>()

  const giveUp = (): void => {
    for (const [controller, source] of underWay) if (!halt.state?.spared.includes(source)) controller.abort()
  }

  // A call that names no role may have a token of main's own, or be counted by the address it comes from.
  const bucketOf = ({ role, environment }: Labels): string => {
    const payer = role ?? (environment === profile.credentials.main.environment ? 'main' : 'production')
    return `${environment}/${profile.credentials[payer]?.client_id ?? payer}`
  }

  const sendOnce = async (labels: Labels, message: WireRequest, unpaced = false): Promise<Exchange> => {
    halt.check(labels.source)
    // A token may be asked for on the way of a request that has its turn already.
    if (unpaced || labels.source === 'tokens') pacing.pass(bucketOf(labels))
    else await halt.wait(labels.source, (signal) => pacing.take(bucketOf(labels), signal))
    count += 1
    const id = `x${count}`
    const { limitMs = Number.POSITIVE_INFINITY, mostBytes: _most, addresses: _addresses, ...request } = message
    const controller = new AbortController()
    underWay.set(controller, labels.source)
    const limit = isUrgent ? { limitMs: Math.min(limitMs, halting.limitMs) } : {}
    const sent = await wire.send({ ...message, ...limit, signal: controller.signal })
    underWay.delete(controller)
    // Whom nothing is answered, nothing can be put back at.
    if (isUrgent && halt.state?.spared.includes(labels.source) && sent.response === null)
      halt.set(halt.state.reason, [])
    const exchange: Exchange = { id, ...labels, request, ...sent }
    onExchange(exchange)
    bounds.saw(exchange)
    return exchange
  }

  const targets = [...new Set(Object.values(profile.credentials).map(({ environment }) => environment))].map(
    (environment) => new URL(baseUrl(profile, environment)),
  )
  const origins = targets.map(({ origin }) => origin)
  const guardLink = createLinkGuard(targets, options.resolve)
  const bounds = createBounds({
    mostMinutes,
    now: Date.now,
    later,
    onPassed(code, message) {
      halt.set('given-up', ['cleanup', 'subscription'])
      // A target that used up its time by slow answers would take as long over the end.
      later(halting.cleanupMs, () => {
        halt.set('given-up', ['subscription'])
        giveUp()
      })
      later(halting.cleanupMs + halting.subscriptionMs, () => {
        halt.set('given-up', [])
        giveUp()
      })
      onLost?.(code, message)
    },
  })
  const liveness = createLiveness({
    async ping() {
      const environment = profile.credentials.main.environment
      const labels = { source: 'liveness', operation: 'ping', role: null, environment }
      const message = await requestOf('ping', baseUrl(profile, environment), null, { limitMs: 5_000 })
      const { response } = await sendOnce(labels, message, true)
      return response !== null && response.status !== 502 && response.status !== 504
    },
    sleep,
    onLost(code, message) {
      halt.set('target-lost', [])
      onLost?.(code, message)
    },
  })
  // Before the run begins, the preflight says what is wrong with the target.
  const watch = async (exchange: Exchange, isUnpaced: boolean): Promise<void> => {
    if (exchange.source !== 'preflight') await liveness.saw(exchange, isUnpaced)
  }

  const send = async (labels: Labels, message: WireRequest, unpaced = false): Promise<Answered> => {
    for (let refusals = 0; ; refusals += 1) {
      const what = `${message.method} ${new URL(message.url).pathname}`
      let exchange = await sendOnce(labels, message, unpaced)
      for (let sent = 1; maySendAgain(exchange, sent); sent += 1) {
        if (isCutRead(exchange)) onSentAgain?.(what)
        // A server may refuse by the head and close before the second chunk, and the answer is lost: one piece is sent at once.
        exchange = await sendOnce(labels, sent === 1 ? message : inOnePiece(message), unpaced)
      }
      await watch(exchange, unpaced)
      if (!isAnswered(exchange)) {
        const why = exchange.failure?.message ?? 'no answer'
        const isRefused = isRefusalTooLarge(exchange)
        if (halt.state === null && !besides.has(labels.source) && !isRefused) onUnanswered?.(what, why)
        const given = whyUnanswered(exchange, origins)
        throw new Inconclusive('inconclusive', given, isRefused ? null : 'unanswered', [exchange.id])
      }
      const { status } = exchange.response
      if (unpaced || (status !== 429 && status !== 503)) return exchange
      if (refusals >= mostRefusals) {
        const by = intermediaryOf(exchange)
        liveness.refused(status, by)
        const why =
          by === null
            ? reason('refused-for-rate', { call: what, status })
            : reason('refused-before-the-service', { call: what, status, by })
        throw new Inconclusive('inconclusive', why, 'rate-limited', [exchange.id])
      }
      if (status === 429) pacing.pause(bucketOf(labels), waitOf(exchange))
      else await halt.wait(labels.source, (signal) => sleep(waitOf(exchange) * 1000, signal))
    }
  }

  /** A fresh token after a 401; null where none is granted and nothing says that the first has expired. */
  const freshFor = async (refused: Answered, role: Role, environment: Environment): Promise<string | null> => {
    try {
      return await tokenOf(role, environment)
    } catch (error) {
      if (error instanceof Inconclusive && codeOf(refused) !== 'token_expired') return null
      throw error
    }
  }

  /**
   * Section "Errors" has a client refresh its token after a 401 and retry once. The 401 is on record and judged by
   * itself; the second answer is handed on, whatever it is.
   */
  const call = async (source: string, spell: Spell, operationId: string, given: CallOptions): Promise<Answered> => {
    const role = given.token === undefined ? (given.role ?? 'main') : null
    const environment = given.environment ?? profile.credentials[given.role ?? 'main']?.environment ?? 'sandbox'
    const base = baseUrl(profile, environment)
    const labels = { source, operation: given.unlisted ? null : operationId, role, environment }
    const token = role === null ? (given.token ?? null) : await tokenOf(role, environment)
    const answer = await spell(operationId, given, async (way, dress) =>
      send(labels, dress(await requestOf(operationId, base, token, way)), given.unpaced),
    )
    const isKept = given.renew === false || standing.has(`${role} ${environment} ${operationId}`)
    if (role === null || token === null || answer.response.status !== 401 || isKept) return answer
    forgetToken(role, environment, token)
    const fresh = await freshFor(answer, role, environment)
    if (fresh === null) return answer
    const again = await send(labels, await requestOf(operationId, base, fresh, given), given.unpaced)
    if (again.response.status === 401) standing.add(`${role} ${environment} ${operationId}`)
    await onRenewed?.(answer, token, again)
    return again
  }

  return {
    // Who is halted meanwhile is refused at the next request.
    rest: (source, ms) => halt.wait(source, (signal) => sleep(ms, signal)).catch(() => undefined),
    plan: (requests) => bounds.plan(requests),
    halt(why, spared = []) {
      if (halt.state === null) halt.set(why, spared)
      isUrgent = true
      setTimeout(giveUp, halting.graceMs).unref()
    },
    as(source) {
      let inFlight = 0
      const spell = spellings?.of(source) ?? plainly
      const counted = async <T>(work: Promise<T>): Promise<T> => {
        inFlight += 1
        try {
          return await work
        } finally {
          inFlight -= 1
        }
      }
      return {
        call: (operationId, given = {}) => counted(call(source, spell, operationId, given)),
        async fetch(url, { method = 'GET', headers, operation = null, redirected, unpaced, limitMs } = {} as never) {
          const environment = profile.credentials.main.environment
          const addresses = await guardLink(new URL(url))
          const message = {
            ...plainRequest(method, url, headers),
            ...(addresses.length > 0 && { addresses }),
            ...(limitMs !== undefined && { limitMs }),
            ...((operation === 'downloadDocument' || redirected) && { mostBytes: bytesOfFile }),
          }
          const labels = { source, operation, role: null, environment, ...(redirected && { redirected }) }
          return counted(send(labels, message, unpaced))
        },
        get inFlight() {
          return inFlight
        },
      }
    },
  }
}
