// The sentences of the rules name their cells of status and action: none may be missed.
import { readdirSync } from 'node:fs'
import t from 'tap'
import { fixturePath, readFixture } from '../../fixtures/read-fixture.ts'
import type { RuleJudged } from '../run-record.ts'
import { cellsOf, judgedCells } from './cells.ts'
import { lifeTable } from './contract-tables.ts'

const rules = readdirSync(fixturePath('rules')).flatMap(
  (file) => (readFixture(`rules/${file}`) as { rules: { id: string; text: string }[] }).rules,
)

const judged = (id: string, text: string, verdict: RuleJudged['verdict']): RuleJudged => ({
  type: 'rule-judged',
  rule: id,
  source: '',
  text,
  verdict,
  reason: null,
  checks: [],
  evidence: 1,
  requests: [],
})

t.test('every decided cell of the contract has a rule that speaks of it', async (t) => {
  const named = new Set(rules.flatMap(({ text }) => cellsOf(text)))
  const { cells, advance, advance_never_to } = lifeTable()
  const wanted = [
    ...Object.entries(cells).flatMap(([action, row]) =>
      Object.entries(row)
        // That an amendment is accepted is a rule of its own for no status.
        .filter(([, cell]) => typeof cell === 'string' && !(action === 'amend' && cell === 'accepted'))
        .map(([status]) => `${status} × ${action === 'revision_request' ? 'revision:correction' : action}`),
    ),
    ...Object.entries(advance).flatMap(([status, targets]) => targets.map((to) => `${status} × advance:${to}`)),
    ...advance_never_to.map((to) => `new × advance:${to}`),
  ]
  t.strictSame(
    wanted.filter((cell) => !named.has(cell)),
    [],
  )
  t.ok(wanted.length > 0)
})

t.test('the id of a rule names what its sentence says', async (t) => {
  const wrong = rules.filter(({ id, text }) => {
    const found = /^actions\.(hold|resume|cancel)-(?:accepted|refused)-in-(.+)$/.exec(id)
    return found && cellsOf(text)[0] !== `${found[2]!.replaceAll('-', '_')} × ${found[1]}`
  })
  t.strictSame(
    wrong.map(({ id }) => id).filter((id) => !/left-message|report-rejected/.test(id)),
    [],
  )
})

t.test('the worst verdict of the rules about a cell counts', async (t) => {
  const text = 'An order in `new` can be advanced to `report_complete`.'
  const cells = judgedCells([judged('a', text, 'pass'), judged('b', text, 'fail'), judged('c', text, 'not-tested')])
  t.strictSame(cells.get('new × advance:report_complete'), { rule: 'b', verdict: 'fail', alone: true })
  t.equal(judgedCells([judged('d', 'Every response has a body.', 'fail')]).size, 0)
})
