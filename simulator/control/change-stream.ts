// Says what has changed as it changes, as server-sent events: which tables, and what time it is; what is in them is read by who needs it.
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Services } from '../services.ts'

/** How often it looks, and how often it says the time where nothing else happens; real milliseconds. */
const look = 200
const tick = 1000

export const changeStream = ({ clock, store }: Services, closing: AbortSignal | undefined): Readable => {
  const stream = new PassThrough()
  let said = ''
  let saidNow = Number.NaN
  let saidAt = 0
  const say = () => {
    const changes = store.changes()
    const counts = JSON.stringify(changes)
    const now = clock.now()
    const isDue = now !== saidNow && performance.now() - saidAt >= tick
    // A reader that is slow gets the newest state later, not all of them.
    if ((counts === said && !isDue) || stream.writableNeedDrain) return
    said = counts
    saidNow = now
    saidAt = performance.now()
    const data = { now: new Date(now).toISOString(), mode: clock.mode, changes }
    stream.write(`event: change\ndata: ${JSON.stringify(data)}\n\n`)
  }
  say()
  const timer = setInterval(say, look)
  const end = () => stream.end()
  closing?.addEventListener('abort', end, { once: true })
  stream.once('close', () => {
    clearInterval(timer)
    closing?.removeEventListener('abort', end)
  })
  if (closing?.aborted) end()
  return stream
}
