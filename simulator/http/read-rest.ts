// Takes in what is still to come of a body that no operation reads: a fault strikes when the request is read, and the journal has all of it.
import { bounds } from '../../fixtures/bounds.ts'
import type { Exchange } from './exchange.ts'

export const readRest = ({ req, hasBody }: Exchange): Promise<void> =>
  new Promise((resolve) => {
    if (!hasBody || req.readableEnded || req.destroyed) return resolve()
    let size = 0
    const end = (): void => resolve()
    req.once('end', end).once('close', end).once('error', end)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bounds.taken.bytesRefused) end()
    })
  })
