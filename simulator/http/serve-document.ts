// GET /openapi.yaml: the contract's OpenAPI document, beside the environments, with the base addresses that are served here.
import { readFile } from 'node:fs/promises'
import { fixturePath } from '../contract/contract.ts'
import type { Environment } from '../domain/records.ts'
import type { Services } from '../engine/services.ts'
import type { Exchange } from './exchange.ts'

/** In either layout of the file: the sources have it indented, the package has not. */
const serversOf = /^servers:\n(?:[ -].*\n)+/m

const documentOf = async ({ behaviour }: Services, environments: readonly Environment[]): Promise<string> => {
  const text = await readFile(fixturePath('openapi.yaml'), 'utf8')
  const servers = environments.map((name) => `  - { url: ${behaviour.wire.bases[name]}, description: ${name} }\n`)
  return text.replace(serversOf, `servers:\n${servers.join('')}`)
}

/** It is no operation of the contract: no token, no rate limit, no entry in the journal. */
export const asksForDocument = ({ path, method }: Exchange): boolean =>
  path === '/openapi.yaml' && (method === 'GET' || method === 'HEAD')

export const documentServer = (services: Services, environments: readonly Environment[]) => {
  let document: Promise<string> | undefined
  return async ({ method, res }: Exchange): Promise<void> => {
    document ??= documentOf(services, environments)
    const text = await document
    const type = 'application/yaml; charset=utf-8'
    res.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
    res.end(method === 'HEAD' ? undefined : text)
  }
}
