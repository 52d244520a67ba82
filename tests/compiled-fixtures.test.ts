// The copies of fixtures/ that the build makes: each is its source, follows it, and goes with it.
import { createHash } from 'node:crypto'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { compiledCopy } from '../fixtures/compiled-copy.ts'
import { fixtureNames } from './fixture-files.ts'
import { root } from './places.ts'
import { removeMade } from './remove-made.ts'

const { compileFixtures, isStaleFixture } = (await import(join(root, 'scripts', 'compile-fixtures.js'))) as {
  compileFixtures: (root: string) => void
  isStaleFixture: (root: string, file: string) => boolean
}

t.test('each copy is its source', async (t) => {
  const names = fixtureNames().filter((name) => name.endsWith('.yaml'))
  t.ok(names.length > 0)
  for (const name of names) {
    const { source, content } = JSON.parse(readFileSync(join(root, 'dist', 'fixtures', `${name}.json`), 'utf8')) as {
      source: string
      content: unknown
    }
    const text = readFileSync(join(root, 'fixtures', name), 'utf8')
    t.equal(source, createHash('sha256').update(text).digest('hex'), name)
    t.strictSame(content, parse(text), name)
  }
})

t.test('a reader takes a copy for its very text alone', async (t) => {
  const text = readFileSync(join(root, 'fixtures', 'limits.yaml'), 'utf8')
  t.strictSame(compiledCopy('limits.yaml', text), { content: parse(text) as unknown })
  t.equal(compiledCopy('limits.yaml', `${text} `), null)
  t.equal(compiledCopy('no-such.yaml', text), null)
})

t.test('a copy follows its source, however old the source says it is, and goes with it', async (t) => {
  const folder = t.testdir({ fixtures: { 'one.yaml': 'a: 1', rules: { 'two.yaml': '- b' } } })
  const copy = (name: string) => join(folder, 'dist', 'fixtures', `${name}.json`)
  const contentOf = (name: string) => (JSON.parse(readFileSync(copy(name), 'utf8')) as { content: unknown }).content
  compileFixtures(folder)
  t.strictSame([contentOf('one.yaml'), contentOf('rules/two.yaml')], [{ a: 1 }, ['b']])
  const one = join(folder, 'fixtures', 'one.yaml')
  writeFileSync(one, 'a: 2')
  utimesSync(one, new Date(0), new Date(0))
  removeMade(join(folder, 'fixtures', 'rules', 'two.yaml'))
  compileFixtures(folder)
  t.strictSame(contentOf('one.yaml'), { a: 2 })
  t.ok(isStaleFixture(folder, 'fixtures/rules/two.yaml.json'))
  t.notOk(isStaleFixture(folder, 'fixtures/one.yaml.json'))
})
