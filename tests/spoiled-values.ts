// The body of an answer with other values in the place of its texts, or of its points in time.

const kept = new Set(['id', 'code', 'tokens', 'next_cursor', 'lender_id', 'company_id', 'order_id'])

type Spoil = (body: unknown, next: () => unknown) => unknown

const mapped = (body: unknown, change: (text: string, key: string) => unknown, key = ''): unknown => {
  if (typeof body === 'string') return change(body, key)
  if (Array.isArray(body)) return body.map((one) => mapped(one, change, key))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, mapped(one, change, name)]))
}

/** All but those that lead on to other calls. */
export const spoilTexts: Spoil = (body, next) => mapped(body, (text, key) => (kept.has(key) ? text : next()))

export const spoilTimes: Spoil = (body, next) =>
  mapped(body, (text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? next() : text))

export const spoilNames: Spoil = (body, next) => mapped(body, (text, key) => (key === 'filename' ? next() : text))

export const spoilNumbers: Spoil = (body, next) => {
  if (typeof body === 'number') return next()
  if (Array.isArray(body)) return body.map((one) => spoilNumbers(one, next))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, spoilNumbers(one, next)]))
}

export const hostileNumbers: readonly number[] = [1e308, -1, 0, 1.5, Number.MAX_SAFE_INTEGER + 2, 4_294_967_296]

export const inTurn = (values: readonly unknown[]): (() => unknown) => {
  let given = 0
  return () => values[given++ % values.length]
}
