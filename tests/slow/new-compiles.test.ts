// The code that `npm run new` writes compiles before anything is added to it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { writeScaffold } from '../../scripts/new/write-scaffold.ts'
import { copyTree } from '../copy-tree.ts'

t.test('what each kind writes compiles', async (t) => {
  const tree = copyTree(t.testdir())
  const scaffolds = [
    ['rule', 'list.orders-have-colours'],
    ['check', 'list.colours-are-shown', 'list.orders-have-colours'],
    ['defect', 'orders-without-colours', 'list.orders-have-colours'],
    ['defect', 'orders-with-two-notes', 'order.has-one-note-per-type'],
    ['operation', 'listColours', 'get', '/orders/{order_id}/colours'],
    ['role', 'paints_houses'],
  ]
  const written: string[] = []
  for (const words of scaffolds) written.push(...(await writeScaffold(tree, words)).written)
  const files = written.filter((path) => path.endsWith('.ts')).map((path) => join(tree, path))
  const { config } = ts.readConfigFile(join(tree, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent({ ...(config as object), files: [] }, ts.sys, tree)
  const program = ts.createProgram(files, { ...options, noEmit: true, incremental: false })
  const found = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
  t.ok(files.length >= scaffolds.length, files.join(', '))
  t.strictSame(
    found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    [],
  )
})
