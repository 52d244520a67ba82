// Where an answer has what a finding says was received: at the place that it names, in one entry of a list, or in all of them.
import { covers } from './covers.ts'
import { parsedJson } from './parsed-json.ts'
import { isHolder, type Place } from './plain-values.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import type { Asked } from './script-judge.ts'
import { textOf } from './texts.ts'
import { valuesAt } from './values-at.ts'
import { placesIn } from './worked-out.ts'

export const jsonIn = ({ response }: RecordedExchange): unknown => parsedJson(response?.body?.text)

const asJson = (received: unknown): string | undefined => (received === 'absent' ? undefined : JSON.stringify(received))

/** Of an object, or a list, with something in it a check may have compared a part. */
const isHolding = (value: unknown): boolean => isHolder(value) && Object.keys(value).length > 0

const isShown = (at: string, body: unknown, received: unknown): boolean => {
  const wanted = asJson(received)
  return valuesAt(body, at).some(
    (value) => JSON.stringify(value) === wanted || (isHolding(received) && covers(value, received)),
  )
}

/** What was received begins with the status of the answer, and says in words what is wrong. */
export const namesStatus = ({ pointer, received }: Finding, { response }: RecordedExchange): boolean =>
  (pointer === null || pointer === '/status') &&
  typeof received === 'string' &&
  /^([1-5]\d\d) [a-z]/.exec(received)?.[1] === String(response?.status)

/** Whether an answer has what was received, at the place that the finding names. */
export const showsReceived = (finding: Finding, answer: RecordedExchange): boolean => {
  if (namesStatus(finding, answer)) return true
  const { pointer, received } = finding
  const [, header] = /^header:(.*)$/.exec(pointer ?? '') ?? []
  if (header !== undefined)
    return (
      answer.response?.headers.some(
        ([name, value]) => name.toLowerCase() === header.toLowerCase() && value === received,
      ) === true
    )
  return pointer?.startsWith('/') === true && received !== undefined && isShown(pointer, jsonIn(answer), received)
}

/** Of a place in any entry of a list, that in the one entry of the script that has what was received. */
export const entryOf = (body: unknown, pointer: string, received: unknown, known: (id: string) => boolean): string => {
  const [, list, rest] = /^((?:\/[^/*]+)*)\/\*(\/.*)$/.exec(pointer) ?? []
  const entries = list === undefined ? undefined : valuesAt(body, list)[0]
  if (!Array.isArray(entries)) return pointer
  const own = (entries as ({ id?: unknown } | null)[]).filter(
    (one) => typeof one?.id === 'string' && known(one.id) && isShown(rest!, one, received),
  )
  return own.length === 1 ? `${list}/${(entries as unknown[]).indexOf(own[0])}${rest}` : pointer
}

/** Where an answer has what was received: a check may name the place from an entry of the answer on. Null where that is not found. */
export const placeIn = (body: unknown, pointer: string, received: unknown): string | null => {
  // A long text or list is in the record in part.
  if (/\(\d+ more(?: characters)?\)"?\]?$/.test(textOf(received))) return pointer
  if (isShown(pointer, body, received)) return pointer
  if (received === undefined || received === 'absent') return null
  // Of a list a check may have compared the length.
  if (
    typeof received === 'number' &&
    valuesAt(body, pointer).some((one) => Array.isArray(one) && one.length === received)
  )
    return pointer
  const wanted = asJson(received)
  const isLike = (at: string): boolean => at.endsWith(pointer) && !at.startsWith('list:')
  const same = pointer.length > 1 ? placesIn(body).filter(({ at }) => isLike(at)) : []
  const [place, ...others] = same.filter(({ value }) => JSON.stringify(value) === wanted)
  return place === undefined || others.length > 0 ? null : place.at
}

/** A check may have compared one field of the entries of a list, in any order: where they stand. */
export const fieldOfEntries = (body: unknown, pointer: string, received: unknown): string | null => {
  if (!Array.isArray(received) || received.length === 0) return null
  const sorted = (value: unknown): string | undefined =>
    Array.isArray(value) ? JSON.stringify(value.toSorted()) : undefined
  const isOf = ({ at, value }: Place): boolean =>
    at.startsWith(`list:${pointer}/*/`) && sorted(value) === sorted(received)
  return placesIn(body).find(isOf)?.at ?? null
}

/** The name of a field is what is wrong: once the bug is gone, nothing has it. */
export const wrongName = (body: unknown, pointer: string, received: unknown): Asked | null => {
  const at = pointer.endsWith(`/${textOf(received)}`) ? pointer : `${pointer}/${textOf(received)}`
  const isName = typeof received === 'string' && /^\w+$/.test(received) && !isShown(pointer, body, received)
  return isName && !isShown(at, body, 'absent') ? { at, form: 'absent', values: [] } : null
}
