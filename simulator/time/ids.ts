// Identifiers: a resource prefix and a ULID, every one greater than all that the same factory gave before.
import { decodeTime, isValid, monotonicFactory } from 'ulid'
import { clockError } from './clock-error.ts'

export type Ids = {
  /** `ord` gives `ord_01J…`: 26 characters after the prefix, in string order of issue even when `now` repeats or goes back. */
  next(prefix: string, now: number): string
  /** Every later id is greater than this one, whatever `now` says: for ids read from a store after a restart. Throws `id_malformed`. */
  after(id: string): void
}

/** `random` gives fractions from 0 to below 1; left out, the platform's secure source is used. */
export function createIds(random?: () => number): Ids {
  const ulid = monotonicFactory(random)
  // ulid reads a time of 0 as "now"; 1 keeps a factory with a made-up clock reproducible.
  let earliest = 1
  return {
    next: (prefix, now) => `${prefix}_${ulid(Math.max(Math.floor(now), earliest))}`,
    after(id) {
      const text = id.slice(-26)
      if (!isValid(text)) {
        throw clockError(
          'id_malformed',
          `An id is a prefix, an underscore and a ULID, and ${JSON.stringify(id)} is not; pass an id made here.`,
        )
      }
      earliest = Math.max(earliest, decodeTime(text) + 1)
    },
  }
}
