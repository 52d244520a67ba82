// What a record keeps of long texts and large values: their beginning, and how much there was.
import { bounds } from '../../fixtures/bounds.ts'

/** Characters, or bytes, that are read beyond what is kept: a secret is masked as a whole or cut off as a whole. */
export const unsure = 8_192

/** Of a text that was masked; `isCut`: it may end inside a secret. */
export const startOf = (masked: string, most: number, isCut: boolean): string =>
  masked.slice(0, isCut ? Math.min(most, Math.max(0, masked.length - unsure)) : most)

/** At most `most` characters of a text, masked, and how many more there were. */
export const shortenText = (text: string, most: number, mask: (text: string) => string): string => {
  const isCut = text.length > most + unsure
  const masked = mask(isCut ? text.slice(0, most + unsure) : text)
  if (!isCut && masked.length <= most) return masked
  const kept = startOf(masked, most, isCut)
  return `${kept}… (${Math.max(text.length, masked.length) - kept.length} more characters)`
}

/**
 * The long texts of a value shortened, and its lists and objects where they have more than `items`, level by level.
 */
export const shortenValue = (
  value: unknown,
  mask: (text: string) => string,
  items = Number.POSITIVE_INFINITY,
  level = 0,
): unknown => {
  if (typeof value === 'string') return shortenText(value, bounds.recorded.text, mask)
  if (typeof value !== 'object' || value === null) return value
  if (level >= bounds.recorded.levels) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => shortenValue(item, mask, items, level + 1))
    return value.length > items ? [...kept, `… (${value.length - items} more)`] : kept
  }
  const entries = Object.entries(value)
  const kept = entries
    .slice(0, items)
    .map(
      ([key, item]) =>
        [shortenText(key, bounds.recorded.text, mask), shortenValue(item, mask, items, level + 1)] as const,
    )
  const rest = entries.length - kept.length
  return Object.fromEntries(rest > 0 ? [...kept, ['…', `${rest} more`] as const] : kept)
}
