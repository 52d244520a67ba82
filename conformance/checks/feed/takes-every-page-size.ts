// The feed takes the smallest and the largest page size, whatever it holds.
import { atMost } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const sizes = {
  'feed.per-page-from-1': 'per_page_min',
  'feed.per-page-up-to-100': 'per_page_max',
} as const

export default check({
  id: 'feed.takes-every-page-size',
  verifies: [...Object.keys(sizes), 'feed.per-page-bounds-the-page'],
  needs: [],
  async run({ client, expect }) {
    for (const [rule, limit] of Object.entries(sizes)) {
      const per_page = limits()[limit]
      const page = await client.call('listEvents', { query: { per_page } })
      if (!expect(rule).status(page, '2xx')) continue
      const fits = (data: unknown) => Array.isArray(data) && data.length <= per_page
      expect('feed.per-page-bounds-the-page').that(seen(page, '/data'), fits, atMost(per_page))
    }
  },
})
