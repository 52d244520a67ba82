// Weighed work in parts: each piece in one of them, about the same weight in each, and the same on every machine.
import fc from 'fast-check'
import t from 'tap'
import { partition } from './partition.ts'

type Piece = { name: string; weight: number }

const by = { weight: ({ weight }: Piece) => weight, name: ({ name }: Piece) => name }
const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, { weight }) => total + weight, 0)
const names = (pieces: readonly Piece[]): string[] => pieces.map(({ name }) => name)

const somePieces = fc.uniqueArray(fc.record({ name: fc.string(), weight: fc.integer({ min: 1, max: 40 }) }), {
  selector: ({ name }) => name,
  maxLength: 60,
})
const count = fc.integer({ min: 1, max: 9 })

t.test('every piece is in exactly one part', async () => {
  fc.assert(
    fc.property(somePieces, count, (pieces, of) => {
      const parts = partition(pieces, of, by)
      t.equal(parts.length, of)
      t.strictSame(parts.flatMap(names).toSorted(), names(pieces).toSorted())
    }),
    { numRuns: 50, seed: 1 },
  )
})

t.test('no two parts differ by more than the heaviest piece', async () => {
  fc.assert(
    fc.property(somePieces, count, (pieces, of) => {
      const loads = partition(pieces, of, by).map(sum)
      const heaviest = Math.max(0, ...pieces.map(({ weight }) => weight))
      t.ok(Math.max(...loads) - Math.min(...loads) <= heaviest)
    }),
    { numRuns: 50, seed: 1 },
  )
})

t.test('the order in which the pieces come changes nothing', async () => {
  fc.assert(
    fc.property(somePieces, count, (pieces, of) => {
      const [one, other] = [pieces, pieces.toReversed()].map((given) => partition(given, of, by).map(names))
      t.strictSame(one, other)
    }),
    { numRuns: 50, seed: 1 },
  )
})
