// The last step of every answer: its headers and bytes as the behaviour has them go over the wire.
import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Outgoing } from '../behaviour/wire.ts'
import type { Services } from '../services.ts'
import type { Layer } from './layers.ts'

/** Names as they were written, where the protocol keeps them. */
const namesOf = ({ res }: Koa.Context): string[] =>
  'getRawHeaderNames' in res ? (res.getRawHeaderNames as () => string[])() : res.getHeaderNames()

const takeHeaders = (ctx: Koa.Context): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name of namesOf(ctx)) {
    headers[name] = String(ctx.res.getHeader(name))
    ctx.res.removeHeader(name)
  }
  return headers
}

/** What Node would add on its own, in its own spelling. */
const connectionHeaders = ({ req, res }: Koa.Context): Record<string, string> =>
  req.httpVersionMajor > 1
    ? {}
    : { Date: new Date().toUTCString(), Connection: res.shouldKeepAlive ? 'keep-alive' : 'close' }

const inTwo = (bytes: Buffer): Buffer[] => {
  const half = Math.ceil(bytes.length / 2)
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0)
}

const put = (ctx: Koa.Context, { status, headers, body, chunked }: Outgoing): void => {
  ctx.status = status
  const isBare = ctx.body === null || ctx.body === undefined
  if (!isBare && body) ctx.body = chunked ? Readable.from(inTwo(body)) : body
  for (const [name, value] of Object.entries(headers)) {
    if (chunked && name.toLowerCase() === 'content-length') continue
    if (isBare && /^content-(type|length|encoding)$/i.test(name)) continue
    ctx.res.removeHeader(name)
    ctx.res.setHeader(name, value)
  }
}

const dress = (ctx: Koa.Context, { spelling, dressings }: Behaviour['wire']): void => {
  const body = typeof ctx.body === 'string' ? Buffer.from(ctx.body) : (ctx.body as Buffer | null | undefined)
  let out: Outgoing = { status: ctx.status, headers: takeHeaders(ctx), body: body ?? undefined, chunked: false }
  for (const dressing of dressings) out = dressing(out, ctx.req)
  const { body: bytes, headers } = out
  if (bytes && bytes !== body) headers['Content-Length'] = String(bytes.length)
  if (spelling) {
    const all = { ...connectionHeaders(ctx), ...headers }
    out = { ...out, headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [spelling(name), value])) }
  }
  put(ctx, out)
}

export const finalizeResponse = ({ behaviour: { wire } }: Services): Layer =>
  function dressAnswer(ctx, next) {
    const isPlain = wire.spelling === undefined && wire.dressings.length === 0
    return isPlain ? next(ctx) : next(ctx).then(() => dress(ctx, wire))
  }
