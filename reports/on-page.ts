// What one page of a list shows alone: an entry that is missing or strange, too many of them, or a wrong order.
import { areTexts, entriesIn, isHolder, shownIn, type Place } from './plain-values.ts'
import { readExpected } from './read-expected.ts'
import type { Finding } from './run-record.ts'
import type { Asked } from './script-judge.ts'
import { textOf } from './texts.ts'

/** An entry of that code is not there. */
const missingEntry = ({ pointer, expected, received }: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  const code = isHolder(expected) ? expected['code'] : undefined
  const isNone = pointer === null && isHolder(received) && !Array.isArray(received) && shownIn(received).length === 0
  if (!isNone || typeof code !== 'string' || entries === null) return null
  return entries.some((one) => isHolder(one) && one['code'] === code)
    ? null
    : { at: 'list:/data/*/code', form: 'includes', values: [code] }
}

/** Of the entries of a page a check may show those alone that are not to be there. */
const strangeEntry = ({ pointer, expected, received }: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  const [, id] = /^excludes ([a-z]+_[\w-]+)$/.exec(textOf(expected)) ?? []
  if (pointer !== null || id === undefined || entries === null || !areTexts(received)) return null
  return received.includes(id) && entries.some((one) => isHolder(one) && one['id'] === id)
    ? { at: 'list:/data/*/id', form: 'excludes', values: [id] }
    : null
}

/** A page with more entries than it says; or one of several with more than were asked for, where a page that is not full shows nothing. */
const tooLarge = ({ expected, received }: Finding, body: unknown): Asked | null => {
  const entries = entriesIn(body)
  const [, each, most] = /^(each )?≤ (\d+)$/.exec(textOf(expected)) ?? []
  if (most === undefined || entries === null || entries.length <= Number(most)) return null
  if (each === undefined)
    return received === entries.length && isHolder(body) && body['per_page'] === Number(most)
      ? { at: '/data', form: 'holds at most', values: ['/per_page'] }
      : null
  const isOne = Array.isArray(received) && received.includes(entries.length)
  return isOne ? { at: '/data', form: '≤', values: [`${most} events`] } : null
}

const isPartOf = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  whole.some((_, start) => part.every((one, index) => one === whole[start + index]))

/** What runs in the wrong order over several pages, and does on this one. */
const orderOfPage = ({ expected, received }: Finding, places: readonly Place[]): Asked | null => {
  const asked = readExpected(expected)
  if (!['rising', 'falling'].includes(asked.form) || !areTexts(received)) return null
  const found = places.find(
    ({ at, value }) =>
      at.startsWith('list:/data/*/') && areTexts(value) && value.length > 1 && isPartOf(value, received),
  )
  return found ? { at: found.at, ...asked } : null
}

/** `places`: those of the body. */
export const onPage = (finding: Finding, body: unknown, places: readonly Place[]): Asked | null =>
  missingEntry(finding, body) ?? strangeEntry(finding, body) ?? tooLarge(finding, body) ?? orderOfPage(finding, places)
