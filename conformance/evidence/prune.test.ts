import t from 'tap'
import { jsonOf } from './exchange.ts'
import { bounds } from '../../fixtures/bounds.ts'
import { prune } from './prune.ts'

const { levels: deepest } = bounds.answered

const nested = (levels: number, core: string): string => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`

const levelsOf = (value: unknown): number => {
  let levels = 0
  for (let inner = value; Array.isArray(inner); inner = inner[0] as unknown) levels += 1
  return levels
}

t.test('what is nested too deep is cut off, and everything beside it stays', async (t) => {
  const text = `{"before":{"a":[1,null,"x"]},"value":${nested(100_000, '7')},"after":${nested(deepest - 1, '7')}}`
  const body = jsonOf(Buffer.from(text)) as { before: unknown; value: unknown; after: unknown }
  t.strictSame(body.before, { a: [1, null, 'x'] })
  t.equal(levelsOf(body.value), deepest - 1)
  t.match(JSON.stringify(body), /"more than 200 levels deep"/, 'it can be walked')
  t.equal(JSON.stringify(body.after), nested(deepest - 1, '7'))
})

t.test('a value that is no nest is as it was', async (t) => {
  for (const value of [null, 7, 'text', true, [], {}]) t.equal(prune(value), value)
  t.strictSame(prune(JSON.parse('{"__proto__":{"deep":[[1]]}}')), JSON.parse('{"__proto__":{"deep":[[1]]}}'))
})

t.test('an object whose fields have the names of methods has a text all the same', async (t) => {
  const bodies = ['{"toString":1}', '{"valueOf":1,"toString":null}', '[{"a":{"toString":{}}}]']
  for (const text of bodies) {
    const body = jsonOf(Buffer.from(text))
    t.type(String(body), 'string', text)
    t.type(`${body as string}`, 'string', text)
    t.equal(JSON.stringify(body), text)
  }
  t.equal(String(jsonOf(Buffer.from('{"toString":1}'))), '{"toString":1}')
})
