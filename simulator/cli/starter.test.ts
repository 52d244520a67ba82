// Who started a process: npm above its shell, or nobody where a script let the process go on alone.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { starterIn } from './starter.ts'

const row = (pid: number, parent: number, name: string, group = 10) => ({ pid, parent, group, name })
const npm = row(10, 1, 'npm run sim')
const shell = row(11, 10, 'sh')
const own = row(12, 11, 'node')

t.test('it is the nearest ancestor that is no shell', (t) => {
  t.equal(starterIn([npm, shell, own], 12), 10)
  t.equal(starterIn([npm, row(12, 10, 'node')], 12), 10, 'a shell that became the program')
  t.equal(starterIn([npm, shell, row(13, 11, 'bash'), row(12, 13, 'node')], 12), 10)
  t.end()
})

t.test('nobody, where the process was to go on alone', (t) => {
  t.equal(starterIn([npm, shell, row(12, 11, 'node', 12)], 12), undefined, 'setsid gives a group of its own')
  t.equal(
    starterIn([npm, shell, own, row(13, 11, 'node')], 12),
    undefined,
    'in the background of a shell that waits for others',
  )
  t.equal(starterIn([row(1, 0, 'init', 1), row(12, 1, 'node')], 12), undefined, 'its shell has ended')
  t.equal(starterIn([row(12, 0, 'node')], 12), undefined, 'the first of a container')
  t.equal(starterIn([], 12), undefined)
  t.end()
})

const limited = `
  import { closeSync, openSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { onStarterGone } from ${JSON.stringify(new URL('starter.js', import.meta.url))}
  let outcome = 'it went on'
  await onStarterGone(() => (outcome = 'its starter counts as gone'))
  const open = []
  try {
    for (;;) open.push(openSync('/dev/null'))
  } catch {}
  await sleep(1_200)
  for (const one of open) closeSync(one)
  await sleep(600)
  console.log(open.length, outcome)`

t.test('a process without a free descriptor does not take its starter for gone', async (t) => {
  const args = ['-c', 'ulimit -n 4096; exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', limited]
  const env = { ...process.env, NODE_OPTIONS: '', npm_execpath: 'npm' }
  const child = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.match(await text(child.stdout), /^[34]\d{3} it went on\n$/)
})
