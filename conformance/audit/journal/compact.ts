// Entries of a long recording with less: headers, methods and types that come again and again are shared, and long bodies wait in a file.
import { FiledTexts } from './filed-texts.ts'
import type { HarBody, HarEntry } from './har-entry.ts'

type Header = NonNullable<HarEntry['request']['headers']>[number]

/** Texts that are known at a time, and as many that were known before; longer ones have their own values. */
const mostKnown = 10_000
const longest = 2_000

/** The first of values with the same key, for as long as it is met now and then. */
const createShared = <Value>(): ((key: string, value: Value) => Value) => {
  let known = new Map<string, Value>()
  let before = new Map<string, Value>()
  return (key, value) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const first = before.get(key) ?? value
    if (known.size >= mostKnown) {
      before = known
      known = new Map()
    }
    known.set(key, first)
    return first
  }
}

/** A body whose text is read from the file each time that it is asked for. */
class FiledBody implements HarBody {
  readonly #texts: FiledTexts
  readonly #at: number
  readonly #bytes: number

  constructor(body: HarBody, texts: FiledTexts, { at, bytes }: { at: number; bytes: number }) {
    const { text: _text, ...about } = body
    Object.assign(this, about)
    this.#texts = texts
    this.#at = at
    this.#bytes = bytes
  }

  get text(): string {
    return this.#texts.get({ at: this.#at, bytes: this.#bytes })
  }
}

export const createCompact = (texts = new FiledTexts()): ((entry: HarEntry) => HarEntry) => {
  const header = createShared<Header>()
  const shared = (one: Header | null): Header | null => {
    const { name, value } = one ?? {}
    if (one === null || typeof name !== 'string' || typeof value !== 'string' || value.length > longest) return one
    return header(`${name}\n${value}`, one)
  }
  const words = createShared<string>()
  const filed = <Body extends HarBody>(body: Body): Body => {
    if (body.mimeType !== undefined && body.mimeType.length <= longest)
      body.mimeType = words(body.mimeType, body.mimeType)
    const place = body.text === undefined ? null : texts.put(body.text)
    return place === null ? body : (new FiledBody(body, texts, place) as HarBody as Body)
  }
  return (entry) => {
    const { request, response } = entry
    request.method = words(request.method, request.method)
    if (request.postData) request.postData = filed(request.postData)
    if (response?.content) response.content = filed(response.content)
    if (request.headers) request.headers = request.headers.map((one) => shared(one)!)
    if (response?.headers) response.headers = response.headers.map((one) => shared(one)!)
    return entry
  }
}
