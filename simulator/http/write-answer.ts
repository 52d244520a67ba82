// Writes an answer: straight to the connection where nothing more can happen to it, and through Koa otherwise.
import type Koa from 'koa'
import type { Answer } from '../behaviour/wire.ts'
import type { Services } from '../services.ts'

/** Nobody looks at it again: no fault spoils it, and no reading dresses it. */
const isFinal = ({ texts, faults }: Services, ctx: Koa.Context): boolean =>
  texts !== undefined && faults.areOff() && ctx.writable && ctx.method !== 'HEAD'

const ownHeaders = (ctx: Koa.Context, { headers }: Answer): Record<string, string> => ({
  ...(ctx.state['rateHeaders'] as Record<string, string> | undefined),
  ...headers,
})

export const writeAnswer = (services: Services, ctx: Koa.Context, answer: Answer): void => {
  const { wire } = services.behaviour
  const headers = ownHeaders(ctx, answer)
  const text = answer.text ?? (answer.bytes || answer.body === undefined ? undefined : wire.serialise(answer.body))
  if (text !== undefined && isFinal(services, ctx)) {
    headers['Content-Type'] = wire.contentType
    headers['Content-Length'] = String(Buffer.byteLength(text))
    ctx.respond = false
    ctx.state['parts'] = answer.parts
    ctx.res.writeHead(answer.status, headers)
    ctx.res.end(text)
    return
  }
  ctx.status = answer.status
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  if (answer.bytes) {
    ctx.body = answer.bytes
    if (answer.headers?.['Content-Type']) ctx.set('Content-Type', answer.headers['Content-Type'])
  } else if (text !== undefined) {
    // First, as Koa looks for the type of a text that has none.
    ctx.set('Content-Type', wire.contentType)
    ctx.body = text
  } else if (answer.status !== 204) {
    ctx.body = ''
  }
}
