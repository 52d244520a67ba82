// Makes the file that compiled tests import in place of tap, at a place that tap leaves out of stacks: without the plugins that .taprc leaves out, and as one file, which
// loads in half the CPU time. Does nothing where it is there already, or where tap is not installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = join(root, '.cache', 'node_modules', '@tapjs', 'core', 'tap.mjs')

const folderOfTap = () => {
  try {
    return dirname(createRequire(import.meta.url).resolve('tap/package.json'))
  } catch {
    return undefined
  }
}

const stampOf = (tap) => `// tap ${JSON.parse(readFileSync(join(tap, 'package.json'), 'utf8')).version}, bundle 2`

/** tap leaves out plugins on its own too, but its first run still loads all of them, its TypeScript compiler among them. */
const leaveOutPlugins = (tap) => {
  const built = readFileSync(join(tap, '..', '@tapjs', 'test', 'test-built', 'dist', 'esm', 'index.js'), 'utf8')
  const inUse = new Set(built.slice(built.lastIndexOf('export const signature')).match(/@tapjs\/[\w-]+/g))
  const leftOut = [...readFileSync(join(root, '.taprc'), 'utf8').matchAll(/'!(@tapjs\/[\w-]+)'/g)].map(
    ([, name]) => name,
  )
  if (!leftOut.some((name) => inUse.has(name))) return
  const { status } = spawnSync(process.execPath, [join(tap, 'dist', 'esm', 'run.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('tap could not be built without the plugins that .taprc leaves out')
}

/** `t` is the test of the file under way, where several files run in one process. */
const entry = `
  export * from 'tap'
  import { t } from 'tap'
  let current = t
  export { current as default }
  export const enter = (test) => { current = test }
`

export const bundleTap = async () => {
  const tap = folderOfTap()
  if (tap === undefined) return
  const stamp = stampOf(tap)
  if (existsSync(outfile) && readFileSync(outfile, 'utf8').startsWith(stamp)) return
  leaveOutPlugins(tap)
  const require =
    "import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)"
  await build({
    stdin: { contents: entry, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: `${stamp}\n${require}` },
    logLevel: 'error',
  })
}
