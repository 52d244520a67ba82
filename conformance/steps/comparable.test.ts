// What is left of a value without its display text, and without fields that the contract does not name.
import t from 'tap'
import { comparable } from './comparable.ts'

t.test('names and labels beside a code, and unknown fields, are left out, however deep', async (t) => {
  const order = {
    status: { code: 'new', label: 'New', changed_at: '2026-01-01T00:00:00Z' },
    loan: { loan_type: { code: 'va', name: 'VA' }, add_ons: [{ code: 'rush', name: 'Rush' }] },
    parties: { additional_contacts: [{ name: 'Ann', verified_at: '2026-01-01T00:00:00Z' }] },
    last_viewed_at: '2026-01-01T00:00:00Z',
  }
  t.strictSame(comparable(order), {
    status: { code: 'new', changed_at: '2026-01-01T00:00:00Z' },
    loan: { loan_type: { code: 'va' }, add_ons: [{ code: 'rush' }] },
    parties: { additional_contacts: [{ name: 'Ann' }] },
  })
  for (const value of [null, 'name', 7, ['label']]) t.strictSame(comparable(value), value)
})

t.test('a field is named at its place, and nowhere else', async (t) => {
  const loan = { number: 'L-1', updated_at: '2026-11-29T18:00:00Z' }
  const status = { code: 'new', text: 'for 3 minutes' }
  t.strictSame(comparable({ loan, status }), { loan: { number: 'L-1' }, status: { code: 'new' } })
  t.strictSame(comparable(loan, '/loan'), { number: 'L-1' })
  t.strictSame(comparable({ type: 'order', text: 'x', number: 1 }, '/notes/0'), { type: 'order', text: 'x' })
  t.strictSame(comparable({ name: 'Avery', distance: 3 }, '/appraiser'), { name: 'Avery' })
})
