// Builds tap without the plugins that .taprc leaves out. tap also does so on its own, but its first run still loads all of them
// in every test process, its TypeScript compiler among them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tap = dirname(createRequire(import.meta.url).resolve('tap/package.json'))
const built = readFileSync(join(tap, '..', '@tapjs', 'test', 'test-built', 'dist', 'esm', 'index.js'), 'utf8')
const inUse = new Set(built.slice(built.lastIndexOf('export const signature')).match(/@tapjs\/[\w-]+/g))
const leftOut = [...readFileSync(join(root, '.taprc'), 'utf8').matchAll(/'!(@tapjs\/[\w-]+)'/g)].map(([, name]) => name)

if (leftOut.some((name) => inUse.has(name))) {
  const { status } = spawnSync(process.execPath, [join(tap, 'dist', 'esm', 'run.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.exitCode = status ?? 1
}
