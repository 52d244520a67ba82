// The numbers of the contract: its limits, and the times of the attempts to deliver an event.
import { limitTable, webhookTable } from './contract.ts'
import { lazily } from './lazily.ts'

type LimitName =
  | 'requests_per_minute'
  | 'access_token_lifetime_seconds'
  | 'idempotency_memory_seconds'
  | 'per_page_min'
  | 'per_page_max'
  | 'per_page_default'
  | 'upload_megabytes'
  | 'download_link_lifetime_seconds'
  | 'event_retention_days'
  | 'webhook_secret_min_characters'
  | 'signature_tolerance_seconds'
  | 'identifier_max_characters'

export const limits = lazily((): Record<LimitName, number> => {
  const rows = Object.entries(limitTable().limits).map(([name, { value }]) => [name, value])
  return Object.fromEntries(rows) as Record<LimitName, number>
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type RetrySchedule = {
  /** Seconds from each attempt to the next; the last is what the table says of it. */
  delays: readonly number[]
  /** The same, where the stated total is right instead. */
  lastDelayByTotal: number
  attempts: number
  timeoutSeconds: number
}

export const retrySchedule = lazily((): RetrySchedule => {
  const { retry_delays_seconds: delays, stated_total_seconds, attempts, timeout_seconds } = webhookTable()
  const lastDelayByTotal = stated_total_seconds - sum(delays.slice(0, -1))
  return { delays, lastDelayByTotal, attempts, timeoutSeconds: timeout_seconds }
})
