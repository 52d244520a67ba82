// Keeps the control port to those who it is for: pages of other origins and names that resolve to loopback are turned away.
import type { Context, Middleware } from 'koa'
import { Refusal } from '../domain/refusal.ts'
import { isHost, namesTwoHosts } from '../http/host-header.ts'

const hostOfLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

const originOfLoopback = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

const turnedAway = (message: string, code = 'not_loopback'): Refusal => new Refusal(code, message, { status: 403 })

const misnamed = (value: string): Refusal =>
  turnedAway(
    `The control port is for this machine alone: Host must name 127.0.0.1, localhost or [::1], and it was ${value || 'missing'}; call it by one of these.`,
  )

const foreign = (value: string): Refusal =>
  turnedAway(
    `The control port takes no calls of other web pages: Origin must be its own, and of a read one of this machine, and it was ${value}; call it from a program.`,
  )

const unnamed = (value: string): Refusal =>
  turnedAway(
    `A call of the control port must have one Host, which names it, and it was ${value || 'missing'}; send one.`,
    'foreign_caller',
  )

const foreignPage = (value: string): Refusal =>
  turnedAway(
    `The control port takes calls of its own pages alone: Origin must be that of its Host, and it was ${value}; call it from a program.`,
    'foreign_caller',
  )

const delivered = (): Refusal =>
  turnedAway(
    'The control port is no webhook receiver: the request has the headers of a delivery; give the webhook another address.',
  )

/** By the word of the browser, which no page can change, for where it leaves `Origin` out. */
const isOfOtherPage = (ctx: Context): boolean =>
  ctx.method !== 'GET' && ctx.method !== 'HEAD' && /^(?:cross-site|same-site)$/i.test(ctx.get('sec-fetch-site'))

/** Every delivery of a webhook has some of these. */
const ofDelivery = (name: string): boolean => name.startsWith('x-service-')

/**
 * A page elsewhere can send requests here and have its own name resolve here, which `Origin` and `Host` tell; and a lender can have the
 * webhook sender call.
 */
export const guardLoopback: Middleware = async function guard(ctx, next) {
  const [host, origin] = [ctx.get('host'), ctx.get('origin')]
  if (!hostOfLoopback.test(host) || !isHost(host) || namesTwoHosts(ctx.req)) throw misnamed(host)
  const isOwn = origin === '' || origin.toLowerCase() === `${ctx.protocol}://${host.toLowerCase()}`
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  if (!isOwn && !(isRead && originOfLoopback.test(origin))) throw foreign(origin)
  if (isOfOtherPage(ctx)) throw foreign('missing')
  if (Object.keys(ctx.headers).some(ofDelivery)) throw delivered()
  await next()
}

/**
 * With a token any name of the machine will do: who has the token is meant, and a page elsewhere has none. Its scheme may be that of
 * a proxy in front.
 */
export const guardWithToken: Middleware = async function guard(ctx, next) {
  const [host, origin] = [ctx.get('host'), ctx.get('origin').toLowerCase()]
  if (!isHost(host) || namesTwoHosts(ctx.req)) throw unnamed(host)
  const own = host.toLowerCase()
  if (!['', `http://${own}`, `https://${own}`].includes(origin)) throw foreignPage(origin)
  if (isOfOtherPage(ctx)) throw foreignPage('missing')
  if (Object.keys(ctx.headers).some(ofDelivery)) throw delivered()
  await next()
}
