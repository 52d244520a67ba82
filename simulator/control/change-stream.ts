// Sends what has changed as it changes, as server-sent events: which tables, what time it is, and which rules the client violates; the rest is read by who needs it.
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import { clearInterval, setInterval } from 'node:timers'
import type { Services } from '../engine/services.ts'
import type { Findings } from './findings.ts'

/** How often it looks, and how often it sends the time where nothing else happens; real milliseconds. */
const look = 200
const tick = 1000

/** Judging takes this part of the time at most, and happens no oftener than the ticks. */
const share = 0.2

const isViolated = ({ verdict }: { verdict: string }): boolean => verdict === 'fail'

export const changeStream = (
  { clock, faults, journal, store, log }: Services,
  findings: Findings | undefined,
  closing: AbortSignal | undefined,
): Readable => {
  const stream = new PassThrough()
  const write = (event: string, data: object): void =>
    void stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  let sent = ''
  let sentNow = Number.NaN
  let sentFrozen: boolean | undefined
  let sentAt = 0
  const send = () => {
    const changes = { ...store.changes(), journal: journal.changes(), faults: faults.changes() }
    const counts = JSON.stringify(changes)
    const now = clock.now()
    const isDue = now !== sentNow && performance.now() - sentAt >= tick
    const { mode, frozen } = clock
    // A reader that is slow gets the newest state later, not all of them.
    if ((counts === sent && frozen === sentFrozen && !isDue) || stream.writableNeedDrain) return
    sent = counts
    sentNow = now
    sentFrozen = frozen
    sentAt = performance.now()
    write('change', { now: new Date(now).toISOString(), mode, frozen, changes })
  }
  let judged: string | undefined
  let judgeAgainAt = 0
  const sendFindings = async (from: Findings): Promise<void> => {
    const began = performance.now()
    judged = from.state()
    // Where judging fails there is no second try, for as long as this reader stays.
    judgeAgainAt = Infinity
    const { last, calls, deliveries, summary, rules } = await from.read()
    judgeAgainAt = performance.now() + Math.max(tick, (performance.now() - began) / share)
    if (stream.writable)
      write('findings', {
        last,
        calls,
        deliveries,
        summary,
        violated: rules.filter(isViolated).map(({ rule }) => rule),
      })
  }
  const step = () => {
    send()
    if (!findings || performance.now() < judgeAgainAt || stream.writableNeedDrain) return
    if (findings.state() !== judged)
      sendFindings(findings).catch((err: unknown) => log.warn({ err }, 'the client could not be judged'))
  }
  step()
  const timer = setInterval(step, look)
  const end = () => stream.end()
  closing?.addEventListener('abort', end, { once: true })
  stream.once('close', () => {
    clearInterval(timer)
    closing?.removeEventListener('abort', end)
  })
  if (closing?.aborted) end()
  return stream
}
