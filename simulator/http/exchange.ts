// One request to the public port with its answer, and what becomes known of it on the way.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { CallAsked } from '../faults/matches.ts'
import { originForm } from './origin-form.ts'
import type { Counted } from '../engine/rate-limiter.ts'

const split = (target: string): { path: string; querystring: string } => {
  const rest = originForm(target)
  const end = rest.indexOf('#')
  const sent = end < 0 ? rest : rest.slice(0, end)
  const mark = sent.indexOf('?')
  return mark < 0 ? { path: sent, querystring: '' } : { path: sent.slice(0, mark), querystring: sent.slice(mark + 1) }
}

/** Called with an answer as it goes out. */
export type Recording = {
  /** The body that was sent, once it is known as a text: a text takes less to keep than bytes. */
  read(text: string): void
  piece(bytes: Buffer): void
  end(rest?: Buffer | string, parts?: readonly string[]): void
  /** The answer is not whole yet, and the connection may end before it is. */
  wait(): void
}

const hasBody = ({ headers, httpVersionMajor }: IncomingMessage): boolean =>
  httpVersionMajor > 1 || 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'

export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly began = performance.now()
  readonly method: string
  /** As it came, where `path` is as it is understood. */
  readonly target: string
  path: string
  readonly querystring: string
  readonly headers: IncomingHttpHeaders
  /** Whether a body may come. */
  readonly hasBody: boolean
  params: Record<string, string> | undefined = undefined
  operationId: string | undefined = undefined
  clientId: string | undefined = undefined
  /** What it asks for, where a fault may strike it. */
  asked: CallAsked | undefined = undefined
  /** The fault that struck it, and the word for what the client got in place of an answer. */
  fault: string | undefined = undefined
  faultError: string | undefined = undefined
  /** Code of the refusal. */
  refused: string | null = null
  counted: Counted | undefined = undefined
  rateHeaders: Record<string, string> | undefined = undefined
  recording: Recording | undefined = undefined

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.req = req
    this.res = res
    this.method = req.method ?? ''
    this.target = req.url ?? ''
    const { path, querystring } = split(this.target)
    this.path = path
    this.querystring = querystring
    this.headers = req.headers
    this.hasBody = hasBody(req)
  }

  get host(): string | undefined {
    return this.headers.host ?? (this.headers[':authority'] as string | undefined)
  }

  get protocol(): 'http' | 'https' {
    return (this.req.socket as TLSSocket).encrypted ? 'https' : 'http'
  }

  /** Network address of the caller. */
  get address(): string {
    return this.req.socket.remoteAddress ?? ''
  }

  /** Milliseconds since the request came. */
  elapsed(): number {
    return Math.round((performance.now() - this.began) * 10) / 10
  }

  /** A piece of the answer. */
  write(bytes: Buffer, done?: () => void): void {
    this.recording?.piece(bytes)
    this.res.write(bytes, done)
  }

  /** The rest of the answer, or all of it; `parts` are the texts that its bytes were put together of. */
  end(rest?: Buffer | string, parts?: readonly string[]): void {
    this.res.end(rest)
    this.recording?.end(rest, parts)
  }
}
