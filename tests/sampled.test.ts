// A sample is the same in each run, spread over the whole, and the whole where the nightly job asks for it.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'
import { sampled } from './sampled.ts'

const letters = [...'abcdefghij']

t.test('a sample begins with the first and is spread', async (t) => {
  t.strictSame(sampled(letters, 3), ['a', 'd', 'g'])
  t.strictSame(sampled(letters, 10), letters)
  t.strictSame(sampled(letters, 99), letters)
})

t.test('at night it is all of them', async (t) => {
  const module = pathToFileURL(join(root, 'dist/tests/sampled.js')).href
  const script = `import { sampled } from ${JSON.stringify(module)}; console.log(sampled([...'abcdefghij'], 3).join(''))`
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ASSAY_TESTS: 'whole' },
    encoding: 'utf8',
  })
  t.equal(text.trim(), 'abcdefghij')
})
