// What is acknowledged survives whatever ends the process or fills the disk. A fixed sample of kills; `tests/nightly/kills.test.ts` has 400.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { createStore } from '../../simulator/store/create-store.ts'
import { child, order, refusal } from '../../simulator/store/data-file.support.ts'
import { killOverHttp } from './http-kills.ts'
import { killedOverHttp } from './killed-over-http.ts'
import { killAgain } from './kills.ts'
import { assay } from '../places.ts'
import { firstLine } from '../wait-for.ts'

t.test('nothing acknowledged is lost in 24 kills under concurrent writes', async (t) => {
  await killAgain(t, join(t.testdir(), 'data.ndjson'), 24)
})

t.test('nothing acknowledged over HTTP is lost in 6 kills and 24 data files', async (t) => {
  await killedOverHttp(t, { rounds: 6, images: 4, seed: 17 })
})

t.test('a program that forgets what it acknowledged last is found', async (t) => {
  const folder = t.testdir()
  const program = join(folder, 'forgets.mjs')
  writeFileSync(
    program,
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
     const data = process.argv[process.argv.indexOf('--data') + 1]
     if (existsSync(data)) {
       const lines = readFileSync(data, 'utf8').split('\\n')
       const commits = lines.flatMap((line, index) => (line.startsWith('{"commit"') ? [index] : []))
       writeFileSync(data, lines.slice(0, commits.at(-9) + 1).join('\\n') + '\\n')
     }
     process.argv[1] = ${JSON.stringify(assay)}
     await import(${JSON.stringify(pathToFileURL(assay).href)})`,
  )
  const data = join(folder, 'world.ndjson')
  const given = { data, program, rounds: 2, images: 0, seed: 17, teardown: (end: () => void) => t.teardown(end) }
  const { wrong } = await killOverHttp(given)
  t.match(
    wrong[0],
    /^after kill 1: .*(is lost|is answered|went back|is not there once|is not what was sent|was acknowledged as)/,
  )
})

t.test('of processes that start on one file at once, one has it', async (t) => {
  const file = join(t.testdir(), 'data.ndjson')
  const outcome = async () => {
    const running = child(
      file,
      `say('open'); setInterval(() => {}, 1000)`,
      `process.on('uncaughtException', ({ code }) => { say(code); process.exit(1) })`,
    )
    t.teardown(() => running.kill('SIGKILL'))
    return firstLine(running)
  }
  const outcomes = await Promise.all(Array.from({ length: 5 }, outcome))
  t.same(outcomes.toSorted(), [...Array.from({ length: 4 }, () => 'data_file_locked'), 'open'])
})

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

t.test(
  'a file that may not grow loses nothing acknowledged, says so, and goes on when it may',
  { skip: hasPrlimit ? false : 'prlimit is not installed' },
  async (t) => {
    const file = join(t.testdir(), 'data.ndjson')
    const writer = child(
      file,
      `execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=100000:unlimited'])
       const anOrder = ${JSON.stringify(order('x'))}
       let failed = 0
       for (let n = 0; n < 20000; n += 1) {
         const id = 'ord_' + n
         store.orders.put({ ...anOrder, id, filler: 'x'.repeat(2000) })
         try {
           await store.flush()
           say(id)
           if (failed > 0) break
         } catch ({ code }) {
           say(code)
           failed += 1
           // The parent gives room when it has read this.
           await new Promise((resolve) => setTimeout(resolve, 5))
         }
       }
       setInterval(() => {}, 1000)`,
      // Node ignores the signal of a full file; what a test runner loads into its children ends them for it.
      `import { execFileSync } from 'node:child_process'
       process.on('SIGXFSZ', () => {})`,
    )
    t.teardown(() => writer.kill('SIGKILL'))
    const acknowledged: string[] = []
    let refusals = 0
    for await (const line of createInterface({ input: writer.stdout })) {
      if (line === 'data_file_unwritable') {
        if (++refusals === 3) execFileSync('prlimit', ['--pid', String(writer.pid), '--fsize=unlimited:unlimited'])
      } else {
        acknowledged.push(line)
        if (refusals > 0) writer.kill('SIGKILL')
      }
    }
    t.ok(refusals >= 3, `${refusals} writes were refused`)
    const store = await createStore({ file })
    t.same(
      acknowledged.filter((id) => !store.orders.get(id)),
      [],
      `all of ${acknowledged.length} acknowledged rows are there`,
    )
    t.equal(store.orders.size, acknowledged.length + refusals, 'so are those that waited for room')
    await store.close()
  },
)

t.test('a place that takes no file is refused in a sentence', { skip: process.platform !== 'linux' }, async (t) => {
  t.equal(await refusal('/sys/assay-data'), 'data_file_unwritable')
})
