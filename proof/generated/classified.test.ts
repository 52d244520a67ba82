// Classified survivors: found by what they are; wide entries never hide what is executed; what fits nothing is reported.
import t from 'tap'
import { freedoms } from '../../conformance/contract/contract.ts'
import { createClassification, readClassified, type Classified } from './classified.ts'
import { numbered, type Mutant } from './mutant.ts'

const place = { file: 'simulator/a.ts', in: 'feed.page', mutator: 'EqualityOperator', area: 'a', line: 7, column: 3 }
const [first, second, other] = numbered([
  { ...place, original: 'a < b', replacement: 'a <= b', number: '1' },
  { ...place, original: 'a < b', replacement: 'a <= b', number: '2' },
  { ...place, in: 'feed', original: 'c', replacement: '!c', number: '3' },
]) as [Mutant, Mutant, Mutant]
const all = [first, second, other]

const narrow: Classified = {
  file: place.file,
  in: place.in,
  mutator: place.mutator,
  original: 'a < b',
  replacement: 'a <= b',
  nth: 2,
  as: 'equivalent',
  reason: 'They are never alike here.',
}

t.test('an entry fits the one mutant that it describes, wherever that stands', async (t) => {
  const { of, stale } = createClassification([narrow])
  t.equal(of({ ...second, line: 99 }, true)?.as, 'equivalent')
  t.equal(of(first, true), null)
  t.strictSame(stale(all), [])
})

t.test('an entry for a whole declaration is for what no run executes', async (t) => {
  const wide: Classified = { file: place.file, in: 'feed', as: 'unreachable', reason: 'Runs after a restart alone.' }
  const { of } = createClassification([wide])
  t.equal(of(first, false)?.as, 'unreachable', 'a declaration within it counts')
  t.equal(of(first, true), null)
  t.equal(createClassification([{ ...wide, in: 'fee' }]).of(first, false), null)
})

t.test('an entry that fits no mutant is reported', async (t) => {
  const edited: Classified = { ...narrow, original: 'a < c' }
  const gone: Classified = { file: 'simulator/gone.ts', as: 'unreachable', reason: 'The file is gone.' }
  const { stale } = createClassification([narrow, edited, gone])
  t.strictSame(stale(all), [
    'simulator/a.ts  feed.page  EqualityOperator  a < c → a <= b  (equivalent)',
    'simulator/gone.ts  (unreachable)',
  ])
})

t.test('every freedom that is named is there', async (t) => {
  for (const { freedom } of readClassified()) if (freedom !== undefined) t.ok(freedoms().has(freedom), freedom)
})

t.test('no entry stands twice', async (t) => {
  const texts = readClassified().map(({ as: _as, reason: _reason, freedom: _freedom, silent: _silent, ...key }) =>
    JSON.stringify(key),
  )
  t.strictSame(
    texts.filter((text, at) => texts.indexOf(text) !== at),
    [],
  )
})
