// Where in an answer a value stands that a check worked out of it: the one text, or what one field of all entries of a list has.
import { bounds } from '../fixtures/bounds.ts'
import { covers } from './covers.ts'
import { asPart, differencesOf } from './differences.ts'
import { onPage } from './on-page.ts'
import { areTexts, entriesIn, isHolder, shownIn, type Place } from './plain-values.ts'
import { readExpected } from './read-expected.ts'
import type { Finding } from './run-record.ts'
import type { Asked } from './script-judge.ts'
import { textOf } from './texts.ts'

/** What entries have under each name, and under each name of the objects there. */
const fieldsOf = (entries: readonly unknown[], at: string, levels = 2): Place[] => {
  const names = levels === 0 ? [] : new Set(entries.filter(isHolder).flatMap((entry) => Object.keys(entry)))
  return [...names].flatMap((name): Place[] => {
    const value = entries.map((entry) => (isHolder(entry) ? entry[name] : undefined))
    const inner = value.some(Array.isArray) ? [] : fieldsOf(value, `${at}/${asPart(name)}`, levels - 1)
    return [{ at: `${at}/${asPart(name)}`, value }, ...inner]
  })
}

/** Every value of a body with its place, and of each list what its entries have under each name. */
export const placesIn = (body: unknown): Place[] => {
  const places: Place[] = []
  const walk = (value: unknown, at: string): void => {
    if (places.length > bounds.shown.places) return
    places.push({ at, value })
    if (!isHolder(value)) return
    if (Array.isArray(value)) places.push(...fieldsOf(value, `list:${at}/*`))
    for (const [name, inner] of Object.entries(value)) walk(inner, `${at}/${asPart(name)}`)
  }
  walk(body, '')
  return places
}

/** A number or a boolean stands in many places of an answer by chance. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > 2 : Array.isArray(value) && value.length > 0

const events = /^order\.[a-z_]+/

const areTypes = (value: unknown): value is string[] => areTexts(value) && value.every((one) => events.test(one))

/** The type of which there are too many events, or too few. */
const miscounted = ({ kind, key, expected, received }: Finding): { type: string; isMissing: boolean } | null => {
  const named = events.exec(key ?? '')?.[0]
  if (named !== undefined && (kind === 'missing_event' || kind === 'unexpected_event'))
    return { type: named, isMissing: kind === 'missing_event' }
  if (!areTypes(expected) || !areTypes(received)) return null
  const times = (list: readonly string[], type: string): number => list.filter((one) => one === type).length
  const type = [...expected, ...received].find((one) => times(expected, one) !== times(received, one))
  return type === undefined ? null : { type, isMissing: times(expected, type) > times(received, type) }
}

/** How often an event of the type is in a page of the feed: once more, or once less, than in the run. */
const eventCount = (finding: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  const wrong = entries && miscounted(finding)
  if (entries === null || wrong === null) return null
  const times = entries.filter((one) => isHolder(one) && one['type'] === wrong.type).length
  return {
    at: 'list:/data/*/type',
    form: wrong.isMissing ? 'more often' : 'less often',
    values: [wrong.type, String(times)],
  }
}

/** How often a type must be there that the rule names: `events.completed-is-raised-again` is about `order.completed`. */
const namedCount = ({ rule, expected, received }: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  const { form, values } = readExpected(expected)
  if (entries === null || typeof received !== 'number' || !['≥', '≤'].includes(form)) return null
  const types = entries.map((one) => (isHolder(one) ? one['type'] : undefined))
  const type = types.find(
    (one) => typeof one === 'string' && events.test(one) && rule.includes(`.${one.slice(6).replaceAll('_', '-')}-`),
  )
  if (type === undefined || types.filter((one) => one === type).length !== received) return null
  const most = form === '≤'
  return {
    at: 'list:/data/*/type',
    form: most ? 'less often' : 'at least times',
    values: [textOf(type), String(Number(values[0]) + (most ? 1 : 0))],
  }
}

/** What stands in too many entries of a list. */
const tooOften = ({ received }: Finding, places: readonly Place[]): Asked | null => {
  const lists = places.filter(({ at, value }) => at.startsWith('list:') && (value as unknown[]).includes(received))
  const [list, ...others] = lists.filter(({ at }) => !lists.some((one) => one.at.length < at.length))
  if (list === undefined || others.length > 0 || typeof received !== 'string') return null
  const times = (list.value as unknown[]).filter((one) => one === received).length
  return { at: list.at, form: 'less often', values: [received, String(times)] }
}

/** A page without any entry lacks the one with an id, or with a text that is like no other. */
const inEmptyPage = ({ expected, received }: Finding, body: unknown): Asked | null => {
  const isEmpty = [entriesIn(body), received].every((one) => Array.isArray(one) && one.length === 0)
  const [, id, text] = /^includes (?:([a-z]+_[\w-]+)|assay-([\w-]+))$/.exec(textOf(expected)) ?? []
  if (!isEmpty || (id ?? text) === undefined) return null
  return { at: text === undefined ? 'list:/data/*/id' : '/data', ...readExpected(expected) }
}

