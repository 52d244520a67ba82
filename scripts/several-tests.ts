// Runs several test files in this process, one after the other, each as a subtest under the name of its source. `test-groups.ts` starts it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as runner from 'tap'
import { cpuOfChildren } from './cpu.ts'
import { compiled, root } from './job.ts'

/** The bundle of tap has it: see build-runner.js. */
const { t, enter } = runner as typeof runner & { enter: (test: runner.Test) => void }

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (cpuOfChildren() ?? 0)
}

// The limit is that of one file.
const timeout = Number(process.env['TAP_TIMEOUT']) * 1000
t.setTimeout(0)

let before = 0
for (const file of process.argv.splice(2)) {
  const script = join(root, compiled(file))
  await t.test(file, { timeout }, async (test) => {
    // As where it runs alone: a longer name of a folder may be too long.
    test.testdirName = join(root, '.tap', 'fixtures', compiled(file).replaceAll(/[^\w.-]+/g, '-'))
    process.argv[1] = script
    enter(test)
    await import(pathToFileURL(script).href)
  })
  const after = cpu()
  t.comment(`cpu ${(after - before).toFixed(2)}`)
  before = after
}
