// What a finding expects that only an earlier answer of the same run says, such as when an order was last changed: a script takes it from its own answers.
import { decoded } from './decoded.ts'
import { asPart } from './differences.ts'
import { movesClock } from './company-acts.ts'
import { answeredText, changes, idsIn, sentText, succeeded } from './needed-exchanges.ts'
import { parsedJson } from './parsed-json.ts'
import { isHolder } from './plain-values.ts'
import { readExpected } from './read-expected.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { grantOf, tokenOf } from './shown-tokens.ts'
import { textOf } from './texts.ts'

/** `pointer`: where the answer has it; null for an id, which is known by its form. */
export type Capture = { text: string; from: RecordedExchange; pointer: string | null }

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)/g

const mostTexts = 12

const pointersWhere = (fits: (value: unknown) => boolean, body: string): string[] => {
  const found: string[] = []
  const walk = (value: unknown, at: string): void => {
    if (fits(value)) found.push(at)
    if (!isHolder(value)) return
    for (const [name, inner] of Object.entries(value)) walk(inner, `${at}/${asPart(name)}`)
  }
  walk(parsedJson(body), '')
  return found
}

const pointersTo = (text: string, body: string): string[] => pointersWhere((value) => value === text, body)

const lastName = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

/** A field in which a server gives each object, or each answer, a value that it makes. */
export const isOfObject = (at: string | null): at is string =>
  /\/(?:order_number|correlation_id|next_cursor|event_id|access_token|signature)$/.test(at ?? '')

/** The same place as that of the finding, or one of its name, or any. */
const closest = (pointers: readonly string[], wanted: string | null): string =>
  pointers.find((one) => one === wanted) ??
  pointers.find((one) => wanted !== null && lastName(one) === lastName(wanted)) ??
  pointers[0]!

/** What the server made, such as the number of an order, and the query of a call names. */
export const namedInQuery = (one: RecordedExchange, earlier: readonly RecordedExchange[]): Capture[] => {
  const values = one.request.url.split('?')[1]?.matchAll(/=([\w.~-]{5,})(?=&|$)/g) ?? []
  return [...values].flatMap(([, text = '']): Capture[] => {
    const isMade = /\d/.test(text) && !/^[a-z]+_/.test(text) && !earlier.some((other) => sentText(other).includes(text))
    const from = isMade
      ? earlier.find((other) => succeeded(other) && answeredText(other).includes(`"${text}"`))
      : undefined
    const [pointer] = from ? pointersTo(text, answeredText(from)) : []
    return from === undefined || pointer === undefined ? [] : [{ text, from, pointer }]
  })
}

export const namedInQueries = (needed: readonly RecordedExchange[]): Capture[] =>
  needed.flatMap((one, index) => namedInQuery(one, needed.slice(0, index)))

/** Tokens of which a later call shows one. */
export const grantedIn = (needed: readonly RecordedExchange[]): Capture[] =>
  needed.flatMap((one): Capture[] => {
    const from = needed.find(({ id }) => id === grantOf(one))
    return from === undefined ? [] : [{ text: tokenOf(from.id), from, pointer: '/access_token' }]
  })

/** What the server gave an earlier answer at a place of that name, such as the number of an order, and must give again. */
const givenBefore = (
  { expected, pointer }: Finding,
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
): Capture[] => {
  const text = textOf(expected)
  const isMade = /^[\w.~-]{5,}$/.test(text) && /\d/.test(text) && idsIn(text).length === 0
  if (!isOfObject(pointer) || !isMade || typeof expected !== 'string') return []
  if (readExpected(expected).form !== 'equal' || needed.some((one) => sentText(one).includes(text))) return []
  return needed
    .slice(0, Math.max(needed.indexOf(judged), 0))
    .filter(succeeded)
    .flatMap((from): Capture[] => {
      const [at] = pointersTo(text, answeredText(from)).filter((one) => lastName(one) === lastName(pointer))
      return at === undefined ? [] : [{ text, from, pointer: at }]
    })
    .slice(-1)
}

const isOfChange = (pointer: string): boolean => /\/(?:updated|changed)_at$/.test(pointer)

