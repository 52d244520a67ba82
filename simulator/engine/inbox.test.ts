// A body whose call has ended gives back what it took, wherever its reading was: room, and the file.
// Runs alone: it counts the files that the process has open.
import { readdirSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createHeld, createInbox } from './inbox.ts'

const chunk = Buffer.alloc(600_000)

/** Files without a name that this process has open. */
const nameless = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(' (deleted)')
    } catch {
      return false
    }
  }).length

t.test('released at every turn', { skip: process.platform !== 'linux' && 'needs /proc' }, async (t) => {
  const inbox = createInbox(2_000_000)
  const before = nameless()
  for (let turns = 0; turns < 40; turns += 1) {
    const held = createHeld()
    const taken = inbox.receive(Readable.from([chunk, chunk, chunk]), Infinity, held)
    for (let n = 0; n < turns % 20; n += 1) await turn()
    held.release()
    await taken.catch(() => undefined)
  }
  // Nobody awaits their closing, which threads of the pool do: a file that stays open holds the test up until its time is over.
  while (nameless() > before) await turn()
  const held = createHeld()
  const { size } = await inbox.receive(Readable.from([chunk, chunk, chunk]), Infinity, held)
  t.equal(size, 1_800_000, 'all room is there again')
  held.release()
})
