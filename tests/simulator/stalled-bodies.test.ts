// Request bodies that stall before their end wait in files, whatever each of them may keep in memory.
// Runs alone: it weighs the process.
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { createHeld, createInbox } from '../../simulator/engine/inbox.ts'
import { happens } from '../wait-for.ts'

const kilobyte = 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Of buffers that something holds. */
const heldBytes = async (): Promise<number> => {
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await nextTurn()
  }
  return process.memoryUsage().arrayBuffers
}

t.test('a hundred bodies that stall hold no more together than a few that go on', async (t) => {
  const inbox = createInbox()
  const before = await heldBytes()
  const bodies = Array.from({ length: 100 }, () => ({ stream: new PassThrough(), held: createHeld() }))
  for (const { stream, held } of bodies) {
    inbox.receive(stream, Infinity, held).catch(() => undefined)
    for (let n = 0; n < 9; n += 1) if (!stream.write(Buffer.alloc(64 * kilobyte))) await happens(stream, 'drain')
  }
  const megabytes = Math.round(((await heldBytes()) - before) / kilobyte / kilobyte)
  t.ok(megabytes < 25, `${megabytes} MB`)
  for (const { stream, held } of bodies) {
    stream.destroy()
    held.release()
  }
  t.ok((await heldBytes()) - before < 1024 * kilobyte, 'and nothing afterwards')
})

t.test('a body for which no file could be made at first is taken whole from memory', async (t) => {
  const { TMPDIR } = process.env
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  const folder = t.testdir({})
  const [stream, held] = [new PassThrough(), createHeld()]
  const parts = Array.from({ length: 12 }, (_, n) => Buffer.alloc(64 * kilobyte, n))
  process.env['TMPDIR'] = join(folder, 'nowhere')
  const receiving = createInbox().receive(stream, Infinity, held)
  for (const [n, part] of parts.entries()) {
    if (n === 6) process.env['TMPDIR'] = folder
    if (!stream.write(part)) await happens(stream, 'drain')
    await sleep(10)
  }
  stream.end()
  const received = await receiving
  t.equal(received.size, 12 * 64 * kilobyte)
  t.ok((await received.bytes()).equals(Buffer.concat(parts)))
  held.release()
})
