// A folder of reports is of one run at a time, and of the next one once it has ended or was killed.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../../own-files/make-folder.ts'
import { lockName, takeFolder } from './folder-in-use.ts'
import { reportersIn } from './asked.ts'

t.test('a second run is refused, and names the first', (t) => {
  const directory = t.testdir()
  const place = { directory, env: {}, write: () => undefined, colour: false }
  const all = reportersIn(['json'], place, () => undefined)
  t.throws(() => reportersIn(['json'], place, () => undefined), {
    code: 'report_dir_in_use',
    message: `process ${process.pid} writes there`,
  })
  for (const reporter of all) void reporter.close?.()
  t.notOk(existsSync(join(directory, lockName)))
  const again = reportersIn(['json'], place, () => undefined)
  t.teardown(() => again.forEach((reporter) => void reporter.close?.()))
  t.end()
})

t.test('what a killed run left, and what is none of a run, holds nobody', (t) => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  for (const text of [String(pid), '', 'x', '-1', '0']) {
    const directory = t.testdir()
    writeFileSync(join(directory, lockName), text)
    takeFolder(directory)()
    t.notOk(existsSync(join(directory, lockName)), text)
  }
  t.end()
})

t.test(
  'a place where no folder can be made is refused, and never waited for',
  { skip: process.platform !== 'linux' },
  (t) => {
    for (const odd of ['/proc/none/of-it', '/dev/fd/none', '/dev/null/none']) t.throws(() => makeFolder(odd), odd)
    const made = join(t.testdir(), 'a', 'b')
    makeFolder(made)
    makeFolder(made)
    t.ok(existsSync(made))
    t.end()
  },
)
