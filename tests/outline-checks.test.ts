// What the build writes down of the checks: nothing of checks that do not fit together, and no other failure is taken for that.
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from './places.ts'

const { outlinesText } = (await import(join(root, 'scripts', 'outline-checks.js'))) as {
  outlinesText(folder: string, fixtures: string): Promise<string>
}

/** A build in a folder whose name must be written otherwise in a URL, as `C:\…` must. */
const buildWith = (t: Test, outlineChecks: string): string =>
  join(
    t.testdir({
      'one #2': {
        'package.json': '{"type":"module"}',
        dist: {
          fixtures: { 'contract-key.js': 'export const contractKey = () => "key"' },
          conformance: { checks: { 'load-checks.js': outlineChecks } },
        },
      },
    }),
    'one #2',
  )

t.test('wherever the build lies', async (t) => {
  const folder = buildWith(t, 'export const outlineChecks = async () => []')
  t.equal(await outlinesText(folder, ''), '{"key":"key","outlines":[]}')
})

t.test('checks that do not fit together', async (t) => {
  const folder = buildWith(t, 'export const outlineChecks = async () => { throw new Error("two of one name") }')
  t.equal(await outlinesText(folder, ''), '{}')
})

t.test('a build that cannot be loaded', async (t) => {
  const folder = buildWith(t, 'import "./lost.js"')
  await t.rejects(outlinesText(folder, ''), { code: 'ERR_MODULE_NOT_FOUND' })
})
