// A page holds 25 events when nobody asks for a size, and never more than 100.
import { atMost } from '../../evidence/expected.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { seen } from '../../evidence/seen.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const usual = ['feed.page-size-defaults-to-25']
const most = ['feed.page-holds-100-at-most']

const holds = (count: number) => (data: unknown) => Array.isArray(data) && data.length <= count

export default check({
  id: 'feed.page-is-never-too-large',
  verifies: [...usual, ...most],
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, client }) {
    const { pages, after } = await shared(runEvents)
    const plain = await client.call('listEvents', { query: { after } })
    expect(usual).that(seen(plain, '/data'), holds(25), atMost('25 events'))
    const greedy = await client.call('listEvents', { query: { after, per_page: 500 } })
    if (succeeded(greedy)) expect(most).that(seen(greedy, '/data'), holds(100), atMost('100 events'))
    for (const page of pages) expect(most).that(seen(page, '/data'), holds(100), atMost('100 events'))
  },
})
