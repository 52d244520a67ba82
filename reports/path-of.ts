// An address as people are shown it: what is masked in it stays readable.

/** As conformance/sut/secrets.ts writes it into a record. */
export const maskMark = '•••'

const mark = '•'

/** The path with its query; the whole text where it is no address. */
export const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`.replaceAll(encodeURIComponent(mark), mark)
}

/** Without what all paths of a target have in common. */
export const shortPath = (url: string): string => pathOf(url).replace(/^.*?\/v1(?=[/?]|$)/, '') || '/'
