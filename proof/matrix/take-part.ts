// One part of a kill matrix that several machines share: which defects and which runs without a defect are its own.
import { createHash } from 'node:crypto'
import type { Check } from '../../conformance/kit/check.ts'
import type { ShardName } from '../../conformance/run/shard.ts'
import type { Reason } from './collateral.ts'
import { partition } from './partition.ts'
import { weights, type MatrixPlan, type Weighed } from './plan-matrix.ts'

type Piece = { name: string; weight: number } & ({ order: Weighed } | { reference: number | null })

const piecesOf = ({ references, orders }: MatrixPlan): Piece[] => [
  ...references.map((reference): Piece => ({ name: `budget ${reference}`, weight: weights.reference, reference })),
  ...orders.map((order): Piece => ({ name: `defect ${order.order.defect.id}`, weight: order.weight, order })),
]

export const partsOf = (plan: MatrixPlan, of: number): MatrixPlan[] => {
  const parts = partition(piecesOf(plan), of, { weight: ({ weight }) => weight, name: ({ name }) => name })
  return parts.map((pieces) => {
    const own = new Set(pieces.map(({ name }) => name))
    return {
      references: plan.references.filter((budget) => own.has(`budget ${budget}`)),
      orders: plan.orders.filter(({ order }) => own.has(`defect ${order.defect.id}`)),
    }
  })
}

export const takePart = (plan: MatrixPlan, { index, of }: ShardName): MatrixPlan => partsOf(plan, of)[index - 1]!

/** Shows whether two parts are of one plan, made from the same defects, checks and reasons. */
export const fingerprintOf = (
  { references, orders }: MatrixPlan,
  { checks, reasons }: { checks: readonly Pick<Check, 'id'>[]; reasons: readonly Reason[] },
): string => {
  const rows = orders
    .map(({ weight, order: { defect, ...order } }) => {
      const { id, breaks, bug, also = [] } = defect
      return JSON.stringify([id, breaks, bug, also, weight, Object.entries(order).toSorted()])
    })
    .toSorted()
  const ids = checks.map(({ id }) => id).toSorted()
  const text = JSON.stringify([references, rows, ids, reasons])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
