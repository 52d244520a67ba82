// A job that is stuck ends with all that it started, and says what it waited for; one that states a longer silence has it.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { removeMade } from '../tests/remove-made.ts'
import { failureIn, root, run, silenceOf } from './job.ts'

const runner = join(root, '.cache', 'node_modules', '@tapjs', 'core', 'tap.mjs')

t.test('a stuck test is ended with its children, names its open handles, and fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-job-'))
  t.teardown(() => removeMade(folder))
  const file = join(folder, 'stuck.test.mjs')
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process'
     import { createServer } from 'node:net'
     import t from ${JSON.stringify(runner)}
     t.test('waits for what never comes', () => new Promise(() => {
       createServer().listen(0, '127.0.0.1')
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
       console.log('child ' + child.pid)
     }))`,
  )
  const outcome = await run({ name: 'stuck.test.ts', command: [file], silence: 2 })
  t.equal(outcome.code, 1)
  const shown = failureIn(outcome)
  t.match(shown, /not ok .*\n[^]*handles:[^]*type: ChildProcess[^]*type: Server/)
  t.match(shown, /stuck: stuck\.test\.ts printed nothing for \d+ s; it was ended, with its children/)
  t.match(outcome.output, /child \d+/, 'it had the output of the test, which is closed: it is gone')
})

t.test('a child that holds the output of a test that has ended is ended too', async (t) => {
  const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()`
  const outcome = await run({ name: 'left', command: ['-e', script], silence: 2 })
  t.equal(outcome.code, 1)
  t.match(outcome.output, /stuck: left .*; it had ended, and its children were/)
})

t.test('a file states how long it may be silent, and is stuck after a minute where it states nothing', async (t) => {
  t.equal(silenceOf('scripts/job.test.ts'), 60)
  t.equal(silenceOf('tests/package.test.ts'), 300)
})
