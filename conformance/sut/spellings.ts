// Other spellings of an ordinary request, in turn: JSON, HTTP and URI say that they mean the same.
import { isObject } from '../contract/is-object.ts'
import { inAscii, reversedKeys, spaced } from '../evidence/json-orders.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { CallOptions } from './call.ts'
import { chunkedHeader, type WireRequest } from './send.ts'

type Way = {
  /** In words, for what is found. */
  what?: string
  options?: (given: CallOptions) => CallOptions
  message?: (plain: WireRequest) => WireRequest
}

const asItIs: Way = {}

const json = (what: string, write: (value: unknown) => string): Way => ({
  what,
  message: (plain) => ({ ...plain, body: Buffer.from(write(JSON.parse(Buffer.from(plain.body!).toString()))) }),
})

const headers = (what: string, change: (header: [string, string]) => [string, string]): Way => ({
  what,
  message: (plain) => ({ ...plain, headers: plain.headers.map(([name, value]) => change([name, value])) }),
})

const mediaType = (type: string): Way =>
  headers(`the content type ${type}`, ([name, value]) => [name, name.toLowerCase() === 'content-type' ? type : value])

const lowerCase = headers('header names in lower case', ([name, value]) => [name.toLowerCase(), value])

const chunked: Way = {
  what: 'a body in chunks',
  message: (plain) => ({ ...plain, headers: [...plain.headers, chunkedHeader] }),
}

/** A sign that needs no escape means the same with one, and the digits of an escape may be small. */
const escapedValue = (value: string): string =>
  value
    .replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
    .replace(/^[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** The last id of a path; its first letter needs no escape. */
const escapedId = (path: string): string =>
  path.replace(/\/([a-z])([a-z]*_[^/]*)((?:\/[a-z-]+)?)$/, (_all, letter: string, rest: string, after: string) => {
    return `/%${letter.charCodeAt(0).toString(16)}${rest}${after}`
  })

const escapedQuery: Way = {
  what: 'escapes in its query',
  message(plain) {
    const [path, query] = plain.url.split('?')
    const parts = query?.split('&').map((part) => part.replace(/(?<==).*/, escapedValue))
    return parts ? { ...plain, url: `${path}?${parts.join('&')}` } : plain
  },
}

const escapedPath: Way = {
  what: 'an escape in its path',
  message(plain) {
    const [path, ...query] = plain.url.split('?')
    return { ...plain, url: [escapedId(path!), ...query].join('?') }
  },
}

/** Optional lists of a create, which may be empty as well as left out. */
const emptyLists: Way = {
  what: 'empty lists',
  options: (given) => ({ ...given, json: { add_on_codes: [], notes: [], ...(given.json as object) } }),
}

const reversedParts: Way = {
  what: 'its parts in another order',
  options(given) {
    const form = new FormData()
    for (const [name, value] of [...given.form!].toReversed()) form.append(name, value as string)
    return { ...given, form }
  },
}

const ofJson: readonly Way[] = [
  asItIs,
  json('its members in another order', (value) => JSON.stringify(reversedKeys(value))),
  chunked,
  mediaType('application/json;charset=utf-8'),
  json('white space and escapes', (value) => inAscii(spaced(value)).replaceAll('/', '\\/')),
  {
    what: 'the content type Application/JSON',
    message: (plain) => lowerCase.message!(mediaType('Application/JSON').message!(plain)),
  },
]
const ofForms: readonly Way[] = [asItIs, reversedParts, chunked]
const ofReads: readonly Way[] = [asItIs, escapedQuery, lowerCase]
/** Of an address that was read plainly before. */
const ofKnownReads: readonly Way[] = [asItIs, escapedPath, escapedQuery, lowerCase]
const ofCreates: readonly Way[] = [...ofJson, emptyLists]

/** What is odd on purpose, or compares its bodies byte by byte, stays as it is written. */
const literal =
  /^(?:preflight|liveness|cleanup|subscription|tokens|auth\.|idempotency\.|limits\.|scenario\.keyed|scenario\.rate)|[.-](?:odd|hostile)-/

/** Deep or long bodies have a point of their own. */
const mostBytes = 16_384

type Named = { operation: string; given: CallOptions }

const waysOf = ({ operation, given }: Named, isKnown: boolean): readonly Way[] => {
  const own = Object.keys(given.headers ?? {}).map((name) => name.toLowerCase())
  if (given.unlisted || given.unpaced || given.search !== undefined || given.body !== undefined) return [asItIs]
  if (own.some((name) => name !== 'idempotency-key')) return [asItIs]
  if (given.json !== undefined) {
    const ways = operation === 'createOrder' && isObject(given.json) ? ofCreates : ofJson
    return JSON.stringify(given.json).length > mostBytes ? [asItIs] : ways
  }
  if (given.form === undefined) return isKnown ? ofKnownReads : ofReads
  const parts = [...given.form]
  const bytes = parts.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : value.size), 0)
  const isOrdinary = new Set(parts.map(([name]) => name)).size === parts.length && given.form.has('file')
  return isOrdinary && bytes < mostBytes ? ofForms : [asItIs]
}

