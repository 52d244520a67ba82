// Finds what stands at a method and a path: by the number of segments first, then segment by segment.

export type Route<T> = { method: string; path: string; target: T }

type Found<T> = { target: T; params: Record<string, string> }

type Segment = { name: string } | { text: string }

/** In the form of the OpenAPI document: `/orders/{order_id}`. */
const segmentsOf = (path: string): Segment[] =>
  path.split('/').map((text) => (text.startsWith('{') ? { name: text.slice(1, -1) } : { text }))

/** What cannot be decoded stays as it was written. */
const decoded = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const paramsOf = (segments: readonly Segment[], sent: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {}
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at]!
    const text = sent[at]!
    if ('text' in segment ? segment.text !== text : text === '') return undefined
    if ('name' in segment) params[segment.name] = decoded(text)
  }
  return params
}

/** Upper and lower case and a slash at the end count; HEAD reaches what GET does. */
export const createFinder = <T>(routes: readonly Route<T>[]) => {
  /** By the method, then by the number of segments. */
  const byMethod = new Map<string, { segments: Segment[]; target: T }[][]>()
  for (const { method, path, target } of routes) {
    const segments = segmentsOf(path)
    for (const name of method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]) {
      const byCount = byMethod.get(name) ?? []
      byMethod.set(name, byCount)
      ;(byCount[segments.length] ??= []).push({ segments, target })
    }
  }
  return (method: string, path: string): Found<T> | undefined => {
    const sent = path.split('/')
    for (const { segments, target } of byMethod.get(method)?.[sent.length] ?? []) {
      const params = paramsOf(segments, sent)
      if (params) return { target, params }
    }
    return undefined
  }
}
