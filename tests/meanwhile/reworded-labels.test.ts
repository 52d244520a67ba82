// A company that rewords its labels from one read to the next, as where one says for how long an order has been on hold.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

const rewording = (): Busy => {
  let reads = 0
  const reword = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reword)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value)
    return Object.fromEntries(
      fields.map(([name, inner]) => [name, name === 'label' ? `${String(inner)} (${reads})` : reword(inner)]),
    )
  }
  return {
    after({ name }, { status, body }) {
      if (status >= 300 || !/^(GET|POST) \/orders(\/ord_\w+)?$/.test(name)) return undefined
      reads += 1
      return reword(body)
    },
  }
}

const agrees = 'list.order-item-agrees-with-the-order'

for (const check of ['list.order-item-shows-the-order', 'feed.four-channels-show-one-history'])
  t.test(`labels that change with each read: ${check}`, async (t) => {
    expectNoBlame(t, await judgeBusy(t, rewording(), check), agrees)
  })

t.test('a listed label that is never the one of the order is still seen', async (t) => {
  const options = { defect: 'listed-label-is-the-code' }
  expectBlame(t, await judgeBusy(t, { options }, 'list.order-item-shows-the-order'), agrees)
})
