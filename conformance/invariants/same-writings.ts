// When two writings show one value, in two answers of one target.
import { isObject } from '../contract/is-object.ts'
import { attachedId } from '../evidence/attached-id.ts'
import { sameInstant } from '../contract/same-instant.ts'

type Same = (one: unknown, other: unknown) => boolean

const isText = (value: unknown): boolean => value === null || typeof value === 'string'

const plain = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFC')
    .trim()

const idsOf = (entries: unknown): string =>
  JSON.stringify((Array.isArray(entries) ? entries : []).map((entry) => attachedId(entry) ?? entry).toSorted())

/** Those of one spelling; the others have several. */
const plainTypes = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/tiff', 'text/plain'])

const essence = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()

export const sameType = (one: string, other: string): boolean => {
  const types = [essence(one), essence(other)]
  return types[0] === types[1] || !types.some((type) => plainTypes.has(type))
}

const texts =
  (same: (one: string, other: string) => boolean): Same =>
  (one, other) =>
    typeof one !== 'string' || typeof other !== 'string' || same(one, other)

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const atOnce = texts((one, other) => !isTime(one) || !isTime(other) || sameInstant(one, other))

/** What is of another type is another rule's matter. */
export const same = {
  value: (one, other) => typeof one !== typeof other || typeof one === 'object' || one === other,
  text: (one, other) => !isText(one) || !isText(other) || plain(one) === plain(other),
  ids: (one, other) => !Array.isArray(one) || !Array.isArray(other) || idsOf(one) === idsOf(other),
  'media-type': texts(sameType),
  instant: atOnce,
} satisfies Record<string, Same>

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whatever the order of its members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(
          Object.keys(part)
            .toSorted()
            .map((key) => [key, part[key]]),
        )
      : part,
  ) ?? ''

const inOrder = (entries: readonly unknown[]): unknown[] =>
  entries.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1))

/** The first place where two values differ; what one of them lacks is another rule's matter. */
export const differingAt = (
  one: unknown,
  other: unknown,
  skip: (pointer: string) => boolean,
  at = '',
): string | null => {
  if (skip(at) || (isEmpty(one) && isEmpty(other))) return null
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return at
    const [first, second] = [inOrder(one), inOrder(other)]
    return first.reduce<string | null>(
      (found, entry, index) => found ?? differingAt(entry, second[index], skip, `${at}/*`),
      null,
    )
  }
  if (isObject(one) && isObject(other)) {
    for (const key of Object.keys(one)) {
      const found = key in other ? differingAt(one[key], other[key], skip, `${at}/${key}`) : null
      if (found !== null) return found
    }
    return null
  }
  const isSame = typeof one === 'string' && isTime(one) ? atOnce(one, other) : one === other
  return isSame ? null : at
}
