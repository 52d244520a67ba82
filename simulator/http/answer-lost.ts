// An answer that never comes: thrown where a fault takes it, and carried out where the connection is known.
import type { ServerHttp2Stream } from 'node:http2'
import type { Exchange } from './exchange.ts'

/** `reset` ends the connection at once; `timeout` keeps it open without a word until the client or the simulator ends it. */
type Loss = 'reset' | 'timeout'

export class AnswerLost extends Error {
  readonly loss: Loss

  constructor(loss: Loss) {
    super(`the answer is lost by ${loss}`)
    this.loss = loss
  }
}

/** HTTP/2 has many calls on one connection: only the one is reset. */
const streamOf = ({ req }: Exchange): ServerHttp2Stream | undefined =>
  req.httpVersionMajor > 1 ? (req as unknown as { stream: ServerHttp2Stream }).stream : undefined

const internalError = 2

/** A TLS connection cannot send the reset of TCP; it ends without the closing alert of TLS, which clients report alike. */
export const endConnection = (exchange: Exchange, after: 'at once' | 'what is written'): void => {
  const stream = streamOf(exchange)
  const { socket } = exchange.req
  if (stream) stream.close(internalError)
  else if (after === 'what is written') socket.destroySoon()
  else if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
}

/** `silence` ends when the simulator closes. */
export const loseAnswer = (exchange: Exchange, loss: Loss, silence: AbortSignal): void => {
  exchange.faultError = loss
  if (loss === 'reset') return endConnection(exchange, 'at once')
  const end = () => endConnection(exchange, 'at once')
  if (silence.aborted) return end()
  silence.addEventListener('abort', end, { once: true })
  exchange.res.once('close', () => silence.removeEventListener('abort', end))
}
