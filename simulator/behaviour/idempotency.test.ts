// The text by which two bodies are compared, against one that is made in the plainest way.
import * as fc from 'fast-check'
import t from 'tap'
import { canonical } from './idempotency.ts'

const plainly = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${plainly(one)}`).join(',')}}`
}

t.test('the text of any JSON value has its keys in order and its texts as JSON writes them', async () => {
  const any = fc.json({ depthSize: 'small', stringUnit: 'binary' }).map((text) => JSON.parse(text) as unknown)
  fc.assert(
    fc.property(any, (value) => canonical(value) === plainly(value)),
    { seed: 1, numRuns: 500 },
  )
})

t.test(
  'quotes, controls, lone surrogates, what lies outside of ASCII, and the names of members that every object has',
  async (t) => {
    const text =
      '{"b":"\\"\\\\\\u0000\\u001f\\u007f\\ud800é\\u2028~","a":[[],{},"",null,1e400,-0],"__proto__":{"z":1,"10":2,"9":3}}'
    t.equal(canonical(JSON.parse(text)), plainly(JSON.parse(text)))
  },
)

t.test('many keys are in order as few are', async (t) => {
  for (const count of [1, 2, 31, 32, 33, 200]) {
    const keys = Array.from({ length: count }, (_, n) => `k${(n * 7919) % 211}`)
    const value = Object.fromEntries(keys.map((key) => [key, key]))
    t.equal(canonical(value), plainly(value), `${count} keys`)
  }
})
