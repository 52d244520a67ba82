// What a check compares can be read: no null in place of "no fault", no clock reading in place of a time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { root } from './places.ts'

/** What a check, a scenario or the model compares with; a sentence begins with an article. */
const sentence = /^['`](?:an?|the|no|any|another|one|two) (?!values')[a-z$]/i

/** The expectation of `that(seen, holds, expected)` and of `assertion(rule, holds, expected, …)`. */
const expectationOf = ({ expression, arguments: given }: ts.CallExpression): ts.Node | undefined => {
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'that') return given[2]
  return ts.isIdentifier(expression) && expression.text === 'assertion' ? given[2] : undefined
}

const sentencesIn = (file: string, text: string): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && sentence.test(node.getText(source)))
      found.push(`${file}: ${node.getText(source)}`)
    // What a form is given may name a thing: `excludes('the client secret')`.
    if (!ts.isCallExpression(node)) ts.forEachChild(node, look)
  }
  const visit = (node: ts.Node): void => {
    const expectation = ts.isCallExpression(node) ? expectationOf(node) : undefined
    if (expectation) look(expectation)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

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

t.test('what is expected is a value or a fixed form, and no sentence', async (t) => {
  const folders = ['checks', 'steps', 'scenarios', 'generate', 'invariants', 'model']
  const found = folders
    .map((name) => join('conformance', name))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => join(folder, name)),
    )
    .flatMap((file) => sentencesIn(file, readFileSync(join(root, file), 'utf8')))
  t.same(found, [])
  t.equal(sentencesIn('a.ts', "expect(rule).that(it, (value) => value > 1, 'a later time')").length, 1)
  t.equal(sentencesIn('a.ts', 'assertion(rule, false, `the text ${sent}`, received)').length, 1)
  t.equal(sentencesIn('a.ts', 'expect(rule).that(it, (value) => value > 1, atLeast(1))').length, 0)
})

t.test('a comparison that cannot be read is found', async (t) => {
  const of = (text: string): number => illegible(comparisonsIn('a.ts', text)).length
  t.equal(of('expect(rule).equal(derived(fault?.why ?? null, it), null)'), 1)
  t.equal(of('expect(rule).equal(derived(Date.parse(a), it), Date.parse(b))'), 1)
  t.equal(of("expect(rule).equal(seen(order, '/fee'), null)"), 0)
})
