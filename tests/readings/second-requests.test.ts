// Permitted readings that a second request shows: the same write once more, and what a link leads on to.
import t from 'tap'
import { upload } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import { shown, type Cases } from './shown.ts'

const message = { recipient: 'manager', subject: 'Access', body: 'Who has the keys?' }

type Thread = { data: unknown[] }

/** How many messages there are of one that was sent twice. */
const sentTwice =
  (headers: Record<string, string> = {}) =>
  async (api: Api) => {
    const { id } = await api.create()
    const path = `/orders/${id}/messages`
    await api.call('main', 'POST', path, { body: message, headers })
    await api.call('main', 'POST', path, { body: message, headers })
    return (await api.ok<Thread>('main', 'GET', path)).data.length
  }

/** The statuses of a link, and of what it leads on to. */
const followed = async (api: Api) => {
  const { id } = await api.create()
  const document = await api.ok<{ id: string }>('main', 'POST', `/orders/${id}/documents`, { ...upload(), status: 201 })
  const detail = await api.ok<{ download: { url: string } }>('main', 'GET', `/documents/${document.id}`)
  const { url } = detail.download
  const first = await api.fetchRaw('GET', url)
  const next = await api.fetchRaw('GET', new URL(first.headers['location'] ?? url, url).href)
  return [first.status, next.status]
}

const cases: Cases = {
  'messages.equal-within-seconds=taken-once': [sentTwice(), 1],
  'idempotency.key-on-other-writes=honoured': [sentTwice({ 'Idempotency-Key': 'once' }), 1],
  'downloads.link-answer=redirect': [followed, [302, 200]],
}

await shown(t, cases, ['downloads.link-answer'])
