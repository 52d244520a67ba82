// Lists of one order that show what was sent a moment later, as a server with copies has them.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from '../meanwhile/busy-target.ts'

type Fields = Record<string, unknown>
type Page = { data: Fields[]; total: number }

const lists = /^\/orders\/[^/]+\/(?:documents|messages|revision-requests)$/

/** What was sent is left out of the first looks at its list, and a request that is completed is shown as it was before. */
const later = (looks: number): Busy & { left: () => number } => {
  const hidden = new Map<string, number>()
  let leftOut = 0
  const isHidden = (key: string): boolean => {
    const more = hidden.get(key) ?? 0
    hidden.set(key, more - 1)
    leftOut += more > 0 ? 1 : 0
    return more > 0
  }
  return {
    left: () => leftOut,
    after({ name, order }, { status, body }) {
      if (status >= 300) return undefined
      // An address may be spelled in several ways.
      const completed = `${decodeURIComponent(order ?? '')} completed`
      if (name.endsWith('/advance')) hidden.set(completed, looks)
      const [method, path] = name.split(' ')
      if (!lists.test(path!)) return undefined
      if (method === 'POST') {
        hidden.set(String((body as Fields | null)?.['id']), looks)
        return undefined
      }
      const { data, total, ...page } = body as Page
      const shown = data.filter(({ id }) => !isHidden(String(id)))
      const isBehind = shown.some((one) => one['status'] === 'completed') && isHidden(completed)
      const old = shown.map((one) =>
        isBehind && one['status'] === 'completed' ? { ...one, status: 'submitted' } : one,
      )
      return { ...page, data: old, total: total - data.length + shown.length }
    },
  }
}

const checks = [
  'documents.upload-comes-back-byte-for-byte',
  'documents.supporting-comes-at-any-time',
  'messages.sent-message-is-in-the-thread',
  'revisions.correction-opens-a-request',
  'revisions.revised-report-answers-the-request',
]

const shows = [
  'documents.list-shows-the-orders-documents',
  'messages.thread-holds-what-the-lender-sent',
  'revisions.list-shows-each-request',
]
const completes = 'revisions.request-completes-with-its-revised-report'

t.test('a list that shows a moment later what was sent is not blamed', async (t) => {
  const busy = later(1)
  const judged = await judgeBusy(t, busy, ...checks)
  t.ok(busy.left() >= 4, 'something was left out of each')
  expectNoBlame(t, judged, ...shows, completes)
})

t.test('a list that never shows it is', async (t) => {
  const judged = await judgeBusy(t, later(1_000), 'documents.upload-comes-back-byte-for-byte')
  expectBlame(t, judged, shows[0]!)
})
