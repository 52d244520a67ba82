// A watch of a selection compares the rules of the selection, and what is violated beside it.
import t from 'tap'
import type { ComparedReport } from '../../reports/comparison.ts'
import { inSelection } from './in-selection.ts'

type Rule = ComparedReport['rules'][number]

const rule = (id: string, verdict: Rule['verdict'], code?: string): Rule => ({
  id,
  source: '',
  text: '',
  verdict,
  reason: null,
  ...(code !== undefined && { reason_code: code }),
})

const idsOf = (rules: Rule[], others: Rule[]): string[] =>
  inSelection({ rules } as ComparedReport, { rules: others } as ComparedReport).rules.map(({ id }) => id)

t.test('what came and went by chance is no change; what is violated is', (t) => {
  const before = [rule('a.in', 'pass'), rule('b.seen', 'pass'), rule('b.bad', 'not-tested', 'outside-selection')]
  const after = [
    rule('a.in', 'not-tested', 'not-exercised'),
    rule('b.seen', 'not-tested', 'outside-selection'),
    rule('b.bad', 'fail'),
  ]
  t.strictSame(idsOf(before, after), ['a.in', 'b.bad'])
  t.strictSame(idsOf(after, before), ['a.in', 'b.bad'])
  t.end()
})
