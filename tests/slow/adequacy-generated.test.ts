// A few generated mutants as a process: some must die, one that no request can show survives, and the data keeps its schema.
// What they execute is seen in two runs of all checks on instrumented code, which a night has time for; by day they are made.
// Silent for up to 300 s.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t, { type Test } from 'tap'
import { buildMutants } from '../../proof/generated/build.ts'
import type { Mutant } from '../../proof/generated/mutant.ts'
import { detected, type MutantRow, type MutantsReport } from '../../proof/report/mutants-report.ts'
import { mutatedCode } from '../../simulator/mutated-code.ts'
import { adequacy } from '../adequacy.ts'
import { loadFixture } from '../fixture-files.ts'
import { isWhole } from '../sampled.ts'

/** The build that the command makes, which is made once for both. */
const { mutants } = await buildMutants(mutatedCode, Date.now())

const only = (wanted: Partial<Mutant>): Mutant => {
  const found = mutants.filter((one) =>
    Object.entries(wanted).every(([key, value]) => one[key as keyof Mutant] === value),
  )
  if (found.length !== 1) throw new Error(`${found.length} mutants are ${JSON.stringify(wanted)}`)
  return found[0]!
}

/** Of the code as it stands: an edit of these places changes what is written here. */
const noReportFormat = only({
  in: 'catalog.list',
  original: 'product.report_format === reportFormat',
  replacement: 'false',
})
const noPages = only({
  in: 'catalog',
  file: 'simulator/behaviour/catalog.ts',
  mutator: 'ArrowFunction',
  replacement: '() => undefined',
})
const noSign = only({
  file: 'simulator/domain/money.ts',
  in: 'money.digits',
  original: 'amount < 0n',
  replacement: 'false',
  nth: 1,
})

const tried = [noReportFormat, noPages, noSign]

t.test('each mutant that is tried is one of those that are made', async (t) => {
  for (const { id } of tried) t.equal(mutants.filter((one) => one.id === id).length, 1, id)
})

const sample = async (t: Test): Promise<void> => {
  const directory = t.testdir()
  const { code, output } = await adequacy(
    t,
    directory,
    '--generated',
    '--classified',
    '--mutant',
    tried.map(({ id }) => id).join(','),
    '--workers',
    '2',
  )
  const report = JSON.parse(readFileSync(join(directory, 'mutants.json'), 'utf8')) as MutantsReport
  t.comment(`${report.cpu_ms / 1000} s of CPU`)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/mutants.schema.json'),
  )
  t.ok(validate(report), JSON.stringify(validate.errors))
  const of = ({ id }: Mutant): MutantRow => report.mutants.find((row) => row.id === id)!
  t.match(of(noReportFormat), { verdict: 'killed', rule: /^catalog\./ }, output)
  t.ok(detected.includes(of(noPages).verdict), 'it is executed as the code is loaded, in a process of its own')
  // Beside a full load the whole suite may end without a verdict, which is none about the mutant.
  const { verdict } = of(noSign)
  t.notOk(verdict !== 'blocked' && detected.includes(verdict), verdict)
  t.strictSame(report.clean[0]?.false_alarms, [])
  t.type(code, 'number')
}
if (isWhole) t.test('a sample: what must die dies, what nobody can show survives', sample)
