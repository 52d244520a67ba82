// Operators on where the moves of an order end.
import type { Order } from '../../domain/records.ts'
import { surround } from './decisions.ts'
import { mutation, type Mutation } from './mutation.ts'

/** The move from one status for another ends elsewhere; null: where it began. */
export const redirect = (from: string, to: string, elsewhere: string | null): Mutation =>
  mutation('redirect', (behaviour) =>
    surround(behaviour, 'lifecycle.landsIn', (usual, order, target) => {
      const { code } = (order as Order).status
      return code === from && target === to ? (elsewhere ?? code) : usual(order, target)
    }),
  )
