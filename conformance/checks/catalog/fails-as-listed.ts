// A reading of the catalog that fails does so with one of the statuses that the contract lists for it.
import { seenStatus } from '../../evidence/seen.ts'
import type { CallOptions } from '../../sut/call.ts'
import { check } from '../../kit/check.ts'

const rule = 'catalog.errors-are-the-declared-ones'

const odd: CallOptions[] = [
  { query: { report_format: 'uad_9_9' } },
  { query: { has_adu: 'perhaps' } },
  { query: { per_page: 101 } },
  { query: { page: 'two' } },
]

export default check({
  id: 'catalog.fails-as-listed',
  verifies: [rule],
  needs: [],
  async run({ client, expect, recordReading }) {
    const answers = []
    for (const options of odd) answers.push(await client.call('listOrderTypes', options))
    for (const answer of answers) expect(rule).oneOf(seenStatus(answer), [200, 400])
    const [filter, , size] = answers
    if (filter!.response.status === 400) recordReading('catalog.bad-filter-value', 'status-400', filter!)
    const paging = { 200: 'clamped', 400: 'status-400', 422: 'status-422' }[size!.response.status]
    if (paging !== undefined) recordReading('catalog.paging-out-of-range', paging, size!)
  },
})
