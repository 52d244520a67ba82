// The name and version of this suite, and of the contract that it judges by.
import { readFileSync } from 'node:fs'
import { openapi } from '../contract/contract.ts'

export const suite = (): { name: string; version: string; contract: string } => {
  const manifest = new URL(import.meta.resolve('assay/package.json'))
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string }
  return { name, version, contract: openapi().info.version }
}
