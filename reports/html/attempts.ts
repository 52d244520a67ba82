// The delivery attempts of each event: what reached the receiver, and when by the clock of the target, from its feed.
import { parsedJson } from '../parsed-json.ts'
import { entriesIn, isHolder } from '../plain-values.ts'
import type { RecordedDelivery } from '../run-record.ts'
import type { Run } from '../summary.ts'

export type Attempt = {
  number: number
  /** Seconds after the first attempt, or after the event was raised; null where no page of the feed shows it. */
  after: number | null
  /** Whether `after` is only what the feed announced for it. */
  announced: boolean
  delivery: RecordedDelivery | null
}

export type EventLife = { id: string; type: string; attempts: Attempt[]; ended: string | null }

type FeedEntry = {
  attempts: number
  at: number | null
  next: number | null
  raised: number | null
  status: string | null
}

const eventIdOf = ({ headers }: RecordedDelivery): string | null =>
  headers.find(([name]) => name.toLowerCase() === 'x-service-event-id')?.[1] ?? null

const typeOf = ({ headers }: RecordedDelivery): string =>
  headers.find(([name]) => name.toLowerCase() === 'x-service-event-type')?.[1] ?? 'of no type'

const timeOf = (value: unknown): number | null => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time / 1000
}

/** Far more than any schedule has: a place is drawn for each. */
const mostAttempts = 100

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostAttempts

const entriesOn = (text: string): [event: string, entry: FeedEntry][] => {
  const items = entriesIn(parsedJson(text)) ?? []
  return items.flatMap((item): [string, FeedEntry][] => {
    if (!isHolder(item) || typeof item['id'] !== 'string' || !isHolder(item['delivery'])) return []
    const { attempts, last_attempt_at, next_attempt_at, status } = item['delivery']
    if (!isCount(attempts)) return []
    const shown = {
      attempts,
      at: timeOf(last_attempt_at),
      next: timeOf(next_attempt_at),
      raised: timeOf(item['created_at']),
    }
    return [[item['id'], { ...shown, status: typeof status === 'string' ? status : null }]]
  })
}

const feedOf = (run: Run, wanted: ReadonlySet<string>): Map<string, FeedEntry[]> => {
  const shown = new Map<string, FeedEntry[]>()
  for (const { operation, response } of run.exchanges) {
    const text = response?.body?.text
    if (operation !== 'listEvents' || text === undefined || response?.body?.cut) continue
    for (const [event, one] of entriesOn(text))
      if (wanted.has(event)) shown.set(event, [...(shown.get(event) ?? []), one])
  }
  return shown
}

const lifeOf = (id: string, deliveries: readonly RecordedDelivery[], shown: readonly FeedEntry[]): EventLife => {
  const exact = new Map<number, number>()
  const announced = new Map<number, number>()
  for (const { attempts, at, next } of shown) {
    if (at !== null && !exact.has(attempts)) exact.set(attempts, at)
    if (next !== null && !announced.has(attempts + 1)) announced.set(attempts + 1, next)
  }
  // The first attempt follows at once when the event is raised: that stands in where the feed no longer shows it.
  const first = exact.get(1) ?? shown.find(({ raised }) => raised !== null)?.raised ?? null
  const count = Math.max(deliveries.length, ...shown.map(({ attempts }) => attempts))
  const attempts = Array.from({ length: count }, (_, index): Attempt => {
    const at = exact.get(index + 1)
    const later = announced.get(index + 1)
    const time = index === 0 ? first : (at ?? later)
    return {
      number: index + 1,
      after: time === undefined || time === null || first === null ? null : time - first,
      announced: index > 0 && at === undefined && later !== undefined,
      delivery: deliveries[index] ?? null,
    }
  })
  return { id, type: typeOf(deliveries[0]!), attempts, ended: shown.at(-1)?.status ?? null }
}

const mostLookedAt = 60

const answersOf = ({ attempts }: EventLife): string =>
  attempts.map(({ delivery }) => delivery?.answer ?? 'none').join(', ')

const timedCount = ({ attempts }: EventLife): number => attempts.filter(({ after }) => after !== null).length

/** The events that say most about the schedule: those with most attempts first, and one of those that went alike. */
export const eventLives = (run: Run, most: number): EventLife[] => {
  const byEvent = new Map<string, RecordedDelivery[]>()
  for (const delivery of run.deliveries) {
    const id = eventIdOf(delivery)
    if (id !== null) byEvent.set(id, [...(byEvent.get(id) ?? []), delivery])
  }
  const retried = [...byEvent]
    .filter(([, own]) => own.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, mostLookedAt)
  const shown = feedOf(run, new Set(retried.map(([id]) => id)))
  const chosen = new Map<string, EventLife>()
  for (const [id, own] of retried) {
    const life = lifeOf(id, own, shown.get(id) ?? [])
    const known = chosen.get(answersOf(life))
    if (!known || timedCount(life) > timedCount(known)) chosen.set(answersOf(life), life)
  }
  return [...chosen.values()].slice(0, most)
}
