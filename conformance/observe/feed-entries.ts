// Events as the feed shows them with the state of their delivery.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { itemsAt, succeeded } from './answers.ts'

type Attempts = { status: string; attempts: unknown; lastAttemptAt: unknown; nextAttemptAt: unknown }
type Entry = { type: string; createdAt: string; delivery: Attempts }

const entryOf = ({ type, created_at, delivery }: Record<string, unknown>): Entry[] =>
  isObject(delivery)
    ? [
        {
          type: String(type),
          createdAt: String(created_at),
          delivery: {
            status: String(delivery['status']),
            attempts: delivery['attempts'],
            lastAttemptAt: delivery['last_attempt_at'],
            nextAttemptAt: delivery['next_attempt_at'],
          },
        },
      ]
    : []

export const entriesIn = (exchange: Answered): Entry[] =>
  succeeded('listEvents')(exchange) ? itemsAt(exchange, '/data').filter(isObject).flatMap(entryOf) : []
