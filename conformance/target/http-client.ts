// The suite's way to the target: paced, recorded, polite about 429 and 503, one client for each source of requests.
import { baseUrl } from './addresses.ts'
import { plainRequest, requestOf, type CallOptions } from './call.ts'
import { headerOf, isAnswered, jsonOf, type Answered, type Exchange, type Headers } from './exchange.ts'
import type { Pacing } from './pacing.ts'
import type { Profile } from './profile.ts'
import type { Environment, Role } from './roles.ts'
import type { Wire, WireRequest } from './send.ts'
import { Unjudged } from './unjudged.ts'

export type Client = {
  /** Calls an operation and returns its answer. @throws Unjudged when no answer came or the rate was refused too often. */
  call(operationId: string, options?: CallOptions): Promise<Answered>
  /** Fetches an address as it is; `operation` says which operation it belongs to. */
  fetch(url: string, options?: { method?: string; headers?: Headers; operation?: string }): Promise<Answered>
  /** Calls under way: not 0 after a check has ended means that it forgot to wait. */
  readonly inFlight: number
}

export type HttpOptions = {
  profile: Profile
  wire: Wire
  pacing: Pacing
  sleep: (ms: number) => Promise<void>
  /** Sees every exchange, also those that are repeated. */
  onExchange: (exchange: Exchange) => void
  tokenOf: (role: Role, environment: Environment) => Promise<string>
  forgetToken: (role: Role, environment: Environment) => void
}

type Labels = { source: string; operation: string | null; role: Role | null; environment: Environment }

const patience = { refusals: 3, maxWaitSeconds: 90 }

const waitOf = (exchange: Answered): number => {
  const seconds = Number(headerOf(exchange.response.headers, 'retry-after') ?? 'absent')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), patience.maxWaitSeconds) : 2
}

const expired = ({ response }: Answered): boolean =>
  response.status === 401 && (jsonOf(response.body) as { code?: unknown } | null)?.code === 'token_expired'

export type Http = { as(source: string): Client }

export const createHttp = (options: HttpOptions): Http => {
  const { profile, wire, pacing, sleep, onExchange, tokenOf, forgetToken } = options
  let count = 0

  const bucketOf = ({ role, environment }: Labels): string =>
    `${environment}/${role === null ? 'nobody' : (profile.credentials[role]?.client_id ?? role)}`

  const sendOnce = async (labels: Labels, message: WireRequest, unpaced = false): Promise<Exchange> => {
    if (unpaced) pacing.pass()
    else await pacing.take(bucketOf(labels))
    count += 1
    const id = `x${count}`
    const exchange: Exchange = { id, ...labels, request: message, ...(await wire.send(message)) }
    onExchange(exchange)
    return exchange
  }

  const send = async (labels: Labels, message: WireRequest, unpaced = false): Promise<Answered> => {
    for (let refusals = 0; ; refusals += 1) {
      const exchange = await sendOnce(labels, message, unpaced)
      const what = `${message.method} ${new URL(message.url).pathname}`
      if (!isAnswered(exchange)) {
        const why = exchange.failure?.message ?? 'no answer'
        throw new Unjudged('inconclusive', `${what} got no answer (${why})`, 'unanswered', [exchange.id])
      }
      const { status } = exchange.response
      if (unpaced || (status !== 429 && status !== 503)) return exchange
      if (refusals >= patience.refusals)
        throw new Unjudged('inconclusive', `${what} was answered ${status} again and again`, 'rate-limited', [
          exchange.id,
        ])
      if (status === 429) pacing.pause(bucketOf(labels), waitOf(exchange))
      else await sleep(waitOf(exchange) * 1000)
    }
  }

  const call = async (source: string, operationId: string, given: CallOptions): Promise<Answered> => {
    const role = given.token === undefined ? (given.role ?? 'main') : null
    const environment = given.environment ?? profile.credentials[given.role ?? 'main']?.environment ?? 'sandbox'
    const base = baseUrl(profile, environment)
    const labels = { source, operation: operationId, role, environment }
    const token = role === null ? (given.token ?? null) : await tokenOf(role, environment)
    const answer = await send(labels, await requestOf(operationId, base, token, given), given.unpaced)
    if (role === null || !expired(answer)) return answer
    forgetToken(role, environment)
    const fresh = await tokenOf(role, environment)
    return send(labels, await requestOf(operationId, base, fresh, given))
  }

  return {
    as(source) {
      let inFlight = 0
      const counted = async <T>(work: Promise<T>): Promise<T> => {
        inFlight += 1
        try {
          return await work
        } finally {
          inFlight -= 1
        }
      }
      return {
        call: (operationId, given = {}) => counted(call(source, operationId, given)),
        fetch(url, { method = 'GET', headers, operation = null } = {} as never) {
          const environment = profile.credentials.main.environment
          return counted(send({ source, operation, role: null, environment }, plainRequest(method, url, headers)))
        },
        get inFlight() {
          return inFlight
        },
      }
    },
  }
}
