// A company that files something as soon as it has an order.
import t from 'tap'
import { expectNoBlame, judgeBusy, type Busy, type Company } from './busy-target.ts'

const coarse = { readings: { 'conventions.timestamp-fraction': 'whole-seconds' } }
const file = (company: Company, order: unknown): Promise<unknown> =>
  company('POST', `/orders/${String(order)}/documents`, { kind: 'supporting' }).catch(() => null)

t.test('a file that the company adds right after an order was placed is no document at creation', async (t) => {
  const busy: Busy = {
    options: coarse,
    async after({ name }, { status, body }, company) {
      if (name === 'POST /orders' && status === 201) await file(company, (body as { id: unknown }).id)
    },
  }
  const judged = await judgeBusy(t, busy, 'create.order-shows-every-part-sent')
  expectNoBlame(t, judged, 'order.documents-are-empty-at-creation', 'order.appraiser-is-null-until-assigned')
})

t.test('a file that the company adds beside an amendment is not of the amendment', async (t) => {
  const busy: Busy = {
    options: coarse,
    async before({ name, order }, company) {
      if (name.startsWith('PATCH /orders/')) await file(company, order)
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'amend.work-and-hold-stay'), 'amend.leaves-what-it-does-not-name')
})

t.test('what the company charges otherwise from the beginning is what it changes later', async (t) => {
  const charged: unknown[] = []
  const busy: Busy = {
    options: coarse,
    async after({ name }, { status, body }, company) {
      if (name !== 'POST /orders' || status !== 201 || charged.length > 0) return undefined
      const { id, dates } = body as { id: string; dates: { due_date: string } }
      charged.push(id)
      await company('POST', `/orders/${id}/fee`, { appraisal_fee: '999.10', reason: 'a long drive' })
      const due = new Date(Date.parse(dates.due_date) + 7 * 86_400_000).toISOString().slice(0, 10)
      await company('POST', `/orders/${id}/due-date`, { due_date: due })
      return undefined
    },
  }
  const judged = await judgeBusy(t, busy, 'events.company-moves-raise-their-events')
  const fields = ['fee-changed-has-appraisal-fee', 'fee-changed-has-previous-appraisal-fee']
  const dates = ['due-date-changed-has-due-date', 'due-date-changed-has-previous-due-date']
  expectNoBlame(t, judged, ...[...fields, ...dates].map((rule) => `events.${rule}`))
  t.equal(charged.length, 1)
})

t.test('what the company charges otherwise once an appraiser is assigned is not what it charged before', async (t) => {
  let changed = 0
  const busy: Busy = {
    options: coarse,
    async before({ name, order, body }, company) {
      if (changed > 0 || !name.startsWith('PATCH /orders/') || !String(body).includes('Ring twice')) return
      const found = (await company('GET', `/orders/${order}`)) as { order: { fees: { appraisal_fee: string } } }
      if (found.order.fees.appraisal_fee !== '655.40') return
      changed += 1
      await company('POST', `/orders/${order}/fee`, { appraisal_fee: '999.10', reason: 'a long drive' })
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'amend.accepted-due-date-is-the-orders'))
  t.equal(changed, 1)
})