/** A check may have sorted a list of texts. */
const inAnyOrder = (value: unknown): string | undefined => JSON.stringify(areTexts(value) ? value.toSorted() : value)

/** Some fields of an answer, as a check takes them out of it: the answer itself has them, and others. */
const withFields = ({ expected, received }: Finding, body: unknown): Asked | null => {
  if (!isHolder(expected) || !isHolder(received) || !isHolder(body) || Array.isArray(received)) return null
  const isOf = shownIn(received).every(([name, value]) => inAnyOrder(body[name]) === inAnyOrder(value))
  return isOf && shownIn(received).length > 0
    ? { at: '', form: 'with fields', values: [JSON.stringify(expected)] }
    : null
}

/** A list that holds what only others may: a check may have taken each value of several pages once. */
const withOthers = ({ expected, received }: Finding, places: readonly Place[]): Asked | null => {
  const { form, values } = readExpected(expected)
  if (form !== 'only' || !areTexts(received)) return null
  const isPart = (value: unknown): boolean =>
    areTexts(value) && value.every((one) => received.includes(one)) && value.some((one) => !values.includes(one))
  const found = places.find(({ at, value }) => at.startsWith('list:') && isPart(value))
  return found ? { at: found.at, form, values } : null
}

/** The field in which one entry differs, where that is known by its code: another target may have none of that code. */
const fieldOfEntry = ({ pointer, expected, received }: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  if (pointer !== null || !isHolder(expected) || !isHolder(received) || entries === null) return null
  const { code } = received
  const [other, ...others] = differencesOf(expected, received)
  if (typeof code !== 'string' || !/^[\w-]+$/.test(code) || expected['code'] !== code) return null
  if (other === undefined || others.length > 0) return null
  const own = entries.filter((one) => isHolder(one) && one['code'] === code)
  return own.length === 1 && covers(own[0], received)
    ? { at: `/data/code=${code}${other.path}`, ...readExpected(other.expected) }
    : null
}

/** A check may show the one list that it worked out beside the name of what it sent: of fields that must be about that, each other list may be. */
const listInObject = ({ pointer, expected, received }: Finding, places: readonly Place[]): Asked | null => {
  if (pointer !== null || !isHolder(expected) || !isHolder(received)) return null
  const [name, ...others] = Object.keys(received).filter((one) => !Object.is(received[one], expected[one]))
  if (name === undefined || others.length > 0 || !areTexts(received[name])) return null
  const shown = JSON.stringify(received[name])
  const place = places.find(({ at, value }) => at.startsWith('list:') && JSON.stringify(value) === shown)
  return place && received[name].length > 0 && textOf(expected[name]).startsWith('includes ')
    ? { at: place.at, form: 'not', values: [shown] }
    : null
}

/** A check may have sorted both lists: where each has other texts, their order tells nothing. */
const wantedOf = ({ expected, received }: Finding): Pick<Asked, 'form' | 'values'> => {
  const isSorted = areTexts(expected) && expected.length > 1 && inAnyOrder(expected) === JSON.stringify(expected)
  return isSorted && areTexts(received) && inAnyOrder(received) !== inAnyOrder(expected)
    ? { form: 'with fields', values: [JSON.stringify(expected)] }
    : readExpected(expected)
}

/**
 * Null where it stands in no place, or in several; of these one is `preferred` from which an earlier answer gave what is expected. `isTried`: how
 * often it stands in a list may be compared, as it is tried on the target.
 */
export const workedOut = (
  finding: Finding,
  body: unknown,
  preferred: readonly string[] = [],
  isTried = false,
): Asked | null => {
  const counted = eventCount(finding, body) ?? (isTried ? namedCount(finding, body) : null)
  if (counted) return counted
  const none = inEmptyPage(finding, body)
  if (none) return none
  const fields = withFields(finding, body)
  if (fields) return fields
  if (!isTried && !isTelling(finding.received)) return null
  const places = placesIn(body)
  const own = isTried
    ? (fieldOfEntry(finding, body) ??
      listInObject(finding, places) ??
      withOthers(finding, places) ??
      onPage(finding, body, places))
    : null
  if (own) return own
  if (!isTelling(finding.received)) return null
  const wanted = JSON.stringify(finding.received)
  const same = places.filter(({ value }) => JSON.stringify(value) === wanted)
  const known = same.find(({ at }) => preferred.includes(at))
  if (known) return { at: known.at, ...wantedOf(finding) }
  const [first, ...others] = same.filter(
    ({ at }) =>
      !same.some((other) => other.at !== at && other.at.length < at.length && Array.isArray(finding.received)),
  )
  if (first === undefined) return null
  return others.length > 0 && !Array.isArray(finding.received)
    ? isTried
      ? tooOften(finding, places)
      : null
    : { at: first.at, ...wantedOf(finding) }
}
