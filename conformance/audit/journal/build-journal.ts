// From the entries of a log to typed calls: operation, environment, client and token are worked out where the log does not name them.
import { groupBy } from '../../../reports/group-by.ts'
import { instantIn } from '../../contract/instant.ts'
import { jsonOf, headerOf, numberOf as numberIn, type Exchange, type Failure } from '../../evidence/exchange.ts'
import type { Environment } from '../../evidence/roles.ts'
import { textAt } from '../../model/body.ts'
import type { Call, DeliveryCall, Journal } from '../call.ts'
import { keptBodies } from './body-text.ts'
import { createBudget } from './budget.ts'
import { createClients, nobody } from './clients.ts'
import { headersIn, sentBytes, type HarEntry } from './har-entry.ts'
import { bodiesOf, exchangeOf, JournalCall, keptUrls } from './journal-call.ts'
import { createAlike, knownOf } from './known.ts'
import { lacksOf } from './lacks.ts'
import { linkKey } from './link-key.ts'
import { operationOf } from './operation-of.ts'
import type { ReadEntries } from './read-entries.ts'
import { isOwn, recordingOf, statusIn, type Recording } from './recording.ts'
import { baseKey, hostKey, servicesIn } from './service.ts'
import { spareMemory } from './spare-memory.ts'
import { unknownAnswersIn } from './unknown-answers.ts'

const failureKinds = new Set<string>(['timeout', 'refused', 'reset', 'protocol', 'tls', 'dns'])

const failureOf = (entry: HarEntry): Failure | null => {
  if (statusIn(entry) !== null) return null
  const { response, _error } = entry
  const word = _error ?? response?._error ?? response?._failureText ?? 'no answer'
  return { kind: (failureKinds.has(word) ? word : 'other') as Failure['kind'], message: word }
}

const numberOf = ({ _id }: HarEntry, index: number): string => /^j(\d+)$/.exec(_id ?? '')?.[1] ?? String(index + 1)

/** -1 in HAR means that it is not known. */
const durationOf = ({ time }: HarEntry): number => Math.max(0, Number(time) || 0)

const environmentOf = ({ _environment }: HarEntry, url: URL): { environment: Environment; known: boolean } => {
  if (_environment === 'sandbox' || _environment === 'production') return { environment: _environment, known: true }
  const isSandbox = /sandbox/.test(url.host + url.pathname)
  return { environment: isSandbox ? 'sandbox' : 'production', known: isSandbox }
}

const deliveryOf = (entry: HarEntry, number: string, recording: Recording): DeliveryCall => {
  const url = new URL(entry.request.url)
  const headers = headersIn(entry.request.headers)
  const body = sentBytes(entry.request.postData) ?? new Uint8Array()
  const status = statusIn(entry)
  const startedAt = Date.parse(entry.startedDateTime)
  return {
    delivery: {
      id: `d${number}`,
      receivedAt: startedAt,
      method: entry.request.method,
      path: url.pathname + url.search,
      secure: url.protocol === 'https:',
      headers,
      body,
      json: jsonOf(body),
      fault: null,
      answer: status === null ? (entry._error ?? 'no answer') : String(status),
    },
    url: url.href,
    status,
    startedAt,
    ms: durationOf(entry),
    error: status === null ? (entry._error ?? 'no answer') : null,
    fault: entry._fault ?? null,
    known: knownOf(entry, headers, recording),
  }
}

const isDelivery = (entry: HarEntry): boolean =>
  entry._kind === 'delivery' || headerOf(headersIn(entry.request.headers), 'x-service-signature') !== undefined

/**
 * Health checks, pages opened in a browser and commands of assay at this address: without a credential their client is
 * unknown, and a client has no reason to send them.
 */
const isNobodys = ({ operation, exchange: { request } }: Call, named: string | null): boolean =>
  (operation === null || operation === 'ping') &&
  named === null &&
  ['GET', 'HEAD'].includes(request.method) &&
  headerOf(request.headers, 'authorization') === undefined

/** A time of the domain that is none counts as missing. */
const clockOf = ({ _domain_time }: HarEntry, { startedAt }: Exchange): number => {
  const at = instantIn(_domain_time)
  return Number.isNaN(at) ? startedAt : at
}

const lengthOf = (headers: Exchange['request']['headers']): number => numberIn(headers, 'content-length') ?? 0

const byStart = (one: HarEntry, other: HarEntry): number =>
  Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime)

const isStranger = (client: string): boolean => /^unknown client \d/.test(client)

type Owners = {
  /** Whose the calls are that do not say it: in a journal of one client, its own. */
  only: string | null
  /** Clients of which it is known which calls are theirs; a token that came from elsewhere may be of any of them. */
  named: ReadonlySet<string>
}

