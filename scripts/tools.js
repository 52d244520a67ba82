// Installs what only the proof needs (the test runner, the mutation engine, browsers, peers), once: `npm ci` leaves it out (.npmrc), as
// who judges a server needs none of it. The commands that need it call this first.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const missingTools = () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).filter((name) => !existsSync(join(root, 'node_modules', name, 'package.json')))
}

/** @returns whether they are there; what npm says is shown where it fails */
export const ensureTools = () => {
  if (missingTools().length === 0) return true
  process.stderr.write('Installing what only the tests need: once, about half a minute …\n')
  const args = [
    'install',
    '--include=dev',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status === 0 && missingTools().length === 0) return true
  process.stderr.write(
    'tools_missing: npm must install the development dependencies, but it failed; see its words above.\n',
  )
  return false
}
