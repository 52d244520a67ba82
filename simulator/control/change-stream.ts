// Sends what has changed as it changes, as server-sent events: which tables, and what time it is; what is in them is read by who needs it.
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Services } from '../services.ts'

/** How often it looks, and how often it sends the time where nothing else happens; real milliseconds. */
const look = 200
const tick = 1000

export const changeStream = (
  { clock, faults, journal, store }: Services,
  closing: AbortSignal | undefined,
): Readable => {
  const stream = new PassThrough()
  let sent = ''
  let sentNow = Number.NaN
  let sentAt = 0
  const send = () => {
    const changes = { ...store.changes(), journal: journal.changes(), faults: faults.changes() }
    const counts = JSON.stringify(changes)
    const now = clock.now()
    const isDue = now !== sentNow && performance.now() - sentAt >= tick
    // A reader that is slow gets the newest state later, not all of them.
    if ((counts === sent && !isDue) || stream.writableNeedDrain) return
    sent = counts
    sentNow = now
    sentAt = performance.now()
    const data = { now: new Date(now).toISOString(), mode: clock.mode, changes }
    stream.write(`event: change\ndata: ${JSON.stringify(data)}\n\n`)
  }
  send()
  const timer = setInterval(send, look)
  const end = () => stream.end()
  closing?.addEventListener('abort', end, { once: true })
  stream.once('close', () => {
    clearInterval(timer)
    closing?.removeEventListener('abort', end)
  })
  if (closing?.aborted) end()
  return stream
}
