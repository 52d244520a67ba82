// The console: a page on the control port, served as it is in the package, with a policy that lets it load and call this port alone.
import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Middleware } from 'koa'
import { contractFacts } from './contract-facts.ts'
import { docsDocument, type Documented } from './docs-document.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const headers = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; frame-src blob:; object-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** The view library as its packages have it: a browser knows no names of packages, so the one import between them is an address. */
const libraries: Record<string, string> = {
  'preact.js': 'preact',
  'hooks.js': 'preact/hooks',
  'htm.js': 'htm',
}

const libraryText = async (name: string): Promise<string> => {
  const text = await readFile(fileURLToPath(import.meta.resolve(libraries[name]!)), 'utf8')
  return text.replaceAll(/from\s*"preact"/g, 'from"./preact.js"').replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '')
}

const pageFolder = (): string =>
  fileURLToPath(import.meta.resolve('#console/index.html')).slice(0, -'index.html'.length)

/** By name: only what is in the folder is ever read. */
let names: Promise<Set<string>> | undefined

const unpack = promisify(brotliDecompress)

/** What renders the operations, as its package has it (`scripts/vendor-swagger-ui.js`). */
const rendering = new Set(['swagger-ui-bundle.js', 'swagger-ui.css'])

const packedText = async (name: string): Promise<Buffer> =>
  unpack(await readFile(fileURLToPath(import.meta.resolve(`#swagger-ui/${name}.br`))))

/** A page that asks again gets another key, so that an order that was changed is not taken for the one before. */
const documentFor = (documented: Documented, given: unknown): object => {
  const { credentials } = documented.profile()
  const clientId = Object.values(credentials).find(({ client_id }) => client_id === given)?.client_id
  return docsDocument(documented, clientId ?? credentials.main.client_id, randomUUID())
}

const contentOf = async (
  name: string,
  documented: Documented,
  query: Record<string, unknown>,
): Promise<string | Buffer | undefined> => {
  if (name === 'contract.json') return JSON.stringify(contractFacts())
  if (name === 'openapi.json') return JSON.stringify(documentFor(documented, query['client_id']))
  if (rendering.has(name)) return packedText(name)
  if (Object.hasOwn(libraries, name)) return libraryText(name)
  names ??= readdir(pageFolder()).then((files) => new Set(files.filter((file) => Object.hasOwn(types, extname(file)))))
  return (await names).has(name) ? readFile(`${pageFolder()}${name}`) : undefined
}

/** The name of the file that a path asks for; undefined where it is none of the console's. */
const nameOf = (path: string): string | undefined => {
  if (path === '/' || path === '/console' || path === '/console/') return 'index.html'
  if (path === '/docs' || path === '/docs/') return 'docs.html'
  return /^\/(?:console|docs)\/([\w-]+\.\w+)$/.exec(path)?.[1]
}

export const serveConsole = (documented: Documented): Middleware =>
  async function console(ctx, next) {
    const name = ctx.method === 'GET' || ctx.method === 'HEAD' ? nameOf(ctx.path) : undefined
    const content = name === undefined ? undefined : await contentOf(name, documented, ctx.query)
    if (content === undefined) return next()
    ctx.set(headers)
    ctx.set('Content-Type', types[extname(name!)]!)
    ctx.body = content
  }
