// Compiles what runs, and the YAML that every start reads, in an installation without development dependencies. `npx --package typescript@…`
// starts it and puts that compiler on the PATH. It is started by its own path: the native compiler has a bin `tsc` too, and code that runs is never its own
// (findings/typescript-7-calls-a-class-without-new.sh).
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFixtures } from './compile-fixtures.js'
import { outlineChecks } from './outline-checks.js'

const paths = process.env.PATH.split(delimiter)
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc', { paths })
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.runtime.json'], { stdio: 'inherit' })
process.exitCode = status ?? 1
if (status === 0) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  compileFixtures(root)
  await outlineChecks(root)
}
