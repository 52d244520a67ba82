// From the entries of a log to typed calls: operation, environment, client and token are worked out where the log does not name them.
import { instantIn } from '../../contract/instant.ts'
import { jsonOf, headerOf, type Exchange, type Failure } from '../../evidence/exchange.ts'
import type { Environment } from '../../evidence/roles.ts'
import { textAt } from '../../model/body.ts'
import type { Call, DeliveryCall, Journal } from '../call.ts'
import { createClients } from './clients.ts'
import { bytesIn, headersIn, sentBytes, type HarEntry } from './har-entry.ts'
import { linkKey } from './link-key.ts'
import { operationOf } from './operation-of.ts'
import type { ReadEntries } from './read-entries.ts'

const failureKinds = new Set<string>(['timeout', 'refused', 'reset', 'protocol', 'tls', 'dns'])

const failureOf = ({ response, _error }: HarEntry): Failure | null => {
  if (response?.status) return null
  const word = _error ?? response?._error ?? 'no answer'
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

const exchangeOf = (entry: HarEntry, id: string, operation: string | null, environment: Environment): Exchange => {
  const { request, response } = entry
  return {
    id,
    source: 'journal',
    operation,
    role: null,
    environment,
    request: {
      method: request.method.toUpperCase(),
      url: request.url,
      headers: headersIn(request.headers),
      body: sentBytes(request),
    },
    response: response?.status
      ? {
          status: response.status,
          headers: headersIn(response.headers),
          body: bytesIn(response.content) ?? new Uint8Array(),
        }
      : null,
    failure: failureOf(entry),
    startedAt: Date.parse(entry.startedDateTime),
    ms: durationOf(entry),
  }
}

const deliveryOf = (entry: HarEntry, number: string): DeliveryCall => {
  const url = new URL(entry.request.url)
  const body = sentBytes(entry.request) ?? new Uint8Array()
  const status = entry.response?.status || null
  const startedAt = Date.parse(entry.startedDateTime)
  return {
    delivery: {
      id: `d${number}`,
      receivedAt: startedAt,
      method: entry.request.method,
      path: url.pathname + url.search,
      secure: url.protocol === 'https:',
      headers: headersIn(entry.request.headers),
      body,
      json: jsonOf(body),
      fault: null,
      answer: status === null ? (entry._error ?? 'no answer') : String(status),
    },
    status,
    startedAt,
    ms: durationOf(entry),
    error: status === null ? (entry._error ?? 'no answer') : null,
    fault: entry._fault ?? null,
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

const byStart = (one: HarEntry, other: HarEntry): number =>
  Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime)

const clientsIn = (calls: readonly Call[]): Set<string> =>
  new Set(calls.map(({ client }) => client).filter((client) => !client.startsWith('unknown client')))

/** In a journal of one client, calls without a credential are its own. */
const adopted = (calls: readonly Call[]): Call[] => {
  const known = clientsIn(calls)
  const [only] = known
  const strangers = new Set(calls.map(({ client }) => client).filter((client) => /^unknown client \d/.test(client)))
  const owner = known.size === 1 ? only : known.size === 0 && strangers.size === 1 ? [...strangers][0] : undefined
  return calls.map((call) =>
    owner !== undefined && call.client.startsWith('unknown client') ? { ...call, client: owner } : call,
  )
}

/** @param isStart whether the user says that the client starts in this journal */
export const buildJournal = (
  { entries, fromStart }: Pick<ReadEntries, 'entries' | 'fromStart'>,
  isStart = false,
): Journal => {
  const clients = createClients()
  const links = new Set<string>()
  const calls: Call[] = []
  const nobodys: Call[] = []
  const deliveries: DeliveryCall[] = []
  let others = 0
  const ordered = entries.map((entry, index) => ({ entry, number: numberOf(entry, index) }))
  for (const { entry, number } of ordered.toSorted((one, other) => byStart(one.entry, other.entry))) {
    if (isDelivery(entry)) {
      deliveries.push(deliveryOf(entry, number))
      continue
    }
    const url = new URL(entry.request.url)
    const found = operationOf(entry.request.method.toUpperCase(), url, entry._operation)
    const isLink = links.has(linkKey(entry.request.url))
    const operation = found?.operation ?? (isLink ? 'downloadDocument' : null)
    if (operation === null && entry._kind !== 'request') {
      others += 1
      continue
    }
    const { environment, known } = environmentOf(entry, url)
    const exchange = exchangeOf(entry, `x${number}`, operation, environment)
    const { client, token } = clients.of(operation, exchange, entry._client_id ?? null)
    const received = exchange.response ? jsonOf(exchange.response.body) : undefined
    const link = textAt(received, 'download', 'url')
    if (link !== null) links.add(linkKey(link))
    const call: Call = {
      id: exchange.id,
      exchange,
      operation,
      environment,
      environmentIsKnown: known,
      client,
      token,
      url,
      ids: found?.ids ?? {},
      sent: exchange.request.body === null ? undefined : jsonOf(exchange.request.body),
      received,
      status: exchange.response?.status ?? null,
      size: Math.max(exchange.request.body?.length ?? 0, entry.request.bodySize ?? 0),
      isCut: entry.request.postData?._truncated === true,
      startedAt: exchange.startedAt,
      endedAt: exchange.startedAt + exchange.ms,
      clock: clockOf(entry, exchange),
      fault: entry._fault ?? null,
    }
    ;(isNobodys(call, entry._client_id ?? null) ? nobodys : calls).push(call)
  }
  const own = adopted(calls)
  const byClient = new Map<string, Call[]>()
  for (const call of own) {
    const calls = byClient.get(call.client)
    if (calls) calls.push(call)
    else byClient.set(call.client, [call])
  }
  return { calls: own, deliveries, fromStart: fromStart || isStart, others, nobodys, byClient }
}
