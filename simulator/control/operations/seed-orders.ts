// POST /orders/seed: orders in the statuses asked for, made by legal moves.
import { seedOrders as seed } from '../../seed/seed-orders.ts'
import type { SeedRequest } from '../../public/simulator-options.ts'
import { controlOperation } from '../operation.ts'

export const seedOrders = controlOperation({
  id: 'seedOrders',
  method: 'post',
  path: '/orders/seed',
  status: 201,
  body: 'optional',
  handle: ({ services, world, body }) => seed(services, world, body as SeedRequest),
})
