// Makes dist/fixtures/control.d.ts: of the generated types of the control port, the schemas that the types of users are made of.
// The whole is 110 kB, which no user of the package needs; the compiler copies no declaration.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const schemasIn = (text) => {
  const [, block] = /^ {4}schemas: \{\n([^]*?)^ {4}\};/m.exec(text)
  const rows = block.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '').split(/^ {8}(?=\w+: )/m)
  return new Map(rows.slice(1).map((row) => [row.slice(0, row.indexOf(':')), row.replaceAll(/^ +/gm, '')]))
}

const namedIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name)

/** @param root of the checkout */
export const writeControlTypes = (root) => {
  const schemas = schemasIn(readFileSync(join(root, 'fixtures', 'control.d.ts'), 'utf8'))
  const users = ['simulator/public/company-types.ts', 'conformance/api/client-audit-types.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('')
  const wanted = new Set(namedIn(users, /Schemas\['(\w+)'\]/g))
  for (const name of wanted)
    for (const inner of namedIn(schemas.get(name), /components\["schemas"\]\["(\w+)"\]/g)) wanted.add(inner)
  const rows = [...schemas].filter(([name]) => wanted.has(name)).map(([, row]) => row)
  const folder = join(root, 'dist', 'fixtures')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'control.d.ts'), `export interface components {\nschemas: {\n${rows.join('')}};\n}\n`)
}
