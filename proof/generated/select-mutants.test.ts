// A sample of mutants: the same for the same seed, and nearly the same after an edit.
import t from 'tap'
import { numbered } from './mutant.ts'
import { selectMutants } from './select-mutants.ts'

const mutants = numbered(
  Array.from({ length: 300 }, (_, at) => ({
    file: `simulator/${at % 7}.ts`,
    in: '',
    mutator: 'BooleanLiteral',
    original: `f(${at})`,
    replacement: 'true',
    number: String(at),
    area: at % 2 === 0 ? 'even' : 'odd',
    line: at,
    column: 1,
  })),
)
const asked = { mutant: [], area: [], sample: 40, seed: 3 }
const idsOf = (all: typeof mutants, more: Partial<typeof asked> = {}): string[] =>
  selectMutants(all, { ...asked, ...more }).mutants.map(({ id }) => id)

t.test('the seed draws the sample', async (t) => {
  t.equal(idsOf(mutants).length, 40)
  t.strictSame(idsOf(mutants), idsOf(mutants))
  t.notSame(idsOf(mutants), idsOf(mutants, { seed: 4 }))
})

t.test('an edit changes few of them, and moved lines none', async (t) => {
  const moved = mutants.map((mutant) => ({ ...mutant, line: mutant.line + 10, number: `9${mutant.number}` }))
  t.strictSame(idsOf(moved), idsOf(mutants))
  const before = new Set(idsOf(mutants))
  t.ok(idsOf(mutants.slice(3)).filter((id) => !before.has(id)).length <= 3)
})

t.test('an area or an id that is not there is refused', async (t) => {
  t.ok(selectMutants(mutants, { ...asked, area: ['odd'] }).mutants.every(({ area }) => area === 'odd'))
  t.strictSame(idsOf(mutants, { mutant: [mutants[5]!.id] as never }), [mutants[5]!.id])
  t.throws(() => selectMutants(mutants, { ...asked, area: ['nowhere'] }), { code: 'unknown_area', exitCode: 3 })
  t.throws(() => selectMutants(mutants, { ...asked, mutant: ['m0'] }), { code: 'unknown_mutant', exitCode: 3 })
})
