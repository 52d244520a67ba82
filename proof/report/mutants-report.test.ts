// Rates of generated mutants: what leaves no run green counts as killed; what is classified is counted with and without.
import t from 'tap'
import { mutantRates, rateOf, type MutantClass, type MutantRow, type MutantVerdict } from './mutants-report.ts'

const row = (verdict: MutantVerdict, as: MutantClass | null = null, area = 'http'): MutantRow => ({
  id: 'm0',
  file: 'simulator/a.ts',
  line: 1,
  column: 1,
  area,
  in: '',
  mutator: area === 'http' ? 'Regex' : 'BlockStatement',
  original: 'a',
  replacement: 'b',
  nth: 1,
  verdict,
  rule: null,
  by: null,
  during: null,
  reason: null,
  under: null,
  classified: as && { as, freedom: null, reason: 'for a reason' },
  cost: { requests: 0, cpu_ms: 0, ms: 0 },
})

t.test('three rates: of all, of the meaningful ones, of those without a class', async (t) => {
  const rows = [
    row('killed'),
    row('refused'),
    row('blocked'),
    row('endless'),
    row('late'),
    row('survived'),
    row('not-tried', 'equivalent'),
    row('survived', 'free'),
    row('not-executed', 'unreachable'),
    row('not-executed'),
  ]
  t.match(rateOf(rows), { of: 10, equivalent: 1, free: 1, unreachable: 1 })
  t.equal(rateOf(rows).plain, 5 / 10)
  t.equal(rateOf(rows).meaningful, 5 / 8)
  t.equal(rateOf(rows).unclassified, 5 / 7)
})

t.test('one that is classified and killed counts as killed', async (t) => {
  t.match(rateOf([row('killed', 'equivalent'), row('survived')]), { equivalent: 0, plain: 0.5, meaningful: 0.5 })
})

t.test('what was not run, or came to nothing, is in no rate', async (t) => {
  t.equal(rateOf([row('killed'), row('not-run'), row('failed')]).plain, 1)
  t.equal(rateOf([row('not-run')]).plain, null)
  t.match(rateOf([row('not-run', 'free'), row('failed', 'unreachable')]), { free: 0, unreachable: 0 })
})

t.test('by operator and by area', async (t) => {
  const rates = mutantRates([row('killed'), row('survived', null, 'store'), row('killed', null, 'store')])
  t.equal(rates.by_area['http']!.plain, 1)
  t.equal(rates.by_area['store']!.plain, 0.5)
  t.strictSame(Object.keys(rates.by_operator), ['BlockStatement', 'Regex'])
})
