// `assay watch` over recorded rounds: what it shows of each, how it goes on where a target is away, and how it ends.
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { watchCommand } from '../conformance/cli/watch.ts'
import { watch, type WatchOptions } from '../conformance/watch/watch.ts'
import { callCommand } from './call-command.ts'
import { assay, root } from './places.ts'
import { recordOf, type Kind } from './records.ts'
import { runAssay, startAssay, type Started } from './run-assay.ts'
import { removeMade } from './remove-made.ts'
import { closed, happens } from './wait-for.ts'

const program = { command: process.execPath, args: [assay] }

/** A program that gives the recorded runs one after another: the report, what was printed, and the exit code. */
const recorded = async (t: Test, kinds: readonly Kind[]): Promise<WatchOptions['program']> => {
  const runs = await Promise.all(kinds.map((kind) => recordOf(kind)))
  const rounds = runs.map(({ code, err, at }) => ({ code, err, report: at('report.json') }))
  const directory = t.testdir({
    'rounds.json': JSON.stringify(rounds),
    'program.mjs': `
      import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
      const file = new URL('rounds.json', import.meta.url)
      const [{ code, err, report }, ...left] = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify(left))
      const directory = process.argv[process.argv.indexOf('--report-dir') + 1]
      mkdirSync(directory, { recursive: true })
      copyFileSync(report, directory + '/report.json')
      process.stderr.write(err)
      process.exitCode = code`,
  })
  return { command: process.execPath, args: [join(directory, 'program.mjs')] }
}

/** Beside the folder of the program, and empty, also after a test run that was cut off. */
const keptIn = (t: Test): string => {
  const directory = `${t.testdirName}-kept`
  removeMade(directory)
  return directory
}

/** @param directory - where the watch keeps what it saw */
const watched = async (t: Test, kinds: readonly Kind[], directory: string, given: Partial<WatchOptions> = {}) => {
  let output = ''
  const code = await watch({
    program: await recorded(t, kinds),
    conform: [],
    simulator: [],
    everyMs: 1,
    count: kinds.length,
    directory,
    signal: new AbortController().signal,
    out: (text) => void (output += text),
    err: (text) => void (output += text),
    now: () => new Date(),
    ...given,
  })
  return { code, output }
}

t.test('two rounds of one target differ in nothing, which is one line', async (t) => {
  const directory = t.testdir({})
  await t.test('two rounds', async (t) => {
    const { code, output } = await watched(t, ['sound', 'sound'], directory)
    t.equal(code, 0, output)
    t.match(output, /^\S+Z {2}first run, used as baseline: .*\n\S+Z {2}nothing changed: .*\n$/)
  })
  t.ok(existsSync(join(directory, 'latest', 'report.json')))
  t.notOk(existsSync(join(directory, 'last-change')))
  await t.test('a third, by the next watch', async (t) => {
    const broken = await watched(t, ['broken'], directory)
    t.equal(broken.code, 1, broken.output)
    t.match(broken.output, /changed: 1 regressed.*\n {2}regressed {9}limits\.remaining-header-on-every-response: /)
  })
  t.ok(existsSync(join(directory, 'last-change', 'comparison.json')), 'the round before is known in the next watch too')
})

t.test('rounds that cannot judge are one line, and so is the first that can again', async (t) => {
  const rounds: Kind[] = ['sound', 'interrupted', 'interrupted', 'sound']
  const { code, output } = await watched(t, rounds, keptIn(t))
  t.equal(code, 0, output)
  t.match(output, /first run, used as baseline: [^]*cannot judge: [^]*back: [^]*nothing changed: /)
  t.equal(output.match(/cannot judge: /g)?.length, 1, output)
})

t.test('a watch without a count ends when it is asked to, after the round under way', async (t) => {
  const controller = new AbortController()
  const said: string[] = []
  const { code } = await watched(t, ['sound', 'sound', 'broken'], keptIn(t), {
    count: null,
    signal: controller.signal,
    out(text) {
      said.push(text)
      if (said.length === 2) controller.abort()
    },
  })
  t.equal(code, 0)
  t.match(said, [/first run, used as baseline: /, /nothing changed: /])
  t.equal(said.length, 2, said.join(''))
})

/** A watch as a process, of a program that takes no notice of signals and of the end of the watch. */
const watchOfStubborn = (t: Test, port: number): Started => {
  const directory = t.testdir({
    'stubborn.mjs': `
      import { connect } from 'node:net'
      process.on('SIGTERM', () => undefined)
      connect(${port}, '127.0.0.1')`,
    'watch.mjs': `
      import { watchCommand } from ${JSON.stringify(join(root, 'dist', 'conformance', 'cli', 'watch.js'))}
      const program = { command: process.execPath, args: [${JSON.stringify(join(t.testdirName, 'stubborn.mjs'))}] }
      await watchCommand({ program }).parseAsync(process.argv)`,
  })
  const started = startAssay(['--every', '1s', '--report-dir', join(directory, 'out')], {
    program: [join(directory, 'watch.mjs')],
  })
  t.teardown(() => started.child.kill('SIGKILL'))
  return started
}

t.test('a watch that is interrupted twice leaves no run behind', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  const running = happens<[Socket]>(server, 'connection')
  t.teardown(() => running.then(([socket]) => socket.destroy()).then(() => server.close()))
  const { child, until, ended } = watchOfStubborn(t, (server.address() as AddressInfo).port)
  const [socket] = await running
  const gone = closed(socket.resume())
  child.kill('SIGINT')
  await until(/Interrupt again to stop at once/)
  child.kill('SIGINT')
  await ended
  await gone
})

t.test('a span that is none, and options that conform does not have, are wrong usage', async (t) => {
  const refused = async (...args: string[]) => (await callCommand(watchCommand({ program }), args)).code
  for (const every of ['0s', '15', '1d', 'soon', '-1s', '900h']) t.equal(await refused('--every', every), 3, every)
  t.equal(await refused('--count', '1'), 3, 'no --every')
  const unknown = await runAssay(['watch', '--every', '1s', '--bogus', '--report-dir', t.testdir({})])
  t.equal(unknown.code, 3)
  t.match(unknown.output, /unknown option '--bogus'/)
})
