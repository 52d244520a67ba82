// Compiles sources, tests and fixtures into dist/, says so when that takes a while, and removes what no source is left for.
// Plain JavaScript, as it runs before anything is compiled.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFixtures } from './compile-fixtures.js'
import { writeControlTypes } from './control-types.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** Outputs whose source was renamed or removed: a check among them would still run, as checks are found by their folder. */
const removeOrphans = () => {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const source = /^(.+)\.(?:d\.ts|js\.map|js)$/.exec(file)?.[1]
    if (source !== undefined && !existsSync(join(root, `${source}.ts`))) rmSync(join(dist, file))
  }
}

const compile = () =>
  new Promise((resolve, reject) => {
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const started = Date.now()
    const notice = setTimeout(() => process.stderr.write('Building assay: sources changed, a few seconds …\n'), 700)
    const child = spawn(process.execPath, [compiler, '-b'], { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(notice)
      const seconds = (Date.now() - started) / 1000
      if (code === 0 && seconds > 0.7) process.stderr.write(`Built in ${seconds.toFixed(1)} s.\n`)
      resolve(code ?? 1)
    })
  })

process.exitCode = await compile()
if (process.exitCode === 0) {
  removeOrphans()
  compileFixtures(root)
  writeControlTypes(root)
}
