// No renderer makes a text of a value whose type nobody knows but by the one function for it: JavaScript throws at some that a target sends.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { root } from './places.ts'

const plain =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Never

/** Whose text JavaScript makes without a look at a field of its own. */
const isPlain = (type: ts.Type, checker: ts.TypeChecker): boolean => {
  if (type.isUnion()) return type.types.every((one) => isPlain(one, checker))
  if (type.isIntersection()) return type.types.some((one) => isPlain(one, checker))
  if (checker.isArrayType(type))
    return checker.getTypeArguments(type as ts.TypeReference).every((one) => isPlain(one, checker))
  return (type.flags & plain) !== 0
}

const makers = new Set(['String', 'Number', 'encodeURIComponent'])

/** What a piece of source makes a text of. */
const madeTexts = (node: ts.Node): readonly ts.Expression[] => {
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent))
    return node.templateSpans.map(({ expression }) => expression)
  if (!ts.isCallExpression(node)) return []
  const { expression } = node
  if (ts.isIdentifier(expression) && makers.has(expression.text)) return node.arguments
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'join' ? [expression.expression] : []
}

const textsOfUnknown = (files: readonly string[], isOurs: (file: string) => boolean): string[] => {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram([...files], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  return program.getSourceFiles().flatMap((source) => {
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      for (const made of madeTexts(node)) {
        const type = checker.getTypeAtLocation(made)
        const isPath = ts.isIdentifier(made) && made.text === 'path'
        if (!isPath && !isPlain(checker.getBaseConstraintOfType(type) ?? type, checker))
          found.push(made.getText(source))
      }
      ts.forEachChild(node, visit)
    }
    if (isOurs(source.fileName)) visit(source)
    return found.map((text) => `${source.fileName.slice(root.length)}: ${text}`)
  })
}

const isRenderer = (file: string): boolean =>
  file.startsWith(join(root, 'reports')) && !/\.(?:test|support)\.ts$/.test(file)

t.test('reports make texts of known values alone', async (t) => {
  const files = readdirSync(join(root, 'reports'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, 'reports', name))
    .filter((file) => file.endsWith('.ts') && isRenderer(file))
  t.not(files.length, 0)
  t.strictSame(
    textsOfUnknown(files, isRenderer),
    [],
    'what came from elsewhere goes through textOf of reports/texts.ts',
  )
})
