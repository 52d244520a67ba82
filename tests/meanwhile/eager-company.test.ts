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
