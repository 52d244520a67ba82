// A target that writes one time to the second in one place, and more finely in another, or takes it twice.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

type Order = { status: { changed_at: string } }

const rule = 'events.status-changed-status-is-the-new-one'

t.test('a status has one time, to the second on the order and more finely in its event', async (t) => {
  let cut = 0
  const busy: Busy = {
    after({ name, order }, { status, body }) {
      if (name !== `GET /orders/${order}` || status !== 200) return undefined
      cut += 1
      const { status: shown, ...others } = body as Order
      return { ...others, status: { ...shown, changed_at: shown.changed_at.replace(/\.\d+/, '') } }
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'events.status-changed-carries-both-statuses'), rule)
  t.ok(cut > 0)
})

t.test('another time is still seen', async (t) => {
  const busy: Busy = {
    after({ name, order }, { status, body }) {
      if (name !== `GET /orders/${order}` || status !== 200) return undefined
      const { status: shown, ...others } = body as Order
      return { ...others, status: { ...shown, changed_at: shown.changed_at.replace(/^\d{4}/, '2001') } }
    },
  }
  const blamed = [rule, 'order.updated-at-moves-with-the-status']
  expectBlame(t, await judgeBusy(t, busy, 'events.status-changed-carries-both-statuses'), ...blamed)
})

t.test('the answer to a hold may be timed a moment before the second of the order', async (t) => {
  let held = 0
  const busy: Busy = {
    after({ name }, { status, body }) {
      if (!/^POST .*\/hold$/.test(name) || status !== 200) return undefined
      held += 1
      const { status: shown, ...others } = body as Order
      const second = Math.floor(Date.parse(shown.changed_at) / 1_000) * 1_000
      return { ...others, status: { ...shown, changed_at: new Date(second - 1).toISOString() } }
    },
  }
  const judged = await judgeBusy(t, busy, 'actions.hold-puts-the-order-on-hold')
  expectNoBlame(t, judged, 'actions.hold-answer-has-status')
  t.ok(held > 0)
})
