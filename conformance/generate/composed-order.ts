// Valid orders with optional parts: one for a plan, and a small set in which every pair of levels of two parts occurs.
import { safeDueDates } from './due-dates.ts'
import { roundPick, type CreateOrderRequest, type Ground, type Choose, type Place } from './order-ground.ts'
import { fits, parts, type Levels } from './order-parts.ts'
import { pairwise, type PartialRow } from './pairwise.ts'
import type { CatalogProduct } from './catalog-product.ts'
import { firstNames, lastNames, sentences } from './texts.ts'
import { validOrder, type OrderChoices } from './valid-order.ts'

type OrderPlan = Required<Omit<OrderChoices, 'loanType' | 'reference'>> & {
  product: CatalogProduct
  loanType?: string
  reference: string
  levels: Levels
}

/** An order that the target must take. */
export type GeneratedOrder = { request: CreateOrderRequest; product: CatalogProduct; place: Place }

/** The order of a plan whose levels fit its product and place. Without this very reference the borrower's name has the marker. */
export const composeOrder = (plan: OrderPlan, ground: Ground, pick: Choose): GeneratedOrder => {
  const { product, place, reference } = plan
  const request = validOrder(product, { ...ground, ...plan, reference: null })
  Object.assign(request.borrowers[0]!, { first_name: pick(firstNames), last_name: pick(lastNames) })
  if (plan.purpose === 'other') request.loan.purpose_other = pick(sentences)
  const making = { product, place, enumerations: ground.enumerations, reference, pick }
  for (const [index, part] of parts.entries()) part.levels[plan.levels[index]!]!.put?.(request, making)
  if (request.lender_reference !== reference) request.borrowers[0]!.last_name += ` ${ground.marker}`
  return { request, product, place }
}

/** The purposes that go with a level of the part that decides on them. */
export const purposesOf = ({ purposes }: CatalogProduct, levels: Levels): string[] =>
  levels[0] === 'absent' ? purposes.filter((purpose) => purpose !== 'purchase') : ['purchase']

const names = parts.map(({ levels }) => Object.keys(levels))

const bare: Levels = names.map(([first]) => first!)

/** Whether a product and a place take all levels that are set. */
const takes = (row: PartialRow, product: CatalogProduct, place: Place): boolean =>
  parts.every((part, index) => {
    const level = row[index]
    return level === undefined || fits(part, names[index]![level]!, product, place)
  })

/** The pairs of a product and a place that take a level, a bit for each, for each level of each part. */
const bitsOf = (products: readonly CatalogProduct[], places: readonly Place[]): Int32Array[][] => {
  const pairs = products.flatMap((product) => places.map((place) => ({ product, place })))
  return parts.map((part, index) =>
    names[index]!.map((level) => {
      const bits = new Int32Array(Math.ceil(pairs.length / 32))
      for (const [at, { product, place }] of pairs.entries())
        if (fits(part, level, product, place)) bits[at >> 5]! |= 1 << (at & 31)
      return bits
    }),
  )
}

/** Whether some product and place take all levels that are set. */
const isTaken = (bits: readonly Int32Array[][], row: PartialRow): boolean => {
  const words = bits[0]![0]!.length
  for (let word = 0; word < words; word += 1) {
    let left = -1
    for (let index = 0; index < row.length; index += 1) {
      const level = row[index]
      if (level !== undefined) left &= bits[index]![level]![word]!
    }
    if (left !== 0) return true
  }
  return false
}

const found = new Map<string, number[][]>()

/** The covering array of a catalog and its places: a process that judges several targets of one contract seldom needs a second. */
const rowsFor = (products: readonly CatalogProduct[], places: readonly Place[]): number[][] => {
  const bits = bitsOf(products, places)
  const key = bits.join(';')
  const known = found.get(key)
  if (known) return known
  const levels = names.map(({ length }) => length)
  const rows = products.length === 0 ? [] : pairwise(levels, (row) => isTaken(bits, row))
  found.set(key, rows)
  return rows
}

