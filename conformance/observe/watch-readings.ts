// Tells from the exchanges of a run which readings a target takes, without a request of its own.
import { isAnswered, type Exchange } from '../target/exchange.ts'
import { errorObservers } from './errors.ts'
import type { Observer } from './observer.ts'
import { orderObservers } from './orders.ts'
import { wireObservers } from './wire.ts'

export const observers: readonly Observer[] = [...wireObservers, ...orderObservers, ...errorObservers]

export type Observed = { freedom: string; reading: string }

/** Each reading is told once. What other companies do is theirs: only the main lender's exchanges and open ones count. */
export const createReadingsWatch = (): ((exchange: Exchange) => Observed[]) => {
  const seen = new Set<string>()
  return (exchange) => {
    const isMain = exchange.role === null || exchange.role === 'main' || exchange.role === 'main_second'
    if (!isMain || !isAnswered(exchange)) return []
    return observers.flatMap(({ freedom, reading }) => {
      const found = reading(exchange)
      const name = `${freedom}=${found}`
      if (found === null || seen.has(name)) return []
      seen.add(name)
      return [{ freedom, reading: found }]
    })
  }
}
