import t from 'tap'
import { someCause } from '../tests/reports/some-cause.ts'
import { htmlReport } from './html/page.ts'
import { markdownSummary } from './reporters/markdown.ts'
import type { RecordedPassage } from './run-record.ts'
import { emptyRun, type Run } from './summary.ts'

const source = 'Order / row `name`'

const runWith = (rests_on: RecordedPassage[]): Run => ({
  ...emptyRun(),
  rules: [{ type: 'rule-judged', rule: 'a.x', source, text: 'It has a name.', verdict: 'fail', reason: null, checks: [], evidence: 1, requests: [], rests_on }], // prettier-ignore
  findings: [
    { rule: 'a.x', check: 'a.check', expected: 'present', received: 'absent', pointer: '/name', requests: [] },
  ],
  causes: [someCause(['a.x'], { example: 0, findings: [0] })],
})

t.test('an address stands once with a violation: the passage where it says more than the section', async (t) => {
  const shown = (...passages: RecordedPassage[]): number[] =>
    [htmlReport(runWith(passages)), markdownSummary(runWith(passages))].map(
      (text) => text.match(/<h4>Rests on|\| rests on \|/g)?.length ?? 0,
    )
  t.strictSame(shown({ at: source }), [0, 0])
  t.strictSame(shown({ at: 'Order / paragraph 1' }), [1, 1])
  t.strictSame(shown({ at: source, words: 'Its name.' }), [1, 1])
  t.strictSame(shown({ at: source }, { at: 'Order / paragraph 1' }), [1, 2])
})
