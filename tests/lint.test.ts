// The linter, the formatter, and the files that are generated from the contract: the commands of package.json, as tests.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from './places.ts'

const run = promisify(execFile)

for (const script of ['lint', 'types:check'])
  t.test(`npm run ${script}`, async (t) => {
    const { NODE_OPTIONS: _, ...env } = process.env
    const said = await run('npm', ['run', '-s', script], { cwd: root, env }).then(
      () => null,
      (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
    )
    t.equal(said, null)
  })
