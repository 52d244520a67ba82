// An order of a kind that a company may want to review before it takes it.
import type { Product } from './catalog.ts'
import type { OrderBody } from './order-body.ts'

const unusual = ['church', 'commercial_non_residential', 'farm', 'mixed_use_residential', 'other']

/** The same order for an unusual property, where the product may be ordered for one. */
export const unusualBody = (body: OrderBody, { property_types }: Product): OrderBody => {
  const type = unusual.find((one) => property_types.length === 0 || property_types.includes(one))
  return type === undefined ? body : { ...body, property: { ...body.property, type } }
}
