// Where the peers, their document and their programs are, whether this runs from the sources or from what is built of them.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))
export const folder = `${root}proof/peers/`
export const document = `${root}fixtures/openapi.yaml`

export const packageIn = (name: string, modules = `${folder}node_modules/`): string => `${modules}${name}/`

export const versionOf = (name: string, modules?: string): string =>
  (JSON.parse(readFileSync(`${packageIn(name, modules)}package.json`, 'utf8')) as { version: string }).version

export const missingPackage = (name: string, modules?: string): string | null =>
  existsSync(`${packageIn(name, modules)}package.json`)
    ? null
    : `${name} is not installed; run npm ci --prefix proof/peers.`
