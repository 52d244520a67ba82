// A data file with an id that is none of those made here is refused before anything is written, and is not changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { minimal } from './samples.ts'
import { started } from './world-acts.ts'

t.test('one sentence names it', async (t) => {
  const data = join(t.testdir(), 'data')
  const { simulator, port } = await started(t, { data })
  const { id } = (await port.lender('POST', '/orders', minimal(Date.UTC(2099, 0, 1)))).body as { id: string }
  await simulator.close()
  // As the first version wrote it, whose lines have no checksum.
  const lines = readFileSync(data, 'utf8').trimEnd().split('\n')
  const plain = lines.map((line, index) => {
    const entry = JSON.parse(line) as { commit?: number }
    if (index === 0) return JSON.stringify({ ...entry, version: 1 })
    return entry.commit === undefined ? line.replaceAll(id, 'ord_~other~') : JSON.stringify({ commit: entry.commit })
  })
  const text = `${plain.join('\n')}\n`
  writeFileSync(data, text)
  await t.rejects(startSimulator({ data }), {
    code: 'data_file_damaged',
    message: /^The data file .* is damaged: the id "ord_~other~" is none of those made here.*\.$/,
  })
  t.equal(readFileSync(data, 'utf8'), text)
})
