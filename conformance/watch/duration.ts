// A span of time as people write it: `30s`, `15m`, `6h`.
import { InvalidArgumentError } from 'commander'

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const
const longestMs = 168 * unitMs.h

/** Milliseconds. */
export const duration = (text: string): number => {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs]
  if (!(ms > 0 && ms <= longestMs))
    throw new InvalidArgumentError('it must be a whole number of seconds, minutes or hours, such as 30s, 15m or 6h.')
  return ms
}
