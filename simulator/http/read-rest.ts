// Takes in what is still to come of a body that no operation reads: a fault strikes when the request is read, and the journal has all of it.
import { bounds } from '../../fixtures/bounds.ts'
import type { Exchange } from './exchange.ts'

/** @param idleMs how long nothing may come; without end where it is not given */
export const readRest = ({ req, hasBody }: Exchange, idleMs?: number): Promise<void> =>
  new Promise((resolve) => {
    if (!hasBody || req.readableEnded || req.destroyed) return resolve()
    let size = 0
    const end = (): void => {
      clearTimeout(idle)
      resolve()
    }
    const idle = idleMs === undefined ? undefined : setTimeout(end, idleMs)
    req.once('end', end).once('close', end).once('error', end)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      idle?.refresh()
      if (size > bounds.taken.bytesRefused) end()
    })
  })

/** Of a body that does not come, no more than this is waited for. */
const refusedMs = 1_000

/**
 * Before a request is refused, its body is taken off the connection: a client or a proxy that still sends loses an answer after which the
 * connection ends.
 */
export const readRefused = (exchange: Exchange): Promise<void> | undefined =>
  exchange.hasBody && !exchange.req.complete ? readRest(exchange, refusedMs) : undefined
