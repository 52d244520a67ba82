import { closeSync, fstatSync, readdirSync, readSync, writeSync, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import t from 'tap'
import { happens } from '../tests/wait-for.ts'
import { openNameless, openNamelessSync } from './nameless-file.ts'

t.test('such a file is written, read and closed, and its folder stays empty', async (t) => {
  const folder = t.testdir({})
  const handle = (await openNameless(folder))!
  const descriptor = openNamelessSync(folder)!
  for (const file of [handle.fd, descriptor]) {
    writeSync(file, 'some bytes')
    const bytes = Buffer.alloc(10)
    readSync(file, bytes, 0, 10, 0)
    t.equal(bytes.toString(), 'some bytes')
    if (process.platform !== 'win32') t.equal(fstatSync(file).mode & 0o777, 0o600)
  }
  t.strictSame(readdirSync(folder), [])
  closeSync(descriptor)
  await handle.close()
  t.equal(openNamelessSync(join(folder, 'nowhere')), undefined)
  t.equal(await openNameless(join(folder, 'nowhere')), undefined)
})

t.test(
  'it has no name at any moment, so that a kill leaves none',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const folder = t.testdir({})
    const names: (string | null)[] = []
    const watcher = watch(folder, (event, name) => void (event === 'rename' && names.push(name)))
    t.teardown(() => watcher.close())
    await sleep(0)
    closeSync(openNamelessSync(folder)!)
    await (await openNameless(folder))!.close()
    // Events come in order: with the one of a file that has a name all before it have come.
    const last = happens(watcher, 'change')
    t.testdir({ named: '' })
    await last
    t.strictSame(
      names.filter((name) => name?.startsWith('assay')),
      [],
    )
  },
)
