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

t.test('a world with such an id is refused, and the data file opens again', async (t) => {
  const readings = { 'conventions.identifier-length': 'short' }
  for (const more of [{}, { readings }])
    for (const isLast of [true, false]) {
      const data = join(t.testdir(), 'data')
      const { simulator, port } = await started(t, { data, ...more })
      for (const turn of [1, 2])
        t.equal((await port.lender('POST', '/orders', minimal(Date.UTC(2099, 0, turn)))).status, 201)
      const { checksum: _checksum, ...file } = await simulator.export()
      const { id } = file.tables['orders']!.at(isLast ? -1 : 0) as { id: string }
      const edited = JSON.parse(JSON.stringify(file).replaceAll(id, 'ord_mine')) as object
      const { status, body } = await port.company('POST', '/world', edited)
      t.strictSame([status, body.code], [422, 'world_damaged'])
      t.match(body.message, /the id "ord_mine" in orders is none of those that a simulator makes/)
      await simulator.close()
      const again = await startSimulator({ data, ...more })
      t.equal((await again.export()).tables['orders']!.length, 2)
      await again.close()
    }
})
