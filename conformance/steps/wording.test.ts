// What is left of a value without its display text.
import t from 'tap'
import { withoutWording } from './wording.ts'

t.test('names and labels beside a code are left out, however deep, and others are kept', async (t) => {
  const order = {
    status: { code: 'new', label: 'New', changed_at: '2026-01-01T00:00:00Z' },
    loan: { loan_type: { code: 'va', name: 'VA' }, add_ons: [{ code: 'rush', name: 'Rush' }] },
    parties: { agent: { name: 'Ann' } },
  }
  t.strictSame(withoutWording(order), {
    status: { code: 'new', changed_at: '2026-01-01T00:00:00Z' },
    loan: { loan_type: { code: 'va' }, add_ons: [{ code: 'rush' }] },
    parties: { agent: { name: 'Ann' } },
  })
  for (const value of [null, 'name', 7, ['label']]) t.strictSame(withoutWording(value), value)
})
