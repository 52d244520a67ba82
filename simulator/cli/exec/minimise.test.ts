// Every smallest set of up to three readings is found, and the tries are bounded.
import fc from 'fast-check'
import t from 'tap'
import { minimise } from './minimise.ts'

const all = Array.from({ length: 60 }, (_, n) => n)

t.test('what must come together is found, whatever stands between', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 }), async (cause) => {
      let tries = 0
      const { set, isSmallest } = await minimise(all, (subset) => {
        tries += 1
        return Promise.resolve(cause.every((one) => subset.includes(one)))
      })
      t.strictSame(
        [...set],
        cause.toSorted((one, other) => one - other),
      )
      t.ok(isSmallest)
      return tries < 200
    }),
    { seed: 5, numRuns: 100 },
  )
})

t.test('of two causes one is found', async (t) => {
  const { set } = await minimise(all, (subset) => Promise.resolve(subset.includes(3) || subset.includes(44)))
  t.strictSame([...set], [3])
})

t.test('where no try is left, the smallest set so far', async (t) => {
  let left = 3
  const { set, isSmallest } = await minimise(all, (subset) => Promise.resolve(left-- > 0 ? subset.includes(17) : null))
  t.notOk(isSmallest)
  t.ok(set.includes(17) && set.length < all.length)
})
