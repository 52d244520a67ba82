// What decides how a lender's client behaves in the life that the tests give it: its habits, and the conduct of the program around it.
import type { Habits } from './client.ts'
import { goodReceiver, type Receive } from './receiver.ts'

/** What the program around the client decides. */
export type Conduct = {
  feedAfter: (cursor: string, before: string | null, ids: string[]) => string | null
  nextFeedAfter: (last: string, first: string) => string | null
  readsEventOrders: boolean
  reconciles: boolean
  walksAll: boolean
  walksTwice: boolean
  nextSince: (lastPoll: number) => number
  linkAgain: 'fresh' | 'stored'
  linkAtOnce: boolean
  readsAfter409: boolean
  readsOffHold: boolean
  readsReactivated: boolean
  askByMessage: boolean
  numberFirst: boolean
  fix: (status: 400 | 413 | 415 | 422) => boolean
  crossesLenders: boolean
  /** What stands in the address of an order. */
  address: (order: { id: string; order_number: string }) => string
  crossesEnvironments: boolean
  receive: Receive
}

export const goodConduct: Conduct = {
  feedAfter: (cursor) => cursor,
  nextFeedAfter: (last) => last,
  readsEventOrders: true,
  reconciles: true,
  walksAll: true,
  walksTwice: true,
  nextSince: (lastPoll) => lastPoll - 2_000,
  linkAgain: 'fresh',
  linkAtOnce: true,
  readsAfter409: true,
  readsOffHold: true,
  readsReactivated: true,
  askByMessage: true,
  numberFirst: true,
  fix: () => true,
  crossesLenders: false,
  address: ({ id }) => id,
  crossesEnvironments: false,
  receive: goodReceiver,
}

export type Bad = { habits?: Partial<Habits>; conduct?: Partial<Conduct> }
