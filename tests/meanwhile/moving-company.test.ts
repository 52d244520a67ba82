// A target whose company moves its orders on while they are asked for.
import t from 'tap'
import { everyTime, expectBlame, expectNoBlame, judgeBusy, type Busy, type Company } from './busy-target.ts'

const ladder = ['new', 'appraiser_assigned', 'appraiser_accepted', 'borrower_contacted', 'appointment_scheduled']

/** One of this number of requests for an order finds it one step further. */
const moving = (every: number): Busy =>
  everyTime(every, async (order, company) => {
    // An id that no order has is nothing that the company could move.
    const found = (await company('GET', `/orders/${order}`).catch(() => null)) as {
      order: { status: { code: string } }
    } | null
    const to = ladder[ladder.indexOf(found?.order.status.code ?? '') + 1]
    if (found && ladder.includes(found.order.status.code) && to !== undefined)
      await company('POST', `/orders/${order}/move`, { to_status: to })
  })

const checks = [
  'actions.cancel-may-be-forbidden',
  'actions.second-hold-has-its-own-status',
  'create.order-shows-what-was-sent',
  'lifecycle.appointment-is-on-the-order',
  'lifecycle.reactivated-order-goes-on',
  'revisions.correction-opens-a-request',
  'sandbox.advance-moves-along-the-table',
  'sandbox.advance-needs-a-target',
  'sandbox.resumed-order-can-be-advanced',
]

t.test('moves between our calls are held against nobody', async (t) => {
  const rules = ['actions.cancel-not-permitted-is-403', 'sandbox.advance-without-to-status-refused']
  expectNoBlame(t, await judgeBusy(t, moving(3), ...checks), ...rules)
})

t.test('an order that is further than it was left is advanced from there', async (t) => {
  const rule = 'lifecycle.reactivated-moves-on'
  expectNoBlame(t, await judgeBusy(t, moving(2), 'lifecycle.reactivated-order-goes-on'), rule)
})

t.test('an appointment need not stand once the order has gone on', async (t) => {
  const goingOn: Busy = {
    options: { readings: { 'order.appointment-after-leaving': 'cleared' } },
    async before({ name, order }, company) {
      if (name !== `GET /orders/${order}`) return
      const { order: found } = (await company('GET', `/orders/${order}`)) as { order: { status: { code: string } } }
      if (found.status.code === 'appointment_scheduled')
        await company('POST', `/orders/${order}/move`, { to_status: 'awaiting_review' })
    },
  }
  const rule = 'events.assigned-is-raised-by-an-assignment'
  expectNoBlame(t, await judgeBusy(t, goingOn, 'lifecycle.company-moves-orders-both-ways'), rule)
})

const heldOrder = [
  'actions.held-order-refuses-hold-and-cancel',
  'actions.hold-puts-the-order-on-hold',
  'actions.resume-gives-the-status-back',
  'actions.resumed-order-can-be-cancelled',
]

const assign = (order: string | null, company: Company): Promise<unknown> =>
  company('POST', `/orders/${order}/move`, { to_status: 'appraiser_assigned' })

t.test('an order may have been assigned before it is held', async (t) => {
  const assigned = new Set<string>()
  const busy: Busy = {
    async before({ name, order }, company) {
      if (order === null || !name.endsWith('/hold') || assigned.has(order)) return
      assigned.add(order)
      await assign(order, company)
    },
  }
  const rules = ['actions.hold-returns-the-status-before', 'actions.resume-restores-the-status-held-before']
  expectNoBlame(t, await judgeBusy(t, busy, ...heldOrder), ...rules)
  t.equal(assigned.size, 1)
})

t.test('an order may be assigned as soon as it was resumed', async (t) => {
  const assigned: unknown[] = []
  const busy: Busy = {
    options: { readings: { 'lifecycle.off-hold-length': 'not-seen' } },
    async after({ name, order }, { status }, company) {
      if (name.endsWith('/resume') && status < 300) assigned.push(await assign(order, company))
    },
  }
  const rules = ['actions.resume-moves-order-to-off-hold', 'actions.resume-restores-the-status-held-before']
  expectNoBlame(t, await judgeBusy(t, busy, ...heldOrder), ...rules)
  t.equal(assigned.length, 1)
})

for (const [number, to] of ['appraiser_assigned', 'awaiting_review'].entries())
  t.test(`hold ${number + 1} cannot know of a move to ${to} that comes after it`, async (t) => {
    let [holds, resumes] = [0, 0]
    const busy: Busy = {
      options: { readings: { 'lifecycle.off-hold-length': 'not-seen' } },
      async after({ name, order }, { status, body }, company) {
        if (status >= 300) return undefined
        if (name.endsWith('/resume') && resumes++ === number)
          await company('POST', `/orders/${order}/move`, { to_status: to })
        if (!name.endsWith('/hold') || holds++ !== number) return undefined
        const { previous_status: previous, ...rest } = body as { previous_status: object }
        return { ...rest, previous_status: { ...previous, code: to } }
      },
    }
    const checks = number === 0 ? heldOrder : ['actions.second-hold-has-its-own-status']
    expectBlame(t, await judgeBusy(t, busy, ...checks), 'actions.hold-returns-the-status-before')
    t.ok(resumes > number)
  })

const defects: Record<string, string> = {
  'switched-off-cancel-takes-effect': 'actions.cancel-not-permitted-leaves-the-order',
}

for (const [defect, rule] of Object.entries(defects))
  t.test(`the defect ${defect} is still seen`, async (t) => {
    expectBlame(t, await judgeBusy(t, { options: { defect } }, 'actions.cancel-may-be-forbidden'), rule)
  })

t.test('a correction that the company declines between our calls is held against no refused call', async (t) => {
  let corrected: string | null = null
  let declined = 0
  const busy: Busy = {
    async before({ name, client }, company) {
      // By then the orders are as they were left, and a stranger asks for them.
      if (corrected === null || declined > 0 || client !== null || !name.startsWith('GET /orders/')) return
      declined += 1
      const found = (await company('GET', `/orders/${corrected}`)) as { revision_requests: { id: string }[] }
      const request = `/orders/${corrected}/revision-requests/${found.revision_requests[0]!.id}`
      await company('POST', `${request}/decline`, { body: 'The order was cancelled.' })
    },
    after({ name, order }, { status }) {
      if (status < 300 && /^POST .*\/revision-requests$/.test(name)) corrected = order
    },
  }
  const judged = await judgeBusy(t, busy, 'auth.call-without-token-is-refused')
  expectNoBlame(t, judged, 'auth.missing-token-is-refused')
  t.equal(declined, 1)
})
