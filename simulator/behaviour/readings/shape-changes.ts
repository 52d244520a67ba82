// Changes of the shapes of request bodies: each gives a copy, since shapes share their parts.
import { isObject } from '../../lib/is-object.ts'
import type { Shape } from '../shape.ts'

const isShape = (value: unknown): value is Shape => isObject(value)

/** Applies a change to a shape and all within it, innermost first; `path` names properties, a star the items of a list. */
export const reshaped = (shape: Shape, change: (shape: Shape, path: string) => Shape, path = ''): Shape => {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  const { properties, items } = shape
  const inner = isShape(properties)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, reshaped(one as Shape, change, below(name))]),
      )
    : undefined
  const copy = {
    ...shape,
    ...(inner && { properties: inner }),
    ...(isShape(items) && { items: reshaped(items, change, below('*')) }),
  }
  return change(copy, path)
}

/** The names that a shape knows at a path. */
export const namesAt = (shape: Shape, path: string): string[] => {
  const found = path
    .split('.')
    .filter((step) => step !== '')
    .reduce<unknown>((one, step) => {
      if (!isShape(one)) return undefined
      return step === '*' ? one['items'] : (one['properties'] as Record<string, unknown> | undefined)?.[step]
    }, shape)
  return isShape(found) && isShape(found['properties']) ? Object.keys(found['properties']) : []
}
