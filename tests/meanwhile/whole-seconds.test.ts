// A target that writes one time to the second in one place, and more finely in another.
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
