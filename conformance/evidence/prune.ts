// Makes a body safe to walk and to print: what is nested too deep is cut off, and an object whose own fields are in the way of its text
// has one all the same.
import { bounds } from '../../fixtures/bounds.ts'

const cutOff = `more than ${bounds.answered.levels} levels deep`

const isNest = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const inTheWay = ['toString', 'valueOf']

/** Where a field has the name of the method, converting the object to text throws. */
const giveText = (nest: object): void => {
  if (!inTheWay.some((name) => Object.hasOwn(nest, name))) return
  Object.defineProperty(nest, Symbol.toPrimitive, { value: () => JSON.stringify(nest) })
}

/** The value itself, changed in place. Without recursion, since the stack is what it spares. */
export const prune = (value: unknown): unknown => {
  const open: { nest: unknown; level: number }[] = [{ nest: value, level: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { nest, level } = next
    if (!isNest(nest)) continue
    giveText(nest)
    for (const key of Object.keys(nest)) {
      if (!isNest(nest[key])) continue
      if (level < bounds.answered.levels) open.push({ nest: nest[key], level: level + 1 })
      else nest[key] = cutOff
    }
  }
  return value
}
