// What a specimen of each event type says: the made-up values of fixtures/webhooks.yaml, with the moment put in.

type Data = Record<string, unknown>

const DAY = 86_400_000

const put = (value: unknown, fill: (text: string) => string): unknown => {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((one) => put(one, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one, fill)]))
}

/** The fields beside `order_id` and `order_number`. */
export function specimenData(specimen: Data, orderId: string, now: number, timestamp: (at: number) => string): Data {
  const fill = (text: string): string => {
    if (text === '<now>') return timestamp(now)
    if (text === '<order_id>') return orderId
    const [, days] = /^<in (\d+) days>$/.exec(text) ?? []
    return days === undefined ? text : new Date(now + Number(days) * DAY).toISOString().slice(0, 10)
  }
  return put(specimen, fill) as Data
}
