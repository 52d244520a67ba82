// Counts in words, and values that no reader takes for another.
import t from 'tap'
import { andMore, times, valueText } from './texts.ts'

t.test('one is no plural, and none is', async (t) => {
  t.equal(times(0, 'check'), '0 checks')
  t.equal(times(1, 'check'), '1 check')
  t.equal(times(2, 'check'), '2 checks')
  t.equal(times(1, 'new entry'), '1 new entry')
  t.equal(times(2, 'new entry'), '2 new entries')
  t.equal(times(3, 'delivery'), '3 deliveries')
  t.equal(times(2, 'day'), '2 days')
})

t.test('no more is not said', async (t) => {
  t.equal(andMore('a.b', 0, 'rule'), 'a.b')
  t.equal(andMore('a.b', 1, 'rule'), 'a.b and 1 more rule')
  t.equal(andMore('a.b', 2, 'rule'), 'a.b and 2 more rules')
})

t.test('a text that looks like another value is in quotes', async (t) => {
  t.strictSame(['32', '-1.50', '1e3', 'true', 'null', ''].map(valueText), [
    '"32"',
    '"-1.50"',
    '"1e3"',
    '"true"',
    '"null"',
    '""',
  ])
  t.strictSame(['new', '2026-03-02', '+1 512', 'nullable', ' '].map(valueText), [
    'new',
    '2026-03-02',
    '+1 512',
    'nullable',
    ' ',
  ])
  t.strictSame([32, true, null, undefined].map(valueText), ['32', 'true', 'null', 'absent'])
})
