// What is derived from an object, once.
import t from 'tap'
import { memoizeByObject } from './memoize-by-object.ts'

t.test('each object has its own, which is made once, also where it is undefined', async (t) => {
  const asked: object[] = []
  const nameOf = memoizeByObject((one: { name?: string }) => {
    asked.push(one)
    return one.name
  })
  const [first, like, without] = [{ name: 'a' }, { name: 'a' }, {}]
  t.strictSame([first, like, without, first, without].map(nameOf), ['a', 'a', undefined, 'a', undefined])
  t.strictSame(asked.length, 3)
})
