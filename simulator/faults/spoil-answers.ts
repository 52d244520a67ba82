// What a fault does to an answer that is ready: its body breaks off, or comes slowly.
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type Koa from 'koa'
import type { Layer } from '../http/layers.ts'
import type { Services } from '../services.ts'
import { endConnection } from './answer-lost.ts'
import type { CallAsked } from './matches.ts'

const pieces = 10

const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body)
  return body === null || body === undefined ? Buffer.alloc(0) : buffer(body as Readable)
}

/** The answer is written here from now on. */
const takeOver = (ctx: Koa.Context, bytes: Buffer): void => {
  const isChunked = typeof ctx.body === 'object' && !Buffer.isBuffer(ctx.body)
  if (!isChunked) ctx.length = bytes.length
  ctx.respond = false
}

const breakOff = (ctx: Koa.Context, bytes: Buffer, kept: number): void => {
  ctx.state['faultError'] = 'truncated'
  ctx.res.flushHeaders()
  ctx.res.write(bytes.subarray(0, Math.min(kept, bytes.length - 1)), () => endConnection(ctx, 'what is written'))
}

const drip = async (ctx: Koa.Context, bytes: Buffer, milliseconds: number, closing: AbortSignal): Promise<void> => {
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length && !ctx.res.destroyed && !closing.aborted; at += size) {
    ctx.res.write(bytes.subarray(at, at + size))
    await sleep(milliseconds / pieces, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
  if (closing.aborted) endConnection(ctx, 'at once')
  else ctx.res.end()
}

const spoil = async ({ faults }: Services, ctx: Koa.Context): Promise<void> => {
  const asked = ctx.state['asked'] as CallAsked | undefined
  if (!asked || ctx.respond === false) return
  const struck = faults.forCall('answered', asked, ctx.state['fault'] as string | undefined)
  if (!struck) return
  const { fault } = struck
  const bytes = await bytesOf(ctx.body)
  ctx.state['fault'] = struck.id
  takeOver(ctx, bytes)
  if (fault.kind === 'drip') await drip(ctx, bytes, fault.milliseconds, faults.closing)
  else if (fault.kind === 'truncate') breakOff(ctx, bytes, fault.bytes ?? Math.floor(bytes.length / 2))
}

/** A call is asked for faults as it arrives: where there are none, its answer is none's. */
export const spoilAnswers = (services: Services): Layer =>
  function spoilAnswer(ctx, next) {
    return services.faults.areOff() ? next(ctx) : next(ctx).then(() => spoil(services, ctx))
  }
