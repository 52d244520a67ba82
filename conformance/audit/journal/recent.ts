// Values that are made again when they are asked for again. Those of a short journal are all kept; of a long one the first, and the latest
// for a moment: what is kept for longer and then given up costs more than to make it again.

const mostKept = 1_000_000
const latest = 64

/** @returns a function that makes a value of a text of this length, or has it still */
export const createRecent = <Key extends object, Value>(
  make: (key: Key) => Value,
): ((key: Key, length: number) => Value) => {
  const kept = new Map<Key, Value>()
  let held = 0
  let last = new Map<Key, Value>()
  return (key, length) => {
    if (kept.has(key)) return kept.get(key)!
    if (last.has(key)) return last.get(key)!
    const value = make(key)
    if (held + length <= mostKept) {
      kept.set(key, value)
      held += length
      return value
    }
    if (last.size >= latest) last = new Map()
    last.set(key, value)
    return value
  }
}
