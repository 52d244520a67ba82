// Nothing that `npm run new` left open is still open.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { todo } from '../scripts/new/kind.ts'
import { root } from './places.ts'

t.test('what a scaffold left to write is written', async (t) => {
  for (const folder of ['conformance', 'docs', 'fixtures', 'proof', 'simulator'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|yaml|md|schema\.json)$/.test(name)) continue
      const lines = readFileSync(join(root, folder, name), 'utf8').split('\n')
      const at = lines.findIndex((line) => line.replaceAll(`\`${todo}\``, '').includes(todo))
      if (at >= 0) t.fail(`${folder}/${name}:${at + 1} is left to write: ${lines[at]!.trim()}`)
    }
})
