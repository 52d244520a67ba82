// The layers of the public application, each around the next: put together once, so that a request costs no function of its own.
import type Koa from 'koa'

export type Next = (ctx: Koa.Context) => Promise<void>

export type Layer = (ctx: Koa.Context, next: Next) => Promise<void>

/** The first is the outermost. */
export const around = (layers: readonly Layer[]): Koa.Middleware => {
  const end: Next = () => Promise.resolve()
  const first = layers.reduceRight<Next>((next, layer) => (ctx) => layer(ctx, next), end)
  return (ctx) => first(ctx)
}
