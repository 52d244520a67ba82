// A mutant that shows as its file is loaded is tried with every check that calls what stands in the file.
import t from 'tap'
import type { Check } from '../../conformance/kit/check.ts'
import { createChooser } from './choose-checks.ts'
import type { Executed } from './executed.ts'
import { numbered } from './mutant.ts'

const place = { mutator: 'ObjectLiteral', area: 'a', line: 7, column: 3, replacement: '{}' }
const mutants = numbered([
  { ...place, file: 'style.ts', in: 'amounts', original: '{ whole }', number: '1' },
  { ...place, file: 'style.ts', in: 'formsOfWriting', original: '{ amount }', number: '2' },
  { ...place, file: 'other.ts', in: 'other', original: '{}', number: '3' },
])

const check = (id: string, phase?: 'last'): Check => ({ id, ...(phase && { phase }) }) as unknown as Check

const executed = {
  sources: { 'a.loads': ['1', '3'], 'a.calls': ['2'], 'a.elsewhere': ['3'], 'a.idle': [] },
  asked: {},
  once: ['1'],
} as unknown as Executed

const checks = [
  check('a.loads'),
  check('a.calls'),
  check('a.elsewhere'),
  check('a.idle'),
  check('a.looks-back', 'last'),
]
const costs = { checks: {}, scenarios: {} } as unknown as Parameters<typeof createChooser>[1]

t.test('which checks a mutant is tried with', async (t) => {
  const choose = createChooser(checks, costs, executed, mutants)
  const names = mutants.map((mutant) => choose(mutant).map(({ id }) => id))
  t.strictSame(names[0], ['a.loads', 'a.calls', 'a.looks-back'], 'loaded by the one, called by the other')
  t.strictSame(names[1], ['a.calls', 'a.looks-back'])
  t.strictSame(names[2], ['a.loads', 'a.elsewhere', 'a.looks-back'])
})
