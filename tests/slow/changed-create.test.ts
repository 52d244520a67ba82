// A field and a limit of a create are data: what is sent, what refuses it and the defect follow the fixtures, without a change of code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../../simulator/simulator.ts'
import { copyBuild } from '../copy-build.ts'
import { runAssay } from '../run-assay.ts'

const tree = copyBuild(t.testdir())

tree.change(
  'openapi.yaml',
  /(?<=^ {4}LoanInput:\n[^]*?)( {8}investor: .*\n)/m,
  '$1        servicer: { type: string, maxLength: 12 }\n',
)
tree.change('openapi.yaml', /(?<=^ {4}CreateOrderRequest:\n[^]*? {10}maxItems: )2$/m, '3')
const row = (id: string, keyword: string, is: string) => `  - id: create.${id}
    source: Resources and their fields
    text: Of \`loan.servicer\`.
    operations: [createOrder]
    input: { path: loan.servicer, keyword: ${keyword}, is: ${is} }
`
tree.change(
  'rules/create.yaml',
  /$(?![^])/,
  row('servicer-beyond-12-refused', 'maxLength', 'refused') + row('servicer-may-be-omitted', 'required', 'accepted'),
)

const check = 'create.single-violations-are-refused'
const fresh = ['create.servicer-beyond-12-refused', 'create.three-borrowers-refused'] as const

const verdicts = async (t: Test, ...args: string[]) => {
  const directory = t.testdir()
  const asked = ['--only', check, '--no-rerun', '--report-dir', directory, '--reporter', 'default,json']
  const { output } = await runAssay(['conform', ...asked, ...args], { program: [tree.assay] })
  const { rules } = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as {
    rules: { id: string; verdict: string }[]
  }
  const verdictOf = new Map(rules.map(({ id, verdict }) => [id, verdict]))
  return { shown: fresh.map((id) => verdictOf.get(id)), output, failed: rules.filter((one) => one.verdict === 'fail') }
}

t.test('a simulator of the changed contract refuses what is beyond its limits', async (t) => {
  const { shown, output, failed } = await verdicts(t, '--embedded')
  t.strictSame(shown, ['pass', 'pass'], output.slice(-3000))
  t.strictSame(failed, [])
})

t.test('one that does not know the field takes it whatever its length', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const target = join(t.testdirName, '..', 'changed-create-target.yaml')
  writeFileSync(target, stringify(simulator.profile()))
  const { shown, output } = await verdicts(t, '--target', target)
  t.strictSame(shown, ['fail', 'pass'], output.slice(-3000))
})

t.test('a defect of each is made, and killed', async (t) => {
  const ids = ['too-long-loan-servicer-taken', 'loan-servicer-demanded', 'three-borrowers-taken']
  const asked = ['--no-reference', '--whole', '0', '--random', '0', '--shorten', '0', '--workers', '1']
  const { code, output } = await runAssay(
    ['adequacy', ...asked, ...ids.flatMap((id) => ['--defect', id]), '--report-dir', t.testdir()],
    { program: [tree.assay] },
  )
  t.equal(code, 0, output)
  t.match(output, `${ids.length} of ${ids.length} defects killed`)
})

t.test('the fourth borrower is one too many, and complete', async (t) => {
  const code = `
    import { requestFields } from '${tree.folder}/dist/conformance/generate/request-fields.js'
    import { schemaViolations } from '${tree.folder}/dist/conformance/generate/schema-violations.js'
    const sent = schemaViolations(requestFields()).filter(({ id }) => /borrowers$|servicer/.test(id) && /^too/.test(id))
    const made = sent.map(({ id, mutate }) => {
      const request = { loan: {}, borrowers: [{ role: 'borrower' }] }
      mutate(request)
      return [id, request.borrowers.length, request.borrowers.every(({ first_name, role }) => first_name || role === 'borrower'), request.loan.servicer?.length]
    })
    console.log(JSON.stringify(made))`
  const { out, err } = await runAssay([], { program: ['--input-type=module', '--eval', code] })
  t.equal(err, '')
  t.strictSame(JSON.parse(out), [
    ['too-few.borrowers', 0, true, null],
    ['too-many.borrowers', 4, true, null],
    ['too-long.loan.servicer', 1, true, 13],
  ])
})
