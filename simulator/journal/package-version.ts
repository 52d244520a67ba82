// The version of this package, as its manifest says.
import { readFileSync } from 'node:fs'

let version: string | undefined

export const packageVersion = (): string =>
  (version ??= (
    JSON.parse(readFileSync(new URL(import.meta.resolve('assay/package.json')), 'utf8')) as { version: string }
  ).version)
