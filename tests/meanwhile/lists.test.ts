// Lists of a target whose orders change while they are read.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy, type Company } from './busy-target.ts'

type Fields = Record<string, unknown>

const agrees = 'list.order-item-agrees-with-the-order'
const excludes = 'list.status-filter-excludes-other-statuses'

t.test('an order that changes between a list and a read differs from neither', async (t) => {
  let changes = 0
  const ids: string[] = []
  const changeAll = async (company: Company): Promise<void> => {
    const due_date = new Date(Date.now() + (40 + (changes += 1)) * 86_400_000).toISOString().slice(0, 10)
    // An order that was cancelled keeps its date.
    for (const id of ids) await company('POST', `/orders/${id}/due-date`, { due_date }).catch(() => null)
  }
  const busy: Busy = {
    async before({ name, query }, company) {
      if (name === 'GET /orders' && !query.has('lender_reference')) await changeAll(company)
    },
    async after({ name, query }, { body }, company) {
      if (name === 'POST /orders') ids.push((body as { id: string }).id)
      if (name === 'GET /orders' && !query.has('lender_reference')) await changeAll(company)
    },
  }
  const judged = await judgeBusy(t, busy, 'list.order-item-shows-the-order')
  t.ok(changes > 0)
  expectNoBlame(t, judged, agrees)
})

t.test('an order that takes another status while a list is made up may show it once', async (t) => {
  const shown = new Set<string>()
  const busy: Busy = {
    after({ name, query }, { body }) {
      const asked = query.get('status')
      if (name !== 'GET /orders' || asked === null || query.has('updated_since') || shown.has(asked)) return undefined
      shown.add(asked)
      const { data = [], ...page } = body as { data?: { status: Fields; dates: Fields }[] }
      const [first, ...others] = data
      const now = new Date().toISOString()
      const status = { ...first?.status, code: 'awaiting_review', changed_at: now }
      const moved = { ...first, status, dates: { ...first?.dates, updated_at: now } }
      return first && { ...page, data: [moved, ...others] }
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'list.status-filter-keeps-to-its-statuses'), excludes)
})

const both = 'list.filters-together-list-what-fits-both'

t.test('a status filter that filters nothing is still seen', async (t) => {
  const options = { defect: 'status-filter-ignored' }
  const several = 'list.status-filter-takes-several-codes'
  const rules = [excludes, several, both, 'list.pages-hold-every-item-once', 'list.total-counts-every-matching-item']
  expectBlame(t, await judgeBusy(t, { options }, 'list.status-filter-keeps-to-its-statuses'), ...rules)
})

t.test('an item that shows another update than its order is still seen', async (t) => {
  const options = { defect: 'order-item-with-stale-update' }
  expectBlame(t, await judgeBusy(t, { options }, 'list.order-item-shows-the-order'), agrees)
})

t.test('names of the catalog may be reworded during a run', async (t) => {
  let reads = 0
  const busy: Busy = {
    after({ name }, { body }) {
      if (name !== 'GET /order-types') return undefined
      const { data, ...page } = body as { data: Fields[] }
      reads += 1
      // The last read, when all others are done, finds the names of the first two products changed about.
      const [first, second, ...others] = data
      const swapped = [{ ...first, name: second?.['name'] }, { ...second, name: first?.['name'] }, ...others]
      return reads > 6 && second ? { ...page, data: swapped } : undefined
    },
  }
  const judged = await judgeBusy(t, busy, 'catalog.codes-are-stable')
  t.ok(reads > 6)
  expectNoBlame(t, judged, 'catalog.order-type-codes-are-stable')
})

t.test('a list on short pages may show orders moments later than others', async (t) => {
  const behind: string[] = []
  const busy: Busy = {
    after({ name, query }) {
      const isShort = query.get('per_page') === '2' && query.has('status') && query.has('lender_reference')
      if (name !== 'GET /orders' || !isShort || behind.length > 0) return undefined
      behind.push(String(query))
      return { data: [], page: 1, per_page: 2, total: 0, total_pages: 0 }
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'list.status-filter-keeps-to-its-statuses'), both)
  t.equal(behind.length, 1)
})
