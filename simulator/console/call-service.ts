// A call of the service by the page /docs, on the control port's own origin: the public port answers no other page.
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Middleware } from 'koa'
import type { Environment } from '../domain/records.ts'
import type { SimulatorProfile } from '../public/simulator-options.ts'

type Called = { profile: () => SimulatorProfile; service?: Record<Environment, RequestListener> }

/** What the service's own token comes in: `Authorization` is the control port's. */
const ofService = 'service-authorization'

/** Of the page, its browser and this port, and never the service's to see or to write into the journal. */
const notPassedOn = /^(?:host|authorization|origin|referer|cookie|service-authorization|sec-.*)$/i

const readdress = (request: IncomingMessage, target: string, host: string): void => {
  const token = request.headers[ofService]
  const passed = request.rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !notPassedOn.test(name) ? [name, request.rawHeaders[index + 1]!] : [],
  )
  const own = { Host: host, ...(typeof token === 'string' && { Authorization: token }) }
  for (const name of Object.keys(request.headers)) if (notPassedOn.test(name)) delete request.headers[name]
  for (const [name, value] of Object.entries(own)) request.headers[name.toLowerCase()] = value
  request.rawHeaders = [...Object.entries(own).flat(), ...passed]
  request.url = target
}

const paths = /^\/docs\/service\/(sandbox|production)(\/.*)$/

/** To come after the control port's guards, which keep other pages and callers without its token out. */
export const callService = ({ profile, service }: Called): Middleware =>
  async function forwardCall(ctx, next) {
    const [, environment, rest] = paths.exec(ctx.url) ?? []
    if (environment === undefined || service === undefined) return next()
    const base = new URL(profile()[`${environment as Environment}_base_url`])
    readdress(ctx.req, `${base.pathname}${rest}`, base.host)
    ctx.respond = false
    service[environment as Environment](ctx.req, ctx.res)
  }
