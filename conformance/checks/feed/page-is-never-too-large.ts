// A page holds no more events than the usual size when nobody asks for one, and never more than the largest.
import { atMost } from '../../evidence/expected.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { seen } from '../../evidence/seen.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

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
    expect(usual).that(
      seen(plain, '/data'),
      holds(limits().per_page_default),
      atMost(`${limits().per_page_default} events`),
    )
    const greedy = await client.call('listEvents', { query: { after, per_page: 5 * limits().per_page_max } })
    if (succeeded(greedy))
      expect(most).that(seen(greedy, '/data'), holds(limits().per_page_max), atMost(`${limits().per_page_max} events`))
    for (const page of pages)
      expect(most).that(seen(page, '/data'), holds(limits().per_page_max), atMost(`${limits().per_page_max} events`))
  },
})
