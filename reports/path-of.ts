// An address as people are shown it: what is masked in it stays readable.

/** As conformance/sut/secrets.ts writes it into a record. */
export const maskMark = '•••'

/** One letter or digit of a text that is shown in outline. */
export const outlineMark = '•'

/** The path with its query; the whole text where it is no address. */
export const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`.replaceAll(encodeURIComponent(outlineMark), outlineMark)
}

/** An escape of a letter or digit, which needs none: other escapes are usual, and hide nothing. */
const needless = /%(?:3\d|[46][1-9a-f]|[57][\da])/i

/** The same without escapes, which may hide whose it is; null where none hides anything, and where it could not be shown on a line. */
export const unescapedPath = (url: string): string | null => {
  const path = pathOf(url)
  if (!needless.test(path)) return null
  try {
    const plain = decodeURIComponent(path)
    return /[\p{C}\u2028\u2029]/u.test(plain) ? null : plain
  } catch {
    return null
  }
}

/** Without what all paths of a target have in common. */
export const shortPath = (url: string): string => pathOf(url).replace(/^.*?\/v1(?=[/?]|$)/, '') || '/'
