// A target whose company does something to an order every other time that the order is asked for.
import t from 'tap'
import { everyTime, expectBlame, expectNoBlame, judgeBusy, type Busy, type Company } from './busy-target.ts'

const dayMs = 86_400_000

type Deed = (company: Company, order: string, count: number) => Promise<unknown>

const acts: Record<string, Deed> = {
  'writes a message': (company, order, count) =>
    company('POST', `/orders/${order}/messages`, { from: 'manager', body: `We look at it (${count}).` }),
  'changes the fee': (company, order, count) =>
    company('POST', `/orders/${order}/fee`, { appraisal_fee: `${500 + count}.00`, reason: 'a longer drive' }),
  'adds a document': (company, order) => company('POST', `/orders/${order}/documents`, { kind: 'supporting' }),
  'moves the due date': (company, order, count) =>
    company('POST', `/orders/${order}/due-date`, {
      due_date: new Date(Date.now() + (30 + count) * dayMs).toISOString().slice(0, 10),
    }),
}

// An order that there is not, or a date of a closed order, is nothing that the company can do anything to.
const doing = (act: Deed): Busy => everyTime(2, (order, company, count) => act(company, order, count).catch(() => null))

const checks = [
  'amend.closed-order-is-refused',
  'amend.switched-off-amendment-is-refused',
  'auth.call-without-token-is-refused',
  'documents.other-uploads-are-refused',
  'errors.malformed-json-is-400',
  'idempotency.reads-change-nothing',
]

for (const [what, act] of Object.entries(acts))
  t.test(`a company that ${what} unasked is held against no call of ours`, async (t) => {
    expectNoBlame(
      t,
      await judgeBusy(t, doing(act), ...checks),
      'amend.not-permitted-is-403',
      'amend.closed-order-refused-with-409',
      'documents.refused-upload-leaves-no-document',
      'errors.malformed-json-is-400',
    )
  })

const defects: Record<string, string[]> = {
  'read-counts-as-a-change': ['amend.refusal-leaves-the-order-unchanged', 'idempotency.get-is-safe-to-repeat'],
  'switched-off-amendment-takes-effect': [
    'amend.not-permitted-leaves-the-order-unchanged',
    'errors.refused-write-leaves-nothing',
  ],
}

for (const [defect, rules] of Object.entries(defects))
  t.test(`the defect ${defect} is still seen`, async (t) => {
    expectBlame(t, await judgeBusy(t, { options: { defect } }, ...checks), ...rules)
  })