/** The status of a body that was not read, and of an address that was not. */
const unread = new Set([400, 411, 415])
const unfound = new Set([400, 404])

const isRead = (operation: string): boolean => /^(?:get|list)/.test(operation)

const namesAList = (body: Uint8Array): boolean => /add_on_codes|notes/.test(Buffer.from(body).toString())

const keyHeader = 'Idempotency-Key'

/** A refusal may bind its key to the bytes that were refused. */
const underAnotherKey = (given: CallOptions): CallOptions => {
  const key = given.headers?.[keyHeader]
  return key === undefined ? given : { ...given, headers: { ...given.headers, [keyHeader]: `${key}p` } }
}

const keyOf = ({ operation, given: { params, role = 'main', token, environment } }: Named): string =>
  JSON.stringify([operation, params, token ?? role, environment])

/** How often what is refused so is sent once more, plainly, and refused again. */
const mostInVain = 2

const sumOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

type Dress = (message: WireRequest) => WireRequest

type Send = (given: CallOptions, dress: Dress) => Promise<Answered>

export type Spell = (operation: string, given: CallOptions, send: Send) => Promise<Answered>

export const plainly: Spell = (_operation, given, send) => send(given, (message) => message)

export type Spellings = {
  /** The requests of a source go through the ways in turn; the seed says where it begins. */
  of(source: string): Spell
}

/** @param onRespelled - called with the refusal of a request, with the answer to the plain one that was taken, and how the first was written */
export const createSpellings = (
  seed: number,
  onRespelled: (refused: Answered, plain: Answered, what: string) => void,
): Spellings => {
  const refusedAgain = new Map<string, number>()
  /** Ways that are not gone any more. */
  const left = new Set<string>()
  /** A body that is sent again under its key is the same to the byte. */
  const keyed = new Map<string, Way>()
  /** Reads that were answered when they were written plainly. */
  const served = new Set<string>()
  const isDoubtful = (operation: string, what: string, { response }: Answered): boolean => {
    const { status } = response
    const isOfFile = operation === 'uploadDocument' && status === 415
    const isOfPath = what === escapedPath.what && unfound.has(status)
    const isOfLists = what === emptyLists.what && status === 422 && namesAList(response.body)
    if (isOfPath || isOfLists) return (refusedAgain.get(`${operation} ${what}`) ?? 0) < mostInVain
    if (!unread.has(status) || isOfFile || isRead(operation)) return false
    // HTTP lets a server ask for the length.
    if (status === 411) left.add(what)
    return (refusedAgain.get(`${operation} ${what}`) ?? 0) < mostInVain
  }
  return {
    of(source) {
      const turns = new Map<readonly Way[], number>()
      const next = (ways: readonly Way[]): Way => {
        const turn = turns.get(ways) ?? (sumOf(source) + seed) % ways.length
        turns.set(ways, turn + 1)
        return ways[turn % ways.length]!
      }
      const wayOf = (named: Named): Way => {
        const { given } = named
        const isKnown = served.has(keyOf(named))
        const ways = literal.test(source) ? [asItIs] : waysOf(named, isKnown)
        const key = given.headers?.[keyHeader]
        if (key === undefined) return next(ways)
        const same = `${key} ${JSON.stringify(given.json)}`
        const chosen = keyed.get(same) ?? next(ways)
        keyed.set(same, chosen)
        return chosen
      }
      return async (operation, given, send) => {
        const named = { operation, given }
        const { what, options, message } = wayOf(named)
        if (what === undefined || left.has(what)) {
          const answer = await plainly(operation, given, send)
          if (isRead(operation) && answer.response.status < 300) served.add(keyOf(named))
          return answer
        }
        const first = await send(options?.(given) ?? given, message ?? ((it) => it))
        if (!isDoubtful(operation, what, first)) return first
        const plain = await plainly(operation, underAnotherKey(given), send)
        const pair = `${operation} ${what}`
        if (plain.response.status < 300) onRespelled(first, plain, what)
        else refusedAgain.set(pair, (refusedAgain.get(pair) ?? 0) + 1)
        return plain
      }
    },
  }
}
