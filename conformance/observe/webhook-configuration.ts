// The webhook configuration, as each answer of the run leaves it.
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, operation, responseAt } from './answers.ts'

export type Configuration = {
  url: unknown
  enabled: unknown
  events: unknown[]
  secretRotatedAt: unknown
  updatedAt: unknown
}

/** What the run knows of the configuration: null where there is none, undefined where it was not read yet. */
export type Known = Configuration | null | undefined

export const configurationIn = (exchange: Answered): Configuration => ({
  url: responseAt(exchange, '/url'),
  enabled: responseAt(exchange, '/enabled'),
  events: Array.isArray(responseAt(exchange, '/events')) ? (responseAt(exchange, '/events') as unknown[]) : [],
  secretRotatedAt: responseAt(exchange, '/secret_rotated_at'),
  updatedAt: responseAt(exchange, '/updated_at'),
})

/** The configuration as each answer leaves it. Another credential may have one of its own. */
export const followConfiguration = (): ((exchange: Answered) => Known) => {
  let known: Known
  return (exchange) => {
    const before = known
    if (!operation(exchange, 'getWebhook', 'setWebhook') || exchange.role !== 'main') return before
    if (isSuccess(exchange)) known = typeof responseAt(exchange, '/url') === 'string' ? configurationIn(exchange) : null
    else if (operation(exchange, 'getWebhook') && responseAt(exchange, '/code') === 'webhook_not_configured')
      known = null
    return before
  }
}

export const hasType = (events: readonly unknown[], type: unknown): boolean =>
  events.includes('*') || events.includes(type)

/** Whether events of a type are sent. */
export const isWanted = ({ enabled, events }: Configuration, type: string): boolean =>
  enabled === true && hasType(events, type)
