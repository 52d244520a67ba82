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

type Document = { created_at: string; download?: { url: string; expires_at: string } }

t.test('a file was uploaded at one time, and the end of a link is rounded up', async (t) => {
  const busy: Busy = {
    after({ name }, { status, body }) {
      if (status !== 200 || !name.startsWith('GET /documents/')) return undefined
      const { created_at, download, ...others } = body as Document
      const end = Number(new URL(download!.url).searchParams.get('expires')) * 1_000 - 400
      const expires_at = new Date(end).toISOString()
      return { ...others, created_at: created_at.replace(/\.\d+/, ''), download: { ...download, expires_at } }
    },
  }
  const rules = ['documents.detail-has-the-summary-fields', 'downloads.expires-equals-expires-at']
  expectNoBlame(t, await judgeBusy(t, busy, 'downloads.signed-link-is-what-it-says'), ...rules)
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
