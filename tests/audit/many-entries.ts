// The life of a client again and again, as one recording: other ids, tokens, keys and days each time.

type Entry = {
  startedDateTime: string
  _kind?: string
  request: { headers: { name: string; value: string }[]; url: string }
  response: { content: { text?: string } }
}

const dayMs = 86_400_000

const stamp = /\d{4}-\d\d-\d\d(?:T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?Z)?/g
const id = /\b(ord|doc|msg|rr|evt)_(?=[A-Za-z0-9])/g
const expiry = /(expires=)(\d{10})/g
const reference = /(LOAN-\d+)/g

const shifted = (text: string, ms: number): string => {
  const isEncoded = text.includes('%3A')
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text.replaceAll('%3A', ':'))
  if (Number.isNaN(at)) return text
  const moved = new Date(at + ms).toISOString()
  if (text.length === 10) return moved.slice(0, 10)
  const whole = text.includes('.') ? moved : `${moved.slice(0, 19)}Z`
  return isEncoded ? whole.replaceAll(':', '%3A') : whole
}

const daysOf = (entries: readonly Entry[]): number => {
  const times = entries.map(({ startedDateTime }) => Date.parse(startedDateTime))
  return Math.ceil((Math.max(...times) - Math.min(...times)) / dayMs) + 1
}

/** Tokens and keys, which no two lives share. */
const secretsIn = (entries: readonly Entry[]): string[] => {
  const found = entries.flatMap(({ request, response }) => [
    /"access_token":\s*"([^"]+)"/.exec(response.content.text ?? '')?.[1] ?? '',
    request.headers.find(({ name }) => name.toLowerCase() === 'idempotency-key')?.value ?? '',
  ])
  return [...new Set(found)].filter((text) => text.length >= 8)
}

const escaped = (text: string): string => text.replaceAll(/[^\w-]/g, String.raw`\$&`)

/**
 * JSON of one entry after another.
 * @param har of one life; deliveries, whose signatures have a time, are left out
 */
export const manyEntries = function* (har: string, count: number): Generator<string> {
  const { log } = JSON.parse(har) as { log: { entries: Entry[] } }
  const calls = log.entries.filter(({ _kind, request }) => {
    const isSigned = request.headers.some(({ name }) => name.toLowerCase() === 'x-service-signature')
    return _kind !== 'delivery' && !isSigned
  })
  const texts = calls.map((entry) => JSON.stringify(entry))
  const secrets = new RegExp(secretsIn(calls).map(escaped).join('|'), 'g')
  const days = daysOf(calls)
  for (let made = 0, life = 0; made < count; life += 1) {
    const ms = life * days * dayMs
    const mark = life.toString(36).padStart(4, '0')
    for (const text of texts.slice(0, count - made)) {
      made += 1
      yield text
        .replaceAll(secrets, `$&-${mark}`)
        .replaceAll(stamp, (one) => shifted(one, ms))
        .replaceAll(expiry, (_, name: string, seconds: string) => `${name}${Number(seconds) + ms / 1000}`)
        .replaceAll(id, `$1_${mark}`)
        .replaceAll(reference, `$1-${mark}`)
    }
  }
}
