// The journal as NDJSON, one entry a line: what is kept, or what comes as well for as long as the reader stays.
import { Readable } from 'node:stream'
import type { Journal } from './create-journal.ts'
import type { JournalMatch } from '../public/har-types.ts'
import { matching } from './look-up.ts'
import { afterOf, fits } from './matching.ts'
import type { JournalRecord } from './record.ts'
import { toEntry } from './to-har.ts'

const lineOf = (record: JournalRecord): string => `${JSON.stringify(toEntry(record))}\n`

export const asNdjson = (journal: Journal, match: JournalMatch): string => matching(journal, match).map(lineOf).join('')

/** A slow reader is given what the journal still has: entries are looked up when there is room for a line. */
export const follow = (journal: Journal, match: JournalMatch): Readable => {
  let seen = afterOf(match)
  let wantsMore = false
  let stop: () => void = () => undefined
  const pump = (stream: Readable): void => {
    for (const record of journal.after(seen)) {
      if (!wantsMore) break
      seen = record.id
      if (fits(record, match)) wantsMore = stream.push(lineOf(record))
    }
    if (journal.isClosed()) {
      stop()
      stream.push(null)
    }
  }
  const stream = new Readable({
    read() {
      wantsMore = true
      pump(this)
    },
    destroy(error, done) {
      stop()
      done(error)
    },
  })
  stop = journal.watch(() => pump(stream))
  return stream
}
