// What a check compares can be read: no null in place of "no fault", no clock reading in place of a time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { root } from './places.ts'

type Comparison = { place: string; received: string; expected: string }

const comparisonsIn = (file: string, text: string): Comparison[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Comparison[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.arguments.length === 2) {
      const [received, expected] = node.arguments.map((one) => one.getText(source).replaceAll(/\s+/g, ' '))
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (node.expression.name.text === 'equal')
        found.push({ place: `${file}:${line}`, received: received!, expected: expected! })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** A field that is null for a reason is compared as what was seen; a null that we made says nothing. */
const madeNull = ({ received, expected }: Comparison): boolean => expected === 'null' && !/^seen\w*\(/.test(received)
const aReading = ({ received, expected }: Comparison): boolean => /Date\.parse\(/.test(received + expected)

const illegible = (found: readonly Comparison[]): string[] =>
  found.filter((one) => madeNull(one) || aReading(one)).map(({ place }) => place)

t.test('every comparison of a check is in values that a person can read', async (t) => {
  const folders = ['checks', 'steps', 'generate'].map((name) => join('conformance', name))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  const found = files.flatMap((file) => comparisonsIn(file, readFileSync(join(root, file), 'utf8')))
  t.ok(found.length > 100, 'there are comparisons')
  t.same(illegible(found), [])
})

t.test('a comparison that cannot be read is found', async (t) => {
  const of = (text: string): number => illegible(comparisonsIn('a.ts', text)).length
  t.equal(of('expect(rule).equal(derived(fault?.why ?? null, it), null)'), 1)
  t.equal(of('expect(rule).equal(derived(Date.parse(a), it), Date.parse(b))'), 1)
  t.equal(of("expect(rule).equal(seen(order, '/fee'), null)"), 0)
})
