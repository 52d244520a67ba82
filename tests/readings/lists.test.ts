// Permitted readings of lists: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import type { Api } from '../simulator/support.ts'
import type { Item, List } from '../simulator/wire-types.ts'
import { withWireClock } from '../wire-clock.ts'
import { outcome, shown, type Cases } from './shown.ts'
import { alone } from './order-parts.ts'

/** A filter that no order passes. */
const nobody = { lender_reference: 'of nobody' }
const list = (query: Record<string, string>) => async (api: Api) => {
  const answer = await api.call<List<Item>>('main', 'GET', '/orders', { query: { ...nobody, ...query } })
  if (answer.status !== 200) return outcome(answer)
  const { page, per_page, total_pages } = answer.body
  return [page, per_page, total_pages]
}
let references = 0
const found = (query: (reference: string) => Record<string, string>) => async (api: Api) => {
  const lender_reference = `Ref-${(references += 1)}`
  const { id } = await api.create({ lender_reference })
  const asked = { per_page: '100', ...query(lender_reference) }
  const answer = await api.call<List<Item>>('main', 'GET', '/orders', { query: asked })
  return answer.status === 200 ? answer.body.data.some((item) => item.id === id) : outcome(answer)
}
/** In which order those come that share their instant. */
const ties = async (api: Api) => {
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await api.create()).id)
  const { data } = await api.ok<List<Item>>('main', 'GET', '/orders')
  return data.map(({ id }) => ids.indexOf(id)).filter((at) => at >= 0)
}
const thread = async (api: Api) => {
  const { id } = await api.create()
  for (const body of ['one', 'two'])
    await api.ok('main', 'POST', `/orders/${id}/messages`, { body: { recipient: 'manager', body }, status: 201 })
  const { data } = await api.ok<List<{ body: string }>>('main', 'GET', `/orders/${id}/messages`)
  return data.map(({ body }) => body)
}
const isoAt = (api: Api, form: (iso: string) => string) => form(new Date(api.now() - 60_000).toISOString().slice(0, 19))

const listing: Cases = {
  'list.new-order-visibility=shortly-after': [
    async (api) =>
      withWireClock(async (pass) => {
        const { id } = await api.create()
        await api.read(id)
        const look = async () =>
          (await api.ok<List<Item>>('main', 'GET', '/orders')).data.some((item) => item.id === id)
        const at = await look()
        pass(60_000)
        return [at, await look()]
      }),
    [false, true],
  ],
  'list.tie-break=ascending': [ties, [0, 1, 2]],
  'list.messages-tie-break=unspecified': [thread, ['two', 'one']],
  'list.page-out-of-range=status-400': [list({ page: '0' }), '400 invalid_request'],
  'list.page-out-of-range=clamped': [list({ page: '-3' }), [1, 25, 0]],
  'list.per-page-out-of-range=status-400': [list({ per_page: '0' }), '400 invalid_request'],
  'list.per-page-out-of-range=clamped': [list({ per_page: '101' }), [1, 100, 0]],
  'list.paging-not-a-number=status-422': [list({ page: 'two' }), '422 validation_failed'],
  'list.paging-not-a-number=default-used': [list({ per_page: 'two' }), [1, 25, 0]],
  'list.page-past-end-number=last-page': [list({ page: '9' }), [1, 25, 0]],
  'list.total-pages-when-empty=one': [list({}), [1, 25, 1]],
  'list.unknown-status-filter=status-400': [list({ status: 'lost' }), '400 invalid_request'],
  'list.unknown-status-filter=matches-nothing': [found(() => ({ status: 'lost,new' })), true],
  'list.status-list-spaces=part-of-code': [found(() => ({ status: 'cancelled, new' })), '422 validation_failed'],
  'list.bad-updated-since=status-400': [list({ updated_since: 'yesterday' }), '400 invalid_request'],
  'list.bad-updated-since=ignored': [list({ updated_since: 'yesterday' }), [1, 25, 0]],
  'list.updated-since-forms=utc-only': [
    (api) => list({ updated_since: isoAt(api, (iso) => `${iso}+02:00`) })(api),
    '422 validation_failed',
  ],
  'list.updated-since-forms=lenient': [(api) => found(() => ({ updated_since: isoAt(api, (iso) => iso) }))(api), true],
  'list.text-filter-case=case-insensitive': [
    found((reference) => ({ lender_reference: reference.toUpperCase() })),
    true,
  ],
}

await shown(t, listing, alone)
