// Makes the types of the contract's documents, compiles sources, tests and fixtures into dist/, and checks types beside that; `--fast` leaves
// the check to others, `--tools` alone compiles nothing.
// Plain JavaScript, as it runs before anything is compiled.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureTools } from './tools.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const checkTypes = () =>
  new Promise((resolve, reject) => {
    const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
    const started = Date.now()
    const notice = setTimeout(() => process.stderr.write('Checking types: sources changed, a few seconds …\n'), 700)
    const child = spawn(process.execPath, [compiler, '-b'], { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(notice)
      const seconds = (Date.now() - started) / 1000
      if (code === 0 && seconds > 0.7) process.stderr.write(`Types are right: ${seconds.toFixed(1)} s.\n`)
      resolve(code ?? 1)
    })
  })

const has = (option) => process.argv.includes(option)
if ((has('--tools') || !has('--fast')) && !ensureTools()) process.exit(1)

const build = async () => {
  // Loaded now that the tools are there: Node keeps it when a package was looked for and was not.
  const { writeContractTypes } = await import('./contract-types.js')
  const { transpileAll } = await import('./transpile.js')
  const { bundleTap } = await import('./build-runner.js')
  await writeContractTypes()
  const [code] = await Promise.all([has('--fast') ? 0 : checkTypes(), transpileAll(), bundleTap()])
  return code
}

if (!has('--tools') || has('--fast')) process.exitCode = await build()
