// Catalogs that another company may well have: more products than three pages hold, and codes that a database sorts.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

type Page = { data: Record<string, unknown>[] }

/** The products of the simulator under these codes, paged as they stand. */
const withCodes = (codes: readonly string[]): Busy => ({
  instead({ name, query }) {
    if (name !== 'GET /order-types') return undefined
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
    if (!(page >= 1 && size >= 1 && size <= 100)) return undefined
    return {
      read: '/order-types',
      answer({ status, body }) {
        const [product] = (body as Page).data
        const data = codes.slice((page - 1) * size, page * size).map((code) => ({ ...product, code }))
        const counts = { page, per_page: size, total: codes.length, total_pages: Math.ceil(codes.length / size) }
        return { status, body: { data, ...counts } }
      },
    }
  },
})

const checkId = 'catalog.is-sorted-and-paged'
const sorted = 'list.order-types-sorted-by-code'
const whole = 'list.pages-hold-every-item-once'

const numbered = Array.from({ length: 350 }, (_, at) => `P${String(at).padStart(4, '0')}`)

t.test('no page larger than the largest is asked for', async (t) => {
  expectNoBlame(t, await judgeBusy(t, withCodes(numbered), checkId), sorted, whole)
})

const collated: Record<string, string[]> = {
  'without letter case, an underscore before letters': ['desk', 'FULL1', 'full_1', 'fullX', 'Land'],
  'without letter case, an underscore after letters': ['desk', 'FULL1', 'fullX', 'full_1', 'Land'],
  'without punctuation': ['desk', 'FULL-1', 'full1b', 'full-2', 'Land'],
}

for (const [how, codes] of Object.entries(collated))
  t.test(`codes ascend ${how}`, async (t) => {
    expectNoBlame(t, await judgeBusy(t, withCodes(codes), checkId), sorted)
  })

t.test('codes that ascend by no comparison are still seen', async (t) => {
  expectBlame(t, await judgeBusy(t, withCodes(['desk', 'land', 'FULL1']), checkId), sorted)
})
