// `npm run check` takes the tests that fit into its time, the short ones together.
import t from 'tap'
import { nextTests } from './next-tests.ts'

const given = {
  secondsOf: (file: string) => (file.startsWith('slow') ? 9 : 1),
  isAlone: (file: string) => /own/.test(file),
}

t.test('short tests come together, as many as fit', async (t) => {
  const queue = ['a', 'b', 'slow', 'c', 'd', 'e']
  t.strictSame(nextTests(queue, 4.5, given), { files: ['a', 'b', 'c', 'd'], skipped: ['slow', 'e'] })
  t.strictSame(queue, [])
})

t.test('no more than a few share a process, and the rest waits', async (t) => {
  const queue = Array.from({ length: 9 }, (_, index) => `${index}`)
  t.equal(nextTests(queue, 60, given).files.length, 6)
  t.strictSame(queue, ['6', '7', '8'])
})

t.test('what needs a process of its own gets one, in its turn', async (t) => {
  const queue = ['a', 'own', 'b']
  t.strictSame(nextTests(queue, 60, given).files, ['a'])
  t.strictSame(nextTests(queue, 60, given).files, ['own'])
  t.strictSame(nextTests(queue, 60, given).files, ['b'])
  t.strictSame(nextTests(queue, 60, given), { files: [], skipped: [] })
})
