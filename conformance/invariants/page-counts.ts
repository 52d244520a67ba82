// A list that is not empty has as many pages as its total and its page size make.
import { assertion } from '../evidence/assertion.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const rule = 'list.total-pages-follows-from-total'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

export const pageCounts: ShapeInvariant = {
  id: 'invariant.page-counts',
  rules: [rule],
  assert: ({ visits }) =>
    visits
      .filter(({ components }) => components.includes('ListEnvelope'))
      .flatMap(({ value, pointer }) => {
        const { total, per_page: size, total_pages: pages } = (value ?? {}) as Record<string, unknown>
        if (!isCount(total) || !isCount(size) || !Number.isSafeInteger(pages)) return []
        const expected = Math.ceil(total / size)
        return assertion(rule, pages === expected, expected, pages, `${pointer}/total_pages`)
      }),
}
