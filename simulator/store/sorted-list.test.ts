// The sorted list against a plain sorted array.
import * as fc from 'fast-check'
import t from 'tap'
import { SortedList, lowerBound } from './sorted-list.ts'

type Key = { n: number; tag?: number }

const create = (bucketSize: number) =>
  new SortedList<Key, Key, number>({
    compare: (a, b) => a.n - b.n,
    summarise: (keys) => keys.reduce((sum, key) => sum + key.n, 0),
    bucketSize,
  })

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), n: fc.nat(60), tag: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), n: fc.nat(60) }) },
)

const sumOf = (keys: readonly Key[]) => keys.reduce((total, key) => total + key.n, 0)

/** Compares everything that a change may have upset. */
const compare = (list: ReturnType<typeof create>, model: readonly Key[]) => {
  if (list.size !== model.length) throw new Error(`size ${list.size}, expected ${model.length}`)
  if (list.buckets.reduce((total, bucket) => total + bucket.summary, 0) !== sumOf(model))
    throw new Error('stale summary')
  if (JSON.stringify([...list]) !== JSON.stringify(model)) throw new Error('order or content differs')
}

t.test('any mix of additions and removals leaves what a sorted array would hold, at every position', async (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.array(step, { maxLength: 200 }), (bucketSize, steps) => {
      const list = create(bucketSize)
      let model: Key[] = []
      for (const s of steps) {
        const there = model.some((key) => key.n === s.n)
        model = model.filter((key) => key.n !== s.n)
        if (s.do === 'add') {
          const key = { n: s.n, tag: s.tag }
          list.add(key)
          model = [...model, key].toSorted((a, b) => a.n - b.n)
        } else if (list.remove({ n: s.n }) !== there) throw new Error('remove returned the wrong thing')
        compare(list, model)
      }
      for (let i = -1; i <= model.length; i++) {
        if (list.at(i)?.tag !== model[i]?.tag) throw new Error(`position ${i} differs`)
      }
      for (let n = -1; n <= 61; n++) {
        if (list.rank({ n }) !== model.filter((key) => key.n < n).length) throw new Error(`rank of ${n} differs`)
      }
      if (!list.buckets.every(({ keys }) => keys.length > 0 && keys.length <= bucketSize))
        throw new Error('bucket size')
      for (const gone of model.toSorted((a, b) => (a.tag ?? 0) - (b.tag ?? 0))) {
        list.remove(gone)
        model = model.filter((key) => key !== gone)
        compare(list, model)
      }
    }),
    { numRuns: 200 },
  )
  t.pass('200 histories, each emptied again')
})

t.test('slices of any size join to the whole list', async (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500)), fc.integer({ min: 1, max: 30 }), (numbers, size) => {
      const list = create(4)
      for (const n of numbers) list.add({ n })
      const joined: number[] = []
      for (let offset = 0; offset <= numbers.length; offset += size) {
        joined.push(...list.slice(offset, size).map((key) => key.n))
      }
      return JSON.stringify(joined) === JSON.stringify(numbers.toSorted((a, b) => a - b))
    }),
  )
  t.same(create(4).slice(10, 5), [], 'past the end there is nothing')
})

t.test('a list emptied after many additions keeps few buckets', async (t) => {
  const list = create(16)
  for (let n = 0; n < 2000; n++) list.add({ n })
  for (let n = 0; n < 2000; n++) if (n % 100 !== 0) list.remove({ n })
  t.equal(list.size, 20)
  t.ok(list.buckets.length <= 10, `${list.buckets.length} buckets hold 20 keys`)
})

t.test('keys that come in order fill one bucket after another, from either end', async (t) => {
  for (const sign of [1, -1]) {
    const list = create(16)
    for (let n = 0; n < 160; n++) list.add({ n: sign * n })
    t.equal(list.buckets.length, 10)
  }
})

t.test('lowerBound finds the first item that does not come before', async (t) => {
  const items = [1, 3, 3, 7]
  t.same(
    [0, 1, 2, 3, 4, 8].map((n) => lowerBound(items, (item) => item < n)),
    [0, 0, 1, 1, 3, 4],
  )
})
