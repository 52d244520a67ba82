// The path of a URL by what its signs stand for, be they escaped or not.
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const plainPath = (url: string | URL): string => decoded(new URL(url).pathname)
