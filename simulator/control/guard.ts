// Keeps the control port to this machine: pages of other origins and names that resolve to loopback are turned away.
import type { Middleware } from 'koa'
import { Refusal } from '../domain/refusal.ts'

const hostOfLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i
const originOfLoopback = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

const turnedAway = (header: string, value: string): Refusal =>
  new Refusal(
    'not_loopback',
    `The control port is for this machine alone: ${header} must name 127.0.0.1, localhost or [::1], and it was ${value || 'missing'}; call it by one of these.`,
    { status: 403 },
  )

/** A page elsewhere can send requests here and have its own name resolve here: `Origin` and `Host` tell. */
export const guardLoopback: Middleware = async function guard(ctx, next) {
  const [host, origin] = [ctx.get('host'), ctx.get('origin')]
  if (!hostOfLoopback.test(host)) throw turnedAway('Host', host)
  if (origin !== '' && !originOfLoopback.test(origin)) throw turnedAway('Origin', origin)
  await next()
}
