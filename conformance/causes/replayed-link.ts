// A text of the record with the values of a replay, and a fresh link in the place of one that was altered.
import type { linkOf } from '../../reports/fresh-link.ts'

export type Values = Map<string, string>

export const withValues = (text: string, values: Values): string =>
  [...values]
    .toSorted(([one], [other]) => Number(other.includes('://')) - Number(one.includes('://')))
    .reduce((found, [recorded, own]) => found.replaceAll(recorded, own), text)

/** As `sed` does it, for the edits that a link has. */
const edited = (url: string, edit: string): string => {
  const [, pattern = '', replacement = ''] = edit.split('/')
  if (pattern.startsWith('[&?]signature=')) return url.replace(/[&?]signature=[^&]*/, replacement)
  return pattern.startsWith('signature=')
    ? url.replace(/signature=[^&]*/, `signature=${replacement.slice('signature='.length)}`)
    : url.replace(pattern, replacement)
}

/** A fresh link, altered as the check altered its own. */
export const linkPath = (
  link: NonNullable<ReturnType<typeof linkOf>>,
  fresh: string,
  values: Values,
  isForged: boolean,
): string => {
  const altered = link.edits.reduce((url, edit) => edited(url, withValues(edit, values)), fresh)
  const later = altered.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + link.later}`)
  const forged = isForged
    ? later.replace(/(signature=)(.)/, (_, name: string, first: string) => name + (first === '0' ? '1' : '0'))
    : later
  return forged.replace(/^.*?\/v1(?=\/)/, '')
}
