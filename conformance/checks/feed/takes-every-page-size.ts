// The feed takes the smallest and the largest page size, whatever it holds.
import { atMost } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const sizes: [rule: string, perPage: number][] = [
  ['feed.per-page-from-1', 1],
  ['feed.per-page-up-to-100', 100],
]

export default check({
  id: 'feed.takes-every-page-size',
  verifies: [...sizes.map(([rule]) => rule), 'feed.per-page-bounds-the-page'],
  needs: [],
  async run({ client, expect }) {
    for (const [rule, per_page] of sizes) {
      const page = await client.call('listEvents', { query: { per_page } })
      if (!expect(rule).status(page, '2xx')) continue
      const fits = (data: unknown) => Array.isArray(data) && data.length <= per_page
      expect('feed.per-page-bounds-the-page').that(seen(page, '/data'), fits, atMost(per_page))
    }
  },
})