const ownersIn = (calls: readonly Call[]): Owners => {
  const all = new Set(calls.map(({ client }) => client))
  const known = [...all].filter((client) => client !== nobody && !isStranger(client))
  const strangers = [...all].filter(isStranger)
  const only = known.length === 1 ? known[0]! : known.length === 0 && strangers.length === 1 ? strangers[0]! : null
  return { only, named: new Set(only === null ? known : [only]) }
}

export type JournalOptions = {
  /** Whether the user says that the client starts in this journal. */
  isStart?: boolean | undefined
  /** Base addresses of the service, where the user names them. */
  baseUrls?: readonly string[] | undefined
}

/** Entries between two looks at the memory in use. */
const often = 1_000

/** @param entries are taken over: the list is empty afterwards */
export const buildJournal = (
  { entries, fromStart }: Pick<ReadEntries, 'entries' | 'fromStart'>,
  { isStart = false, baseUrls = [] }: JournalOptions = {},
): Journal => {
  const clients = createClients()
  const links = new Set<string>()
  const calls: Call[] = []
  const nobodys: Call[] = []
  const strange = new Map<string, number>()
  let others = 0
  const budget = createBudget()
  const alike = createAlike()
  const kept = keptBodies()
  const urls = keptUrls()
  const ordered = entries
    .map((entry, index) => ({ entry: budget.bounded(entry, numberOf(entry, index)), number: numberOf(entry, index) }))
    .toSorted((one, other) => byStart(one.entry, other.entry))
  const sent = ordered.filter(({ entry }) => isDelivery(entry))
  const ofDeliveries = recordingOf(sent.map(({ entry }) => entry))
  const rows = ordered
    .filter(({ entry }) => !isDelivery(entry))
    .map(({ entry, number }) => {
      const url = new URL(entry.request.url)
      const found = operationOf(entry.request.method.toUpperCase(), url, entry._operation, baseUrls)
      return { entry, number, found, base: found?.base ?? null }
    })
  const services = servicesIn(rows, baseUrls)
  const isService = ({ entry, base }: (typeof rows)[number]): boolean =>
    isOwn(entry) || (base !== null && services.has(baseKey(base)))
  const ofService = rows.filter(isService).map(({ entry }) => entry)
  const recording = recordingOf(ofService)
  const unknownAnswers = unknownAnswersIn(ofService)
  // An entry that has become a call is held by nobody: of a long journal half the memory would be its entries.
  ordered.length = 0
  entries.length = 0
  ofService.length = 0
  rows.reverse()
  for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
    if (rows.length % often === often - 1) spareMemory()
    const { entry, number } = row
    const url = new URL(entry.request.url)
    const isLink = links.has(linkKey(entry.request.url))
    const found = isService(row) || isLink ? row.found : null
    const operation = found?.operation ?? (isLink ? 'downloadDocument' : null)
    if (operation === null && !isOwn(entry)) {
      if (row.found === null) others += 1
      else strange.set(hostKey(url), (strange.get(hostKey(url)) ?? 0) + 1)
      continue
    }
    const { environment, known: environmentIsKnown } = environmentOf(entry, url)
    const bodies = bodiesOf(entry, kept)
    const about = { id: `x${number}`, operation, environment, failure: failureOf(entry), ms: durationOf(entry) }
    const exchange = exchangeOf(entry, bodies, about)
    const known = alike(knownOf(entry, exchange.request.headers, recording))
    const { client, token } = clients.of(operation, exchange, entry._client_id ?? null, known.body === 'whole')
    const link = exchange.response === null ? null : textAt(bodies.received.json, 'download', 'url')
    if (link !== null) links.add(linkKey(link))
    const { headers, body } = exchange.request
    const call = new JournalCall(
      {
        exchange,
        operation,
        environment,
        environmentIsKnown,
        client,
        token,
        ids: found?.ids ?? {},
        size: Math.max(body?.length ?? 0, entry.request.bodySize ?? 0, lengthOf(headers)),
        known,
        page: entry._resourceType !== undefined ? 'resource' : entry.pageref !== undefined ? 'page' : null,
        clock: clockOf(entry, exchange),
        fault: entry._fault ?? null,
      },
      bodies,
      urls,
    )
    ;(isNobodys(call, entry._client_id ?? null) ? nobodys : calls).push(call)
  }
  const { only, named } = ownersIn(calls)
  if (only !== null) for (const call of calls) if (!named.has(call.client)) call.client = only
  const byClient = groupBy(
    calls.filter(({ client }) => client !== nobody),
    ({ client }) => client,
  )
  return {
    calls,
    deliveries: sent.map(({ entry, number }) => deliveryOf(entry, number, ofDeliveries)),
    fromStart: fromStart || isStart,
    others,
    elsewhere: strange,
    nobodys,
    byClient,
    named,
    lacks: lacksOf(calls, recording),
    unknownAnswers,
    leftOut: budget.leftOut,
  }
}
