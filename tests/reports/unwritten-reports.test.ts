// Reports that find no room: the verdict is printed all the same, and no exit code says that all went well.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { runClientOn } from '../audit/client-run.ts'
import { sandboxOrigin } from '../audit/client-scene.ts'
import { assay } from '../places.ts'
import { removeMade } from '../remove-made.ts'

type Ended = { code: number; out: string; err: string }

/** A limit on the size of a file, in blocks of 1,024 bytes, is the full disk that needs no rights of root. */
const inLittleRoom = (blocks: number, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const script = `ulimit -f ${blocks} && exec "$0" "$@"`
    execFile('bash', ['-c', script, process.execPath, assay, ...args], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

const folder = mkdtempSync(join(tmpdir(), 'assay-unwritten-'))
t.teardown(() => removeMade(folder))

t.before(async () => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  writeFileSync(join(folder, 'journal.har'), await runClientOn(simulator))
  await simulator.close()
})

const journal = join(folder, 'journal.har')

t.test('an audit whose reports are cut off ends with 2, names each, and prints its verdict', async (t) => {
  const { code, out, err } = await inLittleRoom(8, ['audit', journal, '--report-dir', join(folder, 'small')])
  t.match(out, /^No rule violated/)
  for (const name of ['json', 'html', 'go-live']) t.match(err, new RegExp(`^reporter_failed: ${name}: .*EFBIG`, 'm'))
  t.notMatch(err, /\n +at /)
  t.equal(code, 2)
})

t.test('the same with room for them ends with 0', async (t) => {
  const { code, err } = await inLittleRoom(1_000_000, ['audit', journal, '--report-dir', join(folder, 'large')])
  t.equal(err, '')
  t.equal(code, 0)
})

t.test('a run that is judged again ends with 2 as well', async (t) => {
  const record = join(folder, 'run')
  const run = ['conform', '--embedded', '--seed', '1', '--area', 'account', '--report-dir', record]
  const first = await inLittleRoom(1_000_000, run)
  t.equal(first.code, 0, first.err)
  const again = await inLittleRoom(8, ['judge', record, '--report-dir', join(folder, 'again')])
  t.match(again.err, /^reporter_failed: /m)
  t.equal(again.code, 2)
  t.match(readFileSync(join(record, 'report.json'), 'utf8'), /\}\s*$/, 'the first reports are whole still')
})
