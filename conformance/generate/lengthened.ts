// Orders whose texts are long: remarks in some, names and references in others, as a target may refuse either for its length.
import { longLine, longRemark } from './long-texts.ts'
import type { CreateOrderRequest } from './order-ground.ts'
import type { GeneratedOrder } from './composed-order.ts'

type Request = CreateOrderRequest
/** Replaces a text that an order may have. */
type Lengthen = (request: Request) => void

const grow =
  <T extends object>(
    ownersIn: (request: Request) => readonly (T | undefined)[] | undefined,
    name: keyof T,
    long: (text: string) => string,
  ): Lengthen =>
  (request) => {
    for (const owner of ownersIn(request) ?? []) {
      const text = owner?.[name]
      if (typeof text === 'string') owner![name] = long(text) as T[keyof T]
    }
  }

const loans = ({ loan }: Request) => [loan]
const agents = ({ parties }: Request) => [parties?.real_estate_agent]

const remarks: Lengthen[] = [
  grow((request) => [request], 'appraiser_instructions', longRemark),
  grow(({ notes }) => notes, 'text', longRemark),
]

const lines: Lengthen[] = [
  grow((request) => [request], 'lender_reference', longLine),
  grow(loans, 'purpose_other', longLine),
  grow(loans, 'client', longLine),
  grow(loans, 'investor', longLine),
  grow(({ borrowers }) => borrowers, 'first_name', longLine),
  grow(({ borrowers }) => borrowers, 'last_name', longLine),
  grow(agents, 'first_name', longLine),
  grow(agents, 'last_name', longLine),
  grow(({ parties }) => parties?.additional_contacts, 'name', longLine),
]

const changedBy = (request: Request, lengthen: Lengthen): boolean => {
  const copy = structuredClone(request)
  lengthen(copy)
  return JSON.stringify(copy) !== JSON.stringify(request)
}

/** As few orders as have every text that some order has, each with a copy in which those texts are long. */
export const lengthened = (orders: readonly GeneratedOrder[]): Map<GeneratedOrder, GeneratedOrder> => {
  const long = new Map<GeneratedOrder, GeneratedOrder>()
  for (const kind of [remarks, lines]) {
    let left = kind
    for (;;) {
      const free = orders.filter((order) => !long.has(order))
      const counts = free.map(({ request }) => left.filter((lengthen) => changedBy(request, lengthen)).length)
      const most = Math.max(0, ...counts)
      if (most === 0) break
      const order = free[counts.indexOf(most)]!
      const request = structuredClone(order.request)
      left = left.filter((lengthen) => !changedBy(order.request, lengthen))
      for (const lengthen of kind) lengthen(request)
      long.set(order, { ...order, request })
    }
  }
  return long
}
