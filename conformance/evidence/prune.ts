// Cuts off what is nested too deep to be walked: a body may echo what it was sent, or be made to exhaust the stack of its reader.

/** Levels; nothing that the contract describes lies near it. */
export const deepest = 200

const cutOff = `more than ${deepest} levels deep`

const isNest = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The value itself, changed in place. Without recursion, since the stack is what it spares. */
export const prune = (value: unknown): unknown => {
  const open: { nest: unknown; level: number }[] = [{ nest: value, level: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { nest, level } = next
    if (!isNest(nest)) continue
    for (const key of Object.keys(nest)) {
      if (!isNest(nest[key])) continue
      if (level < deepest) open.push({ nest: nest[key], level: level + 1 })
      else nest[key] = cutOff
    }
  }
  return value
}
