// The path of a URL by what its signs stand for, be they escaped or not.
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const plainPath = (url: string | URL): string => decoded(new URL(url).pathname)

/** The order that an address names. */
export const orderIn = (url: string): string | undefined => /\/orders\/([^/]+)/.exec(plainPath(url))?.[1]
