// The control application: the company's side and the workbench, on loopback or with a token, described by fixtures/control.yaml.
import { Readable } from 'node:stream'
import Router from '@koa/router'
import Koa from 'koa'
import { createHeld } from '../engine/inbox.ts'
import { bounds } from '../../fixtures/bounds.ts'
import { readJson } from '../http/read-body.ts'
import { originForm } from '../http/origin-form.ts'
import { requireKept } from '../http/write-guard.ts'
import { callService } from '../console/call-service.ts'
import { serveConsole } from '../console/serve-console.ts'
import { requireToken } from './access.ts'
import { checkCall } from '../calls/check-call.ts'
import { guardLoopback, guardWithToken } from './guard.ts'
import type { ControlParts } from './operation.ts'
import { operations, type ServedOperation } from './operations/index.ts'
import { renderRefusals } from './refusals.ts'
import { unknownRoute } from './unknown-route.ts'

const handler = (parts: ControlParts, operation: ServedOperation, offered: readonly string[]): Koa.Middleware => {
  const { id, status, contentType, headers, handle } = operation
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query')
  return async function runOperation(ctx) {
    const params = ctx['params'] as Record<string, string>
    const query: Record<string, unknown> = Object.fromEntries(ctx.URL.searchParams)
    if (operation.path.includes('{environment}')) checkCall(id, 'path', params)
    if (hasQuery || ctx.querystring !== '') checkCall(id, 'query', query)
    const held = createHeld()
    const { inbox } = parts.services
    const { bytes: limit = bounds.taken.jsonBytes.withFiles, values } = operation.bodyLimits ?? {}
    const reading = { request: ctx.req, inbox, held, limit, mostValues: values, code: 'invalid_request' }
    let answer: unknown
    try {
      const body = operation.body && (await readJson(reading, !operation.isBodyRequired))
      if (operation.body) checkCall(id, 'body', body)
      if (operation.method !== 'get') await requireKept(parts.services)
      answer = await handle({ ...parts, offered, params, query, body })
    } finally {
      held.release()
    }
    ctx.status = status
    ctx.body = contentType ? answer : JSON.stringify(answer)
    ctx.set('Content-Type', contentType ?? 'application/json; charset=utf-8')
    ctx.set('Cache-Control', 'no-store')
    if (headers) ctx.set(headers(ctx.req))
    // Who follows is to know at once that the stream is open, however long the first line takes.
    if (answer instanceof Readable) ctx.flushHeaders()
  }
}

/**
 * Whatever is answered is no page: a file of a lender, which comes through `/docs/service`, would run its scripts as the company. The console
 * has a policy of its own.
 */
const noPage = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

type Routing = { routes: Koa.Middleware; offered: readonly ServedOperation[] }

const createRouting = (parts: ControlParts): Routing => {
  const router = new Router({ strict: true, sensitive: true })
  const offered = operations().filter(({ isOffered }) => isOffered?.(parts) ?? true)
  const ids = offered.map(({ id }) => id)
  for (const operation of offered)
    router[operation.method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler(parts, operation, ids))
  return { routes: router.routes() as Koa.Middleware, offered }
}

/** A Koa application that keeps no state of its own beside what `parts` holds. */
export const createControlApp = (parts: ControlParts): Koa => {
  const { log } = parts.services
  const app = new Koa()
  // A simulator that nobody steers never reads the document.
  let routing: Routing | undefined
  app.on('error', (error: Error) => log.debug({ err: error }, 'connection error on the control port'))
  app.use(renderRefusals(parts.services))
  app.use(async function givePath(ctx, next) {
    // A target such as `http://` has none, and one such as `http://[::1` is no URL.
    ctx.url = originForm(ctx.originalUrl) || '/'
    ctx.request.originalUrl = ctx.url
    ctx.set(noPage)
    await next()
  })
  app.use(parts.token === undefined ? guardLoopback : guardWithToken)
  app.use(serveConsole(parts))
  if (parts.token !== undefined) app.use(requireToken(parts.token))
  app.use(callService(parts))
  app.use((ctx, next) => (routing ??= createRouting(parts)).routes(ctx, next))
  app.use(function refuseUnknownPaths(ctx) {
    throw unknownRoute(ctx.method, ctx.path, routing!.offered)
  })
  return app
}