const isList = (one: RecordedExchange): boolean => /"data"\s*:\s*\[/.test(answeredText(one))

const toSecond = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** Whether a value is an instant in that second: a check may have cut off its fraction. */
const isWithin =
  (second: string) =>
  (value: unknown): boolean =>
    typeof value === 'string' && value.match(instants)?.[0] === value && toSecond(value) === toSecond(second)

/** The answer about one thing that has an instant of that second: where it can be, that which the finding expects. */
const cutInstant = (
  { expected }: Finding,
  second: string,
  earlier: readonly RecordedExchange[],
): Pick<Capture, 'from' | 'pointer'>[] => {
  if (!/:\d\dZ$/.test(second)) return []
  const wanted = idsIn(textOf(expected))
  const isWanted = ({ from }: { from: RecordedExchange }): boolean =>
    wanted.some((id) => answeredText(from).includes(`"${id}"`))
  const having = earlier
    .filter((one) => succeeded(one) && !isList(one))
    .flatMap((from) =>
      pointersWhere(isWithin(second), answeredText(from))
        .filter(isOfChange)
        .map((pointer) => ({ from, pointer })),
    )
  return (having.some(isWanted) ? having.filter(isWanted) : having).slice(-1)
}

/** An instant of an earlier answer that the query of the judged call names: `updated_since` of an order's own change. */
const instantsInQuery = (
  finding: Finding,
  judged: RecordedExchange,
  earlier: readonly RecordedExchange[],
): Capture[] => {
  const values = judged.request.url.split('?')[1]?.matchAll(/=([^&=]+)/g) ?? []
  return [...values].flatMap(([, text = '']): Capture[] => {
    const instant = decoded(text)
    if (instant.match(instants)?.[0] !== instant) return []
    const having = earlier.filter((one) => succeeded(one) && answeredText(one).includes(JSON.stringify(instant)))
    // Another list has other entries.
    const from = having.findLast((one) => !isList(one)) ?? having.at(-1)
    const pointers = from ? pointersTo(instant, answeredText(from)) : []
    const pointer = pointers.find(isOfChange) ?? pointers[0]
    if (from !== undefined && pointer !== undefined) return [{ text, from, pointer }]
    return cutInstant(finding, instant, earlier).map((found) => ({ text, ...found }))
  })
}

/** Each with the call whose answer has it: one that the finding names, or the last before it by the same check. */
export const capturesFor = (
  finding: Finding,
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): Capture[] => {
  const expected = textOf(finding.expected)
  const texts = [...new Set([...(expected.match(instants) ?? []), ...idsIn(expected)])]
  if (texts.length > mostTexts) return []
  const at = all.findIndex(({ id }) => id === judged.id)
  const asked = instantsInQuery(finding, judged, all.slice(0, Math.max(at, 0)))
  // What must be later than before a change is not what that change itself answered.
  const isChange = (one: RecordedExchange): boolean => changes(one) && !movesClock(one)
  const change = isChange(judged) ? judged : needed.findLast((one) => one.id !== judged.id && isChange(one))
  const end = expected.startsWith('after ') ? all.findIndex(({ id }) => id === change?.id) : at
  const earlier = all.slice(0, Math.max(end < 0 ? at : Math.min(end, at), 0)).toReversed()
  const isEarlier = new Set(earlier.map(({ id }) => id))
  const found = texts.flatMap((text): Capture[] => {
    const quoted = JSON.stringify(text)
    const has = (one: RecordedExchange): boolean => succeeded(one) && answeredText(one).includes(quoted)
    const isId = idsIn(text).length > 0
    const maker = isId ? all.find((one) => changes(one) && has(one)) : undefined
    const from =
      maker ??
      earlier.find((one) => finding.requests.includes(one.id) && has(one)) ??
      needed.find((one) => isEarlier.has(one.id) && has(one)) ??
      earlier.find((one) => one.source === judged.source && has(one)) ??
      (has(judged) ? judged : undefined)
    if (from === undefined) return []
    if (isId) return [{ text, from, pointer: null }]
    const pointers = pointersTo(text, answeredText(from))
    const others = from === judged ? pointers.filter((one) => one !== finding.pointer) : pointers
    return others.length === 0 ? [] : [{ text, from, pointer: closest(others, finding.pointer) }]
  })
  return [...found, ...asked, ...givenBefore(finding, judged, needed)]
}
