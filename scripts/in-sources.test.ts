// What failed is shown where it stands in the sources, in a stack and in the place that tap prints.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inSources } from './in-sources.ts'
import { failureIn, root } from './job.ts'

const lineWith = (file: string, text: string): number =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

const mark = 'no place of a source'
const compiledLine = lineWith('dist/scripts/in-sources.test.js', mark)
const line = lineWith('scripts/in-sources.test.ts', mark)

t.test('a place in compiled code is that of its source', async (t) => {
  t.equal(
    inSources(`at it (file://${root}dist/scripts/in-sources.test.js:${compiledLine}:7)`, root),
    `at it (file://${root}scripts/in-sources.test.ts:${line}:7)`,
  )
  const of = (file: string, at: number) =>
    `at:\n    fileName: ${file}\n    lineNumber: ${at}\n    columnNumber: 7\n    isToplevel: true`
  t.equal(inSources(of('dist/scripts/in-sources.test.js', compiledLine), root), of('scripts/in-sources.test.ts', line))
  t.not(line, compiledLine, 'the lines of both differ')
})

t.test('what has no source stays', async (t) => {
  for (const text of [mark, 'dist/scripts/gone.js:1:1', 'node_modules/dist.js:1:1'])
    t.equal(inSources(text, root), text)
})

t.test('what failed in a test is shown so', async (t) => {
  const output = `not ok 1 - it\n  stack: dist/scripts/in-sources.test.js:${compiledLine}:7\nok 2 - other`
  t.equal(failureIn({ name: '', command: [], code: 1, seconds: 1, output, errors: '' }), `not ok 1 - it\n  stack: scripts/in-sources.test.ts:${line}:7`) // prettier-ignore
})