const counter = () => {
  const uses = new Map<unknown, number>()
  const usesOf = (value: unknown) => uses.get(value) ?? 0
  return {
    unused: (list: readonly string[]) => list.filter((value) => usesOf(value) === 0),
    leastUsed: <T>(list: readonly T[]): T => {
      const value = list.reduce((best, one) => (usesOf(one) < usesOf(best) ? one : best))
      uses.set(value, usesOf(value) + 1)
      return value
    },
  }
}

type CoveringOrders = {
  orders: GeneratedOrder[]
  /** How many of them come from the covering array; the others use what is left of the enumerations. */
  rows: number
  /** Enumeration members that no product of the catalog takes. */
  unusable: { loan_purpose: string[]; property_type: string[] }
}

/** Orders that use every pair of levels the catalog allows, every product, and every enumeration member it takes. */
export const coveringOrders = (products: readonly CatalogProduct[], ground: Ground): CoveringOrders => {
  const pick = roundPick()
  const dueDates = safeDueDates(ground.today)
  const used = { product: counter(), place: counter(), purpose: counter(), type: counter(), occupancy: counter() }
  const { loan_purpose, property_type, occupancy } = ground.enumerations
  const orders: GeneratedOrder[] = []

  const add = (levels: Levels, product: CatalogProduct, place: Place): void => {
    const plan: OrderPlan = {
      product,
      place,
      levels,
      purpose: used.purpose.leastUsed(purposesOf(product, levels)),
      propertyType: used.type.leastUsed(product.propertyTypes),
      occupancy: used.occupancy.leastUsed(occupancy),
      dueDate: pick(dueDates),
      reference: `${ground.marker}-${String(orders.length + 1).padStart(3, '0')}`,
      ...(product.loanTypes.length > 0 ? { loanType: pick(product.loanTypes) } : {}),
    }
    orders.push(composeOrder(plan, ground, pick))
  }

  for (const row of rowsFor(products, ground.places)) {
    const able = products.filter((product) => ground.places.some((place) => takes(row, product, place)))
    const product = used.product.leastUsed(able)
    const place = used.place.leastUsed(ground.places.filter((place) => takes(row, product, place)))
    add(
      row.map((level, index) => names[index]![level]!),
      product,
      place,
    )
  }
  const rows = orders.length

  const addBare = (able: readonly CatalogProduct[], purpose?: string): void => {
    const product = used.product.leastUsed(able)
    const place = used.place.leastUsed(ground.places)
    const first = purpose === 'purchase' || !fits(parts[0]!, 'absent', product, place) ? 'price' : 'absent'
    const fha = parts.findIndex(({ name }) => name === 'loan.fha_case_number')
    const levels = bare.with(0, first)
    add(fits(parts[fha]!, 'absent', product, place) ? levels : levels.with(fha, 'present'), product, place)
  }
  const unusable = { loan_purpose: [] as string[], property_type: [] as string[] }
  for (const product of products) if (!orders.some((order) => order.product === product)) addBare([product])
  for (const type of property_type) {
    if (!used.type.unused(property_type).includes(type)) continue
    const able = products.filter(({ propertyTypes }) => propertyTypes.includes(type))
    if (able.length === 0) unusable.property_type.push(type)
    // The least used type of a product need not be this one: ask until it had its turn.
    while (able.length > 0 && used.type.unused([type]).length > 0) addBare(able)
  }
  for (const purpose of loan_purpose) {
    if (!used.purpose.unused(loan_purpose).includes(purpose)) continue
    const able = products.filter(({ purposes }) => purposes.includes(purpose))
    if (able.length === 0) unusable.loan_purpose.push(purpose)
    while (able.length > 0 && used.purpose.unused([purpose]).length > 0) addBare(able, purpose)
  }
  return { orders, rows, unusable }
}
