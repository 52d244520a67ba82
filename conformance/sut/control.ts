// The target's control port, where the profile names one: the clock, the rate limit window, and what only the company can do.
import { instantIn } from '../contract/instant.ts'
import { jsonOf } from '../evidence/exchange.ts'
import type { SecretKind } from './secrets.ts'
import type { Wire } from './send.ts'
import { controlOperation } from '../contract/control-operations.ts'
import { blocked, notTested, reason, type GivenReason } from '../evidence/inconclusive.ts'

export type Control = {
  /** Begins a new rate limit window. */
  renewRateLimit(): Promise<void>
  /** Moves the domain clock forward by some seconds and runs what falls due; gives the instant that it shows then, where it shows one. */
  advanceClock(seconds: number): Promise<number | null>
  /** Lets the domain clock stand still for some milliseconds, and answers when it goes on. */
  holdClock(milliseconds: number): Promise<number | null>
  /** Whether the port offers an operation of `fixtures/control.yaml`; all of them until it says otherwise. */
  offers(operation: string): boolean
  /** The only operations that it offers: what needs another one is not tested. */
  limitTo(operations: readonly string[]): void
  /** Any operation of the control port; gives its answer's body. @throws Inconclusive when the port refuses it, or does not offer it. */
  ask(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown): Promise<unknown>
}

type Calls = readonly [string, ...string[]]

/** The control port where it offers these operations as well; null where it has perhaps a clock alone. */
export const portWith = ({ control }: { control: Control | null }, ...operations: Calls): Control | null =>
  control && operations.every(control.offers) ? control : null

/** Why operations of the control port cannot be asked for: there is no port, or it does not offer all of them. */
export const lackOf = ({ control }: { control: Control | null }, ...operations: Calls): GivenReason =>
  control
    ? reason('control-lacks', { operations: operations.filter((operation) => !control.offers(operation)) })
    : 'no-control-url'

/** @throws Inconclusive `not-tested` where no control port offers all of these operations, with all that it lacks */
export const requirePort = (context: { control: Control | null }, ...operations: Calls): Control => {
  const port = portWith(context, ...operations)
  if (!port) throw notTested(lackOf(context, ...operations))
  return port
}

const secretNames = new Map<string, SecretKind>([
  ['client_secret', 'client secret'],
  ['access_token', 'access token'],
  ['secret', 'webhook secret'],
])

/** Every secret in a value, however deep: what the company's side receives or returns is known to nobody else. */
const secretsIn = (value: unknown): [SecretKind, string][] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const kind = secretNames.get(key)
    return kind && typeof entry === 'string' ? [[kind, entry] as [SecretKind, string]] : secretsIn(entry)
  })
}

const shown = (body: unknown): number | null => {
  const { now } = (body ?? {}) as { now?: unknown }
  const instant = instantIn(now)
  return Number.isNaN(instant) ? null : instant
}

const advance = '/clock/advance'

/** What an operation makes, whose id later calls need. */
const makes: Partial<Record<string, string>> = { placePortalOrder: 'order', addDocument: 'document' }

/** What falls due is done before the answer comes, deliveries to slow receivers included. */
const advanceMs = 60_000

/** @param onSecret called with every secret that went to the control port or came from it, before it is used */
export const createControl = (
  { url, token }: { url: string; token?: string | undefined },
  wire: Wire,
  onSecret: (kind: SecretKind, secret: string) => void = () => undefined,
): Control => {
  const note = (value: unknown) => {
    for (const [kind, secret] of secretsIn(value)) onSecret(kind, secret)
  }
  const authorization: [string, string][] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]]
  let offered: ReadonlySet<string> | null = null
  const offers = (operation: string): boolean => offered === null || offered.has(operation)
  const ask: Control['ask'] = async (method, path, body) => {
    const operation = controlOperation(method, path)
    if (operation !== undefined && !offers(operation))
      throw notTested(reason('control-lacks', { operations: [operation] }))
    note(body)
    const { response, failure } = await wire.send({
      method,
      url: url.replace(/\/+$/, '') + path,
      headers: body === undefined ? authorization : [...authorization, ['Content-Type', 'application/json']],
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      ...(path === advance && { patienceMs: advanceMs }),
    })
    const refused = (answer: string) => blocked(reason('control-refused', { request: `${method} ${path}`, answer }))
    if (!response || response.status >= 300) throw refused(String(response?.status ?? failure?.message))
    const answer = jsonOf(response.body)
    note(answer)
    const made = operation === undefined ? undefined : makes[operation]
    if (
      made !== undefined &&
      typeof (answer as Record<string, { id?: unknown } | null> | null)?.[made]?.id !== 'string'
    )
      throw refused(`${response.status} without \`${made}.id\``)
    return answer
  }
  const post = async (path: string, body: unknown): Promise<void> => void (await ask('POST', path, body))
  return {
    offers,
    limitTo: (operations) => void (offered = new Set(operations)),
    renewRateLimit: () => post('/rate-limit/renew', {}),
    advanceClock: async (seconds) => shown(await ask('POST', advance, { seconds })),
    holdClock: async (milliseconds) => shown(await ask('POST', '/clock/hold', { milliseconds })),
    ask,
  }
}
