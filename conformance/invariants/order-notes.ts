// No order has two notes of one type, nor one of the type `appraisal`.
import { assertion } from '../evidence/assertion.ts'
import { excludes } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const onePerType = 'order.has-one-note-per-type'
const noAppraisal = 'order.no-note-is-of-type-appraisal'

export const orderNotes: ShapeInvariant = {
  id: 'invariant.order-notes',
  rules: [onePerType, noAppraisal],
  assert: ({ visits }) =>
    visits
      .filter(({ fields, value }) => fields.includes('Order.notes') && Array.isArray(value))
      .flatMap(({ value, pointer }) => {
        const types = (value as ({ type?: unknown } | null)[]).map((note) => note?.type)
        return [
          ...assertion(onePerType, new Set(types).size === types.length, 'each type once', types, pointer),
          ...assertion(noAppraisal, !types.includes('appraisal'), excludes('appraisal'), types, pointer),
        ]
      }),
}
