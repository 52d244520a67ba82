// GET /openapi.yaml: the contract's OpenAPI document, beside the environments, with the base addresses that are served here.
import { readFile } from 'node:fs/promises'
import type Koa from 'koa'
import { fixturePath } from '../contract.ts'
import type { Environment } from '../domain/records.ts'
import type { Services } from '../services.ts'
import type { Layer } from './layers.ts'

const path = '/openapi.yaml'

/** In either layout of the file: the sources have it indented, the package has not. */
const serversOf = /^servers:\n(?:[ -].*\n)+/m

const documentOf = async ({ behaviour }: Services, environments: readonly Environment[]): Promise<string> => {
  const text = await readFile(fixturePath('openapi.yaml'), 'utf8')
  const servers = environments.map((name) => `  - { url: ${behaviour.wire.bases[name]}, description: ${name} }\n`)
  return text.replace(serversOf, `servers:\n${servers.join('')}`)
}

/** It is no operation of the contract: no token, no rate limit, no entry in the journal. */
export const serveDocument = (services: Services, environments: readonly Environment[]): Layer => {
  let document: Promise<string> | undefined
  const answer = async (ctx: Koa.Context): Promise<void> => {
    document ??= documentOf(services, environments)
    ctx.body = await document
    ctx.set('Content-Type', 'application/yaml; charset=utf-8')
  }
  return function serveOpenapi(ctx, next) {
    return ctx.path === path && (ctx.method === 'GET' || ctx.method === 'HEAD') ? answer(ctx) : next(ctx)
  }
}
