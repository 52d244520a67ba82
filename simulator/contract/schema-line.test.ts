// A written profile leads an editor to the schema that came with this assay.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import t from 'tap'
import { schemaLine } from './schema-line.ts'

t.test('the path leads from the file to the schema, wherever the file is', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  for (const file of [join(folder, 'target.yaml'), join(folder, 'deep', 'er', 'target.yaml')]) {
    const [, path] = /^# yaml-language-server: \$schema=(\S+)\n$/.exec(schemaLine(file)) ?? []
    const schema = JSON.parse(readFileSync(resolve(dirname(file), path ?? ''), 'utf8')) as { title: string }
    t.match(schema.title, /target profile/i)
  }
})
