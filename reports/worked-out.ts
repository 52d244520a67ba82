// Where in an answer a value stands that a check worked out of it: the one text, or what one field of all entries of a list has.
import { bounds } from '../fixtures/bounds.ts'
import { readExpected } from './read-expected.ts'
import type { Finding } from './run-record.ts'
import type { Asked } from './script-judge.ts'

type Place = { at: string; value: unknown }

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every value of a body with its place, and of each list what its entries have under each name. */
const placesIn = (body: unknown): Place[] => {
  const places: Place[] = []
  const walk = (value: unknown, at: string): void => {
    if (places.length > bounds.shown.places) return
    places.push({ at, value })
    if (!isHolder(value)) return
    if (Array.isArray(value)) {
      const names = new Set(value.filter(isHolder).flatMap((entry) => Object.keys(entry)))
      for (const name of names)
        places.push({
          at: `list:${at}/*/${name}`,
          value: value.map((entry) => (isHolder(entry) ? entry[name] : undefined)),
        })
    }
    for (const [name, inner] of Object.entries(value))
      walk(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  walk(body, '')
  return places
}

/** A number or a boolean stands in many places of an answer by chance. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > 2 : Array.isArray(value) && value.length > 0

const events = /^order\.[a-z_]+/

/** How often an event of the type is in a page of the feed: once more, or once less, than in the run. */
const eventCount = ({ kind, key }: Finding, body: unknown): Asked | null => {
  const { data } = (body ?? {}) as { data?: unknown }
  const type = events.exec(key ?? '')?.[0]
  if (!Array.isArray(data) || type === undefined || (kind !== 'missing_event' && kind !== 'unexpected_event'))
    return null
  const times = data.filter((one) => isHolder(one) && one['type'] === type).length
  return {
    at: 'list:/data/*/type',
    form: kind === 'missing_event' ? 'more often' : 'less often',
    values: [type, String(times)],
  }
}

/** Null where it stands in no place, or in several. */
export const workedOut = (finding: Finding, body: unknown): Asked | null => {
  const counted = eventCount(finding, body)
  if (counted) return counted
  if (!isTelling(finding.received)) return null
  const wanted = JSON.stringify(finding.received)
  const same = placesIn(body).filter(({ value }) => JSON.stringify(value) === wanted)
  const [first, ...others] = same.filter(
    ({ at }) =>
      !same.some((other) => other.at !== at && other.at.length < at.length && Array.isArray(finding.received)),
  )
  return first === undefined || (others.length > 0 && !Array.isArray(finding.received))
    ? null
    : { at: first.at, ...readExpected(finding.expected) }
}
