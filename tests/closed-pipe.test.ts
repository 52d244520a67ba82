// A reader of the output that goes away early: the run goes on to its end, with its report and its exit code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startAssay } from './run-assay.ts'
import { simulatedTarget } from './simulated-target.ts'
import { ended, happens } from './wait-for.ts'

const read = 'account.identifies-the-credential'

for (const [defect, code] of [
  [undefined, 0],
  ['account-environment-left-out', 1],
] as const)
  t.test(`a run that ends with ${code} does so though nobody reads what it prints`, async (t) => {
    const directory = t.testdir()
    const { file } = await simulatedTarget(t, defect === undefined ? {} : { defect })
    const { child } = startAssay(['conform', '--target', file, '--only', read, '--report-dir', directory])
    t.teardown(() => child.kill('SIGKILL'))
    await happens(child.stdout, 'data')
    child.stdout.destroy()
    child.stderr.destroy()
    const [exitCode] = await ended(child)
    t.equal(exitCode, code)
    const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as { exit_code: number }
    t.equal(report.exit_code, code)
  })
