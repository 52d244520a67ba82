// Test workers with a world each: the pytest plugin with pytest-xdist, and the fixtures with Vitest.
// Needs package registries; what cannot be had is skipped with its reason.
// Silent for up to 300 s.
import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { assay, root } from '../places.ts'

t.setTimeout(900_000)
t.jobs = 2
const run = promisify(execFile)

const command = async (
  cwd: string,
  name: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> => {
  try {
    const env = { ...process.env, NODE_OPTIONS: '' }
    const { stdout, stderr } = await run(name, args, { cwd, env, timeout: 300_000 })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
    return { code: 1, output: `${message}\n${stdout}${stderr}` }
  }
}

/** False where it cannot be had here, which the test then says. */
const had = async (t: Test, cwd: string, name: string, args: readonly string[]): Promise<boolean> => {
  const { code, output } = await command(cwd, name, args)
  if (code !== 0)
    t.pass('', { skip: `${name} ${args.join(' ')} FAILED HERE, so that nothing is known of it: ${output.slice(-300)}` })
  return code === 0
}

const recipe = (folder: string, file: string): void =>
  copyFileSync(join(root, 'docs', 'recipes', file), join(folder, file))

t.test(
  'the pytest plugin gives each worker of pytest-xdist a world, as it was at its start for each test',
  async (t) => {
    const folder = t.testdir()
    if (!(await had(t, folder, 'python3', ['-m', 'venv', 'venv']))) return
    const python = join(folder, 'venv', 'bin', 'python')
    // An installation writes beside what it installs.
    cpSync(join(root, 'python'), join(folder, 'python'), { recursive: true })
    const packages = ['pytest', 'pytest-xdist', 'requests', './python']
    if (!(await had(t, folder, python, ['-m', 'pip', 'install', '--quiet', ...packages]))) return
    recipe(folder, 'test_workers.py')
    const option = `assay_command='${process.execPath}' '${assay}'`
    const { code, output } = await command(folder, python, ['-m', 'pytest', '-n', '2', '-o', option, 'test_workers.py'])
    t.equal(code, 0, output.slice(-2000))
    t.match(output, /6 passed/)
    const bad = await command(folder, python, ['-m', 'pytest', '-o', 'assay_command=false', 'test_workers.py'])
    t.match(bad.output, /ended with exit code 1 before it was ready/)
  },
)

t.test('the fixtures give each worker of Vitest a world, as it was at its start for each test', async (t) => {
  const folder = t.testdir({ 'package.json': '{"type":"module"}' })
  if (!(await had(t, folder, 'npm', ['install', '--no-audit', '--no-fund', 'vitest@3']))) return
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules', 'assay'))
  // A package that is linked is a package all the same.
  writeFileSync(join(folder, 'vitest.config.js'), 'export default { resolve: { preserveSymlinks: true } }\n')
  recipe(folder, 'vitest-workers.test.ts')
  copyFileSync(join(folder, 'vitest-workers.test.ts'), join(folder, 'again.test.ts'))
  const { code, output } = await command(folder, 'npx', ['vitest', 'run', '--testTimeout', '60000'])
  t.equal(code, 0, output.slice(-2000))
  t.match(output, /4 passed/)
})
