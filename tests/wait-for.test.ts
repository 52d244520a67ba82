// The waits of tests: an end that was a reset, one that is over already, and what never comes; and that no test waits in another way.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'
import { closed, ended, firstLine, happens } from './wait-for.ts'

const node = (script: string) => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })

t.test('a connection that is reset is closed, now and afterwards', async (t) => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await happens(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  await closed(socket)
  await closed(socket)
  await t.rejects(happens(socket, 'data'), /'data' never came: it was closed/)
})

t.test('what never comes is said, and why', async (t) => {
  const source = new EventEmitter()
  const waiting = t.rejects(happens(source, 'ready'), /'ready' never came: Error: no disk/)
  source.emit('error', new Error('no disk'))
  await waiting
  t.strictSame(source.eventNames(), [])
  await t.rejects(firstLine(node('process.exit(1)')), /'line' never came: it was closed/)
})

t.test('a line is whole though it comes in pieces, and an end that is past is not missed', async (t) => {
  const child = node("process.stdout.write('{\"a\"'); setImmediate(() => console.log(':1}'))")
  t.equal(await firstLine(child), '{"a":1}')
  t.strictSame(await ended(child), [0, null])
  t.strictSame(await ended(child), [0, null])
  await t.rejects(ended(spawn(join(root, 'no-such-program'))), { code: 'ENOENT' })
})

/** Each by what it costs, and what to write in its place. */
const byLuck: readonly [form: RegExp, why: string][] = [
  [
    /import \{[^}]*\bonce\b[^}]*\} from 'node:events'/,
    "events.once fails at any 'error', such as a reset, and waits for ever for what is past: use tests/wait-for.ts",
  ],
  [/const freePort = /, 'a port that was free is taken a moment later: listen on 0, and read the port'],
  [/JSON\.parse\((?:line|chunk)\.toString\(\)\)/, 'a chunk is no line: use firstLine of tests/wait-for.ts'],
]

const folders = ['simulator', 'conformance', 'proof', 'reports', 'scripts', 'tests']
const tests = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:test|support)\.ts$/.test(name) || /^tests\/.*\.ts$/.test(name)),
)

t.test('no test waits by luck', async (t) => {
  t.ok(tests.length > 400)
  const found = tests
    .filter((file) => file !== 'tests/wait-for.test.ts')
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return byLuck.filter(([form]) => form.test(text)).map(([, why]) => `${file}: ${why}`)
    })
  t.strictSame(found, [])
})
