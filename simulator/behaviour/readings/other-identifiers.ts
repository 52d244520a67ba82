// Identifiers of other looks, for what is made and for what the world has from the start.
import { loadContract } from '../../contract/contract.ts'
import { clockError } from '../../time/clock-error.ts'
import type { Ids } from '../../time/ids.ts'
import type { ReadingPatch } from './reading.ts'

type Reform = (id: string) => string

/** Changes every identifier of the world, wherever it is named. */
const renamed = (value: unknown, reform: Reform): unknown => {
  if (typeof value === 'string') return /^(?:cli|len|cmp)_/.test(value) ? reform(value) : value
  if (Array.isArray(value)) return value.map((one) => renamed(one, reform))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, reform)]))
}

const split = (id: string): [prefix: string, rest: string] => {
  const at = id.indexOf('_') + 1
  return [id.slice(0, at), id.slice(at)]
}

const identified =
  (wrap: (ids: Ids) => Ids, reform: Reform): ReadingPatch =>
  ({ behaviour: { identifiers }, world }) => {
    const { create } = identifiers
    identifiers.create = () => wrap(create.call(identifiers))
    Object.assign(world, renamed(world, reform))
  }

const reformed =
  (reform: Reform) =>
  (ids: Ids): Ids => ({ ...ids, next: (prefix, now) => reform(ids.next(prefix, now)) })

let known: number | undefined
const longest = (): number => (known ??= loadContract().limits.identifier_max_characters)

/** Filled up in front, so that the order of issue stays the order of texts. */
const filled: Reform = (id) => {
  const [prefix, rest] = split(id)
  return `${prefix}${rest.padStart(longest() - prefix.length, 'a0b1c2d3e4f5')}`
}

export const fullLength: ReadingPatch = identified(reformed(filled), filled)

/** The marks take the place of filling where there is no room beside it. */
const punctuated =
  (marks: string): Reform =>
  (id) => {
    const [prefix, rest] = split(id)
    return `${prefix}${marks}${id.length + marks.length > longest() ? rest.slice(marks.length) : rest}`
  }

/** Those of clients, which stand before a colon in a header, have none that a URL would escape. */
export const withPunctuation: ReadingPatch = identified(reformed(punctuated('x+1=y~z_')), punctuated('x-1.y~z_'))

/** A count in base 36, of one width so that texts rise with it. */
const counted = (): Ids => {
  let count = 0
  return {
    next: (prefix) => `${prefix}_${(count += 1).toString(36).padStart(5, '0')}`,
    after: (id) => {
      const [, digits] = /_([0-9a-z]{5})$/.exec(id) ?? []
      if (digits === undefined) throw clockError('id_malformed', `An id ends in a count here, and ${id} does not.`)
      count = Math.max(count, Number.parseInt(digits, 36))
    },
    state: () => `count ${count}`,
    goOnFrom: (state) => {
      const [, digits] = /^count (\d{1,8})$/.exec(state) ?? []
      if (digits === undefined) throw clockError('id_malformed', `A state of ids is a count here, and ${state} is not.`)
      count = Number(digits)
    },
  }
}

export const short: ReadingPatch = (ground) => {
  const known = new Map<string, string>()
  const reform: Reform = (id) => {
    const [prefix] = split(id)
    if (!known.has(id)) known.set(id, `${prefix}w${(known.size + 1).toString(36)}`)
    return known.get(id)!
  }
  identified(counted, reform)(ground)
}
