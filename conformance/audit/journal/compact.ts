// Entries that share what most of them have: headers, methods and types come again and again, and each would take its room.
import type { HarEntry } from './har-entry.ts'

type Header = NonNullable<HarEntry['request']['headers']>[number]

/** Headers that are known at a time; longer ones have their own values. */
const mostKnown = 20_000
const longest = 200

export const createCompact = (): ((entry: HarEntry) => HarEntry) => {
  const known = new Map<string, Header>()
  const shared = (header: Header | null): Header | null => {
    const { name, value } = header ?? {}
    if (header === null || typeof name !== 'string' || typeof value !== 'string' || value.length > longest)
      return header
    const key = `${name}\n${value}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size < mostKnown) known.set(key, header)
    return header
  }
  const words = new Map<string, string>()
  const word = (text: string): string => {
    const found = words.get(text)
    if (found !== undefined) return found
    if (words.size < mostKnown && text.length <= longest) words.set(text, text)
    return text
  }
  return (entry) => {
    const { request, response } = entry
    request.method = word(request.method)
    for (const body of [request.postData, response?.content])
      if (body?.mimeType !== undefined) body.mimeType = word(body.mimeType)
    if (request.headers) request.headers = request.headers.map((one) => shared(one)!)
    if (response?.headers) response.headers = response.headers.map((one) => shared(one)!)
    return entry
  }
}
