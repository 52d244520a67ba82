// What a client does on this contract, as its journals show it: nothing here is known of the library beforehand.
import type { JournalEntry } from '../in-process.ts'
import type { Scenario } from './kinds/client.ts'

export type Traits = {
  user_agent: string
  /** How it sends its credentials. */
  credentials: string
  /** Tokens that it fetched for the calls of the plain scenario. */
  tokens: number
  /** By scenario: the seconds before each repeat of the call that fails. */
  waits: Record<string, number[]>
  /** Of a create that was sent more than once: whether all attempts had one key. Null where none was repeated. */
  same_key: boolean | null
  /** Whether a read is repeated once the seconds of `Retry-After` are over, and not before. Null where it is not repeated. */
  waits_for_retry_after: boolean | null
  /** Whether it took another token after `token_expired`, and sent the call again. */
  renews: boolean
  /** Whether the token goes to the signed link as well. Null where no link was followed. */
  token_on_link: boolean | null
  /** The query of a list, as it came. */
  list_query: string
  /** The query of a boolean, as it came; absent where it was not measured yet. */
  boolean_query?: string
}

type Journals = Record<string, JournalEntry[]>

const header = ({ request }: JournalEntry, name: string): string | null =>
  request.headers.find((one) => one.name.toLowerCase() === name)?.value ?? null

const ofOperation = (entries: readonly JournalEntry[], operation: string): JournalEntry[] =>
  entries
    .filter((one) => one._kind === 'request' && one._operation === operation)
    .toSorted((one, other) => one.startedDateTime.localeCompare(other.startedDateTime))

const credentialsOf = (entry: JournalEntry): string => {
  const basic = /^Basic (.+)$/i.exec(header(entry, 'authorization') ?? '')?.[1]
  if (basic === undefined) return entry.request.postData?.mimeType.includes('json') ? 'in a JSON body' : 'in the form'
  const [id] = Buffer.from(basic, 'base64').toString().split(':')
  return id!.includes('%') ? 'Basic, each percent-encoded' : 'Basic, as they are'
}

/** From the end of one attempt to the start of the next, in seconds. */
const waitsOf = (attempts: readonly JournalEntry[]): number[] =>
  attempts.slice(1).map((one, index) => {
    const before = attempts[index]!
    const wait = Date.parse(one.startedDateTime) - Date.parse(before.startedDateTime) - before.time
    return Math.max(0, Math.round(wait / 100) / 10)
  })

/** Calls that follow each other with no other between: the client asks again later of its own accord as well. */
const attemptsOf = (name: string, entries: readonly JournalEntry[], operation: string): JournalEntry[] => {
  const all = ofOperation(entries, operation)
  const first = all.findIndex((one) => one._fault !== null)
  if (first < 0) throw new Error(`In ${name} no ${operation} met its fault.`)
  const last = all.findIndex((one, index) => index >= first && one._fault === null)
  return all.slice(first, last < 0 ? undefined : last + 1)
}

/** What calls without a fault show. */
type PlainTraits = Omit<Traits, 'waits' | 'same_key' | 'waits_for_retry_after' | 'renews'>

export const plainTraitsOf = (plain: JournalEntry[]): PlainTraits => {
  const tokens = ofOperation(plain, 'requestToken')
  const links = ofOperation(plain, 'downloadDocument')
  const queryOf = (operation: string): string =>
    ofOperation(plain, operation)
      .map(({ request }) => new URL(request.url).search)
      .find((query) => query !== '') ?? ''
  return {
    user_agent: header(tokens[0]!, 'user-agent') ?? '',
    credentials: credentialsOf(tokens[0]!),
    tokens: tokens.length,
    token_on_link: links.length === 0 ? null : links.some((one) => header(one, 'authorization') !== null),
    list_query: queryOf('listOrders'),
    boolean_query: queryOf('listOrderTypes'),
  }
}

export const traitsOf = (journals: Journals, scenarios: Record<string, Scenario>): Traits => {
  const plain = plainTraitsOf(journals['plain']!)
  const attempts = Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, { operation }]) =>
      operation === undefined ? [] : [[name, attemptsOf(name, journals[name]!, operation)] as const],
    ),
  )
  const keys = Object.values(attempts)
    .filter((all) => all.length > 1 && all[0]!._operation === 'createOrder')
    .map((all) => new Set(all.map((one) => header(one, 'idempotency-key'))).size === 1)
  const limited = attempts['read-429']!
  return {
    ...plain,
    waits: Object.fromEntries(Object.entries(attempts).map(([name, all]) => [name, waitsOf(all)])),
    same_key: keys.length === 0 ? null : keys.every(Boolean),
    waits_for_retry_after: limited.length < 2 ? null : waitsOf(limited)[0]! >= 1.9,
    renews: attempts['expired']!.length > 1 && ofOperation(journals['expired']!, 'requestToken').length > plain.tokens,
  }
}
