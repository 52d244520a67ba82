// The packages that users install with assay, by the lock file, and what each says of its licence.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

type Shipped = { name: string; version: string; licence: string; hasInstallScript: boolean }

type Locked = {
  version: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  license?: string
  hasInstallScript?: boolean
}

/** Licences that ask for no more than to be named. */
const permitted = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense']

/** Packages that state their licence in a file of its text alone, or in the old form. */
const stated: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT', 'png-js': 'MIT' }

const licenceOf = (name: string, path: string, { license }: Locked): string => {
  if (license !== undefined) return license
  const file = join(root, path, 'package.json')
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown }).license : undefined
  return typeof own === 'string' ? own : (stated[name] ?? 'none')
}

export const shipped = (): Shipped[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const { version, hasInstallScript = false } = locked
      return { name, version, licence: licenceOf(name, path, locked), hasInstallScript }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const licenceProblems = (packages: readonly Shipped[]): string[] =>
  packages
    .filter(({ licence }) => !permitted.includes(licence))
    .map(
      ({ name, licence }) =>
        `licence_unknown: ${name} has the licence ${licence}; ${permitted.join(', ')} may be shipped.`,
    )
